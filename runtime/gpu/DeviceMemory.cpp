//===- DeviceMemory.cpp - memory on the device ----------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceMemory.h"
#include "Context.h"

using namespace lacuna::rt;

Failure DeviceMemory::allocate(Context &C, std::size_t Bytes, cuda::Stream S,
                               std::shared_ptr<DeviceMemory> &Memory) {
  cuda::DevicePtr Address = 0;
  // Atomic updates of narrow types go by the aligned word around them.
  constexpr std::size_t Word = 4;
  const std::size_t Whole = (Bytes + Word - 1) / Word * Word;
  if (Failure F =
          Driver::get().MemAllocFromPoolAsync(&Address, Whole, C.Pool, S))
    return F;
  Memory.reset(new DeviceMemory(C, Address, S));
  if (Whole == Bytes)
    return Failure();
  return Driver::get().MemsetD8Async(Address + Bytes, 0, Whole - Bytes, S);
}

DeviceMemory::~DeviceMemory() {
  // Streams are never destroyed. Nothing can be done about a failure; but that
  // the device is not used any more need not mean that it is lost.
  ContextScope Scope(Owner);
  if (!Scope.failure())
    (void)Driver::get().MemFreeAsync.regardless(Address, FreedIn);
}
