//===- Uncounted.cpp - loops without a range, and jumps -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that is not counted is part of the iteration around it. It is lifted
// as it stands, over mutable variables, and so are the loops inside it.
//
// `break` clears a flag that the loop's condition looks at first. What follows
// a jump in the body moves into the other arm of the `if` that decides on it.
//
//===----------------------------------------------------------------------===//

#include "lift/Lifter.h"
#include "lift/Messages.def"
#include "lift/ast/FirstUses.h"
#include "lift/ast/StandardLibrary.h"
#include "lift/ast/Wrappers.h"
#include "lift/loops/Messages.def"
#include "lift/state/LoopBounds.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/Support/SaveAndRestore.h"

using llvm::ArrayRef;
using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

namespace {

/// The parts of any loop.
struct LoopParts {
  const clang::Stmt *Init = nullptr;
  const clang::VarDecl *CondVariable = nullptr;
  const clang::Expr *Cond = nullptr; ///< null: always
  const clang::Expr *Inc = nullptr;
  const clang::Stmt *Body = nullptr;
  bool BodyFirst = false;
};

LoopParts partsOf(const clang::Stmt *Loop) {
  if (const auto *F = dyn_cast<clang::ForStmt>(Loop))
    return {F->getInit(), F->getConditionVariable(),
            F->getCond(), F->getInc(),
            F->getBody(), false};
  if (const auto *W = dyn_cast<clang::WhileStmt>(Loop))
    return {nullptr,      W->getConditionVariable(),
            W->getCond(), nullptr,
            W->getBody(), false};
  if (const auto *F = dyn_cast<clang::CXXForRangeStmt>(Loop))
    return {F->getInit(), nullptr,      F->getCond(),
            F->getInc(),  F->getBody(), false};
  const auto *D = llvm::cast<clang::DoStmt>(Loop);
  return {nullptr, nullptr, D->getCond(), nullptr, D->getBody(), true};
}

ExprRef truth(bool Value) { return constant(Type::boolean(), Value); }

/// A new flag.
StmtRef flag(const std::string &Name, SourceTag Tag) {
  return std::make_shared<VarStmt>(Name, Type::boolean(), truth(true), Tag);
}

StmtRef clear(const std::string &Flag, SourceTag Tag) {
  return assign({Flag, Type::boolean(), nullptr}, truth(false), Tag);
}

ExprRef isSet(const std::string &Flag) { return var(Type::boolean(), Flag); }

} // namespace

/// The first local variable in \p E that is no constant of operands and loop
/// variables, or null.
const clang::VarDecl *Lifter::firstChanging(const clang::Stmt *E) const {
  if (!E)
    return nullptr;
  if (const auto *D = dyn_cast<clang::DeclRefExpr>(E)) {
    const auto *V = dyn_cast<clang::VarDecl>(D->getDecl());
    const Entity *Known = V ? Env.find(V) : nullptr;
    if (Known && Env.isMoving(V))
      return V;
    // A pointer that a search has found.
    if (const auto *P = Known ? std::get_if<PointerValue>(Known) : nullptr;
        P && P->Offset)
      for (const auto &Part : freeVars(P->Offset))
        if (!Lets.contains(Part.getKey()) &&
            !Lets.keepsValue(var(Type::i64(), Part.getKey())))
          return V;
    const auto *Variable = std::get_if<Local>(Known);
    return Variable && !Lets.contains(Variable->Name) ? V : nullptr;
  }
  const clang::VarDecl *Found = nullptr;
  forEachPart(E, [&](const clang::Stmt *Part) {
    if (!Found)
      Found = firstChanging(Part);
  });
  return Found;
}

/// Why \p Loop cannot have an index variable; empty if it can.
std::string Lifter::whyUncounted(const clang::Stmt *Loop,
                                 ArrayRef<const clang::Stmt *> Rest) const {
  if (isa<clang::DoStmt>(Loop))
    return msg::DoLoopNotCounted();
  if (Returning && findReturn(Loop))
    return msg::ReturnLeavesNest();
  auto Parsed = parseHeader(Loop);
  if (auto *Problem = std::get_if<HeaderProblem>(&Parsed))
    return Problem->Message;
  if (Loops.isUncounted())
    return msg::InsideUncountedLoop();
  const LoopHeader &H = std::get<LoopHeader>(Parsed);
  llvm::SmallVector<LoopStep, 4> Stepped(H.Steps.begin(), H.Steps.end());
  Stepped.push_back({{H.Counter}, H.Init, H.OwnCounter});
  for (const LoopStep &S : Stepped) {
    std::string Name = "'" + S.Var->getNameAsString() + "'";
    const Entity *Known = Env.find(S.Var);
    bool IsLocal = Known && (isKind<Local>(*Known) || Env.isMoving(S.Var));
    if (S.Init && IsLocal && !Env.isLet(S.Var))
      return msg::UncountedVariableHeldOutside(Name);
    // Others than the counter may stay what they are.
    auto Steps = [&](const clang::Expr *E) {
      return S.Var != H.Counter && incrementOf(E)->Var == S.Var;
    };
    bool StepsInBody =
        llvm::any_of(H.InBody, Steps) || llvm::any_of(H.StepStatements, Steps);
    if (!S.Init && (IsLocal || !Known) && !StepsInBody &&
        !(runsOn(S.Var) &&
          (S.Var == H.Counter ? endsWithRow(H) : followsRows(H))))
      return msg::UncountedVariableNotSet(Name);
    const bool IsPadded = runsOn(S.Var) && paddingOf(S.Var);
    if (!S.Own && !StepsInBody && !IsPadded && firstUncovered(Rest, S.Var))
      return msg::UncountedVariableUsedBehind(Name);
  }
  const clang::Expr *Range = H.Range ? H.Range->getInit() : nullptr;
  if (Range && initializerList(Range)) // which is made in front of the loop
    Range = nullptr;
  const clang::Expr *End = H.Bound ? H.Bound : H.Cond;
  llvm::SmallVector<const clang::Expr *, 4> Bounds{Range, H.Init, End, H.By};
  Bounds.append(H.Added.begin(), H.Added.end());
  for (const clang::Expr *Bound : Bounds)
    if (const clang::VarDecl *V = firstChanging(Bound))
      return changingBound(H.Name, V->getNameAsString());
  return "";
}

/// Commands that name a variable which \p Loop steps are told why they cannot.
static void noteUncounted(Nest &Graph, const clang::Stmt *Loop,
                          const std::string &Why) {
  VarSet Changed;
  collectWritten(Loop, Changed);
  LoopParts L = partsOf(Loop);
  for (const clang::VarDecl *V : Changed)
    if (L.Cond && mentions(L.Cond, V))
      Graph.Uncounted.push_back({V->getNameAsString(), Why});
}

/// The hidden variables of a range-based loop that is not counted, whose
/// iterator is a pointer that moves.
bool Lifter::enterRange(const clang::CXXForRangeStmt *F, std::string Why,
                        std::vector<StmtRef> &Out) {
  auto Hidden = [](const clang::DeclStmt *D) {
    return llvm::cast<clang::VarDecl>(D->getSingleDecl());
  };
  LoopHeader H;
  H.Loop = F;
  H.Range = Hidden(F->getRangeStmt());
  H.Name = nameOfElement(F->getLoopVariable());
  const clang::VarDecl *Begin = Hidden(F->getBeginStmt());
  const clang::VarDecl *End = Hidden(F->getEndStmt());
  if (pointerWithin(Begin->getType()).isNull() ||
      pointerWithin(End->getType()).isNull())
    return Diags.refuse(F->getBeginLoc(), std::move(Why)), false;
  auto First = bindRange(H, Out) ? pointer(Begin->getInit()) : std::nullopt;
  auto Last = First ? pointer(End->getInit()) : std::nullopt;
  if (!Last)
    return false;
  clang::SourceLocation Loc = F->getBeginLoc();
  std::string At = H.Name + "_at", Behind = H.Name + "_end";
  Env.set(Begin, moving(Begin, At, *First, Loc, Out));
  Last->Offset = Lets.fixed(Last->Offset, Behind, Loc, Out);
  Last->Row = Lets.fixed(Last->Row, Behind, Loc, Out);
  Env.set(End, *Last);
  return true;
}

/// A trip of a loop that runs while \p Goes, whose condition is \p Cond behind
/// \p Test.
static std::vector<StmtRef> testedTrip(bool BodyFirst,
                                       std::vector<StmtRef> Test,
                                       const ExprRef &Cond, StmtRef Body,
                                       std::vector<StmtRef> Step,
                                       const Place &Goes, SourceTag Tag) {
  auto IfGoes = [&](std::vector<StmtRef> List) {
    return std::make_shared<IfStmt>(loadOf(Goes), block(std::move(List)),
                                    nullptr, Tag);
  };
  StmtRef End = clear(Goes.Name, Tag);
  if (BodyFirst) {
    Test.push_back(std::make_shared<IfStmt>(unary(UnaryOp::LogicalNot, Cond),
                                            End, nullptr, Tag));
    return {std::move(Body), IfGoes(std::move(Test))};
  }
  std::vector<StmtRef> Trip{std::move(Body)};
  if (!Step.empty())
    Trip.push_back(IfGoes(std::move(Step)));
  Test.push_back(std::make_shared<IfStmt>(Cond, block(std::move(Trip)),
                                          block({End}), Tag));
  return Test;
}

/// What runs behind the initialisation of \p L, once; the loop itself would
/// begin with what it begins with anew.
static llvm::SmallVector<const clang::Stmt *, 8>
behindInit(const LoopParts &L, ArrayRef<const clang::Stmt *> Rest) {
  llvm::SmallVector<const clang::Stmt *, 8> After;
  for (const clang::Stmt *Part :
       {static_cast<const clang::Stmt *>(L.Cond), L.Body,
        static_cast<const clang::Stmt *>(L.Inc)})
    if (Part)
      After.push_back(Part);
  After.append(Rest.begin(), Rest.end());
  return After;
}

bool Lifter::liftUncounted(const clang::Stmt *Loop, std::string Why,
                           ArrayRef<const clang::Stmt *> Rest,
                           std::vector<StmtRef> &Out) {
  LoopParts L = partsOf(Loop);
  if (L.CondVariable) {
    Diags.refuse(L.CondVariable->getLocation(),
                 msg::UncountedConditionDeclaresVariable());
    return false;
  }
  noteUncounted(Builder.graph(), Loop, Why);
  SourceTag Tag = Builder.tag(Loop->getBeginLoc());
  const auto *Range = dyn_cast<clang::CXXForRangeStmt>(Loop);
  std::optional<Environment::Block> OwnNames;
  if (Range || isa<clang::DeclStmt>(L.Init ? L.Init : Loop))
    OwnNames.emplace(Env);
  if (L.Init && !liftStmt(L.Init, behindInit(L, Rest), Out))
    return false;
  if (Range && !enterRange(Range, std::move(Why), Out))
    return false;

  LoopStack::Uncounted Inside(Loops);
  const bool Returns = Returning && findReturn(L.Body);
  bool Breaks = Returns || findJump<clang::BreakStmt>(L.Body);
  std::vector<std::string> NoFlags;
  llvm::SaveAndRestore Left(Returns ? Returning->Flags : NoFlags);
  if (Returns)
    noteLeftByReturn();
  llvm::SaveAndRestore Flag(Goes, Breaks ? Builder.uniqueName("goes") : "");
  llvm::SaveAndRestore OwnEnd(End, {/*IsCallee=*/false, /*AtEnd=*/true});
  std::string First = L.BodyFirst ? Builder.uniqueName("first") : "";
  for (const std::string &Name : {Goes, First})
    if (!Name.empty())
      Out.push_back(flag(Name, Tag));

  // What the condition does comes first in each trip, and ends the loop by a
  // flag.
  std::vector<StmtRef> Test;
  ExprRef Cond = truth(true);
  if (L.Cond) {
    llvm::SaveAndRestore BeforeTest(Front, &Test);
    Cond = liftExpr(L.Cond);
  }
  if (Goes.empty() && !Test.empty()) {
    Goes = Builder.uniqueName("goes");
    Out.push_back(flag(Goes, Tag));
  }
  auto List = statements(L.Body);
  if (Range)
    List.insert(List.begin(), Range->getLoopVarStmt());
  StmtRef Body = Cond ? liftScope(List) : nullptr;
  std::vector<StmtRef> Step;
  if (!Body || (L.Inc && !liftExprStmt(L.Inc, {}, Step)))
    return false;
  std::vector<StmtRef> Whole;
  if (!Test.empty()) {
    Whole = testedTrip(L.BodyFirst, std::move(Test), Cond, Body, Step,
                       {Goes, Type::boolean(), nullptr}, Tag);
    Out.push_back(
        std::make_shared<WhileStmt>(isSet(Goes), block(std::move(Whole)), Tag));
    return true;
  }
  if (L.BodyFirst) {
    Cond = binary(BinaryOp::LogicalOr, isSet(First), Cond);
    Whole.push_back(clear(First, Tag));
  }
  Whole.push_back(Body);
  if (Breaks) {
    Cond = binary(BinaryOp::LogicalAnd, isSet(Goes), Cond);
    if (!Step.empty())
      Step = {std::make_shared<IfStmt>(isSet(Goes), block(Step), nullptr, Tag)};
  }
  llvm::append_range(Whole, Step);
  Out.push_back(
      std::make_shared<WhileStmt>(Cond, block(std::move(Whole)), Tag));
  return true;
}

/// What stands around a loop goes no further once a `return` in it has run.
void Lifter::noteLeftByReturn() {
  llvm::append_range(Returning->Flags, End.Stays);
  if (!Goes.empty())
    Returning->Flags.push_back(Goes);
}

/// Whether \p S leads to the end of what is lifted, or out of the loop.
bool Lifter::isJump(const clang::Stmt *S) const {
  if (isa<clang::ReturnStmt>(S))
    return End.IsCallee || Returning;
  return !End.IsCallee && isLoopJump(S);
}

/// The first statement in \p S behind which what follows may not run, or null.
const clang::Stmt *Lifter::findOwnJump(const clang::Stmt *S) const {
  if (const clang::Stmt *Return = Returning ? findReturn(S) : nullptr)
    return Return;
  return findJump(S, [&](const clang::Stmt *Part) { return isJump(Part); });
}

/// What \p E does beside having a value.
bool Lifter::liftEffects(const clang::Expr *E, std::vector<StmtRef> &Out) {
  if (!E->HasSideEffects(Context))
    return true;
  E = E->IgnoreParenImpCasts();
  const auto *B = dyn_cast<clang::BinaryOperator>(E);
  if (B && !B->isAssignmentOp() && !B->isLogicalOp() && !B->isCommaOp())
    return liftEffects(B->getLHS(), Out) && liftEffects(B->getRHS(), Out);
  return liftExprStmt(E, {}, Out);
}

/// \p Jump ends an iteration, or a function, of which only effects count unless
/// its value is asked for.
bool Lifter::liftJump(const clang::Stmt *Jump, std::vector<StmtRef> &Out) {
  SourceTag Tag = Builder.tag(Jump->getBeginLoc());
  const auto *R = dyn_cast<clang::ReturnStmt>(Jump);
  if (R) {
    const clang::Expr *E = R->getRetValue();
    llvm::SaveAndRestore Before(Front, &Out);
    if (Returning && Returning->Set) {
      if (!E || !Returning->Set(E, Out))
        return false;
    } else if (E && !liftEffects(E, Out)) {
      return false;
    }
  }
  for (const std::string &Flag : End.Stays)
    Out.push_back(clear(Flag, Tag));
  if (R && Returning)
    for (const std::string &Flag : Returning->Flags)
      Out.push_back(clear(Flag, Tag));
  if (isa<clang::BreakStmt>(Jump) || (R && !Goes.empty()))
    Out.push_back(clear(Goes, Tag));
  return true;
}

/// \p S, in which a loop or `switch` may return what \p Set takes, and
/// \p Rest, which runs if none has.
bool Lifter::returnFromWithin(SetResult Set, const clang::Stmt *S,
                              ArrayRef<const clang::Stmt *> Rest,
                              std::vector<StmtRef> &Out) {
  SourceTag Tag = Builder.tag(S->getBeginLoc());
  const std::string Stays = Builder.uniqueName("stays");
  Out.push_back(flag(Stays, Tag));
  {
    ReturnTarget Within{Set, {Stays}};
    llvm::SaveAndRestore Target(Returning, &Within);
    llvm::SaveAndRestore OwnEnd(End, {/*IsCallee=*/false, /*AtEnd=*/true});
    if (!liftStepping(S, Rest, Out))
      return false;
  }
  // Whoever runs off the end has no value.
  if (Rest.empty())
    return true;
  std::vector<StmtRef> Behind;
  LoopStack::Condition Under(Loops);
  if (!returnInto(Set, Rest, Behind))
    return false;
  Out.push_back(std::make_shared<IfStmt>(isSet(Stays), block(std::move(Behind)),
                                         nullptr, Tag));
  return true;
}

/// \p S, which may jump, and what follows it: a part of the arm that does not
/// jump, or under a flag of its own.
bool Lifter::liftJumping(const clang::Stmt *S,
                         ArrayRef<const clang::Stmt *> Rest,
                         std::vector<StmtRef> &Out) {
  const auto *If = dyn_cast<clang::IfStmt>(S);
  if (If && !If->hasInitStorage() && !If->hasVarStorage()) {
    auto Then = statements(If->getThen()), Else = statements(If->getElse());
    auto Ends = [&](ArrayRef<const clang::Stmt *> List) {
      return !List.empty() && isJump(List.back());
    };
    if (Ends(Then) || Ends(Else)) {
      for (auto *Arm : {&Then, &Else})
        if (!Ends(*Arm))
          Arm->append(Rest.begin(), Rest.end());
      llvm::SaveAndRestore Before(Front, &Out);
      Out.push_back(liftIf(If, Then, Else));
      return Out.back() != nullptr;
    }
  }
  SourceTag Tag = Builder.tag(S->getBeginLoc());
  End.Stays.push_back(Builder.uniqueName("stays"));
  Out.push_back(flag(End.Stays.back(), Tag));
  bool Lifted = liftStmt(S, Rest, Out);
  ExprRef Remains = isSet(End.Stays.back());
  End.Stays.pop_back();
  LoopStack::Condition Under(Loops);
  StmtRef After = Lifted ? liftScope(Rest) : nullptr;
  if (After)
    Out.push_back(std::make_shared<IfStmt>(Remains, After, nullptr, Tag));
  return After != nullptr;
}

} // namespace lacuna::plugin
