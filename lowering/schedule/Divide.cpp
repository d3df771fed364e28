//===- Divide.cpp - divide(i, i0, i1, N) ----------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"

using namespace llvm;

namespace lacuna {

/// Thesis 5.6: the outer loop has N iterations; the order stays.
Expected<Nest> applyDivide(const Nest &N, const Clause &C,
                           const ScheduleContext &Context) {
  Expected<LoopArg> Loop = tiledArg(N, C, C.Args[0]);
  if (!Loop)
    return Loop.takeError();
  Expected<std::string> Outer = newNameArg(N, C.Args[1]);
  if (!Outer)
    return Outer.takeError();
  Expected<std::string> Inner = newNameArg(N, C.Args[2]);
  if (!Inner)
    return Inner.takeError();
  Expected<int64_t> Pieces =
      positiveArg(C.Args[3], "the number of pieces", MaxFactor, Context);
  if (!Pieces)
    return Pieces.takeError();
  return tile(
      N, *Loop,
      {RelationKind::Divide, {Loop->Var->Name}, {*Outer, *Inner}, *Pieces, ""});
}

} // namespace lacuna
