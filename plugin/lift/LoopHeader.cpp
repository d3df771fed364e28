//===- LoopHeader.cpp - the header of a counted loop, as written -*- C++
//-*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/LoopHeader.h"
#include "lift/Library.h"
#include "lift/Scan.h"
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

bool isOne(const clang::Expr *E) {
  const auto *L = dyn_cast<clang::IntegerLiteral>(E->IgnoreParenImpCasts());
  return L && L->getValue() == 1;
}

const clang::VarDecl *named(const clang::Expr *E) {
  return namedVariable(E->IgnoreParenImpCasts());
}

/// The variable that \p E moves by one, or null: `++V`, `V++`, `V += 1`,
/// `V = V + 1`; the same with `-` if it \p Descends.
const clang::VarDecl *moved(const clang::Expr *E, bool Descends) {
  E = E->IgnoreParenImpCasts();
  if (const auto *U = dyn_cast<clang::UnaryOperator>(E))
    return (Descends ? U->isDecrementOp() : U->isIncrementOp())
               ? named(U->getSubExpr())
               : nullptr;
  if (const auto *C = dyn_cast<clang::CXXOperatorCallExpr>(E))
    return C->getOperator() ==
                   (Descends ? clang::OO_MinusMinus : clang::OO_PlusPlus)
               ? named(C->getArg(0))
               : nullptr;
  const auto *B = dyn_cast<clang::BinaryOperator>(E);
  const clang::VarDecl *V = B ? named(B->getLHS()) : nullptr;
  if (!V)
    return nullptr;
  if (B->getOpcode() == (Descends ? clang::BO_SubAssign : clang::BO_AddAssign))
    return isOne(B->getRHS()) ? V : nullptr;
  const auto *Sum =
      dyn_cast<clang::BinaryOperator>(B->getRHS()->IgnoreParenImpCasts());
  bool ByOne =
      B->getOpcode() == clang::BO_Assign && Sum &&
      Sum->getOpcode() == (Descends ? clang::BO_Sub : clang::BO_Add) &&
      ((named(Sum->getLHS()) == V && isOne(Sum->getRHS())) ||
       (!Descends && named(Sum->getRHS()) == V && isOne(Sum->getLHS())));
  return ByOne ? V : nullptr;
}

const clang::VarDecl *incremented(const clang::Expr *E) {
  return moved(E, /*Descends=*/false);
}

const clang::VarDecl *decremented(const clang::Expr *E) {
  return moved(E, /*Descends=*/true);
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

/// Whether \p V is an iterator of the user's own.
bool isObject(const clang::VarDecl *V) {
  return V->getType()->isRecordType() && !isIterator(V->getType());
}

} // namespace

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
    if (findDescent())
      return parseDescent();
    if (const auto *F = dyn_cast<clang::ForStmt>(H.Loop)) {
      CondVariable = F->getConditionVariable();
      H.Cond = F->getCond();
      H.Body = statements(F->getBody());
      if (F->getInc())
        splitCommas(F->getInc(), Increments);
      if (Problem P = parseInit(F->getInit()))
        return P;
      takeTrailingPointers();
    } else if (const auto *F = dyn_cast<clang::CXXForRangeStmt>(H.Loop)) {
      if (Problem P = parseRange(F))
        return P;
      takeTrailingPointers();
    } else {
      const auto *W = llvm::cast<clang::WhileStmt>(H.Loop);
      CondVariable = W->getConditionVariable();
      H.Cond = W->getCond();
      takeTrailingIncrements(statements(W->getBody()));
    }
    takeIncrementsOfBody();
    for (const clang::Expr *E : Increments)
      if (const clang::VarDecl *V = incremented(E))
        if (!stepOf(V))
          H.Steps.push_back({V, nullptr, false});
    if (!H.Range) {
      if (Problem P = chooseCounter())
        return P;
      if (Problem P = parseCondition())
        return P;
    }
    if (Problem P = checkIncrements())
      return P;
    return checkBody();
  }

  /// Whether the loop has the form of one that counts down; its counter, bound
  /// and body then.
  bool findDescent() {
    const clang::Expr *Step = nullptr;
    if (const auto *F = dyn_cast<clang::ForStmt>(H.Loop)) {
      CondVariable = F->getConditionVariable();
      H.Cond = F->getCond();
      Step = F->getInc();
      H.Body = statements(F->getBody());
    } else if (const auto *W = dyn_cast<clang::WhileStmt>(H.Loop)) {
      CondVariable = W->getConditionVariable();
      H.Cond = W->getCond();
      H.Body = statements(W->getBody());
      const auto *Last =
          H.Body.empty() ? nullptr : dyn_cast<clang::Expr>(H.Body.back());
      if (Last && decremented(Last)) {
        Step = Last;
        H.Body.pop_back();
      }
    }
    if (!H.Cond || CondVariable)
      return false;
    auto C = comparison(H.Cond);
    // `while (i--)`
    if (!C)
      C = Comparison{clang::BO_NE, H.Cond, nullptr, H.Cond->getExprLoc()};
    auto Side = [&](const clang::Expr *E) -> const clang::VarDecl * {
      if (!E)
        return nullptr;
      const auto *U = dyn_cast<clang::UnaryOperator>(E->IgnoreParenImpCasts());
      if (!Step && U && U->getOpcode() == clang::UO_PostDec)
        return named(U->getSubExpr());
      return Step && C->Right ? named(E->IgnoreParenCasts()) : nullptr;
    };
    bool Left = Side(C->Left) && (!Step || Side(C->Left) == decremented(Step));
    if (!Left &&
        !(Side(C->Right) && (!Step || Side(C->Right) == decremented(Step))))
      return false;
    H.CounterSide = Left ? C->Left : C->Right;
    H.Bound = Left ? C->Right : C->Left;
    H.Cmp = Left ? C->Op : clang::BinaryOperator::reverseComparisonOp(C->Op);
    if (H.Cmp != clang::BO_GT && H.Cmp != clang::BO_GE && H.Cmp != clang::BO_NE)
      return false;
    H.Counter = Side(H.CounterSide);
    H.Name = H.Counter->getNameAsString();
    H.StepsFirst = !Step;
    H.Step = Step;
    // `i-- >= 0` passes through -1.
    H.Descends = !(H.StepsFirst && H.Cmp == clang::BO_GE);
    return H.Descends;
  }

  Problem parseDescent() {
    const auto *F = dyn_cast<clang::ForStmt>(H.Loop);
    if (Problem P = F ? parseInit(F->getInit()) : Problem())
      return P;
    // What else the header sets holds a bound.
    for (const LoopStep &S : H.Steps) {
      if (S.Var != H.Counter) {
        H.Others.push_back(S);
        continue;
      }
      H.Init = S.Init;
      H.OwnCounter = S.Own;
    }
    H.Steps.clear();
    if (H.Bound && mentions(H.Bound, H.Counter))
      return HeaderProblem{H.Bound->getExprLoc(), "loop bound depends on " +
                                                      quoted(H.Counter) +
                                                      " itself; accepted is '" +
                                                      H.Name + " >= bound'"};
    return checkBody();
  }

  LoopStep *stepOf(const clang::VarDecl *V) {
    auto *S =
        llvm::find_if(H.Steps, [&](const LoopStep &S) { return S.Var == V; });
    return S == H.Steps.end() ? nullptr : S;
  }

  /// A `while` steps at the end of its body.
  void takeTrailingIncrements(llvm::SmallVector<const clang::Stmt *, 8> Body) {
    while (!Body.empty()) {
      const auto *E = dyn_cast<clang::Expr>(Body.back());
      llvm::SmallVector<const clang::Expr *, 2> Parts;
      if (E)
        splitCommas(E, Parts);
      if (!E || !llvm::all_of(Parts, incremented))
        break;
      Increments.append(Parts.begin(), Parts.end());
      Body.pop_back();
    }
    H.Body = std::move(Body);
  }

  /// `sum += *v * x[*c]; ++v; ++c;` in a `for`.
  void takeTrailingPointers() {
    if (llvm::any_of(H.Body, [](const clang::Stmt *S) { return findJump(S); }))
      return;
    while (!H.Body.empty()) {
      const auto *E = dyn_cast<clang::Expr>(H.Body.back());
      const clang::VarDecl *V = E ? incremented(E) : nullptr;
      if (!V || pointerWithin(V->getType()).isNull() || isDeclaredIn(H.Body, V))
        return;
      Increments.push_back(E);
      H.Body.pop_back();
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
        bool Again = !V || (H.Cond && mentions(H.Cond, V)) ||
                     !llvm::none_of(
                         llvm::drop_begin(H.Body, N + 1),
                         [&](const clang::Stmt *S) { return mentions(S, V); });
        for (size_t M = 0; M < N && !Again; ++M)
          Again = findWrite(H.Body[M], V);
        if (Again || isDeclaredIn(H.Body, V))
          continue;
        Increments.push_back(U);
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
      return HeaderProblem{Init->getBeginLoc(),
                           "range-based 'for' declares something else in "
                           "front of its range; accepted is a declaration in "
                           "front of the loop"};
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
          return HeaderProblem{Decl->getLocation(),
                               "loop header declares something other than "
                               "initialised variables"};
        H.Steps.push_back({V, V->getInit(), true});
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
        return HeaderProblem{Init->getBeginLoc(),
                             "loop header does something else than to set "
                             "variables; accepted is 'for (int i = begin; i < "
                             "end; ++i)'"};
      H.Steps.push_back({V, assignedValue(E), false});
    }
    return std::nullopt;
  }

  /// The loop variable is stepped and compared.
  Problem chooseCounter() {
    auto C = comparison(H.Cond);
    auto IsIncremented = [&](const clang::VarDecl *V) {
      return llvm::any_of(Increments, [&](const clang::Expr *E) {
        return incremented(E) == V;
      });
    };
    LoopStep *Chosen = nullptr;
    for (bool Strict : {true, false})
      for (LoopStep &S : H.Steps) {
        bool Compared = C && (comparedSide(C->Left, S.Var) ||
                              comparedSide(C->Right, S.Var));
        if (!Chosen &&
            (Strict ? Compared && IsIncremented(S.Var)
                    : Compared || IsIncremented(S.Var) || H.Steps.size() == 1))
          Chosen = &S;
      }
    if (!Chosen)
      return HeaderProblem{H.Loop->getBeginLoc(),
                           "loop does not set its variable; accepted is 'for "
                           "(int i = begin; i < end; ++i)'"};
    H.Counter = Chosen->Var;
    for (const clang::Expr *E : Increments)
      if (incremented(E) == H.Counter)
        H.Step = E;
    H.Name = Chosen->Var->getNameAsString();
    H.Init = Chosen->Init;
    H.OwnCounter = Chosen->Own;
    H.Steps.erase(Chosen);
    // What is set but not stepped holds a bound.
    for (size_t N = H.Steps.size(); N-- > 0;)
      if (!IsIncremented(H.Steps[N].Var)) {
        H.Others.insert(H.Others.begin(), H.Steps[N]);
        H.Steps.erase(H.Steps.begin() + N);
      }
    return std::nullopt;
  }

  /// Whether \p E is \p V, to which constants may be added. These and casts
  /// that the user wrote around the counter are kept in CounterSide.
  static bool comparedSide(const clang::Expr *E, const clang::VarDecl *V) {
    E = E->IgnoreParenCasts();
    const auto *B = dyn_cast<clang::BinaryOperator>(E);
    if (!B || !V->getType()->isIntegerType())
      return namedVariable(E) == V;
    auto IsConstant = [](const clang::Expr *Part) {
      return isa<clang::IntegerLiteral>(Part->IgnoreParenCasts());
    };
    bool IsSum = B->getOpcode() == clang::BO_Add;
    return ((IsSum || B->getOpcode() == clang::BO_Sub) &&
            IsConstant(B->getRHS()) && comparedSide(B->getLHS(), V)) ||
           (IsSum && IsConstant(B->getLHS()) && comparedSide(B->getRHS(), V));
  }

  Problem parseCondition() {
    std::string Accepted =
        "; accepted is '" + H.Counter->getNameAsString() + " < bound'";
    if (CondVariable)
      return HeaderProblem{CondVariable->getLocation(),
                           "loop condition declares a variable" + Accepted};
    if (!H.Cond)
      return HeaderProblem{H.Loop->getBeginLoc(),
                           "loop has no condition" + Accepted};
    if (isObject(H.Counter))
      return std::nullopt;
    auto C = comparison(H.Cond);
    if (!C)
      return HeaderProblem{H.Cond->getExprLoc(),
                           "loop condition is not a comparison of " +
                               quoted(H.Counter) + Accepted};
    bool Left = comparedSide(C->Left, H.Counter);
    if (!Left && !comparedSide(C->Right, H.Counter))
      return HeaderProblem{H.Cond->getExprLoc(),
                           "loop condition does not compare " +
                               quoted(H.Counter) + Accepted};
    H.CounterSide = Left ? C->Left : C->Right;
    H.Bound = Left ? C->Right : C->Left;
    H.Cmp = Left ? C->Op : clang::BinaryOperator::reverseComparisonOp(C->Op);
    if (H.Cmp != clang::BO_LT && H.Cmp != clang::BO_LE && H.Cmp != clang::BO_NE)
      return HeaderProblem{
          C->Loc, "loop compares " + quoted(H.Counter) + " by '" +
                      clang::BinaryOperator::getOpcodeStr(H.Cmp).str() + "'" +
                      Accepted};
    bool DependsOnStep = llvm::any_of(
        H.Steps, [&](const LoopStep &S) { return mentions(H.Bound, S.Var); });
    if (DependsOnStep || mentions(H.Bound, H.Counter))
      return HeaderProblem{H.Bound->getExprLoc(), "loop bound depends on " +
                                                      quoted(H.Counter) +
                                                      " itself" + Accepted};
    return std::nullopt;
  }

  Problem checkIncrements() {
    const clang::Expr *Wrong = nullptr;
    llvm::SmallVector<const clang::VarDecl *, 2> Seen;
    for (const clang::Expr *E : Increments) {
      const clang::VarDecl *V = incremented(E);
      if (!Wrong && (!V || llvm::is_contained(Seen, V)))
        Wrong = E;
      Seen.push_back(V);
    }
    if (!Wrong && (H.Range || llvm::is_contained(Seen, H.Counter)))
      return std::nullopt;
    return HeaderProblem{Wrong ? Wrong->getExprLoc() : H.Loop->getBeginLoc(),
                         "loop does not step " + quoted(H.Counter) +
                             " by one; accepted is '++" +
                             H.Counter->getNameAsString() + "'"};
  }

  /// Nothing else changes the variables, and the loop runs to its bound.
  Problem checkBody() {
    auto IsWritten = [&](const clang::VarDecl *V) -> Problem {
      for (const clang::Stmt *S : H.Body)
        if (const clang::Expr *W = findWrite(S, V);
            W && !llvm::is_contained(H.InBody, W))
          return HeaderProblem{W->getExprLoc(),
                               "loop variable " + quoted(V) +
                                   " is modified in the body of its loop; "
                                   "accepted is '++" +
                                   V->getNameAsString() +
                                   "' in the loop header"};
      return std::nullopt;
    };
    if (Problem P = IsWritten(H.Counter))
      return P;
    for (const LoopStep &S : H.Steps)
      if (Problem P = IsWritten(S.Var))
        return P;
    for (const LoopStep &S : H.Others)
      if (Problem P = IsWritten(S.Var))
        return HeaderProblem{P->Loc, "loop steps " + quoted(S.Var) +
                                         " beside " + quoted(H.Counter) +
                                         "; accepted is one variable for each "
                                         "loop"};
    return checkJumps();
  }

  Problem checkJumps() {
    for (const clang::Stmt *S : H.Body) {
      if (const clang::Stmt *Break = findJump<clang::BreakStmt>(S))
        return HeaderProblem{Break->getBeginLoc(),
                             "'break' leaves the loop early; accepted are "
                             "loops that run to their bound"};
      const clang::Stmt *Continue = findJump<clang::ContinueStmt>(S);
      if (Continue && llvm::isa<clang::WhileStmt>(H.Loop))
        return HeaderProblem{Continue->getBeginLoc(),
                             "'continue' skips the step of " +
                                 quoted(H.Counter) +
                                 " at the end of the body; accepted is a "
                                 "'for' loop"};
    }
    return std::nullopt;
  }

  LoopHeader H;
  const clang::VarDecl *CondVariable = nullptr;
  llvm::SmallVector<const clang::Expr *, 2> Increments;
};

} // namespace

std::variant<LoopHeader, HeaderProblem> parseHeader(const clang::Stmt *Loop) {
  return Parser(Loop).run();
}

} // namespace lacuna::plugin
