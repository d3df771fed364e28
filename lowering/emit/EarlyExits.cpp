//===- EarlyExits.cpp - where loops end by their flags --------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EarlyExits.h"

using namespace lacuna;

namespace {

class ExitFinder {
public:
  explicit ExitFinder(llvm::StringRef Goes) : Goes(Goes) {}

  void visit(const StmtRef &S, std::vector<llvm::StringRef> Guards);
  llvm::DenseSet<const Stmt *> Found;

private:
  llvm::StringRef Goes;
};

} // namespace

/// The flag that \p S clears, or nothing.
static llvm::StringRef cleared(const Stmt &S) {
  auto *Assign = llvm::dyn_cast<AssignStmt>(&S);
  const bool Clears = Assign && Assign->op() == ReduceOp::None &&
                      !Assign->target().Index && Assign->target().Ty.isBool() &&
                      constantValue(Assign->value()) == 0;
  return Clears ? llvm::StringRef(Assign->target().Name) : llvm::StringRef();
}

/// The flag under which alone \p S does anything, or nothing.
static llvm::StringRef guardOf(const Stmt &S) {
  auto *If = llvm::dyn_cast<IfStmt>(&S);
  auto *Flag = If && !If->elseBody() ? llvm::dyn_cast<VarExpr>(If->cond().get())
                                     : nullptr;
  return Flag ? Flag->name() : llvm::StringRef();
}

/// \p S, behind which nothing runs but what is under \p Guards.
void ExitFinder::visit(const StmtRef &S, std::vector<llvm::StringRef> Guards) {
  const std::vector<StmtRef> All = statementsOf(S);
  llvm::ArrayRef<StmtRef> List = All;
  for (; !List.empty(); List = List.drop_back()) {
    const llvm::StringRef Guard = guardOf(*List.back());
    if (Guard.empty())
      break;
    // It may be where the loop is left itself.
    visit(llvm::cast<IfStmt>(*List.back()).thenBody(), Guards);
    Guards.push_back(Guard);
  }
  if (List.empty())
    return;
  const Stmt &Last = *List.back();
  if (auto *If = llvm::dyn_cast<IfStmt>(&Last)) {
    visit(If->thenBody(), Guards);
    if (If->elseBody())
      visit(If->elseBody(), Guards);
    return;
  }
  if (cleared(Last) != Goes)
    return;
  auto IsCleared = [&](llvm::StringRef Guard) {
    for (const StmtRef &Before : llvm::reverse(List)) {
      const llvm::StringRef Flag = cleared(*Before);
      if (Flag.empty() || Flag == Guard)
        return Flag == Guard;
    }
    return false;
  };
  if (llvm::all_of(Guards, IsCleared))
    Found.insert(&Last);
}

llvm::DenseSet<const Stmt *> lacuna::exitsOf(const WhileStmt &Loop) {
  // Behind a false flag nothing of the condition is evaluated.
  const Expr *First = Loop.cond().get();
  while (auto *B = llvm::dyn_cast<BinaryExpr>(First)) {
    if (B->op() != BinaryOp::LogicalAnd)
      return {};
    First = B->lhs().get();
  }
  auto *Flag = llvm::dyn_cast<VarExpr>(First);
  if (!Flag || !Flag->type().isBool())
    return {};
  ExitFinder Finder(Flag->name());
  Finder.visit(Loop.body(), {});
  return std::move(Finder.Found);
}
