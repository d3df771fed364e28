//===- FixedArray.h - an array that kernels read ----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_FIXEDARRAY_H
#define LACUNA_RUNTIME_FIXEDARRAY_H

#include "DeviceMemory.h"
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

namespace lacuna::rt {

/// Numbers of the runtime's own that never change. Each context that needs them
/// has a copy, which lives as long as they.
class FixedArray {
public:
  explicit FixedArray(std::vector<std::int32_t> Of) : Elements(std::move(Of)) {}

  /// At least one.
  const std::vector<std::int32_t> Elements;

  std::size_t bytes() const { return Elements.size() * sizeof(std::int32_t); }
  /// The copy of \p C; null if there is none.
  std::shared_ptr<DeviceMemory> copyIn(const Context &C) const;
  /// \p Copy is there for all streams of \p C.
  void keep(const Context &C, std::shared_ptr<DeviceMemory> Copy) const;

private:
  mutable std::mutex Lock;
  mutable std::vector<std::pair<const Context *, std::shared_ptr<DeviceMemory>>>
      Copies;
};

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_FIXEDARRAY_H
