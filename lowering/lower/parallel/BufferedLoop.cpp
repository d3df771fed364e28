//===- BufferedLoop.cpp - chunks that store before they know where --------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChunkedLoop.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

/// The iterations of a chunk that stores in buffers.
void ChunkedLoop::appendApart(const StmtRef &Whole, std::vector<StmtRef> &Out) {
  Buffers.appendChunk(
      Chunk, Whole, Loop.Source,
      [&](const StmtRef &Own, std::vector<StmtRef> &Into) {
        appendOnCopies(Own, Into);
      },
      Out);
}

/// Brings what a chunk has stored in buffers, which it gives back, to its
/// places. \p Flag: a variable of type bool.
void ChunkedLoop::appendCopies(const std::string &Flag,
                               std::vector<StmtRef> &Out) {
  Buffers.copy(Chunk, Loop.Source, Out);
  Buffers.release(Chunk, Flag, Loop.Source, Out);
  if (StmtRef Stores = Buffers.addBegins(Chunk, Body))
    appendOnCopies(Stores, Out);
}

/// The iterations of any chunk. The first one stores in place, if there is
/// room.
void ChunkedLoop::appendToBuffers(const StmtRef &Whole,
                                  std::vector<StmtRef> &Out) {
  if (Buffers.grow())
    return appendApart(Whole, Out);
  std::vector<StmtRef> InPlace, After, Apart;
  appendOnCopies(Buffers.enterFirst(Whole, Loop.Source, InPlace, After),
                 InPlace);
  llvm::append_range(InPlace, After);
  appendApart(Whole, Apart);
  Out.push_back(std::make_shared<IfStmt>(binary(BinaryOp::Eq, Chunk, i64(0)),
                                         block(std::move(InPlace)),
                                         block(std::move(Apart)), Loop.Source));
}

/// Runs all chunks, or one chunk in place once memory lacks.
void ChunkedLoop::appendBuffered(std::vector<StmtRef> &Out) {
  Buffers.declare(Loop.Source, Out);
  if (Buffers.grow())
    return appendGrowing(Out);
  const Place Again{Names.get(Loop.Var + "_again"), Type::boolean(), nullptr};
  Out.push_back(std::make_shared<VarStmt>(Again.Name, Again.Ty,
                                          constant(Again.Ty, 1), Loop.Source));
  std::vector<StmtRef> Round, Released, Alone;
  Round.push_back(forChunks(Share.Count, chunkBody(), threads()));
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

/// Runs all chunks apart and brings what they have stored to arrays that grow.
void ChunkedLoop::appendGrowing(std::vector<StmtRef> &Out) {
  const Place Lacks{Names.get(Loop.Var + "_lacks"), Type::boolean(), nullptr};
  std::vector<StmtRef> Begins, Released, Places;
  Out.push_back(forChunks(Share.Count, chunkBody(), threads()));
  Out.push_back(std::make_shared<VarStmt>(Lacks.Name, Lacks.Ty,
                                          constant(Lacks.Ty, 0), Loop.Source));
  Begins.push_back(Buffers.noteFailure(Chunk, Lacks, Loop.Source));
  Buffers.begin(Chunk, Loop.Source, Begins);
  Out.push_back(forChunks(Share.Count, std::move(Begins), ForTags()));
  Buffers.release(Chunk, Lacks.Name, Loop.Source, Released);
  Out.push_back(std::make_shared<IfStmt>(
      valueOf(Lacks),
      block({forChunks(Share.Count, std::move(Released), ForTags())}), nullptr,
      Loop.Source));
  Buffers.extend(valueOf(Lacks), Share.Count, Loop.Source, Out);
  appendCopies(Lacks.Name, Places);
  Out.push_back(forChunks(Share.Count, std::move(Places), threads()));
}

/// Brings what chunks have stored apart to its places.
void ChunkedLoop::appendPlaces(std::vector<StmtRef> &Out) {
  std::vector<StmtRef> First, Begins, Places;
  Buffers.leaveFirst(Loop.Source, First);
  Out.push_back(
      std::make_shared<IfStmt>(binary(BinaryOp::Gt, Share.Count, i64(0)),
                               block(std::move(First)), nullptr, Loop.Source));
  Buffers.begin(Chunk, Loop.Source, Begins);
  appendCopies(Names.get(Loop.Var + "_again"), Places);
  auto IfLater = [&](std::vector<StmtRef> Then) -> std::vector<StmtRef> {
    return {std::make_shared<IfStmt>(binary(BinaryOp::Gt, Chunk, i64(0)),
                                     block(std::move(Then)), nullptr,
                                     Loop.Source)};
  };
  Out.push_back(ifSeveral(
      {forChunks(Share.Count, IfLater(std::move(Begins)), ForTags()),
       forChunks(Share.Count, IfLater(std::move(Places)), threads())}));
}
