//===- ProcessSlot.cpp - what a child of fork has none of -----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProcessSlot.h"
#include <cstddef>
#include <new>
#include <sys/mman.h>
#include <unistd.h>

using namespace lacuna::rt;

std::atomic<void *> *ProcessSlot::get() {
  using Slot = std::atomic<void *>;
  if (Slot *Known = Made.load(std::memory_order_acquire))
    return Known;
  const size_t Page = size_t(sysconf(_SC_PAGESIZE));
  void *At = mmap(nullptr, Page, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (At == MAP_FAILED)
    return nullptr;
  Slot *Expected = nullptr;
  if (madvise(At, Page, MADV_WIPEONFORK) == 0 &&
      Made.compare_exchange_strong(Expected, new (At) Slot(nullptr)))
    return static_cast<Slot *>(At);
  munmap(At, Page);
  return Expected;
}
