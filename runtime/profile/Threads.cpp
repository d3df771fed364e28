//===- Threads.cpp - a place for what each thread counts ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "profile/Threads.h"
#include "gpu/KeptErrno.h"
#include <atomic>

using namespace lacuna::rt;

static std::atomic<bool> Taken[OwnPlaces];

static constinit thread_local ThreadState Own = {0, 0, nullptr, 0};

namespace {

/// Gives the place back at the thread's end. Loops that run still later, in
/// destructors of the user's, count where all others do.
struct Return {
  ~Return() {
    if (Own.Place <= OwnPlaces)
      Taken[Own.Place - 1].store(false, std::memory_order_release);
    Own.Place = OwnPlaces + 1;
  }
  bool IsNeeded = false;
};

} // namespace

static thread_local Return AtEnd;

__attribute__((noinline, cold)) static void takePlace() {
  KeptErrno Kept;
  Own.Place = OwnPlaces + 1;
  for (size_t I = 0; I < OwnPlaces; ++I) {
    bool Expected = false;
    if (!Taken[I].compare_exchange_strong(Expected, true,
                                          std::memory_order_acq_rel))
      continue;
    Own.Place = I + 1;
    AtEnd.IsNeeded = true;
    return;
  }
}

ThreadState &lacuna::rt::threadState() {
  if (__builtin_expect(Own.Place == 0, 0))
    takePlace();
  return Own;
}

Record *lacuna::rt::recordOfThread() { return Own.Now; }

void lacuna::rt::freeOtherPlaces() {
  for (size_t I = 0; I < OwnPlaces; ++I)
    Taken[I].store(I + 1 == Own.Place, std::memory_order_release);
}
