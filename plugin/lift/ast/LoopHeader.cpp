//===- LoopHeader.cpp - the header of a counted loop, as written ----------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/ast/LoopHeader.h"
#include "lift/ast/AstQueries.h"
#include "lift/ast/FirstUses.h"
#include "lift/ast/Increments.h"
#include "lift/ast/Messages.def"
#include "lift/ast/Spelling.h"
#include "lift/ast/StandardLibrary.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using llvm::dyn_cast;
using llvm::dyn_cast_or_null;

namespace lacuna::plugin {

namespace {

std::string quoted(const clang::VarDecl *V) {
  return "'" + V->getNameAsString() + "'";
}

/// Whether \p V can be followed where statements of a body step it.
bool isStepped(const clang::VarDecl *V) {
  clang::QualType Ty = V->getType();
  bool IsNumber = Ty->isIntegerType() && !Ty->isBooleanType();
  return V->hasLocalStorage() && !Ty->isReferenceType() &&
         !Ty.isVolatileQualified() && (IsNumber || !pointerWithin(Ty).isNull());
}

/// The variable that \p E is `V--` or `--V` of, or null.
const clang::VarDecl *decremented(const clang::Expr *E) {
  const auto *U =
      E ? dyn_cast<clang::UnaryOperator>(E->IgnoreParenImpCasts()) : nullptr;
  return U && U->isDecrementOp() ? convertedVariable(U->getSubExpr()) : nullptr;
}

/// `Left Op Right`, of numbers or of objects.
struct Comparison {
  clang::BinaryOperatorKind Op;
  const clang::Expr *Left, *Right;
  clang::SourceLocation Loc;
};

std::optional<Comparison> comparison(const clang::Expr *E) {
  E = E ? E->IgnoreParenImpCasts() : nullptr;
  std::optional<Comparison> Found;
  if (const auto *B = dyn_cast_or_null<clang::BinaryOperator>(E))
    Found = {B->getOpcode(), B->getLHS(), B->getRHS(), B->getOperatorLoc()};
  if (const auto *R = dyn_cast_or_null<clang::CXXRewrittenBinaryOperator>(E))
    Found = {R->getOperator(), R->getLHS(), R->getRHS(), R->getOperatorLoc()};
  if (const auto *C = dyn_cast_or_null<clang::CXXOperatorCallExpr>(E);
      C && C->isComparisonOp())
    Found = {clang::BinaryOperator::getOverloadedOpcode(C->getOperator()),
             C->getArg(0), C->getArg(1), C->getOperatorLoc()};
  if (Found && (!clang::BinaryOperator::isComparisonOp(Found->Op) ||
                Found->Op == clang::BO_Cmp))
    return std::nullopt;
  return Found;
}

/// The parts of \p E, `a && b && c`, perhaps null.
llvm::SmallVector<const clang::Expr *, 2> conjunction(const clang::Expr *E) {
  llvm::SmallVector<const clang::Expr *, 2> Parts;
  const clang::Expr *Bare = E ? E->IgnoreParenImpCasts() : nullptr;
  const auto *B = dyn_cast_or_null<clang::BinaryOperator>(Bare);
  if (B && B->getOpcode() == clang::BO_LAnd)
    for (const clang::Expr *Side : {B->getLHS(), B->getRHS()})
      llvm::append_range(Parts, conjunction(Side));
  else if (E)
    Parts.push_back(E);
  return Parts;
}

/// Whether \p V is an iterator of the user's own.
bool isObject(const clang::VarDecl *V) {
  return V->getType()->isRecordType() && !isIterator(V->getType());
}

/// Whether \p E is `p = p->next`, `i = next[i]` for \p V.
bool followsList(const clang::Expr *E, const clang::VarDecl *V) {
  const auto *B = dyn_cast<clang::BinaryOperator>(E->IgnoreParens());
  if (!B || B->getOpcode() != clang::BO_Assign)
    return false;
  const clang::Expr *Next = B->getRHS()->IgnoreParenImpCasts();
  return isa<clang::MemberExpr, clang::ArraySubscriptExpr,
             clang::CXXOperatorCallExpr>(Next) &&
         mentions(Next, V);
}

} // namespace

clang::SourceLocation LoopHeader::boundLoc() const {
  return (Bound ? Bound : Cond)->getExprLoc();
}

std::string nameOfElement(const clang::VarDecl *V) {
  const auto *Parts = dyn_cast<clang::DecompositionDecl>(V);
  return Parts ? Parts->bindings().front()->getNameAsString()
               : V->getNameAsString();
}

namespace {

/// One header while it is read.
class Parser {
public:
  explicit Parser(const clang::Stmt *Loop) { H.Loop = Loop; }

  std::variant<LoopHeader, HeaderProblem> run() {
    if (auto P = parse())
      return *P;
    return std::move(H);
  }

private:
  using Problem = std::optional<HeaderProblem>;

  Problem parse() {
    llvm::SmallVector<const clang::Expr *, 2> Parts;
    if (const auto *F = dyn_cast<clang::ForStmt>(H.Loop)) {
      CondVariable = F->getConditionVariable();
      H.Cond = F->getCond();
      H.Body = statements(F->getBody());
      if (F->getInc())
        splitCommas(F->getInc(), Parts);
      if (Problem P = parseInit(F->getInit()))
        return P;
    } else if (const auto *F = dyn_cast<clang::CXXForRangeStmt>(H.Loop)) {
      if (Problem P = parseRange(F))
        return P;
    } else {
      const auto *W = llvm::cast<clang::WhileStmt>(H.Loop);
      CondVariable = W->getConditionVariable();
      H.Cond = W->getCond();
      H.Body = statements(W->getBody());
    }
    for (const clang::Stmt *S : H.Body)
      collectDeclared(S, Changed);
    collectWritten(H.Loop, Changed);
    for (const clang::Expr *E : Parts)
      takeIncrement(E);
    findConditionStep();
    takeStepsOfBody();
    takeIncrementsOfBody();
    addSteps();
    if (!H.Range) {
      if (Problem P = chooseCounter())
        return P;
      if (Problem P = parseCondition())
        return P;
    }
    if (Wrong)
      return notStepped();
    return checkBody();
  }

  /// The step in \p E, `j = i++` where nothing else in the loop sets j, which
  /// the header sets in front; or null.
  const clang::UnaryOperator *trailed(const clang::Expr *E) {
    const clang::VarDecl *V = assignedVariable(E);
    if (!V || H.Trailing || !stepOf(V) || !isWrittenOnce(V))
      return nullptr;
    const auto *Step =
        dyn_cast<clang::UnaryOperator>(assignedValue(E)->IgnoreParenImpCasts());
    return Step && Step->getOpcode() == clang::UO_PostInc ? Step : nullptr;
  }

  /// \p E, in the loop's header.
  void takeIncrement(const clang::Expr *E) {
    if (const clang::UnaryOperator *Step = trailed(E)) {
      H.Trailing = assignedVariable(E);
      return takeIncrement(Step);
    }
    auto By = incrementOf(E);
    bool IsFirst = By && llvm::none_of(Increments, [&](const auto &Other) {
                     return Other.second.Var == By->Var;
                   });
    if (IsFirst && (!By->By || staysSame(By->By, Changed)))
      Increments.push_back({E, *By});
    else if (!Wrong)
      Wrong = E;
  }

  /// `i-- > bound`, `--i >= bound`, `i--`
  void findConditionStep() {
    auto C = CondVariable ? std::nullopt : comparison(H.Cond);
    const clang::Expr *Side = nullptr;
    for (const clang::Expr *E : {C ? C->Left : H.Cond, C ? C->Right : nullptr})
      if (!Side && decremented(E))
        Side = E;
    if (!Side || CondVariable)
      return;
    const auto *U =
        llvm::cast<clang::UnaryOperator>(Side->IgnoreParenImpCasts());
    H.CounterSide = Side;
    H.StepsBefore = U->isPrefix();
    H.StepsAfter = !H.StepsBefore;
    takeIncrement(U);
  }

  /// What is stepped may have been set by the header.
  void addSteps() {
    for (const auto &[E, By] : Increments) {
      LoopStep *Known = stepOf(By.Var);
      if (!Known)
        H.Steps.push_back({By, nullptr, false});
      else
        static_cast<Increment &>(*Known) = By;
    }
  }

  LoopStep *stepOf(const clang::VarDecl *V) {
    auto *S =
        llvm::find_if(H.Steps, [&](const LoopStep &S) { return S.Var == V; });
    return S == H.Steps.end() ? nullptr : S;
  }

  /// Whether the loop changes \p V in one place alone.
  bool isWrittenOnce(const clang::VarDecl *V) const {
    unsigned Writes = H.Cond ? countWrites(H.Cond, V) : 0;
    for (const clang::Stmt *S : H.Body)
      Writes += countWrites(S, V);
    const auto *F = dyn_cast<clang::ForStmt>(H.Loop);
    if (F && F->getInc())
      Writes += countWrites(F->getInc(), V);
    return Writes == 1;
  }

  /// `++p;`, `row += n;` at the top of the body. No jump may go around it,
  /// unless the loop compares it: checkJumps refuses that.
  void takeStepsOfBody() {
    bool Jumps = false;
    for (const clang::Stmt *S : H.Body) {
      Jumps |= findJump(S) != nullptr;
      llvm::SmallVector<const clang::Expr *, 2> Parts;
      if (const auto *E = dyn_cast<clang::Expr>(S))
        splitCommas(E, Parts);
      for (const clang::Expr *E : Parts) {
        auto Found = incrementOf(E);
        bool Compared = Found && H.Cond && mentions(H.Cond, Found->Var);
        if (Found && (isStepped(Found->Var) || (Compared && !Found->Down)) &&
            (!Jumps || Compared) && !isDeclaredIn(H.Body, Found->Var) &&
            (!Found->By || staysSame(Found->By, Changed)) &&
            isWrittenOnce(Found->Var)) {
          H.StepStatements.push_back(E);
          Increments.push_back({E, *Found});
        }
      }
    }
  }

  /// `sum += *v++ * x[*c++]`: steps, if nothing of the body looks at the
  /// variable afterwards.
  void takeIncrementsOfBody() {
    if (llvm::any_of(H.Body, [](const clang::Stmt *S) { return findJump(S); }))
      return;
    for (size_t N = 0; N < H.Body.size(); ++N)
      for (const clang::UnaryOperator *U : postIncrements(H.Body[N])) {
        const clang::VarDecl *V = namedVariable(U->getSubExpr());
        bool Again = !V || !llvm::none_of(llvm::drop_begin(H.Body, N + 1),
                                          [&](const clang::Stmt *S) {
                                            return mentions(S, V);
                                          });
        if (Again || isDeclaredIn(H.Body, V) || !isWrittenOnce(V))
          continue;
        Increments.push_back({U, Increment{V}});
        H.InBody.push_back(U);
      }
  }

  static bool isDeclaredIn(llvm::ArrayRef<const clang::Stmt *> Body,
                           const clang::VarDecl *V) {
    VarSet Declared;
    for (const clang::Stmt *S : Body)
      collectDeclared(S, Declared);
    return Declared.contains(V);
  }

  /// `for (T e : range)`: the hidden iterator counts.
  Problem parseRange(const clang::CXXForRangeStmt *F) {
    if (const clang::Stmt *Init = F->getInit())
      return HeaderProblem{Init->getBeginLoc(), msg::RangeForDeclaresMore()};
    auto Hidden = [](const clang::DeclStmt *D) {
      return llvm::cast<clang::VarDecl>(D->getSingleDecl());
    };
    H.Range = Hidden(F->getRangeStmt());
    H.Name = nameOfElement(F->getLoopVariable());
    H.Counter = Hidden(F->getBeginStmt());
    H.Init = H.Counter->getInit();
    H.OwnCounter = true;
    H.End = Hidden(F->getEndStmt());
    H.Bound = H.End->getInit();
    H.Step = F->getInc();
    H.Cond = F->getCond();
    H.Cmp = clang::BO_NE;
    H.Body = statements(F->getBody());
    H.Body.insert(H.Body.begin(), F->getLoopVarStmt());
    return std::nullopt;
  }

  Problem parseInit(const clang::Stmt *Init) {
    if (const auto *D = dyn_cast_or_null<clang::DeclStmt>(Init)) {
      for (const clang::Decl *Decl : D->decls()) {
        const auto *V = dyn_cast<clang::VarDecl>(Decl);
        if (!V || !V->hasInit())
          return HeaderProblem{Decl->getLocation(), msg::HeaderDeclaresOther()};
        H.Steps.push_back({{V}, V->getInit(), true});
      }
      return std::nullopt;
    }
    if (!Init)
      return std::nullopt;
    llvm::SmallVector<const clang::Expr *, 2> Parts;
    if (const auto *E = dyn_cast<clang::Expr>(Init))
      splitCommas(E, Parts);
    for (const clang::Expr *E : Parts) {
      const clang::VarDecl *V = assignedVariable(E);
      if (!V)
        return HeaderProblem{Init->getBeginLoc(), msg::HeaderDoesOther()};
      H.Steps.push_back({{V}, assignedValue(E), false});
    }
    return std::nullopt;
  }

  /// The loop variable is stepped and compared.
  Problem chooseCounter() {
    auto IsIncremented = [&](const clang::VarDecl *V) {
      return llvm::any_of(Increments,
                          [&](const auto &S) { return S.second.Var == V; });
    };
    auto IsCompared = [&](const clang::VarDecl *V) {
      return llvm::any_of(conjunction(H.Cond), [&](const clang::Expr *Part) {
        return compares(Part, V);
      });
    };
    LoopStep *Chosen =
        H.CounterSide ? stepOf(decremented(H.CounterSide)) : nullptr;
    for (bool Strict : {true, false})
      for (LoopStep &S : H.Steps) {
        bool Compared = IsCompared(S.Var);
        if (!Chosen &&
            (Strict ? Compared && IsIncremented(S.Var)
                    : Compared || IsIncremented(S.Var) || H.Steps.size() == 1))
          Chosen = &S;
      }
    if (!Chosen)
      return notCounted();
    H.Counter = Chosen->Var;
    H.By = Chosen->By;
    H.Descends = Chosen->Down;
    for (const auto &[E, By] : Increments)
      if (By.Var == H.Counter)
        H.Step = E;
    H.Name = Chosen->Var->getNameAsString();
    H.Init = Chosen->Init;
    H.OwnCounter = Chosen->Own;
    H.Steps.erase(Chosen);
    if (!H.Step || (isObject(H.Counter) && (H.Descends || H.By)))
      return notStepped();
    if (H.Trailing &&
        (Increments.size() != 1 || !H.Counter->getType()->isIntegerType())) {
      Wrong = H.Step;
      return notStepped();
    }
    // What is set but not stepped holds a bound.
    for (size_t N = H.Steps.size(); N-- > 0;)
      if (!IsIncremented(H.Steps[N].Var)) {
        H.Others.insert(H.Others.begin(), H.Steps[N]);
        H.Steps.erase(H.Steps.begin() + N);
      }
    return std::nullopt;
  }

  /// Whether \p E is \p V, to which something may be added, or a constant
  /// subtracted. These and casts that the user wrote around the counter are
  /// kept in CounterSide. \p Added gets what is no constant.
  static bool
  comparedSide(const clang::Expr *E, const clang::VarDecl *V,
               llvm::SmallVectorImpl<const clang::Expr *> *Added = nullptr) {
    E = E->IgnoreParenCasts();
    const auto *B = dyn_cast<clang::BinaryOperator>(E);
    if (!B || !V->getType()->isIntegerType())
      return namedVariable(E) == V;
    auto IsConstant = [](const clang::Expr *Part) {
      return isa<clang::IntegerLiteral>(Part->IgnoreParenCasts());
    };
    const bool IsSum = B->getOpcode() == clang::BO_Add;
    auto Adds = [&](const clang::Expr *Part, const clang::Expr *Counter) {
      const bool Constant = IsConstant(Part);
      const bool Ok = (Constant || (IsSum && !mentions(Part, V))) &&
                      comparedSide(Counter, V, Added);
      if (Ok && !Constant && Added)
        Added->push_back(Part);
      return Ok;
    };
    return ((IsSum || B->getOpcode() == clang::BO_Sub) &&
            Adds(B->getRHS(), B->getLHS())) ||
           (IsSum && Adds(B->getLHS(), B->getRHS()));
  }

  /// Whether \p E is a comparison of \p V.
  static bool compares(const clang::Expr *E, const clang::VarDecl *V) {
    auto C = comparison(E);
    return C && (comparedSide(C->Left, V) || comparedSide(C->Right, V));
  }

  /// No variable counts the iterations.
  HeaderProblem notCounted() const {
    const char *Keyword = isa<clang::WhileStmt>(H.Loop) ? "while" : "for";
    const bool IsEndless =
        !H.Cond || isa<clang::CXXBoolLiteralExpr, clang::IntegerLiteral>(
                       H.Cond->IgnoreParenImpCasts());
    return {H.Loop->getBeginLoc(),
            IsEndless ? msg::LoopEndsByJump(Keyword)
                      : msg::LoopStepsNothing(Keyword, spelled(H.Cond))};
  }

  /// The condition is no comparison, with which \p Accepted would help.
  HeaderProblem notCompared(const std::string &Accepted) const {
    if (isa<clang::WhileStmt>(H.Loop) && !mentions(H.Cond, H.Counter))
      return notCounted();
    const clang::Expr *Compared = nullptr, *Other = nullptr;
    for (const clang::Expr *Part : conjunction(H.Cond)) {
      const clang::Expr *&Kept = compares(Part, H.Counter) ? Compared : Other;
      Kept = Kept ? Kept : Part;
    }
    if (Compared && Other)
      return {Other->getExprLoc(),
              msg::LoopMayEndEarly(spelled(Other->IgnoreParens()),
                                   spelled(Compared->IgnoreParens()))};
    return {H.Cond->getExprLoc(),
            msg::ConditionNotComparison(quoted(H.Counter), Accepted)};
  }

  Problem parseCondition() {
    std::string Accepted = msg::SuffixAcceptedComparison(
        H.Counter->getNameAsString(), (H.Descends ? " > bound'" : " < bound'"));
    if (CondVariable)
      return HeaderProblem{CondVariable->getLocation(),
                           msg::ConditionDeclaresVariable(Accepted)};
    if (!H.Cond)
      return HeaderProblem{H.Loop->getBeginLoc(),
                           msg::LoopHasNoCondition(Accepted)};
    if (isObject(H.Counter))
      return std::nullopt;
    auto C = comparison(H.Cond);
    // `while (i--)`; a pointer that runs up to the null pointer leaves its
    // array.
    if (!C && H.Counter->getType()->isIntegerType() &&
        (H.CounterSide || convertedVariable(H.Cond) == H.Counter))
      C = Comparison{clang::BO_NE, H.Cond, nullptr, H.Cond->getExprLoc()};
    if (!C)
      return notCompared(Accepted);
    bool Left = H.CounterSide ? H.CounterSide == C->Left
                              : comparedSide(C->Left, H.Counter);
    if (!H.CounterSide && !Left && !comparedSide(C->Right, H.Counter)) {
      if (isa<clang::WhileStmt>(H.Loop) && !mentions(H.Cond, H.Counter))
        return notCounted();
      return HeaderProblem{
          H.Cond->getExprLoc(),
          msg::ConditionComparesOther(quoted(H.Counter), Accepted)};
    }
    H.CounterSide = Left ? C->Left : C->Right;
    H.Bound = Left ? C->Right : C->Left;
    H.Cmp = Left ? C->Op : clang::BinaryOperator::reverseComparisonOp(C->Op);
    bool Meets = H.Cmp == clang::BO_LT || H.Cmp == clang::BO_NE ||
                 H.Cmp == (H.Descends ? clang::BO_GT : clang::BO_LE) ||
                 (H.Descends && H.Cmp == clang::BO_GE);
    if (!Meets)
      return HeaderProblem{
          C->Loc, msg::ComparedByOtherOperator(
                      quoted(H.Counter),
                      clang::BinaryOperator::getOpcodeStr(H.Cmp), Accepted)};
    if (!H.StepsBefore && !H.StepsAfter)
      comparedSide(H.CounterSide, H.Counter, &H.Added);
    bool DependsOnStep =
        H.Bound && llvm::any_of(H.Steps, [&](const LoopStep &S) {
          return mentions(H.Bound, S.Var) ||
                 llvm::any_of(H.Added, [&](const clang::Expr *Part) {
                   return mentions(Part, S.Var);
                 });
        });
    if (DependsOnStep || (H.Bound && mentions(H.Bound, H.Counter)))
      return HeaderProblem{
          H.Bound->getExprLoc(),
          msg::BoundDependsOnVariable(quoted(H.Counter), Accepted)};
    return std::nullopt;
  }

  HeaderProblem notStepped() const {
    if (Wrong && followsList(Wrong, H.Counter))
      return {Wrong->getExprLoc(), msg::StepFollowsList()};
    if (Wrong && H.Counter->getType()->isFloatingType())
      return {Wrong->getExprLoc(),
              msg::LoopVariableIsNoInteger(quoted(H.Counter),
                                           H.Counter->getType().getAsString())};
    return {Wrong ? Wrong->getExprLoc() : H.Loop->getBeginLoc(),
            msg::StepDoesNotStaySame(quoted(H.Counter),
                                     H.Counter->getNameAsString())};
  }

  /// Nothing else changes the variables, and the loop runs to its bound.
  Problem checkBody() {
    auto IsWritten = [&](const clang::VarDecl *V) -> Problem {
      for (const clang::Stmt *S : H.Body)
        if (const clang::Expr *W = findWrite(S, V);
            W && !llvm::is_contained(H.InBody, W) &&
            !llvm::is_contained(H.StepStatements, W))
          return HeaderProblem{
              W->getExprLoc(),
              msg::LoopVariableModifiedInBody(quoted(V), V->getNameAsString())};
      return std::nullopt;
    };
    if (Problem P = IsWritten(H.Counter))
      return P;
    for (const LoopStep &S : H.Steps)
      if (Problem P = IsWritten(S.Var))
        return P;
    for (const LoopStep &S : H.Others)
      if (Problem P = IsWritten(S.Var))
        return HeaderProblem{P->Loc, msg::StepsBesideLoopVariable(
                                         quoted(S.Var), quoted(H.Counter))};
    return checkJumps();
  }

  Problem checkJumps() {
    bool IsStepAhead = llvm::is_contained(H.StepStatements, H.Step);
    for (const clang::Stmt *S : H.Body) {
      if (const clang::Stmt *Break = findJump<clang::BreakStmt>(S))
        return HeaderProblem{Break->getBeginLoc(), msg::BreakLeavesLoop()};
      const clang::Stmt *Continue = findJump<clang::ContinueStmt>(S);
      if (Continue && IsStepAhead)
        return HeaderProblem{Continue->getBeginLoc(),
                             msg::ContinueSkipsStep(quoted(H.Counter))};
      if (IsStepAhead && contains(S, H.Step))
        IsStepAhead = false;
    }
    return std::nullopt;
  }

  LoopHeader H;
  const clang::VarDecl *CondVariable = nullptr;
  VarSet Changed; ///< declared in the body, or written
  llvm::SmallVector<std::pair<const clang::Expr *, Increment>, 2> Increments;
  const clang::Expr *Wrong = nullptr; ///< a header's, which is no increment
};

} // namespace

std::variant<LoopHeader, HeaderProblem> parseHeader(const clang::Stmt *Loop) {
  return Parser(Loop).run();
}

std::optional<Increment> incrementFrom(llvm::ArrayRef<const clang::Stmt *> List,
                                       const clang::VarDecl *V) {
  while (!List.empty() && !mentions(List.front(), V))
    List = List.drop_front();
  if (List.empty() || !isa<clang::ForStmt, clang::WhileStmt>(List.front()))
    return std::nullopt;
  auto Parsed = parseHeader(List.front());
  const auto *H = std::get_if<LoopHeader>(&Parsed);
  if (!H || countWrites(H->Loop, V) != 1 || findReturn(H->Loop) ||
      firstUncovered(List.drop_front(), V))
    return std::nullopt;
  if (H->Counter == V && !H->Init)
    return Increment{V, H->By, H->Descends};
  for (const LoopStep &S : H->Steps)
    if (S.Var == V && !S.Init)
      return S;
  return std::nullopt;
}

} // namespace lacuna::plugin
