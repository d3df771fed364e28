//===- ErrnoOfChunks.cpp - errno as iterations leave it -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ErrnoOfChunks.h"
#include "lacuna/analysis/reductions/Reductions.h"
#include "lacuna/lower/parallel/Chunks.h"

using namespace lacuna;

/// The errno of this thread, which is \p Next from then on.
static ExprRef exchange(ExprRef Next) {
  return std::make_shared<CallExpr>(Type::i32(), "exchange_errno",
                                    std::vector<ExprRef>{std::move(Next)});
}

static ExprRef none() { return constant(Type::i32(), 0); }

void ErrnoOfChunks::declare(SourceTag Source, std::vector<StmtRef> &Out) const {
  Out.push_back(std::make_shared<LocalArrayStmt>(
      Errors, Type::i32(), i64(MaxChunks), nullptr, Source));
  Out.push_back(
      std::make_shared<VarStmt>(Last, Type::i32(), exchange(none()), Source));
}

void ErrnoOfChunks::enter(SourceTag Source, std::vector<StmtRef> &Out) const {
  Out.push_back(
      std::make_shared<VarStmt>(Reset, Type::i32(), exchange(none()), Source));
}

StmtRef ErrnoOfChunks::note(const ExprRef &Chunk, SourceTag Source) const {
  return assign(errorOf(Chunk), exchange(none()), Source);
}

StmtRef ErrnoOfChunks::join(const ExprRef &Chunk, SourceTag Source) const {
  const ExprRef Error = valueOf(errorOf(Chunk));
  return std::make_shared<IfStmt>(binary(BinaryOp::Ne, Error, none()),
                                  assign(last(), Error, Source), nullptr,
                                  Source);
}

void ErrnoOfChunks::leave(SourceTag Source, std::vector<StmtRef> &Out) const {
  Out.push_back(std::make_shared<VarStmt>(Reset, Type::i32(),
                                          exchange(valueOf(last())), Source));
}
