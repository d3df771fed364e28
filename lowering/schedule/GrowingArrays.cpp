//===- GrowingArrays.cpp - containers that a nest appends to --------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GrowingArrays.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/schedule/Messages.def"

using namespace llvm;

namespace lacuna {

/// The first array that \p S grows outside of loops whose chunks keep what they
/// append apart, or null.
static const Operand *grownInPlace(const Nest &N, const StmtRef &S) {
  if (auto *Loop = dyn_cast<LoopStmt>(S.get());
      Loop && Loop->tags().Parallel &&
      Loop->tags().Parallel->Races == RaceStrategy::BufferedScan)
    return nullptr;
  if (auto *Assign = dyn_cast<AssignStmt>(S.get())) {
    const Operand *To = N.findOperand(Assign->target().Name);
    return To && !To->Grows.empty() ? To : nullptr;
  }
  for (const StmtRef &Part : children(*S))
    if (const Operand *Found = grownInPlace(N, Part))
      return Found;
  return nullptr;
}

std::string whyNotGrown(const Nest &N) {
  const Operand *InPlace = appends(N) ? grownInPlace(N, N.Body) : nullptr;
  return InPlace
             ? msg::AppendsWithoutBuffers(
                   InPlace->Records.empty() ? InPlace->Name : InPlace->Records)
             : "";
}

} // namespace lacuna
