//===- OrderScan.cpp - whether coordinates ascend -------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderScan.h"
#include "Bounds.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

using Statements = std::vector<StmtRef>;

namespace {

/// Keeps of a nest what leads to the loops over positions.
class Comparer {
public:
  Comparer(const Nest &N, const Operand &Coordinates, bool IsStrict,
           const std::string &Ok)
      : N(N), Coordinates(Coordinates), IsStrict(IsStrict), Ok(Ok), Names(N) {}

  /// Null if there are no such loops in \p S.
  StmtRef rewrite(const StmtRef &S);

private:
  StmtRef keep(const StmtRef &S);
  StmtRef compare(const LoopStmt &Loop, StmtRef Inner);

  const Nest &N;
  const Operand &Coordinates;
  bool IsStrict;
  const std::string &Ok;
  MadeNames Names;
};

} // namespace

/// The loop over positions with each coordinate compared with the last.
StmtRef Comparer::compare(const LoopStmt &Loop, StmtRef Inner) {
  const IndexVar &Position = *N.findIndexVar(Loop.var());
  Type Bool = Type::boolean();
  Place Seen{Names.get("seen"), Bool, nullptr};
  Place Last{Names.get("last"), Coordinates.Ty, nullptr};
  ExprRef Now =
      load(Coordinates.Ty, Coordinates.Name, var(Position.Ty, Position.Name));
  ExprRef IsFirst = unary(UnaryOp::LogicalNot, var(Bool, Seen.Name));
  ExprRef Ascends = binary(IsStrict ? BinaryOp::Lt : BinaryOp::Le,
                           var(Last.Ty, Last.Name), Now);
  StmtRef Test = std::make_shared<AssignStmt>(
      Place{Ok, Bool, nullptr}, ReduceOp::And,
      binary(BinaryOp::LogicalOr, IsFirst, Ascends));
  StmtRef Body = block({Test, assign(Last, Now),
                        assign(Seen, constant(Bool, 1)), std::move(Inner)});
  return block(
      {std::make_shared<VarStmt>(Seen.Name, Bool, constant(Bool, 0)),
       std::make_shared<VarStmt>(Last.Name, Last.Ty, constant(Last.Ty, 0)),
       std::make_shared<LoopStmt>(Loop.var().str(), Body)});
}

/// What \p S is in the walk; null if it has no part in it.
StmtRef Comparer::keep(const StmtRef &S) {
  if (llvm::isa<BlockStmt>(S.get()))
    return rewrite(S);
  if (auto *Loop = llvm::dyn_cast<LoopStmt>(S.get())) {
    StmtRef Inner = rewrite(Loop->body());
    if (coordinateArray(N, Loop->var()) == Coordinates.Name)
      return compare(*Loop, Inner);
    return Inner ? std::make_shared<LoopStmt>(Loop->var().str(), Inner)
                 : nullptr;
  }
  if (auto *If = llvm::dyn_cast<IfStmt>(S.get())) {
    StmtRef Then = rewrite(If->thenBody());
    StmtRef Else = If->elseBody() ? rewrite(If->elseBody()) : nullptr;
    return Then || Else ? std::make_shared<IfStmt>(
                              If->cond(), Then ? Then : block({}), Else)
                        : nullptr;
  }
  return nullptr;
}

StmtRef Comparer::rewrite(const StmtRef &S) {
  Statements Out;
  bool Leads = false;
  for (const StmtRef &Part : statementsOf(S)) {
    auto *Assign = llvm::dyn_cast<AssignStmt>(Part.get());
    bool IsLocal = llvm::isa<LetStmt, VarStmt, LocalArrayStmt>(Part.get()) ||
                   (Assign && !N.findOperand(Assign->target().Name));
    StmtRef Kept = keep(Part);
    Leads |= Kept != nullptr;
    if (Kept || IsLocal)
      Out.push_back(Kept ? Kept : Part);
  }
  return Leads ? block(std::move(Out)) : nullptr;
}

Nest lacuna::orderScan(const Nest &AsWritten, const Operand &Coordinates,
                       bool IsStrict, const std::string &Ok) {
  Nest Scan = AsWritten;
  Scan.Guards.clear();
  Scan.Epilogue = nullptr;
  Scan.Body = Comparer(AsWritten, Coordinates, IsStrict, Ok).rewrite(Scan.Body);
  if (Scan.Body)
    Scan.Body = block({std::make_shared<VarStmt>(Ok, Type::boolean(),
                                                 constant(Type::boolean(), 1)),
                       Scan.Body});
  return Scan;
}
