//===- SumsInPlace.h - sums made where they are stored ----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A variable has one value at a time, so that iterations that use it stay one
// behind the other. Where it ends in an element of an array, that is as good:
//
//     s = 0; for k { s += … } C[i][j] = s
//       -->  C[i][j] = 0; for k { C[i][j] += … }
//
// It may end in other elements as well, as in a symmetric matrix.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_AFFINE_SUMSINPLACE_H
#define LACUNA_AFFINE_SUMSINPLACE_H

#include "lacuna/ir/Stmt.h"

namespace lacuna {

/// \p Body, the statements of an iteration, with elements instead of such
/// variables. Nothing else accesses the arrays of these elements meanwhile;
/// that no other array has the elements is for guards to show.
std::vector<StmtRef> withSumsInPlace(std::vector<StmtRef> Body);

} // namespace lacuna

#endif // LACUNA_AFFINE_SUMSINPLACE_H
