//===- ForeignWords.h - words that people bring along -----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Who knows OpenMP, OpenACC, Clang's loop pragmas or TACO writes what is said
// there. Each such word is answered by the clause that does it here.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_DIRECTIVE_FOREIGNWORDS_H
#define LACUNA_LOWERING_DIRECTIVE_FOREIGNWORDS_H

#include "llvm/ADT/StringRef.h"

namespace lacuna {

/// What to write in the place of the foreign clause \p Name; empty if it is not
/// known elsewhere either.
llvm::StringRef answerToForeign(llvm::StringRef Name);

/// The word of an argument that \p Word stands for elsewhere, as in TACO's
/// `CPUThread`; empty if there is none.
llvm::StringRef wordForForeign(llvm::StringRef Word);

/// Whether \p First \p Second are one directive elsewhere, as in
/// `parallel for`.
bool isForeignPair(llvm::StringRef First, llvm::StringRef Second);

} // namespace lacuna

#endif // LACUNA_LOWERING_DIRECTIVE_FOREIGNWORDS_H
