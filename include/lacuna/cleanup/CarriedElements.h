//===- CarriedElements.h - elements for the next iteration ------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_CLEANUP_CARRIEDELEMENTS_H
#define LACUNA_CLEANUP_CARRIEDELEMENTS_H

#include "lacuna/ir/MadeNames.h"

namespace lacuna {

/// \p S, which is loop IR, with innermost loops that read the element which the
/// iteration before has stored, `d[j] = f(d[j - 1])`, keeping it in a local
/// variable: through memory it takes longer than most of what is computed. The
/// first iteration reads the element if the user's does.
StmtRef carryElements(const StmtRef &S, MadeNames &Names);

} // namespace lacuna

#endif // LACUNA_CLEANUP_CARRIEDELEMENTS_H
