//===- ChunkedLoop.h - a loop on threads in chunks --------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_LOWER_PARALLEL_CHUNKEDLOOP_H
#define LACUNA_LOWERING_LOWER_PARALLEL_CHUNKEDLOOP_H

#include "BufferedCursors.h"
#include "CursorArrays.h"
#include "ErrnoOfChunks.h"
#include "PrivateArrays.h"
#include "ReducedArrays.h"
#include "SelectedValues.h"
#include "lacuna/lower/parallel/Chunks.h"
#include "lacuna/lower/parallel/ParallelLoops.h"
#include "lacuna/lower/parallel/PartialResults.h"

namespace lacuna {

/// What has a loop run on threads like \p Loop, its iterations or chunks of
/// these handed out by \p Schedule.
ForTags onThreads(const ParallelLoop &Loop,
                  std::optional<OmpSchedule> Schedule);

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
        Buffers(Loop.Scanned, Loop.Growing, this->Body, Loop.Var, Names),
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
  /// What a first pass counts.
  llvm::ArrayRef<Reduction> counted() const {
    return llvm::ArrayRef(Loop.Scanned)
        .take_front(isBuffered() ? 0 : Loop.Scanned.size());
  }
  void appendApart(const StmtRef &Whole, std::vector<StmtRef> &Out);
  void appendToBuffers(const StmtRef &Whole, std::vector<StmtRef> &Out);
  void appendCopies(const std::string &Flag, std::vector<StmtRef> &Out);
  void appendBuffered(std::vector<StmtRef> &Out);
  void appendGrowing(std::vector<StmtRef> &Out);
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

} // namespace lacuna

#endif // LACUNA_LOWERING_LOWER_PARALLEL_CHUNKEDLOOP_H
