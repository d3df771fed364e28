//===- ReachWalk.cpp - whether loops evaluate something -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/elements/ReachWalk.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

using Statements = std::vector<StmtRef>;

namespace {

class ReachWalk {
public:
  ReachWalk(const Nest &N, const ReachQuery &Asked)
      : N(N), Asked(Asked), Bool(Type::boolean()),
        Reached(std::make_shared<AssignStmt>(Place{Asked.Flag, Bool, nullptr},
                                             ReduceOp::None,
                                             constant(Bool, 1))) {}

  std::optional<StmtRef> run();

private:
  /// Whether \p Found comes to what is asked for whatever data hold.
  bool isCertain(const Statements &Found) const {
    return llvm::is_contained(Found, Reached);
  }
  bool isAsked(const Expr &E, bool InBounds) const;
  ExprRef inFront(const ExprRef &E);
  ExprRef withoutAsked(const ExprRef &Cond, bool &Asks) const;
  void choose(const ExprRef &Cond, Statements Then, Statements Else,
              Statements &Out);
  void visit(const ExprRef &E, Statements &Out, bool InBounds = false);
  void visit(const Stmt &S, Statements &Out);
  void visitLoop(const LoopStmt &Loop, Statements &Out);
  Statements visitAll(const StmtRef &S);

  const Nest &N;
  const ReachQuery &Asked;
  const Type Bool;
  const StmtRef Reached;
  llvm::StringMap<ExprRef> Lets;
  bool IsPossible = true;
};

} // namespace

/// The operand that \p E reads or leads to; empty if there is none.
static llvm::StringRef operandOf(const Expr &E) {
  if (auto *Var = llvm::dyn_cast<VarExpr>(&E))
    return Var->name();
  if (auto *Load = llvm::dyn_cast<LoadExpr>(&E))
    return Load->array();
  if (auto *Address = llvm::dyn_cast<AddressExpr>(&E))
    return Address->array();
  return "";
}

bool ReachWalk::isAsked(const Expr &E, bool InBounds) const {
  llvm::StringRef Name = operandOf(E);
  return Asked.Wanted.contains(Name) &&
         !(InBounds && Asked.NotByBounds.contains(Name));
}

/// \p E in terms of operands and index variables, if it can be evaluated.
ExprRef ReachWalk::inFront(const ExprRef &E) {
  ExprRef Value = substitute(E, Lets);
  IsPossible &= isUnchanging(N, Value);
  walk(Value, [&](const Expr &Part) {
    IsPossible &= !Asked.Unknown.contains(operandOf(Part));
  });
  return Value;
}

/// \p Cond with anything in place of what is asked for.
ExprRef ReachWalk::withoutAsked(const ExprRef &Cond, bool &Asks) const {
  return rewrite(Cond, [&](const ExprRef &E) -> ExprRef {
    if (!isAsked(*E, /*InBounds=*/false) || !E->type().isArithmetic())
      return nullptr;
    Asks = true;
    if (E->type().isFloat())
      return std::make_shared<ConstantExpr>(E->type(), "0.0");
    return constant(E->type(), 0);
  });
}

void ReachWalk::choose(const ExprRef &Cond, Statements Then, Statements Else,
                       Statements &Out) {
  if (Then.empty() && Else.empty())
    return;
  if (isCertain(Then) && isCertain(Else))
    return Out.push_back(Reached);
  bool Asks = false;
  ExprRef Known = withoutAsked(substitute(Cond, Lets), Asks);
  StmtRef Choice =
      std::make_shared<IfStmt>(inFront(Known), block(std::move(Then)),
                               Else.empty() ? nullptr : block(std::move(Else)));
  // A condition that comes to what is asked for has set the flag by now.
  if (Asks)
    Choice = std::make_shared<IfStmt>(
        unary(UnaryOp::LogicalNot, var(Bool, Asked.Flag)), Choice, nullptr);
  Out.push_back(Choice);
}

void ReachWalk::visit(const ExprRef &E, Statements &Out, bool InBounds) {
  if (!E || isCertain(Out))
    return;
  if (isAsked(*E, InBounds))
    return Out.push_back(Reached);
  auto *Select = llvm::dyn_cast<SelectExpr>(E.get());
  auto *Binary = llvm::dyn_cast<BinaryExpr>(E.get());
  bool IsOr = Binary && Binary->op() == BinaryOp::LogicalOr;
  if (Select || IsOr || (Binary && Binary->op() == BinaryOp::LogicalAnd)) {
    Statements Then, Else;
    visit(E->operands().front(), Out, InBounds);
    if (isCertain(Out))
      return;
    visit(E->operands()[1], IsOr ? Else : Then, InBounds);
    if (Select)
      visit(Select->elseArm(), Else, InBounds);
    return choose(E->operands().front(), std::move(Then), std::move(Else), Out);
  }
  for (const ExprRef &Part : E->operands())
    visit(Part, Out, InBounds);
}

static bool usesIndex(const StmtRef &S, llvm::StringRef Var) {
  bool Uses = false;
  walk(S, [&](const Stmt &Part) {
    for (const ExprRef &E : expressions(Part))
      Uses |= usesVar(E, Var);
    return !Uses;
  });
  return Uses;
}

/// Of a loop on which nothing depends it matters whether it runs; of another
/// one the trips up to the first that comes to what is asked for.
void ReachWalk::visitLoop(const LoopStmt &Loop, Statements &Out) {
  const IndexVar &Var = *N.findIndexVar(Loop.var());
  visit(Var.Lo, Out, /*InBounds=*/true);
  visit(Var.Hi, Out, /*InBounds=*/true);
  Statements Body = isCertain(Out) ? Statements() : visitAll(Loop.body());
  if (Body.empty())
    return;
  if (!Var.Lo || Loop.merge()) {
    IsPossible = false;
    return;
  }
  Statements Once, Each;
  for (StmtRef &Part : Body)
    (usesIndex(Part, Var.Name) ? Each : Once).push_back(std::move(Part));
  choose(binary(BinaryOp::Lt, Var.Lo, Var.Hi), std::move(Once), {}, Out);
  if (Each.empty())
    return;
  const ExprRef Now = var(Var.Ty, Var.Name);
  Each.push_back(std::make_shared<AssignStmt>(
      Place{Var.Name, Var.Ty, nullptr}, ReduceOp::Add, constant(Var.Ty, 1)));
  ExprRef GoesOn = binary(BinaryOp::LogicalAnd,
                          unary(UnaryOp::LogicalNot, var(Bool, Asked.Flag)),
                          binary(BinaryOp::Lt, Now, inFront(Var.Hi)));
  Out.push_back(
      block({std::make_shared<VarStmt>(Var.Name, Var.Ty, inFront(Var.Lo)),
             std::make_shared<WhileStmt>(GoesOn, block(std::move(Each)))}));
}

void ReachWalk::visit(const Stmt &S, Statements &Out) {
  if (auto *If = llvm::dyn_cast<IfStmt>(&S)) {
    visit(If->cond(), Out);
    if (isCertain(Out))
      return;
    Statements Then = visitAll(If->thenBody()), Else = visitAll(If->elseBody());
    return choose(If->cond(), std::move(Then), std::move(Else), Out);
  }
  if (auto *Loop = llvm::dyn_cast<LoopStmt>(&S))
    return visitLoop(*Loop, Out);
  for (const ExprRef &E : expressions(S))
    visit(E, Out);
  auto *Assign = llvm::dyn_cast<AssignStmt>(&S);
  if (Assign && Asked.Wanted.contains(Assign->target().Name) && !isCertain(Out))
    Out.push_back(Reached);
  if (auto *Let = llvm::dyn_cast<LetStmt>(&S))
    Lets[Let->name()] = substitute(Let->init(), Lets);
  // A loop that is not counted may not run, or not that far.
  if (!isCertain(Out))
    for (const StmtRef &Part : children(S))
      IsPossible &= visitAll(Part).empty();
}

Statements ReachWalk::visitAll(const StmtRef &S) {
  Statements Out;
  for (const StmtRef &Part : statementsOf(S)) {
    if (isCertain(Out))
      break;
    if (llvm::isa<BlockStmt>(Part.get()))
      llvm::append_range(Out, visitAll(Part));
    else
      visit(*Part, Out);
  }
  if (isCertain(Out))
    return {Reached};
  return Out;
}

std::optional<StmtRef> ReachWalk::run() {
  Statements Found = visitAll(N.Body);
  if (!IsPossible)
    return std::nullopt;
  return isCertain(Found) ? Reached : block(std::move(Found));
}

std::optional<StmtRef> lacuna::reachWalk(const Nest &AsWritten,
                                         const ReachQuery &Asked) {
  return ReachWalk(AsWritten, Asked).run();
}

bool lacuna::isAlwaysReached(const StmtRef &Walk) {
  return llvm::isa<AssignStmt>(Walk.get());
}
