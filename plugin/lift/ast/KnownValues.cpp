//===- KnownValues.cpp - variables of known values ------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/ast/KnownValues.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using llvm::APSInt;
using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

namespace {

/// What conditions tell of one variable.
class Facts {
public:
  Facts(const clang::ASTContext &Context, const clang::VarDecl *V)
      : Context(Context), V(V) {}

  /// The value of the variable where \p Cond is \p Holds.
  std::optional<APSInt> of(const clang::Expr *Cond, bool Holds) const;

private:
  std::optional<APSInt> ofComparison(const clang::Expr *Side,
                                     const clang::Expr *Other) const;
  APSInt inVariable(const APSInt &Value) const;

  const clang::ASTContext &Context;
  const clang::VarDecl *V;
};

} // namespace

/// \p Value in the type of the variable.
APSInt Facts::inVariable(const APSInt &Value) const {
  const clang::QualType Ty = V->getType();
  APSInt In = Value.extOrTrunc(Context.getIntWidth(Ty));
  In.setIsUnsigned(Ty->isUnsignedIntegerOrEnumerationType());
  return In;
}

/// The value of the variable where \p Side, if that is it, equals \p Other.
std::optional<APSInt> Facts::ofComparison(const clang::Expr *Side,
                                          const clang::Expr *Other) const {
  clang::Expr::EvalResult R;
  if (convertedVariable(Side) != V || !Side->getType()->isIntegerType() ||
      Other->isValueDependent() || !Other->EvaluateAsInt(R, Context) ||
      R.HasSideEffects)
    return std::nullopt;
  const APSInt Value = R.Val.getInt();
  const APSInt In = inVariable(Value);
  APSInt Back = In.extOrTrunc(Value.getBitWidth());
  Back.setIsUnsigned(Value.isUnsigned());
  return Back == Value ? std::optional(In) : std::nullopt;
}

std::optional<APSInt> Facts::of(const clang::Expr *Cond, bool Holds) const {
  if (!Cond) // of `if consteval`
    return std::nullopt;
  Cond = Cond->IgnoreParenImpCasts();
  if (const auto *U = dyn_cast<clang::UnaryOperator>(Cond))
    return U->getOpcode() == clang::UO_LNot ? of(U->getSubExpr(), !Holds)
                                            : std::nullopt;
  if (namedVariable(Cond) == V)
    return !Holds || V->getType()->isBooleanType()
               ? std::optional(inVariable(APSInt::get(Holds)))
               : std::nullopt;
  const auto *B = dyn_cast<clang::BinaryOperator>(Cond);
  if (!B)
    return std::nullopt;
  if (B->getOpcode() == (Holds ? clang::BO_LAnd : clang::BO_LOr)) {
    auto Left = of(B->getLHS(), Holds);
    return Left ? Left : of(B->getRHS(), Holds);
  }
  if (B->getOpcode() != (Holds ? clang::BO_EQ : clang::BO_NE))
    return std::nullopt;
  auto Value = ofComparison(B->getLHS(), B->getRHS());
  return Value ? Value : ofComparison(B->getRHS(), B->getLHS());
}

/// What \p V is defined with.
static std::optional<APSInt> fromDefinition(const clang::ASTContext &Context,
                                            const clang::VarDecl *V) {
  const clang::Expr *Init = V->getInit();
  clang::Expr::EvalResult R;
  if (isa<clang::ParmVarDecl>(V) || !Init || Init->isValueDependent() ||
      !Init->EvaluateAsInt(R, Context) || R.HasSideEffects)
    return std::nullopt;
  return R.Val.getInt();
}

/// Whether nothing that follows \p S in its list runs once \p S has.
static bool leaves(const clang::Stmt *S) {
  auto List = statements(S);
  if (List.empty())
    return false;
  const clang::Stmt *Last = List.back();
  if (const auto *E = dyn_cast<clang::Expr>(Last))
    Last = E->IgnoreParens();
  if (const auto *Full = dyn_cast<clang::ExprWithCleanups>(Last))
    Last = Full->getSubExpr();
  const auto *Call = dyn_cast<clang::CallExpr>(Last);
  return isa<clang::ReturnStmt, clang::BreakStmt, clang::ContinueStmt,
             clang::CXXThrowExpr>(Last) ||
         (Call && Call->getDirectCallee() &&
          Call->getDirectCallee()->isNoReturn());
}

/// What the branches of \p Path, from a body down to a nest, tell.
static std::optional<APSInt>
fromBranches(const Facts &Told, llvm::ArrayRef<const clang::Stmt *> Path) {
  // OpenMP gives variables another meaning in its regions.
  if (llvm::any_of(Path, [](const clang::Stmt *S) {
        return isa<clang::CapturedStmt>(S);
      }))
    return std::nullopt;
  std::optional<APSInt> Value;
  for (size_t I = 0; I + 1 < Path.size() && !Value; ++I) {
    const clang::Stmt *Next = Path[I + 1];
    if (const auto *If = dyn_cast<clang::IfStmt>(Path[I]);
        If && (Next == If->getThen() || Next == If->getElse()))
      Value = Told.of(If->getCond(), Next == If->getThen());
    if (!isa<clang::CompoundStmt>(Path[I]))
      continue;
    for (const clang::Stmt *Earlier : Path[I]->children()) {
      if (Earlier == Next || Value)
        break;
      const auto *If = dyn_cast<clang::IfStmt>(Earlier);
      if (If && leaves(If->getThen()))
        Value = Told.of(If->getCond(), false);
    }
  }
  return Value;
}

std::optional<APSInt> knownValue(const clang::ASTContext &Context,
                                 BodyIndices &Bodies, const clang::Stmt *Nest,
                                 const clang::VarDecl *V) {
  const clang::Stmt *Body = ownerBody(V);
  const clang::QualType Ty = V->getType();
  if (!Body || !Ty->isIntegralOrUnscopedEnumerationType() ||
      Ty.isVolatileQualified() || isReachable(Bodies, V))
    return std::nullopt;
  auto Value = fromDefinition(Context, V);
  if (!Value)
    Value =
        fromBranches(Facts(Context, V), Bodies.of(Body).structuredPathTo(Nest));
  return Value && countWrites(Body, V) == 0 ? Value : std::nullopt;
}

} // namespace lacuna::plugin
