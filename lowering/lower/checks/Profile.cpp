//===- Profile.cpp - what measurements are told ---------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/lower/checks/Profile.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/analysis/RowSegments.h"
#include "lacuna/analysis/elements/AccessedRanges.h"
#include "lacuna/analysis/loops/LoopQueries.h"
#include "lacuna/analysis/loops/OutermostLoop.h"

using namespace lacuna;

void lacuna::declareProfile(LoopProgram &P) {
  for (const char *Name :
       {ProgramProfile::Version, ProgramProfile::Bytes, ProgramProfile::Row}) {
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

/// Rows that are looked at in one run, at most.
static constexpr int64_t MostRows = 4096;

/// What gives the lengths of some rows of \p AsWritten, from all over it; null
/// if no rows of positions are outermost, each of which is gone through.
static StmtRef rowLengths(const Nest &N, const Nest &AsWritten) {
  for (const IndexVar &V : AsWritten.IndexVars) {
    std::optional<Segments> S = segmentsOf(AsWritten, V);
    if (!S || !N.findOperand(S->Pos))
      continue;
    ExprRef Length;
    const auto Guards = segmentGuards(
        AsWritten, *S, "", [&](const ExprRef &Here, const ExprRef &Next) {
          // Nobody has asked whether they ascend.
          const Type Ty = Type::u64();
          Length = cast(Type::i64(),
                        binary(BinaryOp::Sub, cast(Ty, Next), cast(Ty, Here)));
          return binary(BinaryOp::Le, Here, Next);
        });
    // Others are about rows of which these are positions.
    if (!Guards || Guards->size() != 1)
      continue;
    const Guard &All = Guards->front();
    const ExprRef Rows =
        binary(BinaryOp::Max, binary(BinaryOp::Sub, All.Hi, All.Lo), i64(0));
    auto Over = [](const ExprRef &Whole, const ExprRef &Part) {
      const ExprRef Rest = binary(BinaryOp::Sub, Part, i64(1));
      return binary(BinaryOp::Div, binary(BinaryOp::Add, Whole, Rest), Part);
    };
    const ExprRef Step =
        binary(BinaryOp::Max, Over(Rows, i64(MostRows)), i64(1));
    const std::string K = unusedName(AsWritten, "k");
    // One of each as many, as if by chance: lengths may repeat themselves.
    const Type Ty = Type::u64();
    const ExprRef Mixed =
        binary(BinaryOp::Shr,
               binary(BinaryOp::Mul, cast(Ty, var(Type::i64(), K)),
                      constant(Ty, 0x1E3779B97F4A7C15)),
               constant(Ty, 33));
    const ExprRef Chosen =
        cast(Type::i64(), binary(BinaryOp::Rem, Mixed, cast(Ty, Step)));
    const ExprRef Number =
        binary(BinaryOp::Add, binary(BinaryOp::Mul, var(Type::i64(), K), Step),
               Chosen);
    const ExprRef Last = binary(BinaryOp::Sub, Rows, i64(1));
    llvm::StringMap<ExprRef> ToRow;
    ToRow[All.Var] =
        binary(BinaryOp::Add, All.Lo, binary(BinaryOp::Min, Number, Last));
    return std::make_shared<ForStmt>(
        K, i64(0), Over(Rows, Step),
        assign({ProgramProfile::Row, Type::i64(), nullptr},
               substitute(Length, ToRow)));
  }
  return nullptr;
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
  Result.Rows = rowLengths(N, AsWritten);
  if (!Sum)
    return Result;
  // There is nothing to be read where the outermost loop does not run.
  const Place Bytes{ProgramProfile::Bytes, Type::i64(), nullptr};
  Result.Traffic = assign(Bytes, Sum);
  if (const ExprRef Runs = runsAtAll(N))
    Result.Traffic = std::make_shared<IfStmt>(Runs, Result.Traffic);
  return Result;
}
