//===- Cuda.h - CUDA C++ text -----------------------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_EMIT_CUDA_H
#define LACUNA_EMIT_CUDA_H

#include "lacuna/emit/Cpp.h"

namespace lacuna {

/// A program with a kernel as a device's and a host's half.
struct EmittedCuda {
  /// The kernel, a `__global__` function in CUDA C++ that needs no header.
  std::string Kernel;
  /// As of emitCpp. The last guard runs the kernel: it holds if that succeeded.
  /// The body is what is left to be done.
  EmittedCpp Host;
};

/// Names that the host's text uses for declarations of lacuna/rt.h, in front
/// of them: `__lacuna_begin` stands for lacuna_begin.
inline constexpr llvm::StringLiteral RuntimePrefix = "__lacuna_";

/// \p P, a program that hasKernels. \p Module names the variable of type
/// lacuna_module that holds the kernel.
EmittedCuda emitCuda(const LoopProgram &P, llvm::StringRef Module);

} // namespace lacuna

#endif // LACUNA_EMIT_CUDA_H
