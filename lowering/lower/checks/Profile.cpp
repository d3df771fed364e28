//===- Profile.cpp - what measurements are told ---------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/lower/checks/Profile.h"
#include "lacuna/analysis/LoopQueries.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/analysis/OutermostLoop.h"
#include "lacuna/analysis/RowSegments.h"
#include "lacuna/analysis/elements/AccessedRanges.h"

using namespace lacuna;

void lacuna::declareProfile(LoopProgram &P) {
  for (const char *Name : {ProgramProfile::Version, ProgramProfile::Bytes}) {
    Operand Variable{Name,
                     OperandKind::LiveOut,
                     Type::i64(),
                     /*Written=*/false,
                     /*Scratch=*/false,
                     /*Extent=*/nullptr};
    P.Operands.push_back(std::move(Variable));
  }
}

/// What is moved of \p O, of which the nest accesses \p S. What is written is
/// read as well: lines of caches are, before a part of them is stored to.
static ExprRef bytesOf(const Operand &O, const ArrayRange &S) {
  const int64_t Size = int64_t(O.Ty.bits() / 8) * (O.Written ? 2 : 1);
  const ExprRef Length = binary(BinaryOp::Sub, S.Hi, S.Lo);
  return binary(BinaryOp::Mul, binary(BinaryOp::Max, Length, i64(0)),
                i64(Size));
}

/// The index variable that alone is the subscript of each access of \p Array;
/// null if there is no such.
static const IndexVar *subscriptOf(const Nest &N, llvm::StringRef Array) {
  const IndexVar *Only = nullptr;
  bool IsOnly = true;
  auto Add = [&](const ExprRef &Index) {
    const ExprRef Plain = withoutCasts(Index);
    auto *Var = llvm::dyn_cast<VarExpr>(Plain.get());
    const IndexVar *V = Var ? N.findIndexVar(Var->name()) : nullptr;
    IsOnly &= V && (!Only || V == Only);
    Only = V;
  };
  walk(N.Body, [&](const Stmt &S) {
    auto *Assign = llvm::dyn_cast<AssignStmt>(&S);
    if (Assign && Assign->target().Name == Array && Assign->target().Index)
      Add(Assign->target().Index);
    for (const ExprRef &All : expressions(S))
      walk(All, [&](const Expr &E) {
        auto *Load = llvm::dyn_cast<LoadExpr>(&E);
        if (Load && Load->array() == Array)
          Add(Load->index());
      });
    return true;
  });
  return IsOnly ? Only : nullptr;
}

/// What the loops over positions of \p AsWritten access of \p O. Rows may be in
/// any order: the result need not hold, but reads no more than the loops do.
static ArrayRange rowsOf(const Nest &AsWritten, const Operand &O) {
  const IndexVar *Position = subscriptOf(AsWritten, O.Name);
  if (!Position || Position->isDerived())
    return {};
  std::vector<Guard> Unasked;
  auto Range = wholeRange(AsWritten, *Position, Unasked);
  if (!Range)
    return {};
  return {O.Name, Range->first, Range->second};
}

ProgramProfile lacuna::profileOf(const Nest &N, const Nest &AsWritten) {
  ProgramProfile Result;
  AccessedRanges Known(N, RangeUse::Copies);
  ExprRef Sum;
  for (const Operand &O : N.Operands) {
    if (O.Kind != OperandKind::Array)
      continue;
    ArrayRange S = O.Row || O.Ty.bits() < 8 ? ArrayRange() : Known.of(O);
    if (!S.Hi && !O.Row && O.Ty.bits() >= 8)
      S = rowsOf(AsWritten, O);
    if (!S.Lo || !S.Hi) {
      Result.Unknown.push_back(O.Name);
      continue;
    }
    const ExprRef Bytes = bytesOf(O, S);
    Sum = Sum ? binary(BinaryOp::Add, Sum, Bytes) : Bytes;
  }
  if (!Sum)
    return Result;
  // There is nothing to be read where the outermost loop does not run.
  const Place Bytes{ProgramProfile::Bytes, Type::i64(), nullptr};
  Result.Traffic = assign(Bytes, Sum);
  if (const ExprRef Runs = runsAtAll(N))
    Result.Traffic = std::make_shared<IfStmt>(Runs, Result.Traffic);
  return Result;
}
