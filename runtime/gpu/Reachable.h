//===- Reachable.h - memory that the device can reach -----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_REACHABLE_H
#define LACUNA_RUNTIME_REACHABLE_H

#include "Driver.h"

namespace lacuna::rt {

/// Who can use memory where it is.
enum class Reach {
  Host, ///< page-locked memory is among it: copies of it are merely faster
  Device,
  Both ///< managed
};

/// Who can reach \p Address. A context is current.
Failure reachOf(const void *Address, Reach &Found);

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_REACHABLE_H
