//===- LeftArms.cpp - branches that only the user's loop has --------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `if (verbose) print(i);` What no nest can do may stand under a condition that
// is the same in all iterations, or that only the outermost loop's variable
// decides. Where a guard finds that it holds nowhere, the branch makes no
// difference, and the nest is lifted without. An arm is left out only after
// an attempt with it has failed.
//
// `assert(i < n)`, `if (i >= n) throw …;` What ends the program, or leaves the
// nest by an exception, may stand under any comparison of index variables and
// operands: a guard looks at the least and largest values.
//
//===----------------------------------------------------------------------===//

#include "lacuna/analysis/Aliasing.h"
#include "lacuna/analysis/NestQueries.h"
#include "lift/Lifter.h"
#include "lift/Messages.def"
#include "lift/ast/AstQueries.h"
#include "lift/ast/Callees.h"
#include "lift/state/ElementChecks.h"
#include "lift/state/Limits.h"

using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

/// Whether evaluating \p E, but for its operands, cannot go wrong where the
/// user's loop would not evaluate it.
static bool isHarmless(const lacuna::Expr &E) {
  if (isa<LoadExpr, CallExpr, OpaqueExpr, AddressExpr>(E) ||
      E.type().isOpaque())
    return false;
  if (const auto *C = dyn_cast<CastExpr>(&E))
    return !C->operand()->type().isFloat() || C->type().isFloat() ||
           C->type().isBool();
  const bool MayOverflow = E.type().isSigned() && E.type().isInteger();
  if (const auto *U = dyn_cast<UnaryExpr>(&E))
    return U->op() != UnaryOp::Neg || !MayOverflow;
  const auto *B = dyn_cast<BinaryExpr>(&E);
  switch (B ? B->op() : BinaryOp::And) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
  case BinaryOp::Mul:
    return !MayOverflow;
  case BinaryOp::Div:
    return E.type().isFloat();
  case BinaryOp::Rem:
  case BinaryOp::Shl:
  case BinaryOp::Shr:
    return false;
  default:
    return true;
  }
}

/// Whether all that \p E reads has a value in front of the nest, whatever runs
/// of it: members behind pointers are bound where what is left of the nest
/// reads them.
bool Lifter::areAlwaysBound(const ExprRef &E) const {
  return llvm::none_of(Builder.result().Bindings, [&](const Binding &B) {
    return !B.Object.empty() && usesVar(E, B.Operand);
  });
}

/// Whether \p Cond, which leads to \p Arm, may be evaluated in front of the
/// nest: for each value of the outermost loop's variable where it asks for a
/// fault. Else some iteration has been written for it (`if (i == 0)`).
bool Lifter::canAskInFront(const ExprRef &Cond, const clang::Stmt *Arm) const {
  const Nest &Graph = Builder.graph();
  bool Can = areAlwaysBound(Cond);
  walk(Cond, [&](const lacuna::Expr &E) {
    Can &= isHarmless(E);
    if (const auto *V = dyn_cast<VarExpr>(&E)) {
      const Operand *O = Graph.findOperand(V->name());
      Can &= O ? O->Kind == OperandKind::Scalar
               : neverReturns(Arm) && !Loops.path().empty() &&
                     V->name() == Loops.path().front() &&
                     Graph.findIndexVar(V->name());
    }
  });
  return Can;
}

/// Whether the nest does without \p Arm, which runs where \p Cond, in the
/// user's words \p Text, is \p Value: a guard then sees that it is not.
bool Lifter::leaves(const clang::Stmt *Arm, const ExprRef &Cond, bool Value,
                    const clang::Expr *Text) {
  if (neverReturns(Arm) && endsNowhere(Cond, Value, Text))
    return true;
  if (!llvm::is_contained(Plan.Left, Arm) || !canAskInFront(Cond, Arm))
    return false;
  const ExprRef Holds = lacuna::cast(Type::boolean(), Cond);
  return Guards.add(
      {{msg::GuardArmIsTaken("'" + Diags.spell(Text) + "'",
                             Value ? "true" : "false"),
        nullptr, Value ? unary(UnaryOp::LogicalNot, Holds) : Holds}},
      /*IsAlwaysRead=*/false, Text->getExprLoc(), "");
}

/// \p Cond in the user's words: assert casts it.
static const clang::Expr *withoutCastToBool(const clang::Expr *Cond) {
  const auto *C = dyn_cast<clang::CXXStaticCastExpr>(Cond->IgnoreParens());
  return C && C->getType()->isBooleanType() ? C->getSubExpr() : Cond;
}

/// Whether the nest does without what ends it where \p Cond, in the user's
/// words \p Text, is \p Value: a guard then sees that it is nowhere.
bool Lifter::endsNowhere(const ExprRef &Cond, bool Value,
                         const clang::Expr *Text) {
  Text = withoutCastToBool(Text);
  return isNowhere(Cond, Value,
                   msg::GuardCheckMayFail("'" + Diags.spell(Text) + "'",
                                          Value ? "true" : "false"),
                   Text->getExprLoc());
}

bool Lifter::isNowhere(const ExprRef &Cond, bool Value,
                       const std::string &Reason, clang::SourceLocation Loc) {
  const ExprRef Whole = Lets.substituted(Cond);
  std::vector<KnownCondition> Under = Loops.holding();
  for (KnownCondition &K : Under)
    K.Cond = Lets.substituted(K.Cond);
  if (const ExprRef Guard =
          NowhereTrue(Builder.graph(), Under).guard(Whole, Value))
    return areAlwaysBound(Guard) && Guards.add({{Reason, nullptr, Guard}},
                                               /*IsAlwaysRead=*/false, Loc, "");
  ElementChecks Checks(Builder, Loops.path(), Under, CheckVars);
  if (!Checks.require(Whole, Value) ||
      !llvm::all_of(Checks.guards(), [&](const Guard &G) {
        return areAlwaysBound(G.Cond) && (!G.Lo || areAlwaysBound(G.Lo)) &&
               (!G.Hi || areAlwaysBound(G.Hi));
      }))
    return false;
  std::vector<Guard> &All = Builder.graph().Guards;
  for (Guard G : Checks.guards()) {
    if (G.Reason.empty())
      G.Reason = Reason;
    // Variables have ranges of their own.
    if (llvm::none_of(All, [&](const Guard &Known) {
          return Known.Var == G.Var && structurallyEqual(Known.Cond, G.Cond);
        }))
      All.push_back(std::move(G));
  }
  for (const ExprRef &Load : Checks.loads())
    CheckedLoads.emplace_back(Load, Loc);
  return true;
}

/// Whether \p Load is read in the loops, too, which keeps it from stores.
static bool isReadIn(const Nest &N, const ExprRef &Load, const LetTable &Lets) {
  auto Reads = [&](const ExprRef &E) {
    bool Found = false;
    forEachLoad(Lets.substituted(E), [&](const ExprRef &Own) {
      Found |= structurallyEqual(Own, Load);
    });
    return Found;
  };
  return llvm::any_of(N.IndexVars,
                      [&](const IndexVar &V) {
                        return !V.isDerived() && (Reads(V.Lo) || Reads(V.Hi));
                      }) ||
         anyOf(N.Body, [&](const Stmt &S) {
           return llvm::any_of(expressions(S), Reads);
         });
}

/// Refuses checks of what the nest stores to.
bool Lifter::checkCheckedLoads() {
  const Nest &Graph = Builder.graph();
  for (const auto &[Load, Loc] : CheckedLoads) {
    const Operand *Of = Graph.findOperand(llvm::cast<LoadExpr>(*Load).array());
    const auto Stored = llvm::find_if(Graph.Operands, [&](const Operand &O) {
      return O.Written && (&O == Of || (!isReadIn(Graph, Load, Lets) &&
                                        (Language.TypesAlias ||
                                         mayBeOneObject(O.Ty, Of->Ty))));
    });
    if (Stored == Graph.Operands.end())
      continue;
    Diags.refuse(Loc, msg::CheckReadsStored(Of->Name, Stored->Name));
    return false;
  }
  return true;
}

namespace {
/// `assert(c)`, `if (c) throw …;`: what ends the program, or throws, where Cond
/// is Value, and does nothing else.
struct Check {
  const clang::Expr *Cond;
  bool Value;
};
} // namespace

static std::optional<Check> asCheck(const clang::Stmt *S,
                                    const clang::ASTContext &Context) {
  Check Found{};
  const clang::Stmt *Then = nullptr, *Else = nullptr;
  if (const auto *E = dyn_cast<clang::Expr>(S))
    S = withoutVoid(E->IgnoreParens());
  if (const auto *If = dyn_cast<clang::IfStmt>(S);
      If && !If->getInit() && !If->getConditionVariable() &&
      !If->isConstexpr()) {
    Found.Cond = If->getCond();
    Then = If->getThen();
    Else = If->getElse();
  } else if (const auto *C = dyn_cast<clang::ConditionalOperator>(S)) {
    Found.Cond = C->getCond();
    Then = C->getTrueExpr();
    Else = C->getFalseExpr();
  } else if (const auto *B = dyn_cast<clang::BinaryOperator>(S);
             B && B->isLogicalOp()) {
    Found.Cond = B->getLHS();
    (B->getOpcode() == clang::BO_LAnd ? Then : Else) = B->getRHS();
  }
  if (Found.Cond)
    Found.Cond = withoutCastToBool(Found.Cond);
  Found.Value = neverReturns(Then);
  const clang::Stmt *Other = Found.Value ? Else : Then;
  if (!Found.Cond || !(Found.Value || neverReturns(Else)) ||
      hasEffect(Found.Cond) || (Other && !doesNothing(Other, Context)))
    return std::nullopt;
  return Found;
}

/// The call of a function that does nothing but check.
static const clang::CallExpr *asCallOfChecks(const clang::Stmt *S,
                                             const clang::ASTContext &Context) {
  const auto *C = dyn_cast<clang::CallExpr>(S);
  const clang::FunctionDecl *F =
      C && C->getType()->isVoidType() ? liftedBody(C) : nullptr;
  return F && llvm::all_of(statements(F->getBody()),
                           [&](const clang::Stmt *Part) {
                             return doesNothing(Part, Context) ||
                                    asCheck(Part, Context);
                           })
             ? C
             : nullptr;
}

/// Whether \p S only checks what a guard finds to hold in all iterations.
bool Lifter::leavesCheck(const clang::Stmt *S) {
  if (const auto *C = asCallOfChecks(S, Context))
    return inBody(C, nullptr, [&](llvm::ArrayRef<const clang::Stmt *> List) {
      return llvm::all_of(List, [&](const clang::Stmt *Part) {
        return doesNothing(Part, Context) || leavesCheck(Part);
      });
    });
  const std::optional<Check> Is = asCheck(S, Context);
  const ExprRef Cond = Is ? liftExpr(Is->Cond) : nullptr;
  if (!Cond || endsNowhere(Cond, Is->Value, Is->Cond))
    return Cond != nullptr;
  Diags.refuse(Is->Cond->getExprLoc(),
               msg::CheckDependsOnData(Diags.spell(Is->Cond)));
  return false;
}

/// Notes, where the lift of \p Arm has failed, that it may get on without.
/// Loops are what a directive is about: none is left out.
void Lifter::noteLeft(const clang::Stmt *Arm, const ExprRef &Cond) {
  if (Arm && MustLeave.empty() && Plan.Left.size() < MaxLeft && Diags.any() &&
      !isLoop(Arm) && !holdsLoop(Arm) && canAskInFront(Cond, Arm))
    MustLeave.push_back(Arm);
}

} // namespace lacuna::plugin
