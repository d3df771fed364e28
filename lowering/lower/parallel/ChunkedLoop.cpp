//===- ChunkedLoop.cpp - a loop on threads in chunks ----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChunkedLoop.h"
#include "lacuna/analysis/elements/ProgramSlice.h"
#include "lacuna/ir/bounds/Trips.h"
#include "lacuna/lower/parallel/Workspaces.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

ForTags lacuna::onThreads(const ParallelLoop &Loop,
                          std::optional<OmpSchedule> Schedule) {
  ForTags Tags;
  Tags.Mode = ForMode::Threads;
  Tags.Schedule = std::move(Schedule);
  Tags.NumThreads = Loop.NumThreads;
  return Tags;
}

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
  for (const Reduction &R : counted()) {
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
  isBuffered() ? appendToBuffers(Whole, Stmts) : appendIterations(Whole, Stmts);
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
  for (const Reduction &R : counted())
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
  auto Declare = [&](const Place &Parts) {
    Stmts.push_back(std::make_shared<LocalArrayStmt>(
        Parts.Name, Parts.Ty, i64(MaxChunks), nullptr, Loop.Source));
  };
  for (const Reduction &R : Reductions) {
    Declare(part(R, R.Target.Ty, nullptr));
    if (mayLeave(Body, R.Target))
      Declare(updates(R, nullptr));
  }
  for (const Reduction &R : counted())
    Declare(part(R, advanceType(R), nullptr));
  for (SelectedValues &S : Selected)
    S.declare(Loop.Source, Stmts);
  if (Errno)
    Errno->declare(Loop.Source, Stmts);
  if (!Cursors.empty())
    appendCursors(Stmts);
  if (!counted().empty())
    appendCounts(Stmts);
  if (isBuffered())
    appendBuffered(Stmts);
  else
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
