//===- Prefetch.cpp - prefetch(p, B, N) -----------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `for p { … B[crd[p] * K + k] … }` becomes
//
//     for p { p_ahead = min(p + N, last); prefetch B[crd[p_ahead] * K], K; … }
//
// The elements of B are only hinted at, but crd is read: what the user's loop
// reads in each iteration of p, and up to its last position only. That is the
// end of p's own range, or of all rows where their segments are adjacent.
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/Accesses.h"
#include "lacuna/analysis/RowSegments.h"
#include "lacuna/ir/text/Messages.def"
#include "lacuna/schedule/arguments/SourceMatcher.h"
#include "lacuna/schedule/commands/Command.h"
#include "lacuna/schedule/commands/Messages.def"

using namespace llvm;

namespace lacuna {

/// Farther ahead than any memory is away.
static constexpr int64_t MaxDistance = 4096;

namespace {

/// Elements that an iteration reads one after the other.
struct Row {
  ExprRef Begin; ///< subscript of the first, lets replaced
  ExprRef Count; ///< i64
};

class PrefetchCommand {
public:
  PrefetchCommand(const Nest &N, const Clause &C,
                  const ScheduleContext &Context)
      : N(N), Written(Context.Written ? *Context.Written : N), C(C),
        Context(Context), Lets(letsIn(N.Body)),
        WrittenLets(letsIn(Written.Body)) {}

  Expected<Nest> run();

private:
  Error checkLoop();
  Error findRows(const StmtRef &S, const std::vector<const LoopStmt *> &Inside);
  Error addRow(const ExprRef &Subscript, ArrayRef<const LoopStmt *> Inside);
  Expected<Row> rowOf(const ExprRef &Subscript,
                      ArrayRef<const LoopStmt *> Inside) const;
  bool isConstant(StringRef Name) const;
  Error noRow() const;
  bool isReadAlways(const ExprRef &Load, const StmtRef &Body) const;
  Expected<ExprRef> condition(const ExprRef &Begin) const;
  ExprRef endOfReads(std::vector<Guard> &Guards) const;

  const Nest &N;
  const Nest &Written; ///< before all commands: what the user's loop reads
  const Clause &C;
  const ScheduleContext &Context;
  const StringMap<ExprRef> Lets, WrittenLets;

  const IndexVar *P = nullptr;
  const LoopStmt *Loop = nullptr;
  std::string Array;
  bool IsRead = false;
  std::vector<Row> Rows;
};

} // namespace

static bool names(const ExprRef &E, StringRef Var) {
  return freeVars(E).contains(Var);
}

/// Whether \p E, which names \p Var, grows by one with it.
static bool hasUnitStride(const ExprRef &E, StringRef Var) {
  if (auto *V = dyn_cast<VarExpr>(E.get()))
    return V->name() == Var;
  if (auto *Cast = dyn_cast<CastExpr>(E.get()))
    return hasUnitStride(Cast->operand(), Var);
  auto *Binary = dyn_cast<BinaryExpr>(E.get());
  if (!Binary || (Binary->op() != BinaryOp::Add &&
                  (Binary->op() != BinaryOp::Sub || names(Binary->rhs(), Var))))
    return false;
  return names(Binary->lhs(), Var) != names(Binary->rhs(), Var) &&
         hasUnitStride(
             names(Binary->lhs(), Var) ? Binary->lhs() : Binary->rhs(), Var);
}

/// Whether parts of \p E are evaluated only under a condition.
static bool mayBranch(const ExprRef &E) {
  bool Found = false;
  walk(E, [&](const Expr &Part) { Found |= isConditional(Part); });
  return Found;
}

//===-- the loop and what it reads ----------------------------------------===//

Error PrefetchCommand::checkLoop() {
  Expected<LoopArg> L = loopArg(N, C.Args[0]);
  if (!L)
    return L.takeError();
  if (Error E =
          requireUnmerged(N, C.Args[0], *L->Loop, msg::ConsequenceLookAhead()))
    return E;
  P = L->Var;
  Loop = L->Loop;
  if (P->isDerived())
    return makeError(C.Args[0].Where, msg::PrefetchOfMadeLoop(P->Name));
  const std::optional<ParallelTag> &Parallel = Loop->tags().Parallel;
  if (Parallel && Parallel->Unit == ParallelUnit::CpuVector)
    return makeError(C.Args[0].Where, msg::PrefetchOnVector(P->Name));
  Expected<SourceExpr> Name = parseSourceExpr(C.Args[1]);
  if (!Name)
    return Name.takeError();
  const Operand *O = N.findOperand(Name->Text);
  if (!O || O->Kind != OperandKind::Array || Name->K != SourceExpr::Kind::Name)
    return makeError(C.Args[1].Where, msg::TextNoArray(C.Args[1].Text));
  if (O->Row)
    return makeError(C.Args[1].Where, msg::PrefetchArrayOfRows(C.Args[1].Text));
  Array = O->Name;
  return Error::success();
}

/// The row that \p Subscript is part of, where loops \p Inside the loop over
/// `p` stand around it.
Expected<Row> PrefetchCommand::rowOf(const ExprRef &Subscript,
                                     ArrayRef<const LoopStmt *> Inside) const {
  const TextRange Where = C.Args[1].Where;
  const LoopStmt *Lanes = nullptr;
  const IndexVar *Lane = nullptr;
  for (const LoopStmt *Inner : Inside)
    for (const std::string &Name : N.ancestors(Inner->var())) {
      if (!names(Subscript, Name) || (Lane && Lane->Name == Name))
        continue;
      if (Lane)
        return makeError(Where, msg::PrefetchAlongTwoLoops(P->Name, Array,
                                                           Lane->Name, Name));
      Lanes = Inner;
      Lane = N.findIndexVar(Name);
    }
  if (!Lane)
    return Row{Subscript, i64(1)};
  auto Refuse = [&](const Twine &Why) {
    return makeError(Where, msg::PrefetchReadsApart(P->Name, Array, Why));
  };
  if (!hasUnitStride(Subscript, Lane->Name))
    return Refuse(msg::InfixInStepsAlong(Lane->Name));
  if (Lane->isDerived() || names(Lane->Lo, P->Name) ||
      names(Lane->Hi, P->Name) || !isOverScalars(N, Lane->Lo) ||
      !isOverScalars(N, Lane->Hi))
    return Refuse(msg::InfixAlongVaryingRange(Lane->Name));
  auto I64 = [](const ExprRef &E) { return cast(Type::i64(), E); };
  ExprRef First = Lane->Lo;
  ExprRef Count = binary(BinaryOp::Sub, I64(Lane->Hi), I64(Lane->Lo));
  if (std::optional<int64_t> Trips = constantTripCount(N, Lane->Name))
    Count = i64(*Trips);
  if (Lanes->var() != Lane->Name) {
    const Relation *Made = N.producer(Lanes->var());
    bool IsTile = Made->Kind == RelationKind::Split &&
                  Made->Parents.front() == Lane->Name &&
                  Made->Children[1] == Lanes->var() &&
                  none_of(Inside, [&](const LoopStmt *Inner) {
                    return Inner->var() == Made->Children[0];
                  });
    // Elsewhere all of the row is read in one iteration of `p`.
    if (IsTile) {
      ExprRef Before =
          binary(BinaryOp::Mul, var(Type::i64(), Made->Children[0]),
                 i64(Made->Factor));
      First = cast(Lane->Ty, binary(BinaryOp::Add, I64(Lane->Lo), Before));
      Count = i64(Made->Factor);
    }
  }
  StringMap<ExprRef> AtFirst;
  AtFirst[Lane->Name] = First;
  return Row{substitute(Subscript, AtFirst), Count};
}

/// Whether \p Name has one value in all iterations of `p` but for that of `p`
/// itself: a scalar operand or the variable of a loop around.
bool PrefetchCommand::isConstant(StringRef Name) const {
  if (const Operand *O = N.findOperand(Name))
    return O->Kind == OperandKind::Scalar;
  if (!N.findIndexVar(Name))
    return false;
  StringSet<> Around;
  for (const LoopStmt *Outer : pathTo(N.Body, P->Name))
    Around.insert(Outer->var());
  return isFixedBy(N, Name, Around);
}

Error PrefetchCommand::addRow(const ExprRef &Subscript,
                              ArrayRef<const LoopStmt *> Inside) {
  IsRead = true;
  bool Gathers = false;
  forEachLoad(Subscript,
              [&](const ExprRef &Load) { Gathers |= names(Load, P->Name); });
  if (!Gathers)
    return Error::success();
  Expected<Row> R = rowOf(Subscript, Inside);
  if (!R)
    return R.takeError();
  for (const auto &Name : freeVars(R->Begin))
    if (!isConstant(Name.first()))
      return makeError(C.Args[1].Where, msg::PrefetchPlaceMayChange(
                                            P->Name, Array, Name.first()));
  if (none_of(Rows, [&](const Row &Known) {
        return structurallyEqual(Known.Begin, R->Begin);
      }))
    Rows.push_back(std::move(*R));
  return Error::success();
}

Error PrefetchCommand::findRows(const StmtRef &S,
                                const std::vector<const LoopStmt *> &Inside) {
  for (const StmtRef &Part : statementsOf(S)) {
    std::vector<ExprRef> Found;
    if (!isa<BlockStmt>(Part.get()))
      for (const ExprRef &E : expressions(*Part))
        forEachLoad(substitute(E, Lets), [&](const ExprRef &Load) {
          auto &L = llvm::cast<LoadExpr>(*Load);
          if (L.array() == Array)
            Found.push_back(indexInRow(L.index()));
        });
    for (const ExprRef &Subscript : Found)
      if (Error E = addRow(Subscript, Inside))
        return E;
    std::vector<const LoopStmt *> Around = Inside;
    if (auto *Inner = dyn_cast<LoopStmt>(Part.get()))
      Around.push_back(Inner);
    for (const StmtRef &Body : children(*Part))
      if (Error E = findRows(Body, Around))
        return E;
  }
  return Error::success();
}

Error PrefetchCommand::noRow() const {
  const TextRange Where = C.Args[1].Where;
  if (!IsRead)
    return makeError(Where, msg::PrefetchArrayNotRead(Array, P->Name));
  return makeError(Where, msg::PrefetchWithoutIndices(P->Name, Array));
}

//===-- what may be read ahead --------------------------------------------===//

/// Whether each execution of \p Body, as the user wrote it, reads \p Load.
bool PrefetchCommand::isReadAlways(const ExprRef &Load,
                                   const StmtRef &Body) const {
  return any_of(statementsOf(Body), [&](const StmtRef &S) {
    if (isa<BlockStmt>(S.get()))
      return isReadAlways(Load, S);
    if (!isa<LetStmt, VarStmt, AssignStmt>(S.get()))
      return false;
    bool Found = false;
    for (const ExprRef &E : expressions(*S))
      // The arms of `&&`, `||` and `?:` are not always evaluated.
      if (const ExprRef Whole = substitute(E, WrittenLets); !mayBranch(Whole))
        forEachLoad(Whole, [&](const ExprRef &Read) {
          Found |= structurallyEqual(Read, Load);
        });
    return Found;
  });
}

/// When the user's loop reads, in each iteration of `p`, what \p Begin reads:
/// null for always, else that loops inside have iterations.
Expected<ExprRef> PrefetchCommand::condition(const ExprRef &Begin) const {
  const LoopStmt *UserLoop = findLoop(Written.Body, P->Name);
  ExprRef Missing;
  std::string Changed;
  forEachLoad(Begin, [&](const ExprRef &Load) {
    const Operand *O = N.findOperand(llvm::cast<LoadExpr>(*Load).array());
    if (!O || O->Written)
      Changed = llvm::cast<LoadExpr>(*Load).array().str();
    if (names(Load, P->Name) && !isReadAlways(Load, UserLoop->body()))
      Missing = Load;
  });
  if (!Changed.empty())
    return makeError(C.Args[1].Where,
                     msg::PrefetchIndicesWritten(Changed, Array));
  if (!Missing)
    return ExprRef();
  // Perhaps a chain of loops reads it, each of the same range in every
  // iteration.
  ExprRef Runs;
  StmtRef Body = UserLoop->body();
  while (!isReadAlways(Missing, Body)) {
    const LoopStmt *Inner = nullptr;
    for (const StmtRef &S : statementsOf(Body))
      if (auto *L = dyn_cast<LoopStmt>(S.get()); L && !L->merge())
        Inner = L;
    const IndexVar *V = Inner ? Written.findIndexVar(Inner->var()) : nullptr;
    if (!V || !isOverScalars(Written, V->Lo) || !isOverScalars(Written, V->Hi))
      return makeError(C.Args[0].Where, msg::PrefetchIndexNotAlwaysRead(
                                            shown(Missing), P->Name));
    ExprRef Trips = binary(BinaryOp::Lt, V->Lo, V->Hi);
    if (constantValue(Trips) != 1)
      Runs = Runs ? binary(BinaryOp::LogicalAnd, Runs, Trips) : Trips;
    Body = Inner->body();
  }
  return Runs;
}

/// The position (i64) behind the last one that may be looked at.
ExprRef PrefetchCommand::endOfReads(std::vector<Guard> &Guards) const {
  const IndexVar &UserVar = *Written.findIndexVar(P->Name);
  bool ByPosition = true;
  for (const Row &R : Rows)
    forEachLoad(R.Begin, [&](const ExprRef &Load) {
      for (const auto &Name : freeVars(Load))
        ByPosition &= Name.first() == P->Name || !N.findIndexVar(Name.first());
    });
  std::vector<Guard> Needed;
  if (ByPosition && segmentsOf(Written, UserVar))
    if (auto Range =
            wholeRange(Written, UserVar, Needed, RangePlace::BelowRows)) {
      addGuards(N, Guards, Needed);
      return Range->second;
    }
  return cast(Type::i64(), P->Hi);
}

Expected<Nest> PrefetchCommand::run() {
  if (Error E = checkLoop())
    return std::move(E);
  if (Error E = findRows(Loop->body(), {}))
    return std::move(E);
  if (Rows.empty())
    return noRow();
  Expected<int64_t> Distance =
      positiveArg(C.Args[2], "the distance", MaxDistance, Context);
  if (!Distance)
    return Distance.takeError();

  Nest Result = N;
  ExprRef Last = binary(BinaryOp::Sub, endOfReads(Result.Guards), i64(1));
  std::string Ahead = unusedName(N, P->Name + "_ahead");
  std::vector<StmtRef> Body;
  Body.push_back(std::make_shared<LetStmt>(
      Ahead, cast(P->Ty, binary(BinaryOp::Min,
                                binary(BinaryOp::Add,
                                       cast(Type::i64(), var(P->Ty, P->Name)),
                                       i64(*Distance)),
                                Last))));
  StringMap<ExprRef> AtAhead;
  AtAhead[P->Name] = var(P->Ty, Ahead);
  for (const Row &R : Rows) {
    Expected<ExprRef> Runs = condition(R.Begin);
    if (!Runs)
      return Runs.takeError();
    StmtRef Fetch = std::make_shared<PrefetchStmt>(
        Array, N.findOperand(Array)->Ty, substitute(R.Begin, AtAhead), R.Count,
        Loop->tag());
    Body.push_back(*Runs ? std::make_shared<IfStmt>(*Runs, Fetch) : Fetch);
  }
  for (const StmtRef &S : statementsOf(Loop->body()))
    Body.push_back(S);
  Result.Body =
      replaceLoop(N.Body, P->Name,
                  std::make_shared<LoopStmt>(P->Name, block(std::move(Body)),
                                             Loop->tags(), Loop->tag()));
  return Result;
}

static Expected<Nest> apply(const Nest &N, const Clause &C,
                            const ScheduleContext &Context) {
  return PrefetchCommand(N, C, Context).run();
}

static constexpr ArgInfo Args[] = {loop(), value(), value()};

const Command commands::prefetch = {
    {{"prefetch", "prefetch(p, B, N)", Args}},
    "fetches ahead what a later iteration gathers",
    apply};

} // namespace lacuna
