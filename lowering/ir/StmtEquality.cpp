//===- StmtEquality.cpp - whether statements are the same -----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/ir/RowsStmt.h"
#include "lacuna/ir/Stmt.h"
#include "lacuna/ir/ViewStmt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace lacuna;

/// \p Body without blocks that hold a single statement: a body is a scope
/// anyway, so they say nothing. Null for a body that does nothing.
static const Stmt *peelBody(const StmtRef &Body) {
  const Stmt *S = Body.get();
  while (auto *Block = llvm::dyn_cast_or_null<BlockStmt>(S)) {
    if (Block->tag() != 0 || Block->body().size() > 1)
      break;
    S = Block->body().empty() ? nullptr : Block->body().front().get();
  }
  return S;
}

static bool equal(const Stmt *A, const Stmt *B);

static bool equalBodies(const StmtRef &A, const StmtRef &B) {
  return equal(peelBody(A), peelBody(B));
}

static bool equalFor(const ForStmt &A, const ForStmt &B) {
  const ForTags &TA = A.tags(), &TB = B.tags();
  return A.var() == B.var() && structurallyEqual(A.lo(), B.lo()) &&
         structurallyEqual(A.hi(), B.hi()) && TA.Mode == TB.Mode &&
         TA.Schedule == TB.Schedule && TA.Width == TB.Width &&
         structurallyEqual(TA.NumThreads, TB.NumThreads) &&
         TA.Reductions == TB.Reductions && TA.Unroll == TB.Unroll &&
         TA.IsIndependent == TB.IsIndependent && TA.MostTrips == TB.MostTrips &&
         TA.Plan == TB.Plan && TA.Thread == TB.Thread &&
         equalBodies(A.body(), B.body());
}

static bool equalGrowth(const GrowStmt &A, const GrowStmt &B) {
  return A.rows() == B.rows() && A.elem() == B.elem() &&
         A.failed() == B.failed() && structurallyEqual(A.row(), B.row()) &&
         structurallyEqual(A.count(), B.count());
}

static bool equalAssign(const AssignStmt &A, const AssignStmt &B) {
  return A.target().Name == B.target().Name && A.target().Ty == B.target().Ty &&
         structurallyEqual(A.target().Index, B.target().Index) &&
         A.op() == B.op() && structurallyEqual(A.value(), B.value()) &&
         A.isAtomic() == B.isAtomic() && A.old() == B.old();
}

static bool equalDeclarations(const Stmt &A, const Stmt &B) {
  if (auto *LA = llvm::dyn_cast<LetStmt>(&A)) {
    auto &LB = llvm::cast<LetStmt>(B);
    return LA->name() == LB.name() && structurallyEqual(LA->init(), LB.init());
  }
  if (auto *VA = llvm::dyn_cast<VarStmt>(&A)) {
    auto &VB = llvm::cast<VarStmt>(B);
    return VA->name() == VB.name() && VA->type() == VB.type() &&
           structurallyEqual(VA->init(), VB.init());
  }
  if (auto *VA = llvm::dyn_cast<ViewStmt>(&A)) {
    auto &VB = llvm::cast<ViewStmt>(B);
    return VA->name() == VB.name() && VA->elem() == VB.elem() &&
           VA->whole() == VB.whole() && VA->part() == VB.part() &&
           structurallyEqual(VA->isWhole(), VB.isWhole()) &&
           structurallyEqual(VA->begin(), VB.begin());
  }
  if (auto *RA = llvm::dyn_cast<RowsStmt>(&A)) {
    auto &RB = llvm::cast<RowsStmt>(B);
    return RA->name() == RB.name() && RA->elem() == RB.elem() &&
           RA->count() == RB.count();
  }
  auto &AA = llvm::cast<LocalArrayStmt>(A), &AB = llvm::cast<LocalArrayStmt>(B);
  return AA.name() == AB.name() && AA.elem() == AB.elem() &&
         structurallyEqual(AA.extent(), AB.extent()) &&
         structurallyEqual(AA.init(), AB.init());
}

static bool equalMerges(const MergeRef &A, const MergeRef &B) {
  if (A == B)
    return true;
  return A && B && A->Operands == B->Operands &&
         structurallyEqual(A->Where, B->Where);
}

static bool equalGraph(const Stmt &A, const Stmt &B) {
  if (auto *LA = llvm::dyn_cast<LoopStmt>(&A)) {
    auto &LB = llvm::cast<LoopStmt>(B);
    return LA->var() == LB.var() && LA->tags() == LB.tags() &&
           equalMerges(LA->merge(), LB.merge()) &&
           equalBodies(LA->body(), LB.body());
  }
  auto &TA = llvm::cast<TrackStmt>(A), &TB = llvm::cast<TrackStmt>(B);
  return TA.outer() == TB.outer() && equalBodies(TA.enter(), TB.enter()) &&
         equalBodies(TA.each(), TB.each()) &&
         equalBodies(TA.leave(), TB.leave());
}

static bool equal(const Stmt *A, const Stmt *B) {
  if (A == B)
    return true;
  if (!A || !B || A->kind() != B->kind() || A->tag() != B->tag())
    return false;
  switch (A->kind()) {
  case Stmt::Kind::Block: {
    llvm::ArrayRef<StmtRef> BA = llvm::cast<BlockStmt>(A)->body(),
                            BB = llvm::cast<BlockStmt>(B)->body();
    return std::equal(BA.begin(), BA.end(), BB.begin(), BB.end(),
                      [](const StmtRef &L, const StmtRef &R) {
                        return equal(L.get(), R.get());
                      });
  }
  case Stmt::Kind::Let:
  case Stmt::Kind::Var:
  case Stmt::Kind::LocalArray:
  case Stmt::Kind::View:
  case Stmt::Kind::Rows:
    return equalDeclarations(*A, *B);
  case Stmt::Kind::Grow:
    return equalGrowth(*llvm::cast<GrowStmt>(A), *llvm::cast<GrowStmt>(B));
  case Stmt::Kind::Extend: {
    auto *EA = llvm::cast<ExtendStmt>(A), *EB = llvm::cast<ExtendStmt>(B);
    return EA->array() == EB->array() &&
           structurallyEqual(EA->count(), EB->count());
  }
  case Stmt::Kind::Assign:
    return equalAssign(*llvm::cast<AssignStmt>(A), *llvm::cast<AssignStmt>(B));
  case Stmt::Kind::Prefetch: {
    auto *PA = llvm::cast<PrefetchStmt>(A), *PB = llvm::cast<PrefetchStmt>(B);
    return PA->array() == PB->array() && PA->elem() == PB->elem() &&
           structurallyEqual(PA->index(), PB->index()) &&
           structurallyEqual(PA->count(), PB->count());
  }
  case Stmt::Kind::Touch: {
    auto *TA = llvm::cast<TouchStmt>(A), *TB = llvm::cast<TouchStmt>(B);
    return TA->array() == TB->array() && TA->elem() == TB->elem() &&
           TA->access() == TB->access() &&
           structurallyEqual(TA->index(), TB->index()) &&
           structurallyEqual(TA->end(), TB->end()) &&
           structurallyEqual(TA->number(), TB->number());
  }
  case Stmt::Kind::Stream: {
    auto *SA = llvm::cast<StreamStmt>(A), *SB = llvm::cast<StreamStmt>(B);
    return SA->array() == SB->array() && SA->elem() == SB->elem() &&
           structurallyEqual(SA->index(), SB->index()) &&
           SA->from() == SB->from() && SA->count() == SB->count();
  }
  case Stmt::Kind::If: {
    auto *IA = llvm::cast<IfStmt>(A), *IB = llvm::cast<IfStmt>(B);
    return structurallyEqual(IA->cond(), IB->cond()) &&
           equalBodies(IA->thenBody(), IB->thenBody()) &&
           equalBodies(IA->elseBody(), IB->elseBody());
  }
  case Stmt::Kind::Loop:
  case Stmt::Kind::Track:
    return equalGraph(*A, *B);
  case Stmt::Kind::For:
    return equalFor(*llvm::cast<ForStmt>(A), *llvm::cast<ForStmt>(B));
  case Stmt::Kind::While: {
    auto *WA = llvm::cast<WhileStmt>(A), *WB = llvm::cast<WhileStmt>(B);
    return structurallyEqual(WA->cond(), WB->cond()) &&
           equalBodies(WA->body(), WB->body());
  }
  case Stmt::Kind::Stored: {
    auto *SA = llvm::cast<StoredStmt>(A), *SB = llvm::cast<StoredStmt>(B);
    return std::equal(SA->all().begin(), SA->all().end(), SB->all().begin(),
                      SB->all().end(),
                      [](const StoredLoops &LA, const StoredLoops &LB) {
                        return structurallyEqual(LA.Use, LB.Use) &&
                               equalBodies(LA.Made, LB.Made);
                      }) &&
           equalBodies(SA->otherwise(), SB->otherwise()) &&
           structurallyEqual(SA->runs().Threads, SB->runs().Threads) &&
           structurallyEqual(SA->runs().Reassociates, SB->runs().Reassociates);
  }
  }
  llvm_unreachable("unknown statement kind");
}

bool lacuna::structurallyEqual(const StmtRef &A, const StmtRef &B) {
  return equalBodies(A, B);
}
