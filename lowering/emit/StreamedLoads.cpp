//===- StreamedLoads.cpp - what a kernel reads once -----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamedLoads.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/SaveAndRestore.h"
#include <optional>

using namespace lacuna;

/// Fewer neighbours leave parts of cache lines to others.
static constexpr int64_t LeastNeighbours = 32;

namespace {

/// What a value is made of.
struct Parts {
  /// How much the next thread's is larger, if that is known.
  std::optional<int64_t> Step = 0;
  llvm::StringSet<> Loops; ///< whose iterations it tells apart, perhaps
  bool IsStreamed = false; ///< a streamed load is among them
};

class StreamFinder {
public:
  explicit StreamFinder(const llvm::StringSet<> &Unwritten)
      : Unwritten(Unwritten) {}

  void visitLoop(const ForStmt &Loop);
  llvm::DenseSet<const Expr *> take() {
    return AreGathered ? std::move(Found) : llvm::DenseSet<const Expr *>();
  }

private:
  void visit(const StmtRef &S);
  Parts partsOf(const ExprRef &E) const;
  bool isStreamed(const LoadExpr &Load, const Parts &Index) const;
  void look(const LoadExpr &Load);
  Parts partsOfLoop(const ForStmt &Loop, bool IsOnNeighbours) const;

  const llvm::StringSet<> &Unwritten;
  llvm::StringMap<Parts> Values; ///< of what is declared so far
  std::vector<std::string> Around;
  bool IsOnThreads = false, IsRepeated = false, AreGathered = false;
  llvm::DenseSet<const Expr *> Found;
};

} // namespace

static std::optional<int64_t> stepOf(const BinaryExpr &E, const Parts &L,
                                     const Parts &R) {
  if (L.Step == 0 && R.Step == 0)
    return 0;
  if (!L.Step || !R.Step)
    return std::nullopt;
  switch (E.op()) {
  case BinaryOp::Add:
    return *L.Step + *R.Step;
  case BinaryOp::Sub:
    return *L.Step - *R.Step;
  case BinaryOp::Mul:
    if (auto Factor = constantValue(L.Step == 0 ? E.lhs() : E.rhs()))
      return *Factor * (L.Step == 0 ? *R.Step : *L.Step);
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

Parts StreamFinder::partsOf(const ExprRef &E) const {
  if (auto *Var = llvm::dyn_cast<VarExpr>(E.get())) {
    auto Known = Values.find(Var->name());
    return Known == Values.end() ? Parts() : Known->second;
  }
  Parts All;
  std::vector<Parts> Of;
  for (const ExprRef &Operand : E->operands()) {
    Of.push_back(partsOf(Operand));
    for (const auto &Loop : Of.back().Loops)
      All.Loops.insert(Loop.getKey());
    All.IsStreamed |= Of.back().IsStreamed;
  }
  if (auto *Load = llvm::dyn_cast<LoadExpr>(E.get()))
    All.IsStreamed |= isStreamed(*Load, Of[0]);
  if (auto *Binary = llvm::dyn_cast<BinaryExpr>(E.get()))
    All.Step = stepOf(*Binary, Of[0], Of[1]);
  else if (llvm::isa<CastExpr>(*E) && E->type().isInteger())
    All.Step = Of[0].Step;
  else if (!llvm::all_of(Of, [](const Parts &P) { return P.Step == 0; }))
    All.Step = std::nullopt;
  return All;
}

bool StreamFinder::isStreamed(const LoadExpr &Load, const Parts &Index) const {
  return Unwritten.contains(Load.array()) && Index.Step == 1 && !IsRepeated &&
         llvm::all_of(Around, [&](const std::string &Loop) {
           return Index.Loops.contains(Loop);
         });
}

void StreamFinder::look(const LoadExpr &Load) {
  const Parts Index = partsOf(Load.index());
  if (isStreamed(Load, Index))
    Found.insert(&Load);
  else
    AreGathered |= Index.IsStreamed && Unwritten.contains(Load.array());
}

/// \p IsOnNeighbours: whether its iterations run on neighbouring threads.
Parts StreamFinder::partsOfLoop(const ForStmt &Loop,
                                bool IsOnNeighbours) const {
  Parts Own = partsOf(Loop.lo());
  if (Own.Step && IsOnNeighbours)
    Own.Step = *Own.Step + 1;
  Own.Loops.insert(Loop.var());
  return Own;
}

void StreamFinder::visit(const StmtRef &S) {
  if (IsOnThreads)
    for (const ExprRef &E : expressions(*S))
      walk(E, [&](const Expr &Part) {
        if (auto *Load = llvm::dyn_cast<LoadExpr>(&Part))
          look(*Load);
      });
  if (auto *Loop = llvm::dyn_cast<ForStmt>(S.get()))
    return visitLoop(*Loop);
  if (auto *Let = llvm::dyn_cast<LetStmt>(S.get()))
    Values[Let->name()] = partsOf(Let->init());
  else if (auto *Var = llvm::dyn_cast<VarStmt>(S.get()))
    Values[Var->name()].Step = std::nullopt;
  llvm::SaveAndRestore Repeated(IsRepeated,
                                IsRepeated || llvm::isa<WhileStmt>(*S));
  for (const StmtRef &Part : children(*S))
    visit(Part);
}

void StreamFinder::visitLoop(const ForStmt &Loop) {
  const bool OnNeighbours = Loop.tags().Mode == ForMode::GpuThread &&
                            Loop.tags().MostTrips >= LeastNeighbours;
  Values[Loop.var()] = partsOfLoop(Loop, OnNeighbours);
  Around.push_back(Loop.var().str());
  llvm::SaveAndRestore Inside(IsOnThreads, IsOnThreads || OnNeighbours);
  visit(Loop.body());
  Around.pop_back();
}

/// Whether \p A and \p B are a constant apart.
static bool areNeighbours(const ExprRef &A, const ExprRef &B) {
  auto IsNextTo = [](const ExprRef &From, const ExprRef &To) {
    auto *Sum = llvm::dyn_cast<BinaryExpr>(To.get());
    return Sum && Sum->op() == BinaryOp::Add && constantValue(Sum->rhs()) &&
           structurallyEqual(Sum->lhs(), From);
  };
  return IsNextTo(A, B) || IsNextTo(B, A);
}

/// Elements that several threads read, such as the bounds of rows, each of
/// which ends one and begins the next, are no stream.
static void dropShared(const ForStmt &Kernel, llvm::StringSet<> &Arrays) {
  llvm::StringMap<std::vector<ExprRef>> Indices;
  walk(Kernel.body(), [&](const Stmt &S) {
    for (const ExprRef &E : expressions(S))
      walk(E, [&](const Expr &Part) {
        if (auto *Load = llvm::dyn_cast<LoadExpr>(&Part))
          Indices[Load->array()].push_back(Load->index());
      });
    return true;
  });
  for (const auto &Of : Indices)
    for (const ExprRef &Index : Of.second)
      if (llvm::any_of(Of.second, [&](const ExprRef &Other) {
            return areNeighbours(Index, Other);
          }))
        Arrays.erase(Of.getKey());
}

llvm::DenseSet<const Expr *>
lacuna::streamedLoads(const ForStmt &Kernel, llvm::StringSet<> Unwritten) {
  dropShared(Kernel, Unwritten);
  StreamFinder Finder(Unwritten);
  Finder.visitLoop(Kernel);
  return Finder.take();
}
