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
llvm::Expected<StmtRef> loopsOf(const AffineModel::Sets &S, const Nest &N,
                                MadeNames &Names);

} // namespace lacuna

#endif // LACUNA_LOWERING_AFFINE_ASTTOLOOPS_H
