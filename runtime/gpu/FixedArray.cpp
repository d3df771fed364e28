//===- FixedArray.cpp - an array that kernels read ------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixedArray.h"

using namespace lacuna::rt;

std::shared_ptr<DeviceMemory> FixedArray::copyIn(const Context &C) const {
  std::lock_guard Guard(Lock);
  for (const auto &[Of, Copy] : Copies)
    if (Of == &C)
      return Copy;
  return nullptr;
}

void FixedArray::keep(const Context &C,
                      std::shared_ptr<DeviceMemory> Copy) const {
  std::lock_guard Guard(Lock);
  for (const auto &[Of, Other] : Copies)
    if (Of == &C)
      return;
  Copies.emplace_back(&C, std::move(Copy));
}
