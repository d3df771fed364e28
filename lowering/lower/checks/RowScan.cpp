//===- RowScan.cpp - code that looks at rows ------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowScan.h"
#include "lacuna/analysis/loops/OutermostLoop.h"
#include "lacuna/lower/loops/Lowering.h"
#include "lacuna/support/Diagnostic.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>

using namespace lacuna;

using Statements = std::vector<StmtRef>;

bool lacuna::lieInSameRows(const Operand &A, const Operand &B) {
  return A.Records == B.Records && A.Row == B.Row;
}

StmtRef lacuna::declare(const std::string &Name, const Type &Ty, ExprRef Init) {
  return std::make_shared<VarStmt>(Name, Ty, std::move(Init));
}

StmtRef lacuna::update(const std::string &Name, const Type &Ty, ReduceOp Op,
                       ExprRef By) {
  return std::make_shared<AssignStmt>(Place{Name, Ty, nullptr}, Op,
                                      std::move(By));
}

std::optional<Part> RowScan::partOf(const Operand &Rows, Statements &Out) {
  ArrayRange S = Accessed.of(Rows);
  if (!S.Hi || !Rows.Member.empty() || !Rows.Ty.isArithmetic())
    return std::nullopt;
  ExprRef Size = i64(std::max(Rows.Ty.bits() / 8, 1u));
  auto Bytes = [&](const char *Name, const ExprRef &Elements) {
    ExprRef Count = binary(BinaryOp::Mul, Elements, Size);
    if (std::optional<int64_t> Known = constantValue(Count))
      return constant(U64, *Known);
    return Names.let(Rows.Name + Name, cast(U64, Count), Out);
  };
  Part P;
  if (constantValue(S.Lo) != 0)
    P.Begin = Bytes("_first", S.Lo);
  ExprRef Elements = binary(BinaryOp::Sub, S.Hi, S.Lo);
  P.Length = Bytes("_bytes", binary(BinaryOp::Max, Elements, i64(1)));
  return P;
}

std::optional<ArrayRange> RowScan::indicesAt(const ElementWalk::Access &A) {
  size_t Open = 0;
  for (const auto &[Depth, Loop] : llvm::enumerate(A.Loops))
    if (usesVar(A.Row, Loop))
      Open = Depth + 1;
  for (; Open <= A.Loops.size(); ++Open)
    if (auto All = OfWalk.within(A.Loops, Open, A.Index))
      return ArrayRange{A.Array.str(), All->Min,
                        binary(BinaryOp::Add, All->Max, i64(1))};
  return std::nullopt;
}

/// \p Walk with the loop over \p Var shared by threads.
static Nest onThreads(Nest Walk, const std::string &Var) {
  auto Share = [&](const StmtRef &S) -> StmtRef {
    auto *Loop = llvm::dyn_cast<LoopStmt>(S.get());
    if (!Loop || Loop->var() != Var)
      return nullptr;
    LoopTags Tags;
    Tags.Parallel = {ParallelUnit::CpuThread, RaceStrategy::ParallelReduction,
                     std::nullopt};
    return std::make_shared<LoopStmt>(Var, Loop->body(), Tags);
  };
  Walk.Body = rewrite(Walk.Body, Share, nullptr);
  return Walk;
}

/// In the time that threads take to start one looks at the rows of so many
/// iterations.
static constexpr int64_t WorthSharing = 1 << 12;

StmtRef RowScan::onThreadsIfMany(const StmtRef &Serial,
                                 const StmtRef &Shared) const {
  const IndexVar &Root = N.IndexVars.front();
  if (!Shared || Root.isDerived())
    return Serial;
  ExprRef Trips = binary(BinaryOp::Sub, cast(I64, Root.Hi), cast(I64, Root.Lo));
  return std::make_shared<IfStmt>(
      binary(BinaryOp::Ge, Trips, i64(WorthSharing)), Shared, Serial);
}

llvm::Expected<StmtRef> RowScan::scan(const ElementWalk::AtElement &Do,
                                      bool InOrder) const {
  auto AtRow = [&](const ElementWalk::Access &A) {
    return A.Row ? Do(A) : nullptr;
  };
  std::optional<Nest> Walk =
      ElementWalk(AsWritten, AtRow, ElementWalk::Rows::InTables).run();
  if (!Walk)
    return makeError({}, "internal: rows are not known in front of the nest");
  llvm::Expected<StmtRef> Serial = Lowering(*Walk).run();
  const IndexVar &Root = N.IndexVars.front();
  if (!Serial || InOrder || !runsOnThreads(N) || Root.isDerived())
    return Serial;
  Walk->Facts.NumThreads = N.Facts.NumThreads;
  llvm::Expected<StmtRef> Shared =
      Lowering(onThreads(std::move(*Walk), Root.Name)).run();
  if (!Shared)
    return Shared;
  return onThreadsIfMany(*Serial, *Shared);
}

bool lacuna::isChosenByData(const ExprRef &Row) {
  bool Reads = false;
  walk(Row, [&](const Expr &E) { Reads |= llvm::isa<LoadExpr>(E); });
  return Reads;
}

StmtRef RowScan::noteRow(const Operand &Rows, const ExprRef &Row) {
  ExprRef Wide = cast(I64, Row);
  return block(
      {update(Names.get(Rows.Name + "_least"), I64, ReduceOp::Min, Wide),
       update(Names.get(Rows.Name + "_last"), I64, ReduceOp::Max, Wide)});
}

void RowScan::declareNoted(const Operand &Rows, Statements &Out) {
  constexpr int64_t Most = std::numeric_limits<int64_t>::max();
  Out.push_back(declare(Names.get(Rows.Name + "_least"), I64, i64(Most)));
  Out.push_back(declare(Names.get(Rows.Name + "_last"), I64, i64(-Most)));
}

void RowScan::eachNoted(
    const Operand &Rows,
    llvm::function_ref<Statements(ExprRef Row, ExprRef At)> Do,
    Statements &Out) {
  const std::string Row = Names.get(Rows.Name + "_row");
  Statements Body;
  ExprRef At =
      Names.let(Rows.Name + "_address",
                std::make_shared<AddressExpr>(Rows.Name, var(I64, Row)), Body);
  Body.push_back(
      std::make_shared<IfStmt>(binary(BinaryOp::Ne, At, constant(U64, 0)),
                               block(Do(var(I64, Row), At))));
  Out.push_back(std::make_shared<ForStmt>(
      Row, var(I64, Names.get(Rows.Name + "_least")),
      binary(BinaryOp::Add, var(I64, Names.get(Rows.Name + "_last")), i64(1)),
      block(std::move(Body))));
}

Span lacuna::spanIn(const Operand &Rows, const ExprRef &Row,
                    const ArrayRange &S) {
  auto At = [&](const ExprRef &Index) {
    return std::make_shared<AddressExpr>(Rows.Name, subscript(Row, Index));
  };
  return {At(S.Lo), At(S.Hi)};
}

llvm::Error RowScan::visit(llvm::ArrayRef<const Operand *> All,
                           const llvm::StringMap<Part> &Parts, const AtRow &Do,
                           Refusal Refuse, Statements &Out) {
  std::vector<const Operand *> Ranges;
  const Operand *Unknown = nullptr;
  llvm::Expected<StmtRef> Code = scan([&](const auto &A) -> StmtRef {
    auto Found = llvm::find_if(All, [&](const Operand *O) {
      return lieInSameRows(*O, *N.findOperand(A.Array));
    });
    if (Found == All.end())
      return nullptr;
    const Operand &O = **Found;
    auto Known = Parts.find(O.Name);
    if (Known == Parts.end()) {
      std::optional<ArrayRange> Indices = indicesAt(A);
      if (!Indices)
        Unknown = &O;
      return Indices ? block(Do(O, spanIn(O, A.Row, *Indices))) : nullptr;
    }
    if (!isChosenByData(A.Row))
      return block(Do(
          O, Known->second.of(std::make_shared<AddressExpr>(O.Name, A.Row))));
    if (!llvm::is_contained(Ranges, &O))
      Ranges.push_back(&O);
    return noteRow(O, A.Row);
  });
  if (!Code)
    return Code.takeError();
  if (Unknown)
    return Refuse(*Unknown);
  for (const Operand *O : Ranges)
    declareNoted(*O, Out);
  Out.push_back(std::move(*Code));
  for (const Operand *O : Ranges)
    eachNoted(
        *O,
        [&](const ExprRef &, const ExprRef &At) {
          return Do(*O, Parts.lookup(O->Name).of(At));
        },
        Out);
  return llvm::Error::success();
}
