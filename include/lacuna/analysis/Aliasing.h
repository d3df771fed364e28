//===- Aliasing.h - which arrays may alias ----------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_ANALYSIS_ALIASING_H
#define LACUNA_ANALYSIS_ALIASING_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

using ArrayPair = std::pair<const Operand *, const Operand *>;

/// The arrays of \p N that must lie apart, a written one first.
std::vector<ArrayPair> arraysToCompare(const Nest &N);

/// Whether C++ lets one object be accessed as both types.
bool mayBeOneObject(const Type &A, const Type &B);

/// Whether \p S stores characters, or what may be some: for all that a compiler
/// knows they change every variable that lies in memory. Either dialect.
bool storesCharacters(const StmtRef &S);

/// Whether `assume(noalias(...))` vouches that \p A and \p B lie apart; of an
/// array of rows and itself that its rows do.
bool isVouchedApart(const Nest &N, const std::string &A, const std::string &B);

} // namespace lacuna

#endif // LACUNA_ANALYSIS_ALIASING_H
