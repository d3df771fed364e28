//===- LevelTensor.h - the level that a loop was found to walk --*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_RECOGNIZE_LEVELTENSOR_H
#define LACUNA_LOWERING_RECOGNIZE_LEVELTENSOR_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// A tensor of \p N whose last level has coordinates \p Crd at the positions of
/// index variable \p Position, by which \p Body accesses its values.
Tensor levelTensor(const Nest &N, llvm::StringRef Position,
                   const std::string &Crd, const StmtRef &Body);

} // namespace lacuna

#endif // LACUNA_LOWERING_RECOGNIZE_LEVELTENSOR_H
