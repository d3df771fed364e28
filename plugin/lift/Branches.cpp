//===- Branches.cpp - 'if' and 'switch' -----------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A 'switch' becomes a chain of 'if's. What stands behind some labels up to its
// 'break', or to the next label, is an arm; no two arms have a label in common.
// Arms that go on into the next one are one link of the chain, each under the
// labels up to its own.
//
//===----------------------------------------------------------------------===//

#include "lift/Lifter.h"
#include "lift/Messages.def"
#include "lift/state/Reductions.h"
#include "llvm/Support/SaveAndRestore.h"

using llvm::ArrayRef;
using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

namespace {

struct Arm {
  llvm::SmallVector<const clang::CaseStmt *, 4> Labels;
  bool IsDefault = false;
  bool GoesOn = false; ///< into the next one
  llvm::SmallVector<const clang::Stmt *, 8> List;
};

bool endsInBreak(const Arm &A) {
  return !A.List.empty() && isa<clang::BreakStmt>(A.List.back());
}

/// The arms of \p Switch, with their 'break'; those behind the last one of a
/// list of labels belong to it. Nothing if statements stand in front of all
/// labels.
std::optional<std::vector<Arm>> armsOf(const clang::SwitchStmt *Switch) {
  std::vector<Arm> Arms;
  for (const clang::Stmt *S : statements(Switch->getBody())) {
    while (const auto *Label = dyn_cast<clang::SwitchCase>(S)) {
      if (Arms.empty() || !Arms.back().List.empty())
        Arms.emplace_back();
      if (const auto *Case = dyn_cast<clang::CaseStmt>(Label))
        Arms.back().Labels.push_back(Case);
      else
        Arms.back().IsDefault = true;
      S = Label->getSubStmt();
    }
    if (Arms.empty())
      return std::nullopt;
    Arms.back().List.push_back(S);
  }
  // `case 1: { …; break; }`
  for (Arm &A : Arms)
    if (A.List.size() == 1 && isa<clang::CompoundStmt>(A.List.front())) {
      auto Inner = statements(A.List.front());
      A.List.assign(Inner.begin(), Inner.end());
    }
  return Arms;
}

/// Where an arm of \p Arms does what no 'if' can do: a 'break' in the middle,
/// or a 'continue' or 'return' in an arm that may go on into the next one; or
/// null. Takes the arms' own 'break' away.
const clang::Stmt *findLeaving(std::vector<Arm> &Arms) {
  for (Arm &A : Arms) {
    A.GoesOn = &A != &Arms.back() && !endsInBreak(A) &&
               (A.List.empty() ||
                !isa<clang::ContinueStmt, clang::ReturnStmt>(A.List.back()));
    if (endsInBreak(A))
      A.List.pop_back();
    for (const clang::Stmt *S : A.List)
      if (const clang::Stmt *Jump = findJump(S, [&](const clang::Stmt *Part) {
            return isa<clang::BreakStmt>(Part) ||
                   (A.GoesOn &&
                    isa<clang::ContinueStmt, clang::ReturnStmt>(Part));
          }))
        return Jump;
  }
  return nullptr;
}

/// Whether \p Value is one that \p Case names: `case 1:` or `case 1 ... 3:`.
ExprRef isNamed(const ExprRef &Value, const clang::CaseStmt *Case,
                const clang::ASTContext &Context) {
  auto Number = [&](const clang::Expr *E) {
    llvm::APSInt N = E->EvaluateKnownConstInt(Context);
    return constant(Value->type(), N.isSigned() ? N.getSExtValue()
                                                : int64_t(N.getZExtValue()));
  };
  ExprRef First = Number(Case->getLHS());
  if (!Case->getRHS())
    return binary(BinaryOp::Eq, Value, First);
  return binary(BinaryOp::LogicalAnd, binary(BinaryOp::Ge, Value, First),
                binary(BinaryOp::Le, Value, Number(Case->getRHS())));
}

/// The assignment or step that comes before all else that \p Cond computes:
/// `(d = e) < 0`, `--count[k] == 0 && …`; or null.
const clang::Expr *firstEffect(const clang::Expr *Cond) {
  const clang::Expr *E = Cond->IgnoreParenImpCasts();
  if (const auto *U = dyn_cast<clang::UnaryOperator>(E)) {
    if (U->isPrefix() && U->isIncrementDecrementOp())
      return U;
    return U->getOpcode() == clang::UO_LNot ? firstEffect(U->getSubExpr())
                                            : nullptr;
  }
  const auto *B = dyn_cast<clang::BinaryOperator>(E);
  if (!B || B->isAssignmentOp())
    return B;
  return B->isComparisonOp() || B->isLogicalOp() ? firstEffect(B->getLHS())
                                                 : nullptr;
}

/// What \p S, an 'if' or a 'switch', declares in front of itself.
llvm::SmallVector<const clang::Stmt *, 4> declarationsOf(const clang::Stmt *S) {
  llvm::SmallVector<const clang::Stmt *, 4> Found;
  auto Add = [&](const auto *Branch) {
    for (const clang::Stmt *D :
         {Branch->getInit(), static_cast<const clang::Stmt *>(
                                 Branch->getConditionVariableDeclStmt())})
      if (D)
        Found.push_back(D);
  };
  if (const auto *If = dyn_cast<clang::IfStmt>(S))
    Add(If);
  else
    Add(llvm::cast<clang::SwitchStmt>(S));
  return Found;
}

} // namespace

StmtRef Lifter::liftBranch(const clang::Stmt *S, std::vector<StmtRef> &Out) {
  const auto *If = dyn_cast<clang::IfStmt>(S);
  auto Lift = [&](std::vector<StmtRef> &Before) {
    return If ? liftIf(If, statements(If->getThen()), statements(If->getElse()))
              : liftSwitch(llvm::cast<clang::SwitchStmt>(S), Before);
  };
  auto Declarations = declarationsOf(S);
  if (Declarations.empty())
    return Lift(Out);
  Environment::Block OwnNames(Env);
  size_t FirstOutcome = LiveOuts.size();
  std::vector<StmtRef> Own;
  // Whatever else is in the branch may use what it declares.
  llvm::SmallVector<const clang::Stmt *, 8> Uses;
  forEachPart(S, [&](const clang::Stmt *Part) { Uses.push_back(Part); });
  for (const clang::Stmt *D : Declarations)
    if (!liftStmt(D,
                  StmtList(Uses)
                      .drop_while([&](const clang::Stmt *P) { return P != D; })
                      .drop_front(),
                  Own))
      return nullptr;
  llvm::SaveAndRestore Before(Front, &Own);
  StmtRef Branch = Lift(Own);
  if (!Branch)
    return nullptr;
  Own.push_back(Branch);
  if (!LiveOuts.store(FirstOutcome, Own))
    return nullptr;
  Lets.dropUnused(Own);
  return block(std::move(Own));
}

/// Effects of \p Cond on elements and on variables that are declared already
/// become statements in front of the branch.
ExprRef Lifter::liftCondition(const clang::Expr *Cond) {
  const clang::Expr *Effect = Front ? firstEffect(Cond) : nullptr;
  const auto *U = llvm::dyn_cast_or_null<clang::UnaryOperator>(Effect);
  const auto *B = llvm::dyn_cast_or_null<clang::BinaryOperator>(Effect);
  const clang::VarDecl *V = U   ? namedVariable(U->getSubExpr())
                            : B ? namedVariable(B->getLHS())
                                : nullptr;
  if (!Effect || (V && !std::get_if<Local>(Env.find(V))))
    return liftExpr(Cond);
  if (!liftExprStmt(Effect, {}, *Front))
    return nullptr;
  if (U)
    Stepped.insert(U);
  else
    Assigned[B] = nullptr;
  ExprRef Value = liftExpr(Cond);
  // A function may be called again.
  Stepped.erase(U);
  Assigned.erase(B);
  return Value;
}

StmtRef Lifter::liftIf(const clang::IfStmt *If,
                       ArrayRef<const clang::Stmt *> ThenList,
                       ArrayRef<const clang::Stmt *> ElseList) {
  if (If->isConsteval())
    return Diags.refuse(If->getIfLoc(), msg::IfConstevalNotSupported());
  if (If->isConstexpr())
    if (auto Chosen = If->getNondiscardedCase(Context))
      return liftScope(*Chosen == If->getThen() ? ThenList : ElseList);
  SourceTag Tag = Builder.tag(If->getIfLoc());
  ExprRef Cond = liftCondition(If->getCond());
  if (!Cond)
    return nullptr;
  if (leaves(If->getThen(), Cond, /*Value=*/true, If->getCond()))
    return ElseList.empty() ? block({}) : liftScope(ElseList);
  if (leaves(If->getElse(), Cond, /*Value=*/false, If->getCond()))
    return liftScope(ThenList);
  llvm::SaveAndRestore MayBeSkipped(Front);
  Front = nullptr;
  LoopStack::Condition Under(Loops);
  auto Arm = [&](ArrayRef<const clang::Stmt *> List, bool Value) {
    LoopStack::Where Holds(Loops, Cond, Value);
    return liftScope(List);
  };
  StmtRef Then = Arm(ThenList, true);
  if (!Then && ThenList.size() == statements(If->getThen()).size())
    noteLeft(If->getThen(), Cond);
  StmtRef Else = Then && !ElseList.empty() ? Arm(ElseList, false) : nullptr;
  if (Then && !Else && ElseList.size() == statements(If->getElse()).size())
    noteLeft(If->getElse(), Cond);
  if (!Then || (!ElseList.empty() && !Else))
    return nullptr;
  if (StmtRef Extremum = Else ? nullptr : asExtremum(Cond, Then, Tag))
    return Extremum;
  if (Else && statementsOf(Then).empty())
    return std::make_shared<IfStmt>(unary(UnaryOp::LogicalNot, Cond), Else,
                                    nullptr, Tag);
  return std::make_shared<IfStmt>(Cond, Then, Else, Tag);
}

StmtRef Lifter::liftSwitch(const clang::SwitchStmt *Switch,
                           std::vector<StmtRef> &Out) {
  std::optional<std::vector<Arm>> Arms = armsOf(Switch);
  if (!Arms)
    return Diags.refuse(Switch->getBeginLoc(), msg::SwitchBodyBeforeLabels());
  if (const clang::Stmt *S = findLeaving(*Arms))
    return Diags.refuse(S->getBeginLoc(), msg::SwitchLeftInTheMiddle());
  clang::SourceLocation Loc = Switch->getSwitchLoc();
  ExprRef Value = liftCondition(Switch->getCond());
  if (!Value)
    return nullptr;
  Value = Lets.fixed(Value, "value", Loc, Out);
  SourceTag Tag = Builder.tag(Loc);
  llvm::SaveAndRestore MayBeSkipped(Front);
  Front = nullptr;
  LoopStack::Condition Under(Loops);
  auto NamedBy = [&](ArrayRef<Arm> Some) {
    ExprRef Cond;
    for (const Arm &A : Some)
      for (const clang::CaseStmt *Case : A.Labels) {
        ExprRef Is = isNamed(Value, Case, Context);
        Cond = Cond ? binary(BinaryOp::LogicalOr, Cond, Is) : Is;
      }
    return Cond;
  };
  auto IsDefault = [](const Arm &A) { return A.IsDefault; };
  std::vector<std::pair<ExprRef, StmtRef>> Chain;
  StmtRef Otherwise;
  for (ArrayRef<Arm> Left = *Arms; !Left.empty();) {
    // The arms that run one after another.
    size_t Count = 1;
    while (Left[Count - 1].GoesOn)
      ++Count;
    ArrayRef<Arm> Group = Left.take_front(Count);
    Left = Left.drop_front(Count);
    std::vector<StmtRef> Bodies;
    for (size_t N = 0; N < Count; ++N) {
      StmtRef Body = liftScope(Group[N].List);
      if (!Body)
        return nullptr;
      if (N + 1 < Count) {
        // With 'default' so far, whatever stands behind no later label.
        bool Any = llvm::any_of(Group.take_front(N + 1), IsDefault);
        ExprRef Cond =
            NamedBy(Any ? Group.drop_front(N + 1) : Group.take_front(N + 1));
        if (Any && Cond)
          Cond = unary(UnaryOp::LogicalNot, Cond);
        if (Cond)
          Body = std::make_shared<IfStmt>(Cond, Body, nullptr, Tag);
      }
      Bodies.push_back(Body);
    }
    StmtRef Whole = Count == 1 ? Bodies.front() : block(std::move(Bodies));
    if (llvm::any_of(Group, IsDefault))
      Otherwise = Whole;
    else
      Chain.emplace_back(NamedBy(Group), Whole);
  }
  for (auto &[Cond, Body] : llvm::reverse(Chain))
    Otherwise = std::make_shared<IfStmt>(Cond, Body, Otherwise, Tag);
  return Otherwise ? Otherwise : block({});
}

} // namespace lacuna::plugin
