//===- OrderWalk.cpp - whether coordinates ascend -------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderWalk.h"
#include "lacuna/analysis/elements/ProgramSlice.h"
#include "lacuna/analysis/reductions/Reductions.h"
#include "lacuna/ir/MadeNames.h"

using namespace lacuna;

/// \p Loop, over positions of \p Coordinates, with each compared with the last.
static StmtRef compare(const Nest &N, const LoopStmt &Loop,
                       const Operand &Coordinates, bool IsStrict,
                       const std::string &Ok) {
  MadeNames Names(N);
  const IndexVar &Position = *N.findIndexVar(Loop.var());
  Type Bool = Type::boolean();
  Place Seen{Names.get("seen"), Bool, nullptr};
  Place Last{Names.get("last"), Coordinates.Ty, nullptr};
  ExprRef Now =
      load(Coordinates.Ty, Coordinates.Name, var(Position.Ty, Position.Name));
  ExprRef IsFirst = unary(UnaryOp::LogicalNot, valueOf(Seen));
  ExprRef Ascends =
      binary(IsStrict ? BinaryOp::Lt : BinaryOp::Le, valueOf(Last), Now);
  StmtRef Test = std::make_shared<AssignStmt>(
      Place{Ok, Bool, nullptr}, ReduceOp::And,
      binary(BinaryOp::LogicalOr, IsFirst, Ascends));
  StmtRef Body = block(
      {Test, assign(Last, Now), assign(Seen, constant(Bool, 1)), Loop.body()});
  return block(
      {std::make_shared<VarStmt>(Seen.Name, Bool, constant(Bool, 0)),
       std::make_shared<VarStmt>(Last.Name, Last.Ty, constant(Last.Ty, 0)),
       std::make_shared<LoopStmt>(Loop.var().str(), Body)});
}

std::optional<Nest> lacuna::orderScan(const Nest &AsWritten,
                                      const Operand &Coordinates, bool IsStrict,
                                      const std::string &Ok) {
  auto OnStmt = [&](const StmtRef &S) -> StmtRef {
    auto *Loop = llvm::dyn_cast<LoopStmt>(S.get());
    return Loop && coordinateArray(AsWritten, Loop->var()) == Coordinates.Name
               ? compare(AsWritten, *Loop, Coordinates, IsStrict, Ok)
               : nullptr;
  };
  StmtRef Compared = rewrite(AsWritten.Body, OnStmt, nullptr);
  if (Compared == AsWritten.Body)
    return std::nullopt;
  llvm::StringSet<> Wanted;
  Wanted.insert(Ok);
  StmtRef Start = std::make_shared<VarStmt>(Ok, Type::boolean(),
                                            constant(Type::boolean(), 1));
  return withBodyAlone(AsWritten,
                       block({Start, sliceOf(Compared, Wanted, {})}));
}
