//===- ClauseWords.h - plain words that clauses take ------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_DIRECTIVE_CLAUSEWORDS_H
#define LACUNA_DIRECTIVE_CLAUSEWORDS_H

#include "lacuna/ir/Spellings.h"
#include "lacuna/support/Diagnostic.h"

namespace lacuna {

/// Where a group of commands runs loops.
enum class TargetKind { Cpu, Cuda };

template <> llvm::ArrayRef<Spelling<TargetKind>> spellings<TargetKind>();

/// Puts \p Clause in front of the directive's others.
Edit clauseInFront(llvm::StringRef Clause);

} // namespace lacuna

#endif // LACUNA_DIRECTIVE_CLAUSEWORDS_H
