//===- Lowering.cpp - statements of a nest to loop IR ---------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/lower/loops/Lowering.h"
#include "lacuna/lower/loops/Messages.def"
#include "lacuna/lower/parallel/Workspaces.h"
#include "lacuna/support/Diagnostic.h"

using namespace lacuna;

void Lowering::fail(const llvm::Twine &Why) {
  if (Problem.empty())
    Problem = Why.str();
}

/// Whether a loop in \p S becomes a kernel: one on blocks, or a wavefront.
static bool holdsKernels(const StmtRef &S) {
  return anyOf(S, [](const Stmt &Part) {
    const ParallelTag *Tag = gpuTag(Part);
    return Tag && (Tag->Unit == ParallelUnit::GpuBlock ||
                   Tag->Races == RaceStrategy::Wavefront);
  });
}

/// \p S, with kernels, where \p Cond holds, which they do not change. Each of
/// their threads asks: only kernels know what others have left.
static StmtRef conditionInside(const ExprRef &Cond, const StmtRef &S) {
  std::vector<StmtRef> Parts = statementsOf(S);
  if (Parts.size() != 1 && !holdsKernels(S))
    return std::make_shared<IfStmt>(Cond, S);
  for (StmtRef &Part : Parts)
    if (auto *Loop = llvm::dyn_cast<LoopStmt>(Part.get()))
      Part = std::make_shared<LoopStmt>(Loop->var().str(),
                                        conditionInside(Cond, Loop->body()),
                                        Loop->tags(), Loop->tag());
    else if (!llvm::isa<LetStmt, LocalArrayStmt>(Part.get()))
      Part = std::make_shared<IfStmt>(Cond, Part);
  return block(std::move(Parts));
}

void Lowering::lower(const StmtRef &S, LoopScope &Scope, Statements &Out) {
  switch (S->kind()) {
  case Stmt::Kind::Block: {
    auto &Block = llvm::cast<BlockStmt>(*S);
    Statements Body;
    LoopScope Inner = Scope;
    for (const StmtRef &Part : Block.body())
      lower(Part, Inner, Body);
    Out.push_back(std::make_shared<BlockStmt>(std::move(Body), Block.tag()));
    return;
  }
  case Stmt::Kind::If: {
    auto &If = llvm::cast<IfStmt>(*S);
    if (holdsKernels(If.thenBody()))
      return lower(conditionInside(If.cond(), If.thenBody()), Scope, Out);
    StmtRef Else = If.elseBody() ? lowerScoped(If.elseBody(), Scope) : nullptr;
    Out.push_back(std::make_shared<IfStmt>(
        If.cond(), lowerScoped(If.thenBody(), Scope), Else, If.tag()));
    return;
  }
  case Stmt::Kind::Loop:
    return lowerLoop(llvm::cast<LoopStmt>(*S), Scope, Out);
  case Stmt::Kind::Let:
  case Stmt::Kind::Var:
  case Stmt::Kind::LocalArray:
  case Stmt::Kind::Assign:
  case Stmt::Kind::While:
  case Stmt::Kind::Prefetch:
  case Stmt::Kind::Touch:
    Out.push_back(S);
    return;
  case Stmt::Kind::Track: {
    auto &Track = llvm::cast<TrackStmt>(*S);
    return lowerPart(fusedRows(Track), {}, Track, Scope, Out);
  }
  case Stmt::Kind::For:
  case Stmt::Kind::View:
  case Stmt::Kind::Rows:
  case Stmt::Kind::Grow:
  case Stmt::Kind::Extend:
  case Stmt::Kind::Stream:
  case Stmt::Kind::Stored:
    return fail(msg::LoopStatementInGraph());
  }
}

StmtRef Lowering::lowerScoped(const StmtRef &S, LoopScope Scope) {
  Statements Out;
  for (const StmtRef &Part : statementsOf(S))
    lower(Part, Scope, Out);
  return block(std::move(Out));
}

llvm::Expected<StmtRef> Lowering::run() {
  Statements Out;
  LoopScope Scope;
  for (const StmtRef &Part : statementsOf(N.Body))
    lower(Part, Scope, Out);
  for (const StmtRef &Part : statementsOf(N.Epilogue))
    Out.push_back(Part);
  if (!Problem.empty())
    return makeError({}, "internal: " + Problem);
  Out = statementsOf(hoistWorkspaces(block(std::move(Out)), Names, Hoisted));
  Out.insert(Out.begin(), Hoisted.begin(), Hoisted.end());
  return block(std::move(Out));
}
