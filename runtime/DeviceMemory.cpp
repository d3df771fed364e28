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
  if (Failure F =
          Driver::get().MemAllocFromPoolAsync(&Address, Bytes, C.Pool, S))
    return F;
  Memory.reset(new DeviceMemory(C, Address, S));
  return Failure();
}

DeviceMemory::~DeviceMemory() {
  // Streams are never destroyed. Nothing can be done about a failure; but that
  // the device is not used any more need not mean that it is lost.
  ContextScope Scope(Owner);
  if (!Scope.failure())
    (void)Driver::get().MemFreeAsync.regardless(Address, FreedIn);
}
