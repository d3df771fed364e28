//===- DevicePrelude.h - what stands in front of kernels --------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_CUDA_DEVICEPRELUDE_H
#define LACUNA_PLUGIN_CUDA_DEVICEPRELUDE_H

#include "llvm/ADT/StringRef.h"

namespace lacuna::plugin {

/// CUDA C++ that stands in front of kernels, so that they need no header of
/// CUDA's. For clang it declares what they use of CUDA: `threadIdx` and its
/// like, barriers, shuffles and votes, `__ldg`, atomics, and the mathematical
/// functions that are instructions. Under nvcc and in CUDA headers of clang's
/// that is empty.
///
/// For each compiler it adds atomics that CUDA lacks: `atomicAdd`, `atomicMin`,
/// `atomicMax`, `atomicAnd`, `atomicOr`, `atomicXor` and `atomicMul` of a `T *`
/// and a `T` exist for every arithmetic type T of a device, and return the old
/// value. Types of less than 32 bits are updated within the aligned word around
/// them.
///
/// `__lacuna::choose(c, a, b)` is `c ? a : b`. Clang and nvcc make `x < 0 ? x :
/// 0` an instruction for which -0.0 is less than 0.0; not so of this.
llvm::StringRef devicePrelude();

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_CUDA_DEVICEPRELUDE_H
