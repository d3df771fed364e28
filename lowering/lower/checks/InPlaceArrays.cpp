//===- InPlaceArrays.cpp - arrays that may be one and the same ------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InPlaceArrays.h"
#include "lacuna/analysis/Dependence.h"
#include "lacuna/analysis/reductions/Reductions.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

namespace {

/// Looks for the one subscript of two arrays, and the loop that uses it.
class PlaceSearch {
public:
  PlaceSearch(const Operand &A, const Operand &B) : A(A), B(B) {}

  bool isOne(const Nest &N);

private:
  void visit(const StmtRef &S, const LoopStmt *Around);
  void touch(llvm::StringRef Array, const ExprRef &Index,
             const LoopStmt *Around);
  bool touches(const StmtRef &S) const {
    return accesses(S, A.Name) != 0 || accesses(S, B.Name) != 0;
  }
  bool isAbout(llvm::StringRef Array) const {
    return Array == A.Name || Array == B.Name;
  }

  const Operand &A, &B;
  ExprRef Subscript;
  const LoopStmt *Loop = nullptr;
  bool Found = true;
};

} // namespace

void PlaceSearch::touch(llvm::StringRef Array, const ExprRef &Index,
                        const LoopStmt *Around) {
  if (!isAbout(Array))
    return;
  if (!Subscript) {
    Subscript = Index;
    Loop = Around;
  }
  Found &= Loop == Around && structurallyEqual(Index, Subscript);
}

void PlaceSearch::visit(const StmtRef &S, const LoopStmt *Around) {
  // A let may be computed again behind the store.
  Found &= !llvm::isa<LetStmt>(S.get()) || !touches(S);
  for (const ExprRef &E : expressions(*S))
    walk(E, [&](const Expr &Part) {
      if (auto *Load = llvm::dyn_cast<LoadExpr>(&Part))
        touch(Load->array(), Load->index(), Around);
    });
  if (auto *Assign = llvm::dyn_cast<AssignStmt>(S.get()))
    if (Assign->target().Index)
      touch(Assign->target().Name, Assign->target().Index, Around);
  auto *Inner = llvm::dyn_cast<LoopStmt>(S.get());
  // These have statements that run once for several iterations.
  Found &= !llvm::isa<TrackStmt>(S.get()) && !(Inner && Inner->merge());
  for (const StmtRef &Part : children(*S))
    visit(Part, Inner ? Inner : Around);
}

/// Whether a part of the nest runs in advance, without what it stores, or what
/// iterations share is told by the array.
static bool countsFirst(const Nest &N) {
  bool Counts = false;
  walk(N.Body, [&](const Stmt &S) {
    auto *Loop = llvm::dyn_cast<LoopStmt>(&S);
    Counts |= Loop && Loop->tags().Parallel &&
              (scans(Loop->tags().Parallel->Races) ||
               Loop->tags().Parallel->Races == RaceStrategy::Wavefront);
    return !Counts;
  });
  return Counts;
}

bool PlaceSearch::isOne(const Nest &N) {
  llvm::StringSet<> Bounds = arraysInBounds(N);
  if (Bounds.contains(A.Name) || Bounds.contains(B.Name))
    return false;
  for (const StmtRef &S : statementsOf(N.Body))
    visit(S, nullptr);
  // A scalar in memory is read in front of the nest, not where its place is.
  Found &= accesses(N.Body, A.Name) != 0 && accesses(N.Body, B.Name) != 0;
  if (!Found || !Loop || (N.Epilogue && touches(N.Epilogue)))
    return false;
  auto Places = injectiveSubscript(N, A.Name, Subscript);
  if (!Places || !Places->Conditions.empty())
    return false;
  for (const LoopStmt *L : pathTo(N.Body, Loop->var()))
    for (const std::string &Var : N.ancestors(L->var()))
      if (!llvm::is_contained(Places->Vars, Var))
        return false;
  return true;
}

/// Whether elements of \p Array decide what is accessed.
static bool steers(const Nest &N, llvm::StringRef Array) {
  llvm::StringSet<> It;
  It.insert(Array);
  bool Does = false;
  auto See = [&](const ExprRef &E) { Does |= E && reads(E, It); };
  walk(N.Body, [&](const Stmt &S) {
    if (auto *If = llvm::dyn_cast<IfStmt>(&S))
      See(If->cond());
    if (auto *While = llvm::dyn_cast<WhileStmt>(&S))
      See(While->cond());
    if (auto *Assign = llvm::dyn_cast<AssignStmt>(&S))
      See(Assign->target().Index);
    for (const ExprRef &E : expressions(S))
      walk(E, [&](const Expr &Part) {
        if (auto *Load = llvm::dyn_cast<LoadExpr>(&Part))
          See(Load->index());
        else if (isConditional(Part))
          See(Part.operands().front());
      });
    return !Does;
  });
  return Does;
}

bool lacuna::mayBeOne(const Nest &N, const Operand &A, const Operand &B,
                      bool IsWalked) {
  // What was read in front of the nest has to be what the nest reads.
  for (const Operand *O : {&A, &B})
    if (llvm::is_contained(N.Facts.ReadInFront, O->Name) ||
        (IsWalked && steers(N, O->Name)))
      return false;
  // Of records it takes more than one address to be the same array.
  return A.Ty == B.Ty && A.Records.empty() && B.Records.empty() &&
         !countsFirst(N) && PlaceSearch(A, B).isOne(N);
}
