//===- NotesAtEnds.cpp - notes of first and last iterations ---------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NotesAtEnds.h"
#include "KnownReads.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/analysis/elements/WideSums.h"
#include "lacuna/analysis/reductions/Reductions.h"

using namespace lacuna;

using Statements = std::vector<StmtRef>;

namespace {

/// Takes notes out of loops, those inside first.
class EndsOfLoops {
public:
  EndsOfLoops(const Nest &N, const AccessNotes &Notes) : N(N), Notes(Notes) {}

  StmtRef visit(const StmtRef &S) const;

private:
  StmtRef visit(const LoopStmt &Loop) const;
  bool hasEnds(const LoopStmt &Loop) const;
  std::optional<int64_t> growthOf(const StmtRef &Note,
                                  const IndexVar &Var) const;
  StmtRef outOf(const LoopStmt &Loop, Statements Body, Statements Ends) const;
  bool mayMove(const StmtRef &S, const IndexVar &Var,
               const llvm::StringSet<> &Changed) const;
  StmtRef atEnds(const StmtRef &S, const IndexVar &Var) const;

  const Nest &N;
  const AccessNotes &Notes;
};

} // namespace

/// Whether \p E is the same in each iteration of the loop over \p Var, in which
/// the variables and arrays \p Changed change.
static bool isInvariant(const ExprRef &E, llvm::StringRef Var,
                        const llvm::StringSet<> &Changed) {
  return !usesVar(E, Var) && !reads(E, Changed);
}

/// Whether \p E is linear in \p Var and computed exactly.
static bool isLinear(const ExprRef &E, llvm::StringRef Var,
                     const llvm::StringSet<> &Changed) {
  if (!usesVar(E, Var))
    return isInvariant(E, Var, Changed);
  if (llvm::isa<VarExpr>(*E))
    return true;
  auto IsLinear = [&](const ExprRef &Part) {
    return isLinear(Part, Var, Changed);
  };
  if (auto *Cast = llvm::dyn_cast<CastExpr>(E.get()))
    return Cast->type().holdsAllOf(Cast->operand()->type()) &&
           IsLinear(Cast->operand());
  auto *Binary = llvm::dyn_cast<BinaryExpr>(E.get());
  if (!Binary || !(E->type().isSigned() || E->type().bits() == 64) ||
      !IsLinear(Binary->lhs()) || !IsLinear(Binary->rhs()))
    return false;
  if (Binary->op() == BinaryOp::Mul)
    return !usesVar(Binary->lhs(), Var) || !usesVar(Binary->rhs(), Var);
  return Binary->op() == BinaryOp::Add || Binary->op() == BinaryOp::Sub;
}

/// Whether \p Loop is counted by itself, and not part of a loop that was cut.
bool EndsOfLoops::hasEnds(const LoopStmt &Loop) const {
  return !Loop.merge() && !N.findIndexVar(Loop.var())->isDerived();
}

/// By how much the subscript of \p Note grows with \p Var, if that is known.
std::optional<int64_t> EndsOfLoops::growthOf(const StmtRef &Note,
                                             const IndexVar &Var) const {
  return growth(inI64(N, llvm::cast<AssignStmt>(*Note).value()), Var);
}

/// Whether \p S does nothing but note subscripts that are linear in \p Var, the
/// same way in each of its iterations. What changes outside of \p S are
/// \p Changed.
bool EndsOfLoops::mayMove(const StmtRef &S, const IndexVar &Var,
                          const llvm::StringSet<> &Changed) const {
  auto MayMove = [&](const StmtRef &Part) {
    return !Part || mayMove(Part, Var, Changed);
  };
  auto IsInvariant = [&](const ExprRef &E) {
    return isInvariant(E, Var.Name, Changed);
  };
  // Else it would be two notes, and these be four in the next loop.
  if (Notes.isNote(*S))
    return growthOf(S, Var) &&
           isLinear(llvm::cast<AssignStmt>(*S).value(), Var.Name, Changed);
  if (auto *Let = llvm::dyn_cast<LetStmt>(S.get()))
    return IsInvariant(Let->init());
  if (auto *If = llvm::dyn_cast<IfStmt>(S.get()))
    return IsInvariant(If->cond()) && MayMove(If->thenBody()) &&
           MayMove(If->elseBody());
  if (auto *Loop = llvm::dyn_cast<LoopStmt>(S.get())) {
    const IndexVar &Inner = *N.findIndexVar(Loop->var());
    return hasEnds(*Loop) && IsInvariant(Inner.Lo) && IsInvariant(Inner.Hi) &&
           MayMove(Loop->body());
  }
  return llvm::isa<BlockStmt>(*S) &&
         llvm::all_of(statementsOf(S),
                      [&](const StmtRef &Part) { return MayMove(Part); });
}

/// \p S, which may be moved, with each note for both ends of \p Var.
StmtRef EndsOfLoops::atEnds(const StmtRef &S, const IndexVar &Var) const {
  if (!S)
    return S;
  if (Notes.isNote(*S)) {
    const ReduceOp Op = llvm::cast<AssignStmt>(*S).op();
    const ExprRef Last = binary(BinaryOp::Sub, Var.Hi, constant(Var.Ty, 1));
    const StmtRef First = substitute(S, {{Var.Name, Var.Lo}}),
                  AtLast = substitute(S, {{Var.Name, Last}});
    const std::optional<int64_t> Grows = growthOf(S, Var);
    if (!Grows)
      return block({First, AtLast});
    return (*Grows > 0) == (Op == ReduceOp::Max) ? AtLast : First;
  }
  if (auto *If = llvm::dyn_cast<IfStmt>(S.get()))
    return std::make_shared<IfStmt>(If->cond(), atEnds(If->thenBody(), Var),
                                    atEnds(If->elseBody(), Var));
  if (auto *Loop = llvm::dyn_cast<LoopStmt>(S.get()))
    return std::make_shared<LoopStmt>(Loop->var().str(),
                                      atEnds(Loop->body(), Var));
  if (llvm::isa<LetStmt>(*S))
    return S;
  Statements Parts;
  for (const StmtRef &Part : statementsOf(S))
    llvm::append_range(Parts, statementsOf(atEnds(Part, Var)));
  return block(std::move(Parts));
}

/// \p Ends in front of \p Loop, of which \p Body is left.
StmtRef EndsOfLoops::outOf(const LoopStmt &Loop, Statements Body,
                           Statements Ends) const {
  const IndexVar &Var = *N.findIndexVar(Loop.var());
  Statements Out;
  if (!Ends.empty())
    Out.push_back(std::make_shared<IfStmt>(binary(BinaryOp::Lt, Var.Lo, Var.Hi),
                                           block(std::move(Ends))));
  if (llvm::any_of(Body,
                   [](const StmtRef &S) { return !llvm::isa<LetStmt>(*S); }))
    Out.push_back(std::make_shared<LoopStmt>(
        Loop.var().str(), block(std::move(Body)), LoopTags(), 0, Loop.merge()));
  return block(std::move(Out));
}

/// The condition of \p Body if that is all that \p Body is, and it is the same
/// in each iteration of \p Loop, however many there are.
static const IfStmt *conditionAround(const LoopStmt &Loop,
                                     llvm::ArrayRef<StmtRef> Body) {
  auto *If = Body.size() == 1 ? llvm::dyn_cast<IfStmt>(Body[0].get()) : nullptr;
  const bool IsAround =
      If && !If->elseBody() && !Loop.merge() && !readsMemory(If->cond()) &&
      isInvariant(If->cond(), Loop.var(), changedIn(If->thenBody()));
  return IsAround ? If : nullptr;
}

StmtRef EndsOfLoops::visit(const LoopStmt &Loop) const {
  const IndexVar &Var = *N.findIndexVar(Loop.var());
  const StmtRef All = visit(Loop.body());
  const bool HasEnds = hasEnds(Loop);
  if (HasEnds && mayMove(All, Var, {}))
    return outOf(Loop, {}, statementsOf(atEnds(All, Var)));
  Statements Body, Ends;
  const llvm::StringSet<> Changed = changedIn(All);
  for (const StmtRef &S : statementsOf(All))
    if (HasEnds && Notes.isNote(*S) &&
        isLinear(llvm::cast<AssignStmt>(*S).value(), Var.Name, Changed))
      Ends.push_back(atEnds(S, Var));
    else
      Body.push_back(S);
  if (auto *If = Ends.empty() ? conditionAround(Loop, Body) : nullptr)
    return std::make_shared<IfStmt>(
        If->cond(), outOf(Loop, statementsOf(If->thenBody()), {}));
  return outOf(Loop, std::move(Body), std::move(Ends));
}

StmtRef EndsOfLoops::visit(const StmtRef &S) const {
  if (!S)
    return S;
  if (auto *Loop = llvm::dyn_cast<LoopStmt>(S.get()))
    return visit(*Loop);
  if (auto *If = llvm::dyn_cast<IfStmt>(S.get()))
    return std::make_shared<IfStmt>(If->cond(), visit(If->thenBody()),
                                    visit(If->elseBody()));
  if (auto *While = llvm::dyn_cast<WhileStmt>(S.get()))
    return std::make_shared<WhileStmt>(While->cond(), visit(While->body()));
  if (!llvm::isa<BlockStmt>(*S))
    return S;
  Statements Parts;
  for (const StmtRef &Part : statementsOf(S))
    llvm::append_range(Parts, statementsOf(visit(Part)));
  return block(std::move(Parts));
}

StmtRef lacuna::notesAtEnds(const Nest &N, const AccessNotes &Notes,
                            const StmtRef &Walk) {
  return EndsOfLoops(N, Notes).visit(Walk);
}
