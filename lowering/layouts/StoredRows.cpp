//===- StoredRows.cpp - loops over rows and positions ---------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoredRows.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/ir/bounds/Trips.h"
#include "lacuna/layouts/Messages.def"
#include "lacuna/support/Diagnostic.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

//===-- elements at positions ---------------------------------------------===//

std::optional<size_t> lacuna::entryOf(const StoredRows &R, const Expr &E) {
  auto *Load = llvm::dyn_cast<LoadExpr>(&E);
  const std::optional<int64_t> By =
      Load && !rowOf(Load->index())
          ? distanceFrom(R.position().Name, Load->index())
          : std::nullopt;
  for (const auto &[K, Entry] : llvm::enumerate(R.Entries))
    if (By == Entry.Behind && Load->array() == Entry.Array)
      return K;
  return std::nullopt;
}

/// Whether the loop over \p V runs at least once, given what is added to
/// \p Conditions; false where numbers alone do not tell.
static bool runs(const Nest &N, llvm::StringRef V,
                 std::vector<Guard> &Conditions) {
  if (std::optional<int64_t> Trips = constantTripCount(N, V))
    return *Trips > 0;
  const IndexVar &Var = *N.findIndexVar(V);
  if (Var.isDerived() || !isOverScalars(N, Var.Lo) || !isOverScalars(N, Var.Hi))
    return false;
  Conditions.push_back({msg::GuardLoopRuns(V),
                        binary(BinaryOp::Lt, Var.Lo, Var.Hi), "", nullptr,
                        nullptr});
  return true;
}

/// Calls \p Do with what the statements \p All evaluate in any case.
static void walkInAnyCase(const Nest &N, const Statements &All,
                          std::vector<Guard> &Conditions,
                          llvm::function_ref<void(const Expr &)> Do) {
  for (const StmtRef &S : All) {
    for (const ExprRef &E : expressions(*S))
      walkInAnyCase(E, Do);
    auto *Loop = llvm::dyn_cast<LoopStmt>(S.get());
    if (Loop && runs(N, Loop->var(), Conditions))
      walkInAnyCase(N, statementsOf(Loop->body()), Conditions, Do);
  }
}

/// Replaces lets of \p Each that stand for positions by what they stand for.
static Statements withoutPositionLets(llvm::StringRef Position,
                                      const Statements &Each) {
  llvm::StringMap<ExprRef> Known;
  Statements Out;
  for (const StmtRef &S : Each) {
    StmtRef New = substitute(S, Known);
    auto *Let = llvm::dyn_cast<LetStmt>(New.get());
    if (Let && distanceFrom(Position, Let->init()))
      Known[Let->name()] = Let->init();
    else
      Out.push_back(std::move(New));
  }
  return Out;
}

static llvm::Error findEntries(const Nest &N, StoredRows &R) {
  walkInAnyCase(N, R.Each, R.Conditions, [&](const Expr &E) {
    auto *Load = llvm::dyn_cast<LoadExpr>(&E);
    if (!Load || rowOf(Load->index()) || entryOf(R, E))
      return;
    if (std::optional<int64_t> By =
            distanceFrom(R.position().Name, Load->index()))
      R.Entries.push_back({Load->array().str(), Load->type(), *By});
  });
  for (const LayoutEntries &E : R.Entries) {
    const Operand *O = N.findOperand(E.Array);
    if (!O || !O->Records.empty() || O->Row || !O->Inner.empty() ||
        O->Ty.isEnumeration() || !O->Ty.isArithmetic())
      return makeError({}, msg::LayoutOfOther(E.Array));
    if (O->Written)
      return makeError({}, msg::LayoutWritten(E.Array));
  }
  return llvm::Error::success();
}

/// Fails where something in \p R needs the position itself.
static llvm::Error checkPositions(const Nest &N, const StoredRows &R) {
  const std::string &Position = R.position().Name;
  std::string Conditional;
  bool IsUsed = false;
  auto Check = [&](const ExprRef &E) {
    walk(E, [&](const Expr &Part) {
      auto *Load = llvm::dyn_cast<LoadExpr>(&Part);
      if (Load && Conditional.empty() && !entryOf(R, Part) &&
          !rowOf(Load->index()) &&
          distanceFrom(R.position().Name, Load->index()))
        Conditional = Load->array().str();
    });
    ExprRef Rest = rewrite(E, [&](const ExprRef &Part) -> ExprRef {
      return entryOf(R, *Part) ? constant(Type::boolean(), 0) : nullptr;
    });
    IsUsed |= usesVar(Rest, Position);
  };
  for (const StmtRef &S : R.Each)
    walk(S, [&](const Stmt &Part) {
      for (const ExprRef &E : expressions(Part))
        Check(E);
      if (auto *Loop = llvm::dyn_cast<LoopStmt>(&Part))
        for (const std::string &From : N.ancestors(Loop->var())) {
          Check(N.findIndexVar(From)->Lo);
          Check(N.findIndexVar(From)->Hi);
        }
      return true;
    });
  if (!Conditional.empty())
    return makeError({}, msg::LayoutUnderCondition(Conditional, Position));
  if (IsUsed)
    return makeError(
        {}, msg::LayoutPositionsUsed(
                Position, R.Entries.empty() ? "val" : R.Entries.front().Array));
  return llvm::Error::success();
}

//===-- loops -------------------------------------------------------------===//

/// Whether \p S holds nothing but values and assignments, conditions and loops
/// over index variables.
static bool isPlain(const StmtRef &S) {
  return !anyOf(S, [](const Stmt &Part) {
    auto *Loop = llvm::dyn_cast<LoopStmt>(&Part);
    return llvm::isa<WhileStmt, TrackStmt, LocalArrayStmt, PrefetchStmt,
                     TouchStmt>(&Part) ||
           (Loop && Loop->merge());
  });
}

llvm::Expected<StoredRows> lacuna::storedRows(const Nest &N) {
  const std::string &Name = N.Layout->Position;
  const IndexVar *Position = N.findIndexVar(Name);
  std::optional<Segments> Level =
      Position ? segmentsOf(N, *Position) : std::nullopt;
  const std::vector<const LoopStmt *> Path = pathTo(N.Body, Name);
  if (!Level || Path.size() != 2 || Path.front()->var() != Level->Row->Name)
    return makeError({}, msg::LayoutNoRows(Name));
  StoredRows R{Path.front(), *Level, {}, {}, {}, {}, {}, {}};
  for (const StmtRef &S : statementsOf(N.Body))
    if (S.get() != R.Loop) {
      if (auto *Var = llvm::dyn_cast<VarStmt>(S.get()))
        return makeError({}, msg::LayoutRunsOn(Var->name()));
      if (!llvm::isa<LetStmt>(S.get()))
        return makeError({}, msg::LayoutNoRows(Name));
      R.Front.push_back(S);
    }
  bool IsEntering = true;
  for (const StmtRef &S : statementsOf(R.Loop->body())) {
    if (S.get() == Path.back())
      IsEntering = false;
    else
      (IsEntering ? R.Enter : R.Leave).push_back(S);
    if (!isPlain(S))
      return makeError({}, msg::LayoutStatement(R.row().Name));
  }
  if (IsEntering)
    return makeError({}, msg::LayoutNoRows(Name));
  for (const LoopStmt *L : Path)
    if (N.consumer(L->var()) || L->merge() || L->tags().Unroll != 0 ||
        L->tags().Ahead || (L->tags().Parallel && L != R.Loop))
      return makeError({}, msg::LayoutRowsChanged(L->var()));
  R.Each = withoutPositionLets(Name, statementsOf(Path.back()->body()));
  if (llvm::Error E = findEntries(N, R))
    return std::move(E);
  if (llvm::Error E = checkPositions(N, R))
    return std::move(E);
  if (R.Entries.empty())
    return makeError({}, msg::LayoutReadsNothing(Name));
  return R;
}

//===-- over a layout -----------------------------------------------------===//

ExprRef StoredRows::rowAt(const ExprRef &Number) const {
  return cast(row().Ty, binary(BinaryOp::Add, cast(Type::i64(), row().Lo),
                               cast(Type::i64(), Number)));
}

StmtRef StoredRows::atSlot(const StmtRef &S, const LayoutUse &Use,
                           const ExprRef &Slot) const {
  return rewrite(S, nullptr, [&](const ExprRef &E) -> ExprRef {
    std::optional<size_t> Entry = entryOf(*this, *E);
    return Entry ? load(E->type(), Use.slots(*Entry), Slot) : nullptr;
  });
}

LayoutUse StoredRows::use(const Layout &Of, std::string Name) const {
  LayoutUse Use;
  Use.Name = std::move(Name);
  Use.Of = Of;
  Use.Pos = Level.Pos;
  Use.PosElem = Level.Elem;
  Use.First =
      binary(BinaryOp::Add, cast(Type::i64(), row().Lo), i64(Level.Offset));
  Use.Rows = tripsBetween(row().Lo, row().Hi);
  Use.Entries = Entries;
  return Use;
}

Nest lacuna::overLayout(const Nest &N, const StoredRows &R,
                        const LayoutUse &Use) {
  Nest To = N;
  llvm::erase_if(To.IndexVars, [&](const IndexVar &V) {
    return V.Name == R.row().Name || V.Name == R.position().Name;
  });
  To.Layout.reset();
  To.Tensors.clear();
  To.Guards.clear();
  auto Add = [&](std::string Name, OperandKind Kind, Type Ty) {
    Operand &O = To.Operands.emplace_back();
    O.Name = std::move(Name);
    O.Kind = Kind;
    O.Ty = std::move(Ty);
  };
  Add(Use.groups(), OperandKind::Scalar, Type::i64());
  for (const auto &[Array, Ty] : Use.arrays())
    Add(Array, OperandKind::Array, Ty);
  return To;
}

StmtRef lacuna::overGroups(Nest &To, const StoredRows &R, const LayoutUse &Use,
                           const std::string &Groups, StmtRef Body) {
  const Type I64 = Type::i64();
  const ExprRef Group = var(I64, Groups);
  To.IndexVars.push_back({Groups, I64, i64(0), var(I64, Use.groups()), ""});
  if (!R.Loop->tags().Parallel)
    return std::make_shared<LoopStmt>(Groups, std::move(Body), LoopTags(),
                                      R.Loop->tag());
  // Pieces with as many entries each.
  const std::string Entry = unusedName(To, Groups + "_entry");
  To.IndexVars.push_back(
      {Entry, I64, load(I64, Use.work(), Group),
       load(I64, Use.work(), binary(BinaryOp::Add, Group, i64(1))), ""});
  const std::string Piece = unusedName(To, Groups + "_piece");
  const std::string Within = unusedName(To, Groups + "_within");
  To.IndexVars.push_back({Piece, I64, nullptr, nullptr, ""});
  To.IndexVars.push_back({Within, I64, nullptr, nullptr, ""});
  To.Relations.push_back(
      {RelationKind::Balance, {Groups}, {Piece, Within}, 0, Entry});
  LoopTags OnThreads;
  OnThreads.Parallel =
      ParallelTag{ParallelUnit::CpuThread, RaceStrategy::NoRaces, std::nullopt};
  return std::make_shared<LoopStmt>(
      Piece,
      std::make_shared<LoopStmt>(Within, std::move(Body), LoopTags(),
                                 R.Loop->tag()),
      OnThreads, R.Loop->tag());
}
