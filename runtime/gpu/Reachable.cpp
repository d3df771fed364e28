//===- Reachable.cpp - memory that the device can reach -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reachable.h"
#include <cstdint>

using namespace lacuna::rt;

Failure lacuna::rt::reachOf(const void *Address, Reach &Found) {
  unsigned Type = 0, Managed = 0;
  int Attributes[] = {cuda::MemoryType, cuda::IsManaged};
  void *Values[] = {&Type, &Managed};
  if (Failure F = Driver::get().PointerGetAttributes(
          2, Attributes, Values, reinterpret_cast<std::uintptr_t>(Address)))
    return F;
  Found = Managed                          ? Reach::Both
          : Type == cuda::DeviceMemoryType ? Reach::Device
                                           : Reach::Host;
  return Failure();
}
