//===- DeviceMemory.h - memory on the device --------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_DEVICEMEMORY_H
#define LACUNA_RUNTIME_DEVICEMEMORY_H

#include "Driver.h"
#include <memory>

namespace lacuna::rt {

class Context;

/// An allocation of a context's. Whoever lets it go has waited for all that
/// used it.
class DeviceMemory {
public:
  /// \p Bytes bytes (at least one) that are there in \p S; for other streams
  /// once \p S has been waited for.
  static Failure allocate(Context &C, std::size_t Bytes, cuda::Stream S,
                          std::shared_ptr<DeviceMemory> &Memory);
  ~DeviceMemory();
  DeviceMemory(const DeviceMemory &) = delete;
  DeviceMemory &operator=(const DeviceMemory &) = delete;

  cuda::DevicePtr address() const { return Address; }

private:
  DeviceMemory(Context &C, cuda::DevicePtr Address, cuda::Stream S)
      : Owner(C), Address(Address), FreedIn(S) {}

  Context &Owner;
  cuda::DevicePtr Address;
  cuda::Stream FreedIn;
};

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_DEVICEMEMORY_H
