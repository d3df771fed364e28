//===- CheckedSubscripts.cpp - elements that standard containers return ---===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `v.at(i)` is `v[i]` where no value of `i` throws, which is checked in front
// of the nest: else the user's loop runs, and throws when it gets there.
// `v.front()` and `v.back()` are `v[0]` and `v[v.size() - 1]`.
//
//===----------------------------------------------------------------------===//

#include "lift/Lifter.h"
#include "lift/ast/StandardLibrary.h"
#include "lift/memory/Messages.def"

using llvm::dyn_cast;

namespace lacuna::plugin {

/// \p E as a sum of what is returned and \p Constant. Where the sum wraps round
/// it is not in range of a container without that either.
static ExprRef withoutConstant(ExprRef E, int64_t &Constant) {
  E = withoutWidening(E);
  const auto *B = dyn_cast<BinaryExpr>(E.get());
  bool IsSum = B && (B->op() == BinaryOp::Add || B->op() == BinaryOp::Sub);
  std::optional<int64_t> C = IsSum ? constantValue(B->rhs()) : std::nullopt;
  if (!C)
    return E;
  Constant += B->op() == BinaryOp::Add ? *C : -*C;
  return withoutConstant(B->lhs(), Constant);
}

std::optional<Location>
Lifter::locateReturned(const clang::CXXMemberCallExpr *C) {
  const clang::CXXMethodDecl *M = C->getMethodDecl();
  if (M->getName() == "at")
    return locateChecked(C);
  const clang::Expr *Container = C->getImplicitObjectArgument();
  const clang::QualType Elem = M->getReturnType().getNonReferenceType();
  auto P = containerData(Container, containerOf(M), Elem);
  if (P && M->getName() == "front")
    return elementBehind(*P, i64(0));
  ExprRef Size = P ? containerSize(Container) : nullptr;
  if (Size)
    Size = inElements(lacuna::cast(Type::i64(), Size),
                      Context.getPointerType(Elem), C->getExprLoc());
  if (!Size)
    return std::nullopt;
  return elementBehind(*P, binary(BinaryOp::Sub, Size, i64(1)));
}

/// Whether \p I is within \p Size wherever \p C is evaluated, as far as bounds
/// of the loop over it, which need not be of a container, tell.
bool Lifter::isWithinByBounds(const ExprRef &I, const ExprRef &Size,
                              const clang::CXXMemberCallExpr *C) {
  int64_t Shift = 0;
  ExprRef Subscript = withoutConstant(I, Shift);
  const auto *V = dyn_cast<VarExpr>(Subscript.get());
  const IndexVar *Index = V ? Builder.graph().findIndexVar(V->name()) : nullptr;
  std::string Refused = msg::SubscriptMayThrow(Diags.spell(C));
  if (!Index && !Lets.keepsValue(Subscript)) {
    Diags.refuse(C->getExprLoc(), Refused);
    return false;
  }
  ExprRef Lo = Index ? Index->Lo : Subscript;
  ExprRef Hi = Index ? Index->Hi : Subscript;
  auto Shifted = [&](const ExprRef &E, int64_t By) {
    return binary(BinaryOp::Add, cast(Type::i64(), E), i64(By));
  };
  std::string Reason = "'" + Diags.spell(C) + "' throws";
  ExprRef Begins = binary(BinaryOp::Ge, Shifted(Lo, Shift), i64(0));
  ExprRef Ends =
      binary(BinaryOp::Le, Shifted(Hi, Shift + (Index ? 0 : 1)), Size);
  // Whether each iteration of the outermost loop reads the bounds.
  bool IsAlwaysRead = !Index || Loops.runsInEachRow(Index->Name);
  return Guards.add({{Reason, Lo, Begins}, {Reason, Hi, Ends}}, IsAlwaysRead,
                    C->getExprLoc(), Refused);
}

std::optional<Location>
Lifter::locateChecked(const clang::CXXMemberCallExpr *C) {
  const clang::Expr *Container = C->getImplicitObjectArgument();
  const clang::CXXMethodDecl *M = C->getMethodDecl();
  const clang::QualType Elem = M->getReturnType().getNonReferenceType();
  auto P = containerData(Container, containerOf(M), Elem);
  ExprRef I = P ? liftValue(C->getArg(0)->IgnoreImpCasts()) : nullptr;
  if (I && !I->type().isInteger())
    I = liftValue(C->getArg(0));
  const ExprRef Size = I ? containerSize(Container) : nullptr;
  if (!Size)
    return std::nullopt;
  const ExprRef At = lacuna::cast(Type::i64(), I);
  const ExprRef Throws =
      binary(BinaryOp::LogicalOr, binary(BinaryOp::Lt, At, i64(0)),
             binary(BinaryOp::Ge, At, lacuna::cast(Type::i64(), Size)));
  if (!isNowhere(Throws, /*Value=*/true, "'" + Diags.spell(C) + "' throws",
                 C->getExprLoc()) &&
      !isWithinByBounds(I, Size, C))
    return std::nullopt;
  I = inElements(I, Context.getPointerType(Elem), C->getExprLoc());
  if (!I)
    return std::nullopt;
  return elementBehind(*P, I);
}

} // namespace lacuna::plugin
