//===- ProgramSlice.cpp - the part of statements that a value depends on --===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/elements/ProgramSlice.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

namespace {

class Slicer {
public:
  Slicer(const StmtRef &S, llvm::StringSet<> Wanted,
         llvm::ArrayRef<std::string> OwnArrays)
      : Wanted(std::move(Wanted)) {
    for (const std::string &Array : OwnArrays)
      Own.insert(Array);
    walk(S, [&](const Stmt &Part) {
      if (auto *Array = llvm::dyn_cast<LocalArrayStmt>(&Part))
        Own.insert(Array->name());
      return true;
    });
  }

  StmtRef run(const StmtRef &S);

private:
  bool isWanted(const Stmt &S) const;
  bool collect(const StmtRef &S);
  StmtRef keep(const StmtRef &S) const;
  StmtRef withoutReductions(const ForStmt &Loop) const;

  llvm::StringSet<> Wanted, Own;
};

} // namespace

static bool isSimple(const Stmt &S) {
  return llvm::isa<LetStmt, VarStmt, LocalArrayStmt, AssignStmt, PrefetchStmt,
                   TouchStmt>(S);
}

/// Whether a statement without parts is about something wanted.
bool Slicer::isWanted(const Stmt &S) const {
  if (auto *Let = llvm::dyn_cast<LetStmt>(&S))
    return Wanted.contains(Let->name());
  if (auto *Var = llvm::dyn_cast<VarStmt>(&S))
    return Wanted.contains(Var->name());
  if (auto *Array = llvm::dyn_cast<LocalArrayStmt>(&S))
    return Wanted.contains(Array->name());
  if (llvm::isa<TouchStmt>(&S))
    return true;
  auto *Assign = llvm::dyn_cast<AssignStmt>(&S);
  return Assign && Wanted.contains(Assign->target().Name) &&
         (!Assign->target().Index || Own.contains(Assign->target().Name));
}

/// Adds what the kept statements of \p S read; whether there are any.
bool Slicer::collect(const StmtRef &S) {
  bool Kept = isSimple(*S) && isWanted(*S);
  for (const StmtRef &Part : children(*S))
    Kept |= collect(Part);
  if (!Kept)
    return false;
  for (const ExprRef &E : expressions(*S))
    walk(E, [&](const Expr &Part) {
      if (auto *Var = llvm::dyn_cast<VarExpr>(&Part))
        Wanted.insert(Var->name());
      else if (auto *Load = llvm::dyn_cast<LoadExpr>(&Part))
        Wanted.insert(Load->array());
    });
  return true;
}

static bool isEmpty(const StmtRef &S) { return statementsOf(S).empty(); }

static StmtRef keepIf(const IfStmt &If, const StmtRef &S) {
  bool Then = !isEmpty(If.thenBody()), Else = !isEmpty(If.elseBody());
  if (Then == Else || (Then && !If.elseBody()))
    return Then ? S : block({});
  return std::make_shared<IfStmt>(
      Then ? If.cond() : unary(UnaryOp::LogicalNot, If.cond()),
      Then ? If.thenBody() : If.elseBody(), nullptr, S->tag());
}

StmtRef Slicer::keep(const StmtRef &S) const {
  if (isSimple(*S))
    return isWanted(*S) ? S : block({});
  if (auto *If = llvm::dyn_cast<IfStmt>(S.get()))
    return keepIf(*If, S);
  if (llvm::isa<BlockStmt>(S.get()))
    return nullptr;
  if (llvm::all_of(children(*S), isEmpty))
    return block({});
  auto *For = llvm::dyn_cast<ForStmt>(S.get());
  return For ? withoutReductions(*For) : nullptr;
}

/// \p Loop without the reductions of which nothing is kept.
StmtRef Slicer::withoutReductions(const ForStmt &Loop) const {
  ForTags Tags = Loop.tags();
  llvm::erase_if(Tags.Reductions,
                 [&](const auto &R) { return !Wanted.contains(R.second); });
  return std::make_shared<ForStmt>(Loop.var().str(), Loop.lo(), Loop.hi(),
                                   Loop.body(), std::move(Tags), Loop.tag());
}

StmtRef Slicer::run(const StmtRef &S) {
  size_t Known = ~size_t(0);
  while (Known != Wanted.size()) {
    Known = Wanted.size();
    collect(S);
  }
  return rewrite(S, [&](const StmtRef &Part) { return keep(Part); }, nullptr);
}

StmtRef lacuna::sliceOf(const StmtRef &S, llvm::StringSet<> Wanted,
                        llvm::ArrayRef<std::string> Own) {
  return Slicer(S, std::move(Wanted), Own).run(S);
}
