//===- AstToLoops.h - what isl generates, as loop IR ------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_AFFINE_ASTTOLOOPS_H
#define LACUNA_LOWERING_AFFINE_ASTTOLOOPS_H

#include "Sets.h"

namespace lacuna {

/// That the parameters are in \p Good, a condition (bool) over operands.
llvm::Expected<ExprRef> conditionOf(const AffineModel::Sets &S,
                                    const Isl<isl_set> &Good);

/// Loop IR that runs the iterations of \p N in the order of its schedule.
/// Iterations of the loops \p Independent, by their numbers, do not touch what
/// others in the same step of the loops around write.
llvm::Expected<StmtRef> loopsOf(const AffineModel::Sets &S, const Nest &N,
                                llvm::ArrayRef<size_t> Independent,
                                MadeNames &Names);

} // namespace lacuna

#endif // LACUNA_LOWERING_AFFINE_ASTTOLOOPS_H
