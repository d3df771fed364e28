//===- Promises.cpp - memory that is said to stay as it is ----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Promises.h"
#include "ProcessSlot.h"
#include "gpu/KeptErrno.h"
#include "lacuna/promise.h"
#include <algorithm>
#include <new>

using namespace lacuna::rt;

/// Goes on in a child of `fork`, which has what was derived under its parent's
/// promises.
static uint64_t nextNumber() {
  static std::atomic<uint64_t> Last{0};
  return Last.fetch_add(1) + 1;
}

Promises *Promises::current() {
  static ProcessSlot Place;
  return Place.object([] { return new (std::nothrow) Promises; });
}

uint64_t Promises::begin(Bytes Of, const char *Where, bool IsChecked) {
  const std::lock_guard<std::mutex> Own(Lock);
  const uint64_t Number = nextNumber();
  All.push_back({Number, Of, {Number, IsChecked, Where}});
  Count = All.size();
  return Number;
}

void Promises::end(uint64_t Number) {
  const std::lock_guard<std::mutex> Own(Lock);
  std::erase_if(All, [&](const Kept &K) { return K.Number == Number; });
  Count = All.size();
}

void Promises::changed(Bytes Of) {
  const std::lock_guard<std::mutex> Own(Lock);
  for (Kept &K : All)
    if (Of.Begin < K.Of.end() && K.Of.Begin < Of.end())
      K.Is.Since = nextNumber();
}

Promise Promises::about(Bytes Of) {
  Promise Found;
  if (Count == 0)
    return Found;
  const std::lock_guard<std::mutex> Own(Lock);
  for (const Kept &K : All)
    if (K.Of.Begin <= Of.Begin && Of.end() <= K.Of.end() &&
        (Found.Since == 0 || K.Is.Since < Found.Since))
      Found = K.Is;
  return Found;
}

uint64_t lacuna_promise_begin(const char *where, const void *host, size_t bytes,
                              uint32_t flags) {
  const KeptErrno Errno;
  Promises *const P = bytes == 0 ? nullptr : Promises::current();
  if (!P)
    return 0;
  try {
    return P->begin({static_cast<const char *>(host), bytes}, where,
                    (flags & LACUNA_PROMISE_CHECKED) != 0);
  } catch (const std::bad_alloc &) {
    return 0;
  }
}

void lacuna_promise_end(uint64_t number) {
  const KeptErrno Errno;
  if (Promises *const P = number == 0 ? nullptr : Promises::current())
    P->end(number);
}

void lacuna_promise_changed(const void *host, size_t bytes) {
  const KeptErrno Errno;
  if (Promises *const P = bytes == 0 ? nullptr : Promises::current())
    P->changed({static_cast<const char *>(host), bytes});
}
