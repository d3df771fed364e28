//===- HostOptions.h - the host's language for kernels ----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_CUDA_HOSTOPTIONS_H
#define LACUNA_PLUGIN_CUDA_HOSTOPTIONS_H

#include "cuda/DeviceCompiler.h"
#include "clang/Basic/LangOptions.h"

namespace clang {
class CompilerInstance;
} // namespace clang

namespace lacuna::plugin {

/// How kernels are compiled beside what \p CI compiles: by the same clang, in
/// the same language, of a loop whose arithmetic is under \p FP. `Clang` is
/// empty if there is no clang to run.
DeviceOptions deviceOptions(const clang::CompilerInstance &CI,
                            clang::FPOptions FP);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_CUDA_HOSTOPTIONS_H
