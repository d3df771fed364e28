//===- ClauseWords.cpp - plain words that clauses take --------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/directive/ClauseWords.h"

using namespace llvm;

namespace lacuna {

template <> ArrayRef<Spelling<TargetKind>> spellings<TargetKind>() {
  static constexpr Spelling<TargetKind> Words[] = {{TargetKind::Cpu, "cpu"},
                                                   {TargetKind::Cuda, "cuda"}};
  return Words;
}

Edit clauseInFront(StringRef Clause) { return {{}, (Clause + " ").str()}; }

} // namespace lacuna
