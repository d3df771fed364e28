//===- CppOptions.h - what C++ is printed for -------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_EMIT_EXPR_CPPOPTIONS_H
#define LACUNA_EMIT_EXPR_CPPOPTIONS_H

#include "llvm/ADT/StringRef.h"

namespace lacuna {

struct CppOptions {
  /// Print `#pragma omp` lines; without them the text is the serial program.
  bool OpenMP = true;
  /// The text is a kernel's, behind devicePrelude().
  bool IsKernel = false;
  /// Ask for vector lanes where OpenMP has no words for how many.
  bool LaneHints = true;
  /// The runtime's module of the loop, an expression, where what guards find
  /// out of resident arrays is remembered.
  llvm::StringRef Module = {};
};

inline constexpr CppOptions SerialCode = {/*OpenMP=*/false};

} // namespace lacuna

#endif // LACUNA_EMIT_EXPR_CPPOPTIONS_H
