//===- Selections.cpp - the best element with what belongs to it ----------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/Selections.h"
#include "lacuna/analysis/Reductions.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

bool Selection::sets(llvm::StringRef Name) const {
  return llvm::any_of(Variables,
                      [&](const Place &P) { return P.Name == Name; });
}

namespace {

class SelectionFinder {
public:
  SelectionFinder(const Nest &N, const StmtRef &Body)
      : N(N), Body(Body), Inside(declaredIn(Body)) {}

  std::vector<Selection> run();

private:
  std::optional<Selection> selectionOf(const IfStmt &If) const;
  bool collectSets(const IfStmt &If,
                   std::vector<const AssignStmt *> &Sets) const;
  bool findComparison(const ExprRef &Cond, const llvm::StringSet<> &Sets,
                      const BinaryExpr *&Comparison) const;
  bool areUsedHereAlone(const Selection &S, size_t Places) const;

  const Nest &N;
  const StmtRef &Body;
  llvm::StringSet<> Inside;
};

} // namespace

/// The assignments of \p If; false if it does anything else.
bool SelectionFinder::collectSets(const IfStmt &If,
                                  std::vector<const AssignStmt *> &Sets) const {
  if (If.elseBody() && !statementsOf(If.elseBody()).empty())
    return false;
  for (const StmtRef &S : statementsOf(If.thenBody())) {
    auto *Assign = llvm::dyn_cast<AssignStmt>(S.get());
    if (!Assign || Assign->op() != ReduceOp::None || Assign->target().Index ||
        Inside.contains(Assign->target().Name) ||
        N.findOperand(Assign->target().Name) ||
        llvm::any_of(Sets, [&](const AssignStmt *Other) {
          return Other->target().Name == Assign->target().Name;
        }))
      return false;
    Sets.push_back(Assign);
  }
  return !Sets.empty();
}

/// The one comparison among the conjuncts of \p Cond that reads what is set, if
/// there is one; false if anything else does.
bool SelectionFinder::findComparison(const ExprRef &Cond,
                                     const llvm::StringSet<> &Sets,
                                     const BinaryExpr *&Comparison) const {
  if (!reads(Cond, Sets))
    return true;
  auto *B = llvm::dyn_cast<BinaryExpr>(Cond.get());
  if (!B)
    return false;
  if (B->op() == BinaryOp::LogicalAnd)
    return findComparison(B->lhs(), Sets, Comparison) &&
           findComparison(B->rhs(), Sets, Comparison);
  if (Comparison || (B->op() != BinaryOp::Lt && B->op() != BinaryOp::Le &&
                     B->op() != BinaryOp::Gt && B->op() != BinaryOp::Ge))
    return false;
  Comparison = B;
  return true;
}

/// `a < b` as `b > a`.
static BinaryOp turned(BinaryOp Op) {
  switch (Op) {
  case BinaryOp::Lt:
    return BinaryOp::Gt;
  case BinaryOp::Le:
    return BinaryOp::Ge;
  case BinaryOp::Gt:
    return BinaryOp::Lt;
  default:
    return BinaryOp::Le;
  }
}

/// Whether \p Value can be computed by iterations that the user's loop would
/// not have selected: it reads no memory but what \p Cond reads, and cannot
/// trap.
static bool isHarmless(const ExprRef &Value, const ExprRef &Cond) {
  bool Ok = true;
  walk(Value, [&](const Expr &Part) {
    if (auto *Load = llvm::dyn_cast<LoadExpr>(&Part)) {
      bool IsRead = false;
      walk(Cond, [&](const Expr &Other) {
        auto *Same = llvm::dyn_cast<LoadExpr>(&Other);
        IsRead |= Same && Same->array() == Load->array() &&
                  structurallyEqual(Same->index(), Load->index());
      });
      Ok &= IsRead;
    }
    auto *B = llvm::dyn_cast<BinaryExpr>(&Part);
    Ok &= !llvm::isa<CallExpr, OpaqueExpr>(&Part) &&
          !(B && (B->op() == BinaryOp::Div || B->op() == BinaryOp::Rem));
  });
  return Ok;
}

static bool isVariable(const ExprRef &E, llvm::StringRef Name) {
  auto *Var = llvm::dyn_cast<VarExpr>(E.get());
  return Var && Var->name() == Name;
}

std::optional<Selection> SelectionFinder::selectionOf(const IfStmt &If) const {
  std::vector<const AssignStmt *> Sets;
  if (!collectSets(If, Sets))
    return std::nullopt;
  llvm::StringSet<> Names;
  for (const AssignStmt *Assign : Sets)
    Names.insert(Assign->target().Name);
  const BinaryExpr *Comparison = nullptr;
  if (!findComparison(If.cond(), Names, Comparison))
    return std::nullopt;
  Selection Result;
  ExprRef Offered;
  for (const AssignStmt *Assign : Sets) {
    const std::string &Name = Assign->target().Name;
    const bool Left = Comparison && isVariable(Comparison->lhs(), Name),
               Right = Comparison && isVariable(Comparison->rhs(), Name);
    if (!Left && !Right) {
      Result.Variables.push_back(Assign->target());
      continue;
    }
    Offered = Left ? Comparison->rhs() : Comparison->lhs();
    Result.Key = Name;
    Result.Goes = Left ? turned(Comparison->op()) : Comparison->op();
    Result.Variables.insert(Result.Variables.begin(), Assign->target());
  }
  if (Comparison && (!Offered || reads(Offered, Names)))
    return std::nullopt;
  for (const AssignStmt *Assign : Sets) {
    const bool IsKey = Assign->target().Name == Result.Key;
    if (IsKey ? !structurallyEqual(Assign->value(), Offered)
              : reads(Assign->value(), Names) ||
                    !isHarmless(Assign->value(), If.cond()))
      return std::nullopt;
  }
  llvm::sort(Result.Variables, [&](const Place &A, const Place &B) {
    return std::pair(A.Name != Result.Key, A.Name) <
           std::pair(B.Name != Result.Key, B.Name);
  });
  return Result;
}

/// Whether \p Body uses the variables of \p S nowhere but in as many \p Places
/// as there were found.
bool SelectionFinder::areUsedHereAlone(const Selection &S,
                                       size_t Places) const {
  size_t Reads = 0, Writes = 0;
  walk(Body, [&](const Stmt &Part) {
    for (const ExprRef &E : expressions(Part))
      walk(E, [&](const Expr &Inner) {
        auto *Var = llvm::dyn_cast<VarExpr>(&Inner);
        Reads += Var && S.sets(Var->name());
      });
    auto *Assign = llvm::dyn_cast<AssignStmt>(&Part);
    Writes += Assign && S.sets(Assign->target().Name);
    if (auto *For = llvm::dyn_cast<ForStmt>(&Part))
      for (const auto &[Op, Name] : For->tags().Reductions)
        Writes += S.sets(Name);
    return true;
  });
  return Reads == (S.Key.empty() ? 0 : Places) &&
         Writes == S.Variables.size() * Places;
}

static bool isSame(const Selection &A, const Selection &B) {
  return A.Key == B.Key && (A.Key.empty() || A.Goes == B.Goes) &&
         A.Variables.size() == B.Variables.size() &&
         llvm::all_of(A.Variables,
                      [&](const Place &P) { return B.sets(P.Name); });
}

/// A loop that commands cut has copies of its body.
std::vector<Selection> SelectionFinder::run() {
  std::vector<std::pair<Selection, size_t>> Found;
  walk(Body, [&](const Stmt &S) {
    auto *If = llvm::dyn_cast<IfStmt>(&S);
    std::optional<Selection> Of =
        If ? selectionOf(*If) : std::optional<Selection>();
    if (!Of)
      return true;
    auto Known = llvm::find_if(
        Found, [&](const auto &Other) { return isSame(Other.first, *Of); });
    if (Known == Found.end())
      Found.emplace_back(std::move(*Of), 1);
    else
      ++Known->second;
    return true;
  });
  std::vector<Selection> Result;
  for (auto &[S, Places] : Found)
    if (areUsedHereAlone(S, Places))
      Result.push_back(std::move(S));
  return Result;
}

std::vector<Selection> lacuna::selectionsIn(const Nest &N,
                                            const StmtRef &Body) {
  return SelectionFinder(N, Body).run();
}
