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

/// Names that the host's text uses for declarations of lacuna/rt.h, in front
/// of them: `__lacuna_begin` stands for lacuna_begin. `__lacuna_acquire(where,
/// a, size, lo, hi)` stands for lacuna_host_acquire of elements [lo, hi) of
/// `a`, none if lo > hi, `__lacuna_release` for lacuna_host_release.
inline constexpr llvm::StringLiteral RuntimePrefix = "__lacuna_";

/// The kernels of \p P, a program that hasKernels: `__global__` functions in
/// CUDA C++ that need no header.
std::string emitKernels(const LoopProgram &P);

/// The host's half of \p P, which has its transfers, as of emitCpp. The last
/// guard runs the kernels: it holds if they succeeded. The body is what is left
/// to be done. \p Module names the variable of type lacuna_module that holds
/// the kernels.
EmittedCpp emitKernelHost(const LoopProgram &P, llvm::StringRef Module);

/// What stands around host code that accesses \p Ranges of \p Operands, which
/// may be resident on a device. \p Where is an expression, "file:line".
struct HostCopies {
  std::string Acquire, Release;
};
HostCopies emitHostCopies(const std::vector<Operand> &Operands,
                          std::vector<ArrayRange> Ranges,
                          llvm::StringRef Where);

} // namespace lacuna

#endif // LACUNA_EMIT_CUDA_H
