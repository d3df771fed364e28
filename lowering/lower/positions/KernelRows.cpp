//===- KernelRows.cpp - fused position space on a GPU ---------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/lower/positions/KernelRows.h"
#include "lacuna/analysis/Dependence.h"
#include "lacuna/cleanup/UnusedLets.h"
#include "lacuna/lower/positions/PartsOfRows.h"

using namespace lacuna;

using Statements = std::vector<StmtRef>;

/// Threads in a block of a kernel whose threads have nothing in common.
static constexpr int64_t KernelThreads = 256;

/// Where the positions of the row \p Which end, of their search type.
static ExprRef endOf(const ExprRef &Which, const IndexVar &Row,
                     const IndexVar &Position) {
  llvm::StringMap<ExprRef> Map;
  Map[Row.Name] = cast(Row.Ty, Which);
  return cast(searchType(Position.Ty), substitute(Position.Hi, Map));
}

/// Appends a kernel with a thread for each number below \p Count, called
/// \p Name: its body is \p Body.
static void emitKernel(const llvm::Twine &Name, const ExprRef &Count,
                       llvm::function_ref<Statements(const ExprRef &)> Body,
                       SourceTag Source, MadeNames &Names, Statements &Out) {
  std::string Block = Names.get(Name + "_block"),
              Thread = Names.get(Name + "_thread");
  ExprRef Size = i64(KernelThreads),
          First = binary(BinaryOp::Mul, var(Type::i64(), Block), Size);
  ForTags Threads, Blocks;
  Threads.Mode = ForMode::GpuThread;
  Threads.MostTrips = KernelThreads;
  Blocks.Mode = ForMode::GpuBlock;
  StmtRef InBlock = std::make_shared<ForStmt>(
      Thread, i64(0),
      binary(BinaryOp::Min, binary(BinaryOp::Sub, Count, First), Size),
      block(Body(binary(BinaryOp::Add, First, var(Type::i64(), Thread)))),
      Threads, Source);
  Out.push_back(std::make_shared<ForStmt>(
      Block, i64(0), ceilDiv(binary(BinaryOp::Max, Count, i64(0)), Size),
      block({InBlock}), Blocks, Source));
}

void lacuna::emitStarts(const PositionSpace &S, const ExprRef &Grain,
                        const std::string &Starts, MadeNames &Names,
                        Statements &Out) {
  ExprRef Count =
      Names.let(Starts + "_count",
                binary(BinaryOp::Add, ceilDiv(S.Count, Grain), i64(1)), Out);
  const Type Ty = searchType(S.Row->Ty);
  Out.push_back(std::make_shared<LocalArrayStmt>(Starts, Ty, Count, nullptr,
                                                 SourceTag()));
  auto Search = [&](const ExprRef &Which) {
    Statements Body;
    ExprRef First = Names.let(
        S.Position->Name + "_begin",
        binary(BinaryOp::Add, S.Base, binary(BinaryOp::Mul, Which, Grain)),
        Body);
    std::string Found = Names.get(S.Row->Name + "_start");
    appendSearch(
        Found, cast(Ty, rowAt(*S.Row, i64(0))), cast(Ty, rowAt(*S.Row, S.Rows)),
        [&](const ExprRef &Middle) {
          ExprRef End = endOf(Middle, *S.Row, *S.Position);
          return binary(BinaryOp::Gt, cast(Type::i64(), End), First);
        },
        Names, Body);
    Body.push_back(assign({Starts, Ty, Which}, var(Ty, Found)));
    return Body;
  };
  emitKernel(Starts, Count, Search, SourceTag(), Names, Out);
}

/// What row \p Row, from 0, adds up for \p R.
static Place resultOf(const Reduction &R, const ExprRef &Row,
                      MadeNames &Names) {
  return {Names.get(R.Target.Name + "_rows"), R.Target.Ty, Row};
}

Place lacuna::placeInKernel(const TrackedRows &T, const Reduction &R,
                            llvm::ArrayRef<RowPlace> Places, MadeNames &Names) {
  if (canCombineAtomically(T, Places))
    return elementOfRow(T, R);
  ExprRef Row = cast(Type::i64(), var(T.Row->Ty, T.Row->Name));
  return resultOf(R, binary(BinaryOp::Sub, Row, cast(Type::i64(), T.Row->Lo)),
                  Names);
}

void lacuna::emitResults(const TrackedRows &T, llvm::ArrayRef<RowPlace> Places,
                         const ExprRef &Rows, MadeNames &Names,
                         Statements &Out) {
  for (const RowPlace &P : Places)
    Out.push_back(std::make_shared<LocalArrayStmt>(
        resultOf(P.Into, nullptr, Names).Name, P.Into.Target.Ty, Rows, nullptr,
        T.Source));
  auto Clear = [&](const ExprRef &Which) {
    Statements Body;
    for (const RowPlace &P : Places)
      Body.push_back(assign(resultOf(P.Into, Which, Names),
                            identityInKernel(P.Into.Op, P.Into.Target.Ty),
                            T.Source));
    return Body;
  };
  emitKernel(T.Row->Name + "_results", Rows, Clear, T.Source, Names, Out);
}

/// \p Part of what rows do, with updates of elements that several of them may
/// have in common.
static Statements withAtomicUpdates(const TrackedRows &T,
                                    const Statements &Part) {
  const llvm::StringSet<> Own =
      declaredIn(block({block(T.Enter), block(T.Leave)}));
  auto OnStmt = [&](const StmtRef &S) -> StmtRef {
    auto *Assign = llvm::dyn_cast<AssignStmt>(S.get());
    if (!Assign || !Assign->target().Index || Assign->isAtomic() ||
        Own.contains(Assign->target().Name) ||
        !hasAtomicForm(Assign->op(), Assign->target().Ty, /*InKernel=*/true))
      return nullptr;
    return std::make_shared<AssignStmt>(Assign->target(), Assign->op(),
                                        Assign->value(), /*Atomic=*/true,
                                        S->tag());
  };
  return statementsOf(rewrite(block(Part), OnStmt, nullptr));
}

void lacuna::emitRows(const TrackedRows &T, llvm::ArrayRef<RowPlace> Places,
                      const ExprRef &Rows, MadeNames &Names, Statements &Out) {
  llvm::StringSet<> Used;
  for (const Statements &Part : {T.Enter, T.Leave})
    addUses(block(Part), Used);
  ParentRows Above(T.Above, Used, Names);
  auto Body = [&](const ExprRef &Which) {
    Statements Body = {
        std::make_shared<LetStmt>(T.Row->Name, rowAt(*T.Row, Which))};
    Above.search(var(T.Row->Ty, T.Row->Name), Body);
    Above.name(Body);
    const Statements Enter = withAtomicUpdates(T, T.Enter),
                     Leave = withAtomicUpdates(T, T.Leave);
    Body.insert(Body.end(), Enter.begin(), Enter.end());
    for (const RowPlace &P : Places)
      Body.push_back(reduceInto(P.Into.Target, P.Into.Op,
                                valueOf(resultOf(P.Into, Which, Names)),
                                T.Source));
    Body.insert(Body.end(), Leave.begin(), Leave.end());
    return Body;
  };
  emitKernel(T.Row->Name, Rows, Body, T.Source, Names, Out);
}

/// \p Each with element \p Which of the array in place of what is computed
/// ahead.
static StmtRef useAhead(const StmtRef &Each, const AheadTag &A,
                        const ExprRef &Which) {
  const llvm::StringMap<ExprRef> Lets = letsIn(Each);
  auto OnExpr = [&](const ExprRef &E) -> ExprRef {
    return structurallyEqual(substitute(E, Lets), A.Value)
               ? load(A.Value->type(), A.Array, Which)
               : nullptr;
  };
  return rewrite(Each, nullptr, OnExpr);
}

namespace {

/// The code of one thread.
class PartsOfRows {
public:
  PartsOfRows(const TrackedRows &T, const PositionPart &P,
              llvm::ArrayRef<RowPlace> Places, MadeNames &Names)
      : T(T), P(P), Names(Names),
        Row{Names.get(T.Row->Name + "_found"), searchType(T.Row->Ty), nullptr},
        End{Names.get(T.Position->Name + "_end"), searchType(T.Position->Ty),
            nullptr},
        First(End.Ty == Type::i64()
                  ? P.From
                  : var(End.Ty, Names.get(T.Position->Name + "_first"))),
        Count(var(Type::i32(), Names.get(T.Position->Name + "_ahead"))),
        Part(partOf(Places)), Start(startOfPart(T, Places)),
        Above(T.Above, uses(), Names),
        Which(var(Type::i32(), Names.get(T.Position->Name + "_which"))) {}

  void emit(Statements &Out);

private:
  ExprRef endOf(const ExprRef &Which) const {
    return ::endOf(Which, *T.Row, *T.Position);
  }
  ExprRef row() const { return cast(T.Row->Ty, valueOf(Row)); }
  AtomicPart partOf(llvm::ArrayRef<RowPlace> Places) const;
  llvm::StringSet<> uses() const;
  void search(Statements &Out);
  Statements inRow(llvm::ArrayRef<StmtRef> Body) const;
  StmtRef nextRow() const;
  void loopOverPositions(Statements &Out);
  void computeAhead(Statements &Out);
  StmtRef forEach(const ExprRef &Number, Statements Body) const;

  const TrackedRows &T;
  const PositionPart &P;
  MadeNames &Names;
  /// The row that is gone through, and where it ends.
  const Place Row, End;
  /// The first position, of the type of End, and how many are computed ahead.
  const ExprRef First, Count;
  const AtomicPart Part;
  const Statements Start;
  const ParentRows Above;
  const ExprRef Which; ///< counts the positions where some are computed ahead
};

} // namespace

AtomicPart PartsOfRows::partOf(llvm::ArrayRef<RowPlace> Places) const {
  auto To = [&](const Reduction &R) {
    return placeInKernel(T, R, Places, Names);
  };
  return atomicPart(T, Places, To, Names);
}

/// Names that the code of a row uses.
llvm::StringSet<> PartsOfRows::uses() const {
  llvm::StringSet<> Used;
  addUses(Part.Each, Used);
  for (const Statements &S : {Part.Update, Start})
    addUses(block(S), Used);
  return Used;
}

/// The row of the first position.
void PartsOfRows::search(Statements &Out) {
  appendSearch(
      Row.Name, P.FirstRow, P.LastRow,
      [&](const ExprRef &Middle) {
        return binary(BinaryOp::Gt, endOf(Middle), First);
      },
      Names, Out);
  Out.push_back(std::make_shared<VarStmt>(End.Name, End.Ty, endOf(valueOf(Row)),
                                          T.Source));
  Above.search(row(), Out);
}

/// \p Body, in which the row has its name, and its constants are there.
Statements PartsOfRows::inRow(llvm::ArrayRef<StmtRef> Body) const {
  Statements Out = {std::make_shared<LetStmt>(T.Row->Name, row())};
  Above.name(Out);
  Out.insert(Out.end(), Start.begin(), Start.end());
  Out.insert(Out.end(), Body.begin(), Body.end());
  return Out;
}

/// Stores the part of the row and goes on to the row of the position, which
/// lies behind it.
StmtRef PartsOfRows::nextRow() const {
  ExprRef IsBehind =
      binary(BinaryOp::Ge, cast(End.Ty, var(T.Position->Ty, T.Position->Name)),
             valueOf(End));
  Statements Body = {
      block(inRow(Part.Update)),
      std::make_shared<AssignStmt>(Row, ReduceOp::Add, constant(Row.Ty, 1)),
      assign(End, endOf(valueOf(Row)), T.Source)};
  // There may be very many rows without positions.
  Statements Further;
  std::string Found = Names.get(T.Row->Name + "_next");
  appendSearch(
      Found, valueOf(Row), P.LastRow,
      [&](const ExprRef &Middle) {
        return binary(BinaryOp::Gt, endOf(Middle),
                      cast(End.Ty, var(T.Position->Ty, T.Position->Name)));
      },
      Names, Further);
  Further.push_back(assign(Row, var(Row.Ty, Found), T.Source));
  Further.push_back(assign(End, endOf(valueOf(Row)), T.Source));
  Body.push_back(std::make_shared<IfStmt>(IsBehind, block(std::move(Further))));
  Above.advance(row(), Body);
  for (const StmtRef &S : Part.Declare) {
    auto &Var = llvm::cast<VarStmt>(*S);
    Body.push_back(
        assign({Var.name().str(), Var.type(), nullptr}, Var.init(), T.Source));
  }
  return std::make_shared<IfStmt>(IsBehind, block(std::move(Body)));
}

/// \p Body for each position of the thread, in a loop over \p Number with a
/// constant number of trips: only so can the values be registers.
StmtRef PartsOfRows::forEach(const ExprRef &Number, Statements Body) const {
  ExprRef At = binary(BinaryOp::Add, First, cast(First->type(), Number));
  Body.insert(Body.begin(), std::make_shared<LetStmt>(
                                T.Position->Name, cast(T.Position->Ty, At)));
  ForTags Tags;
  Tags.Unroll = LoopTags::FullUnroll;
  return std::make_shared<ForStmt>(
      llvm::cast<VarExpr>(*Number).name().str(), constant(Type::i32(), 0),
      constant(Type::i32(), P.Ahead->Count),
      std::make_shared<IfStmt>(binary(BinaryOp::Lt, Number, Count),
                               block(std::move(Body))),
      Tags, T.Source);
}

/// Values of all positions, which wait for memory at the same time.
void PartsOfRows::computeAhead(Statements &Out) {
  const AheadTag &A = *P.Ahead;
  ExprRef Number = var(Type::i32(), A.Var);
  const Type &Ty = A.Value->type();
  ExprRef All = binary(BinaryOp::Sub, P.To, P.From);
  Out.push_back(std::make_shared<LetStmt>(
      llvm::cast<VarExpr>(*Count).name().str(),
      cast(Type::i32(), binary(BinaryOp::Min, All, i64(A.Count)))));
  Out.push_back(std::make_shared<LocalArrayStmt>(A.Array, Ty, i64(A.Count),
                                                 nullptr, T.Source));
  Out.push_back(
      forEach(Number, {assign({A.Array, Ty, Number}, A.Value, T.Source)}));
}

void PartsOfRows::loopOverPositions(Statements &Out) {
  StmtRef Each = P.Ahead ? useAhead(Part.Each, *P.Ahead, Which) : Part.Each;
  Statements Body = inRow(statementsOf(Each));
  Body.insert(Body.begin(), nextRow());
  const Type &Ty = T.Position->Ty;
  Out.push_back(P.Ahead ? forEach(Which, std::move(Body))
                        : T.MakeLoop(cast(Ty, First), cast(Ty, P.To),
                                     block(std::move(Body))));
}

void PartsOfRows::emit(Statements &Out) {
  Statements All;
  if (First != P.From)
    All.push_back(std::make_shared<LetStmt>(
        llvm::cast<VarExpr>(*First).name().str(), cast(First->type(), P.From)));
  if (P.Ahead)
    computeAhead(All);
  search(All);
  All.insert(All.end(), Part.Declare.begin(), Part.Declare.end());
  loopOverPositions(All);
  if (!Part.Update.empty())
    All.push_back(block(inRow(Part.Update)));
  Out.push_back(std::make_shared<IfStmt>(binary(BinaryOp::Lt, P.From, P.To),
                                         block(std::move(All))));
}

void lacuna::emitPartsOfRows(const TrackedRows &T,
                             llvm::ArrayRef<RowPlace> Places,
                             const PositionPart &P, MadeNames &Names,
                             Statements &Out) {
  PartsOfRows(T, P, Places, Names).emit(Out);
}
