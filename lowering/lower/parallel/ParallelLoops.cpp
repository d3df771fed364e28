//===- ParallelLoops.cpp - loops for vector lanes and threads -------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/lower/parallel/ParallelLoops.h"
#include "BufferedCursors.h"
#include "CursorArrays.h"
#include "ErrnoOfChunks.h"
#include "PrivateArrays.h"
#include "ReducedArrays.h"
#include "SelectedValues.h"
#include "lacuna/analysis/elements/ProgramSlice.h"
#include "lacuna/analysis/loops/LoopQueries.h"
#include "lacuna/analysis/reductions/ConditionalSums.h"
#include "lacuna/lower/parallel/Chunks.h"
#include "lacuna/lower/parallel/PartialResults.h"
#include "lacuna/lower/parallel/Workspaces.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

//===-- vector lanes ------------------------------------------------------===//

/// OpenMP starts a lane of a floating-point minimum at the largest finite
/// number: with no lane below it an infinity would be lost.
static bool isLossyInLanes(const Reduction &R) {
  return (R.Op == ReduceOp::Min || R.Op == ReduceOp::Max) &&
         R.Target.Ty.isFloat();
}

/// \p Body with sums of what is chosen in place of sums under conditions.
static StmtRef withChosenTerms(const StmtRef &Body) {
  return rewrite(
      Body,
      [](const StmtRef &S) -> StmtRef {
        auto *If = llvm::dyn_cast<IfStmt>(S.get());
        std::vector<StmtRef> Sums =
            If ? withoutCondition(*If) : std::vector<StmtRef>();
        return Sums.empty() ? nullptr : block(std::move(Sums));
      },
      nullptr);
}

void lacuna::emitVectorLoop(const ParallelLoop &Loop, MadeNames &Names,
                            std::vector<StmtRef> &Out) {
  StmtRef Body = withChosenTerms(Loop.Body);
  ForTags Tags;
  Tags.Mode = ForMode::Simd;
  Tags.Width = Loop.Tag.Width;
  std::vector<StmtRef> Before, After;
  if (joinsResults(Loop.Tag.Races))
    for (const Reduction &R : reductionsOf(Body, Loop.Var)) {
      if (isLossyInLanes(R))
        Tags.Mode = ForMode::Serial;
      std::string Name = R.Target.Name;
      if (R.Target.Index || partType(R) != R.Target.Ty) {
        Name = Names.fresh(R.Target.Name + "_lanes");
        PartialResult Lanes =
            reduceApart(R, Name, nullptr, Loop.Source, Body, Names, Before);
        if (Lanes.Count)
          Tags.Reductions.emplace_back(ReduceOp::Add, Lanes.Count->Name);
        After.push_back(
            ifUpdated(Lanes.count(),
                      joinInto(R.Target, R.Op, Lanes.value(), Loop.Source)));
      }
      Tags.Reductions.emplace_back(R.Op, Name);
    }
  if (Tags.Mode == ForMode::Serial)
    Tags = ForTags();
  StmtRef For = std::make_shared<ForStmt>(Loop.Var, Loop.Lo, Loop.Hi, Body,
                                          Tags, Loop.Source);
  Before.push_back(For);
  Before.insert(Before.end(), After.begin(), After.end());
  StmtRef All = block(std::move(Before));
  // A loop without iterations touches no element.
  if (!After.empty())
    All = std::make_shared<IfStmt>(binary(BinaryOp::Lt, Loop.Lo, Loop.Hi), All,
                                   nullptr, Loop.Source);
  Out.push_back(All);
}

//===-- threads -----------------------------------------------------------===//

StmtRef lacuna::withAtomics(const ParallelLoop &Loop) {
  const bool IsAtomic = Loop.Tag.Races == RaceStrategy::Atomics;
  const auto Updated = IsAtomic ? Loop.Tag.Shared : std::vector<std::string>();
  if (Updated.empty() && Loop.Tag.Marked.empty())
    return Loop.Body;
  return rewrite(
      Loop.Body,
      [&](const StmtRef &S) -> StmtRef {
        auto *Assign = llvm::dyn_cast<AssignStmt>(S.get());
        if (!Assign ||
            !llvm::is_contained(Assign->op() == ReduceOp::None ? Loop.Tag.Marked
                                                               : Updated,
                                Assign->target().Name))
          return nullptr;
        return std::make_shared<AssignStmt>(Assign->target(), Assign->op(),
                                            Assign->value(), /*Atomic=*/true,
                                            Assign->tag());
      },
      nullptr);
}

static ForTags onThreads(const ParallelLoop &Loop,
                         std::optional<OmpSchedule> Schedule) {
  ForTags Tags;
  Tags.Mode = ForMode::Threads;
  Tags.Schedule = std::move(Schedule);
  Tags.NumThreads = Loop.NumThreads;
  return Tags;
}

namespace {

/// A thread loop cut into chunks of iterations that have something of their
/// own: partial results, arrays, variables that have advanced so far.
///
/// Of a variable that is scanned a first pass finds out how much each chunk
/// advances it, by the part of the body that decides on that. The last chunk
/// need not be asked, so that a single one runs like the user's loop.
class ChunkedLoop {
public:
  ChunkedLoop(const ParallelLoop &Loop, StmtRef Body,
              std::vector<Reduction> Reductions,
              std::vector<Selection> Selections, MadeNames &Names)
      : Loop(Loop), Body(std::move(Body)), Reductions(std::move(Reductions)),
        Names(Names), Wanted(wantedChunks(Loop.NumThreads, Loop.Tag.Schedule)),
        Copies(Loop.Private, Loop.LastPrivate, Wanted, Names),
        Reduced(Loop.Reduced, this->Body, Loop.Cursors.empty(), Wanted, Names),
        Cursors(Loop.Cursors, Wanted, Loop.NumThreads, Names),
        Buffers(Loop.Scanned, this->Body, Loop.Var, Names),
        Errno(Loop.KeepsErrno ? std::optional(ErrnoOfChunks(Loop.Var, Names))
                              : std::nullopt),
        Chunk(var(Type::i64(), Names.get(Loop.Var + "_chunk"))) {
    for (Selection &S : Selections)
      Selected.emplace_back(std::move(S), MaxChunks, Names);
  }

  void emit(std::vector<StmtRef> &Hoisted, std::vector<StmtRef> &Out);

private:
  std::string chunkName() const {
    return llvm::cast<VarExpr>(*Chunk).name().str();
  }
  ExprRef let(llvm::StringRef Suffix, ExprRef Value,
              std::vector<StmtRef> &Out) {
    return Names.let(Loop.Var + Suffix, std::move(Value), Out);
  }
  StmtRef forChunks(ExprRef Count, std::vector<StmtRef> Body, ForTags Tags) {
    return std::make_shared<ForStmt>(chunkName(), i64(0), std::move(Count),
                                     block(std::move(Body)), std::move(Tags),
                                     Loop.Source);
  }
  /// \p Then where there are several chunks.
  StmtRef ifSeveral(std::vector<StmtRef> Then) {
    return std::make_shared<IfStmt>(binary(BinaryOp::Gt, Share.Count, i64(1)),
                                    block(std::move(Then)), nullptr,
                                    Loop.Source);
  }
  std::string nameOfCount() { return Names.get(Loop.Var + "_chunks"); }
  ForTags threads() {
    return onThreads(Loop, scheduleOfChunks(Loop.Tag.Schedule));
  }
  void appendIterations(const StmtRef &Whole, std::vector<StmtRef> &Out);
  void appendOnCopies(const StmtRef &Whole, std::vector<StmtRef> &Out);
  std::vector<StmtRef> chunkBody();
  std::vector<StmtRef> countBody();
  bool isBuffered() const {
    return Loop.Tag.Races == RaceStrategy::BufferedScan;
  }
  std::vector<StmtRef> bufferedBody();
  void appendBuffered(std::vector<StmtRef> &Out);
  void appendPlaces(std::vector<StmtRef> &Out);
  void appendCursors(std::vector<StmtRef> &Out);
  void appendCounts(std::vector<StmtRef> &Out);
  void appendEnds(std::vector<StmtRef> &Out);
  std::string nameOf(const Reduction &R, llvm::StringRef What);
  Place part(const Reduction &R, const Type &Ty, ExprRef Which) {
    return {nameOf(R, "_parts"), Ty, std::move(Which)};
  }
  /// How many updates the partial result has had.
  Place updates(const Reduction &R, ExprRef Which) {
    return updateCount(nameOf(R, "_counts"), std::move(Which));
  }

  const ParallelLoop &Loop;
  StmtRef Body;
  std::vector<Reduction> Reductions;
  MadeNames &Names;
  ExprRef Wanted;
  PrivateArrays Copies;
  ReducedArrays Reduced;
  CursorArrays Cursors;
  BufferedCursors Buffers;
  std::vector<SelectedValues> Selected;
  std::optional<ErrnoOfChunks> Errno;
  ExprRef Chunk;
  Chunks Share;
};

} // namespace

/// Several elements of one array have names of their own.
std::string ChunkedLoop::nameOf(const Reduction &R, llvm::StringRef What) {
  unsigned Before = 0;
  for (const Reduction &Other : Reductions) {
    if (samePlace(Other.Target, R.Target))
      break;
    Before += Other.Target.Name == R.Target.Name;
  }
  std::string Base = R.Target.Name + What.str();
  return Names.get(Before == 0 ? Base
                               : Base + "_" + std::to_string(Before + 1));
}

/// How much a variable advances is computed in this type: a difference of two
/// values need not be one.
static Type advanceType(const Reduction &R) {
  bool Wraps = R.Op == ReduceOp::Add || R.Op == ReduceOp::Mul;
  return Wraps ? Type(TypeClass::UInt, 64, "unsigned long") : R.Target.Ty;
}

/// The iterations of one chunk; all but the first update copies of arrays, and
/// where that is better the first, too.
void ChunkedLoop::appendIterations(const StmtRef &Whole,
                                   std::vector<StmtRef> &Out) {
  if (Loop.Reduced.empty() && Cursors.empty())
    return appendOnCopies(Whole, Out);
  // One body is compiled once.
  if (Cursors.empty() && Reduced.haveViews())
    return appendOnCopies(Reduced.view(Chunk, Whole, Loop.Source, Out), Out);
  if (Reduced.haveFirst())
    return appendOnCopies(Reduced.enter(Chunk, Whole, Loop.Source, Out), Out);
  std::vector<StmtRef> InPlace, Apart;
  appendOnCopies(Whole, InPlace);
  StmtRef Moved = Reduced.enter(Chunk, Whole, Loop.Source, Apart);
  appendOnCopies(Cursors.enter(Chunk, Moved, Apart), Apart);
  Out.push_back(std::make_shared<IfStmt>(binary(BinaryOp::Eq, Chunk, i64(0)),
                                         block(std::move(InPlace)),
                                         block(std::move(Apart)), Loop.Source));
}

/// The iterations of one chunk on its own copies of workspaces.
void ChunkedLoop::appendOnCopies(const StmtRef &Whole,
                                 std::vector<StmtRef> &Out) {
  ExprRef IsLast =
      binary(BinaryOp::Eq, binary(BinaryOp::Add, Chunk, i64(1)), Share.Count);
  PrivateArrays::Bodies Own =
      Copies.enter(Chunk, IsLast, Whole, Loop.Source, Out);
  ExprRef First = let("_chunk_first", Share.first(Chunk), Out);
  ExprRef Last = let("_chunk_last",
                     Share.first(binary(BinaryOp::Add, Chunk, i64(1))), Out);
  const Type &Ty = Loop.Lo->type();
  ExprRef Base = cast(Type::i64(), Loop.Lo);
  auto At = [&](ExprRef Offset) {
    return cast(Ty, binary(BinaryOp::Add, Base, std::move(Offset)));
  };
  auto Over = [&](const StmtRef &Body) {
    return std::make_shared<ForStmt>(Loop.Var, At(First), At(Last), Body,
                                     ForTags(), Loop.Source);
  };
  if (!Own.OfLast)
    return Out.push_back(Over(Own.OfAny));
  Out.push_back(std::make_shared<IfStmt>(IsLast, Over(Own.OfLast),
                                         Over(Own.OfAny), Loop.Source));
}

/// \p Body that sets \p Variable, an extremum of floating-point numbers, behind
/// branches, as the user's loop sets the element: numbers need not wait for
/// each other.
static StmtRef branching(const StmtRef &Body, const Place &Variable,
                         MadeNames &Names) {
  return rewrite(
      Body,
      [&](const StmtRef &Part) -> StmtRef {
        auto *Assign = llvm::dyn_cast<AssignStmt>(Part.get());
        if (!Assign || Assign->target().Name != Variable.Name ||
            (Assign->op() != ReduceOp::Min && Assign->op() != ReduceOp::Max))
          return nullptr;
        const std::string Name = Names.fresh(Variable.Name + "_next");
        const ExprRef Next = var(Variable.Ty, Name);
        ExprRef Goes =
            binary(Assign->op() == ReduceOp::Min ? BinaryOp::Lt : BinaryOp::Gt,
                   Next, valueOf(Variable));
        ExprRef Expected = std::make_shared<CallExpr>(
            Type::boolean(), "expect", std::vector<ExprRef>{Goes, i64(0)});
        return block(
            {std::make_shared<LetStmt>(Name, Assign->value(), Assign->tag()),
             std::make_shared<IfStmt>(Expected,
                                      assign(Variable, Next, Assign->tag()),
                                      nullptr, Assign->tag())});
      },
      nullptr);
}

std::vector<StmtRef> ChunkedLoop::chunkBody() {
  std::vector<StmtRef> Stmts, Stores;
  StmtRef Whole = Body;
  for (const Reduction &R : Reductions) {
    PartialResult Part = reduceApart(R, Names.fresh(R.Target.Name + "_part"),
                                     nullptr, Loop.Source, Whole, Names, Stmts);
    if (R.Target.Index && R.Target.Ty.isFloat())
      Whole = branching(Whole, Part.Variable, Names);
    Stores.push_back(
        assign(part(R, R.Target.Ty, Chunk), Part.value(), Loop.Source));
    if (Part.Count)
      Stores.push_back(assign(updates(R, Chunk), Part.count(), Loop.Source));
  }
  for (const Reduction &R : Loop.Scanned) {
    const Type &Ty = R.Target.Ty;
    Place Own{Names.get(R.Target.Name + "_own"), Ty, nullptr};
    Place Starts = part(R, advanceType(R), Chunk);
    Stmts.push_back(std::make_shared<VarStmt>(
        Own.Name, Ty, cast(Ty, valueOf(Starts)), Loop.Source));
    llvm::StringMap<ExprRef> Reads;
    Reads[R.Target.Name] = valueOf(Own);
    Whole = substitute(redirect(Whole, R.Target, Own), Reads);
    Stores.push_back(
        assign(Starts, cast(Starts.Ty, valueOf(Own)), Loop.Source));
  }
  for (SelectedValues &S : Selected)
    Whole = S.enter(Chunk, Whole, Loop.Source, Stmts, Stores);
  if (Errno) {
    Errno->enter(Loop.Source, Stmts);
    Stores.push_back(Errno->note(Chunk, Loop.Source));
  }
  appendIterations(Whole, Stmts);
  llvm::append_range(Stmts, Stores);
  return Stmts;
}

/// How much a chunk advances what is scanned.
std::vector<StmtRef> ChunkedLoop::countBody() {
  std::vector<StmtRef> Stmts, Stores;
  llvm::StringSet<> Variables;
  for (const Reduction &R : Loop.Scanned)
    Variables.insert(R.Target.Name);
  std::vector<std::string> Own;
  for (const Operand &Array : Loop.Private)
    Own.push_back(Array.Name);
  for (const std::string &Array : Cursors.names()) {
    Variables.insert(Array);
    Own.push_back(Array);
  }
  StmtRef Slice = sliceOf(Body, Variables, Own);
  for (const Reduction &R : Loop.Scanned) {
    Type Ty = advanceType(R);
    Place Count{Names.get(R.Target.Name + "_count"), Ty, nullptr};
    Stmts.push_back(std::make_shared<VarStmt>(
        Count.Name, Ty, identityOf(R.Op, Ty), Loop.Source));
    Slice = redirect(Slice, R.Target, Count);
    if (Ty != R.Target.Ty)
      Slice = inType(Slice, Count);
    Stores.push_back(assign(part(R, Ty, Chunk), valueOf(Count), Loop.Source));
  }
  Slice = Cursors.count(Chunk, Slice, Loop.Source, Stmts);
  appendOnCopies(Slice, Stmts);
  llvm::append_range(Stmts, Stores);
  return Stmts;
}

/// Counts, in all chunks, how far elements of arrays advance, and leaves one
/// chunk where these would run into each other.
void ChunkedLoop::appendCursors(std::vector<StmtRef> &Out) {
  const Place Apart{Names.get(Loop.Var + "_apart"), Type::boolean(), nullptr};
  std::vector<StmtRef> Then;
  Then.push_back(forChunks(Share.Count, countBody(), threads()));
  Then.push_back(std::make_shared<VarStmt>(Apart.Name, Apart.Ty,
                                           constant(Apart.Ty, 1), Loop.Source));
  Cursors.begin(Share.Count, Apart, Loop.Source, Then);
  Then.push_back(std::make_shared<IfStmt>(
      unary(UnaryOp::LogicalNot, valueOf(Apart)),
      assign({nameOfCount(), Type::i64(), nullptr}, i64(1), Loop.Source),
      nullptr, Loop.Source));
  Out.push_back(ifSeveral(std::move(Then)));
}

/// Leaves at the number of each chunk what it starts with.
void ChunkedLoop::appendCounts(std::vector<StmtRef> &Out) {
  ExprRef Last = binary(BinaryOp::Sub, Share.Count, i64(1));
  std::vector<StmtRef> Then, Starts, End;
  for (const Reduction &R : Loop.Scanned) {
    Place Start = part(R, advanceType(R), Chunk);
    ExprRef Value = valueOf(R.Target);
    ExprRef Count = Names.let(R.Target.Name + "_count", valueOf(Start), Starts);
    Starts.push_back(assign(Start, cast(Start.Ty, Value), Loop.Source));
    Starts.push_back(reduceInto(R.Target, R.Op, Count, Loop.Source));
    End.push_back(
        assign(part(R, Start.Ty, Last), cast(Start.Ty, Value), Loop.Source));
  }
  // Of elements of arrays all chunks are asked.
  if (Cursors.empty())
    Then.push_back(forChunks(Last, countBody(), threads()));
  Then.push_back(forChunks(Last, std::move(Starts), ForTags()));
  Out.push_back(ifSeveral(std::move(Then)));
  Out.push_back(
      std::make_shared<IfStmt>(binary(BinaryOp::Gt, Share.Count, i64(0)),
                               block(std::move(End)), nullptr, Loop.Source));
}

//===-- one pass, into buffers --------------------------------------------===//

std::vector<StmtRef> ChunkedLoop::bufferedBody() {
  std::vector<StmtRef> InPlace, After, Apart;
  StmtRef Whole = Buffers.enterFirst(Body, Loop.Source, InPlace, After);
  appendOnCopies(Whole, InPlace);
  llvm::append_range(InPlace, After);
  Buffers.appendChunk(
      Chunk, Body, Loop.Source,
      [&](const StmtRef &Own, std::vector<StmtRef> &Out) {
        appendOnCopies(Own, Out);
      },
      Apart);
  return {std::make_shared<IfStmt>(binary(BinaryOp::Eq, Chunk, i64(0)),
                                   block(std::move(InPlace)),
                                   block(std::move(Apart)), Loop.Source)};
}

/// Runs all chunks, or one chunk in place once memory lacks.
void ChunkedLoop::appendBuffered(std::vector<StmtRef> &Out) {
  const Place Again{Names.get(Loop.Var + "_again"), Type::boolean(), nullptr};
  Out.push_back(std::make_shared<VarStmt>(Again.Name, Again.Ty,
                                          constant(Again.Ty, 1), Loop.Source));
  std::vector<StmtRef> Round, Released, Alone;
  Round.push_back(forChunks(Share.Count, bufferedBody(), threads()));
  Round.push_back(assign(Again, constant(Again.Ty, 0), Loop.Source));
  Round.push_back(forChunks(Share.Count,
                            {Buffers.noteFailure(Chunk, Again, Loop.Source)},
                            ForTags()));
  Buffers.release(Chunk, Again.Name, Loop.Source, Released);
  Alone.push_back(forChunks(Share.Count, std::move(Released), ForTags()));
  Alone.push_back(
      assign({nameOfCount(), Type::i64(), nullptr}, i64(1), Loop.Source));
  Round.push_back(std::make_shared<IfStmt>(
      valueOf(Again), block(std::move(Alone)), nullptr, Loop.Source));
  Out.push_back(std::make_shared<WhileStmt>(
      valueOf(Again), block(std::move(Round)), Loop.Source));
  appendPlaces(Out);
}

/// Brings what chunks have stored apart to its places.
void ChunkedLoop::appendPlaces(std::vector<StmtRef> &Out) {
  std::vector<StmtRef> First, Begins, Places;
  Buffers.leaveFirst(Loop.Source, First);
  Out.push_back(
      std::make_shared<IfStmt>(binary(BinaryOp::Gt, Share.Count, i64(0)),
                               block(std::move(First)), nullptr, Loop.Source));
  Buffers.begin(Chunk, Loop.Source, Begins);
  Buffers.copy(Chunk, Loop.Source, Places);
  Buffers.release(Chunk, Names.get(Loop.Var + "_again"), Loop.Source, Places);
  if (StmtRef Stores = Buffers.addBegins(Chunk, Body))
    appendOnCopies(Stores, Places);
  auto IfLater = [&](std::vector<StmtRef> Then) -> std::vector<StmtRef> {
    return {std::make_shared<IfStmt>(binary(BinaryOp::Gt, Chunk, i64(0)),
                                     block(std::move(Then)), nullptr,
                                     Loop.Source)};
  };
  Out.push_back(ifSeveral(
      {forChunks(Share.Count, IfLater(std::move(Begins)), ForTags()),
       forChunks(Share.Count, IfLater(std::move(Places)), threads())}));
}

/// Gives the variables what chunks have left behind.
void ChunkedLoop::appendEnds(std::vector<StmtRef> &Out) {
  std::vector<StmtRef> Combine, Ends;
  for (const Reduction &R : Reductions) {
    StmtRef Join = joinInto(R.Target, R.Op,
                            valueOf(part(R, R.Target.Ty, Chunk)), Loop.Source);
    ExprRef Count =
        mayLeave(Body, R.Target) ? valueOf(updates(R, Chunk)) : nullptr;
    Combine.push_back(ifUpdated(Count, Join));
  }
  for (SelectedValues &S : Selected)
    Combine.push_back(S.join(Chunk, Loop.Source));
  if (Errno)
    Combine.push_back(Errno->join(Chunk, Loop.Source));
  if (!Combine.empty())
    Out.push_back(forChunks(Share.Count, std::move(Combine), ForTags()));
  ExprRef Last = binary(BinaryOp::Sub, Share.Count, i64(1));
  for (const Reduction &R : Loop.Scanned)
    Ends.push_back(assign(
        R.Target, cast(R.Target.Ty, valueOf(part(R, advanceType(R), Last))),
        Loop.Source));
  if (!Ends.empty())
    Out.push_back(
        std::make_shared<IfStmt>(binary(BinaryOp::Gt, Share.Count, i64(0)),
                                 block(std::move(Ends)), nullptr, Loop.Source));
}

void ChunkedLoop::emit(std::vector<StmtRef> &Hoisted,
                       std::vector<StmtRef> &Out) {
  Copies.declare(Hoisted, Loop.Source);
  Reduced.declare(Hoisted, Loop.Source);
  Cursors.declare(Hoisted, Loop.Source);
  std::vector<StmtRef> Stmts;
  ExprRef Length = tripsBetween(Loop.Lo, Loop.Hi);
  Share.Trips = let("_trips", binary(BinaryOp::Max, Length, i64(0)), Stmts);
  ExprRef Count = binary(BinaryOp::Min, Share.Trips, Wanted);
  if (Cursors.empty() && !isBuffered()) {
    Share.Count = let("_chunks", Count, Stmts);
  } else {
    Stmts.push_back(std::make_shared<VarStmt>(nameOfCount(), Type::i64(), Count,
                                              Loop.Source));
    Share.Count = var(Type::i64(), nameOfCount());
  }
  if (isBuffered()) {
    Buffers.declare(Loop.Source, Stmts);
    appendBuffered(Stmts);
    return Out.push_back(block(std::move(Stmts)));
  }
  auto Declare = [&](const Place &Parts) {
    Stmts.push_back(std::make_shared<LocalArrayStmt>(
        Parts.Name, Parts.Ty, i64(MaxChunks), nullptr, Loop.Source));
  };
  for (const Reduction &R : Reductions) {
    Declare(part(R, R.Target.Ty, nullptr));
    if (mayLeave(Body, R.Target))
      Declare(updates(R, nullptr));
  }
  for (const Reduction &R : Loop.Scanned)
    Declare(part(R, advanceType(R), nullptr));
  for (SelectedValues &S : Selected)
    S.declare(Loop.Source, Stmts);
  if (Errno)
    Errno->declare(Loop.Source, Stmts);
  if (!Cursors.empty())
    appendCursors(Stmts);
  if (!Loop.Scanned.empty())
    appendCounts(Stmts);
  Stmts.push_back(forChunks(Share.Count, chunkBody(), threads()));
  appendEnds(Stmts);
  if (Errno)
    Errno->leave(Loop.Source, Stmts);
  Reduced.join(Share.Count, onThreads(Loop, std::nullopt), Loop.Source, Stmts);
  if (!Cursors.empty()) {
    std::vector<StmtRef> Ends;
    Cursors.end(Share.Count, Loop.Source, Ends);
    Stmts.push_back(ifSeveral(std::move(Ends)));
  }
  Out.push_back(block(std::move(Stmts)));
}

/// Whether the iterations store numbers that lie, for all that the compiler
/// knows, where OpenMP keeps the end of the loop: it is a variable of the loop
/// variable's width whose address the runtime is given. The compiler then reads
/// the end behind each store, and makes no vectors of such a loop. Chunks have
/// loops of their own inside, whose ends nobody else knows.
static bool hidesEnd(const ParallelLoop &Loop, const StmtRef &Body) {
  const auto &Schedule = Loop.Tag.Schedule;
  if (holdsLoop(Body) ||
      (Schedule && (Schedule->Kind != "static" || Schedule->Chunk)))
    return false;
  const unsigned Width = Loop.Lo->type().bits();
  return anyOf(Body, [&](const Stmt &Part) {
    auto *Assign = llvm::dyn_cast<AssignStmt>(&Part);
    if (!Assign || !Assign->target().Index || Assign->isAtomic())
      return false;
    const Type &Ty = Assign->target().Ty;
    return Ty.isInteger() && (Ty.bits() == Width || Ty.bits() == 8);
  });
}

void lacuna::emitThreadLoop(const ParallelLoop &Loop, MadeNames &Names,
                            std::vector<StmtRef> &Hoisted,
                            std::vector<StmtRef> &Out) {
  StmtRef Body = withAtomics(Loop);
  std::vector<Reduction> Reductions;
  std::vector<Selection> Selections;
  if (joinsResults(Loop.Tag.Races)) {
    Reductions = reductionsOf(Body, Loop.Var);
    Selections = selectionsIn(Names.nest(), Body);
  }
  llvm::erase_if(Reductions, [&](const Reduction &R) {
    auto IsTarget = [&](const Operand &Array) {
      return Array.Name == R.Target.Name;
    };
    return llvm::any_of(Loop.Private, IsTarget) ||
           llvm::any_of(Loop.Reduced, [&](const ReducedArray &A) {
             return IsTarget(A.Array);
           });
  });
  if (!Reductions.empty() || !Selections.empty() || !Loop.Scanned.empty() ||
      !Loop.Private.empty() || !Loop.Reduced.empty() || !Loop.Cursors.empty() ||
      Loop.KeepsErrno || holdsWorkspace(Body) || hidesEnd(Loop, Body))
    return ChunkedLoop(Loop, std::move(Body), std::move(Reductions),
                       std::move(Selections), Names)
        .emit(Hoisted, Out);
  Out.push_back(std::make_shared<ForStmt>(
      Loop.Var, Loop.Lo, Loop.Hi, std::move(Body),
      onThreads(Loop, Loop.Tag.Schedule), Loop.Source));
}
