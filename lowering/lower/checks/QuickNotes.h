//===- QuickNotes.h - notes of many subscripts ------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A walk that runs in each call shall take as little time as may be:
//
//   for p in lo .. hi { least min= i64(crd[p]), most max= i64(crd[p]) + 1 }
//
// notes numbers of 32 bits in variables of 32 bits, which fit four times into a
// vector where 64 bits would not fit at all. And rows whose positions follow
// each other are one loop:
//
//   for i in a .. b { for p in pos[i] .. pos[i + 1] { … } }
//
// is, if `pos` ascends, for p in pos[a] .. pos[b] { … }.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_LOWER_CHECKS_QUICKNOTES_H
#define LACUNA_LOWERING_LOWER_CHECKS_QUICKNOTES_H

#include "lacuna/ir/MadeNames.h"
#include "lacuna/ir/Stmt.h"

namespace lacuna {

/// \p Walk, loop IR that notes least and largest subscripts, in such a form. It
/// reads no more elements than \p Walk. \p AreQuick becomes false where loops
/// inside of others are left as they are.
StmtRef quickNotes(const StmtRef &Walk, MadeNames &Names, bool &AreQuick);

} // namespace lacuna

#endif // LACUNA_LOWERING_LOWER_CHECKS_QUICKNOTES_H
