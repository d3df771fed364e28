//===- Tensors.h - levels of storage that the nest walks --------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_TENSORS_H
#define LACUNA_PLUGIN_LIFT_TENSORS_H

#include "lift/state/LoopStack.h"

namespace lacuna::plugin {

/// `int j = crd[p]` names the coordinate of the innermost of \p Loops, if that
/// walks positions and reads every coordinate.
void noteCoordinate(NestBuilder &Builder, const LoopStack &Loops,
                    const ExprRef &Init, llvm::StringRef Let);

/// Adds the tensors whose levels the loops of \p Body walk.
void findTensors(NestBuilder &Builder, const StmtRef &Body);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_TENSORS_H
