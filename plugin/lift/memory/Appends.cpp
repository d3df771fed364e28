//===- Appends.cpp - containers that the nest appends to ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `if (d < r) pairs.push_back({i, j});` is `pairs[n] = {i, j}; ++n;`, where n
// begins with the vector's size, and the vector gets its elements behind the
// loop.
//
//===----------------------------------------------------------------------===//

#include "lift/Lifter.h"
#include "lift/Messages.def"
#include "lift/ast/AstQueries.h"
#include "lift/ast/RecordQueries.h"
#include "lift/ast/StandardLibrary.h"
#include "lift/ast/Wrappers.h"
#include "lift/memory/Messages.def"
#include "lift/state/Operators.h"

using llvm::ArrayRef;
using llvm::dyn_cast;

namespace lacuna::plugin {

/// What \p C appends to, as an lvalue; null if it appends to no vector.
static const clang::Expr *appendedTo(clang::ASTContext &Context,
                                     const clang::CXXMemberCallExpr *C) {
  const clang::CXXMethodDecl *M = C->getMethodDecl();
  if (!isAppend(M) || containerOf(M) != "vector")
    return nullptr;
  const clang::Expr *Object = C->getImplicitObjectArgument();
  if (!Object->getType()->isPointerType())
    return Object;
  return clang::UnaryOperator::Create(
      Context, const_cast<clang::Expr *>(Object), clang::UO_Deref,
      Object->getType()->getPointeeType(), clang::VK_LValue, clang::OK_Ordinary,
      Object->getExprLoc(), /*CanOverflow=*/false, clang::FPOptionsOverride());
}

/// Whether all that \p D does is to give members values.
static bool onlySetsMembers(const clang::CXXConstructorDecl *D) {
  const clang::FunctionDecl *F = nullptr;
  const auto *Body =
      D->hasBody(F) ? dyn_cast<clang::CompoundStmt>(F->getBody()) : nullptr;
  const clang::ASTContext &Context = D->getASTContext();
  return Body && Body->body_empty() &&
         llvm::none_of(cast<clang::CXXConstructorDecl>(F)->inits(),
                       [&](const clang::CXXCtorInitializer *Init) {
                         return Init->getInit()->HasSideEffects(Context);
                       });
}

/// Whether an object of type \p Ty can be made and then set, as well as made
/// with its values: nobody sees that it is made, nor what it consists of.
static bool canBeMadeFirst(const clang::ASTContext &Context,
                           clang::QualType Ty) {
  Ty = Context.getBaseElementType(Ty);
  const clang::CXXRecordDecl *R = Ty->getAsCXXRecordDecl();
  if (!R || Ty.isConstQualified())
    return !Ty.isConstQualified() && !Ty->isReferenceType();
  const bool IsQuiet =
      llvm::any_of(R->ctors(), [](const clang::CXXConstructorDecl *D) {
        return D->isDefaultConstructor() && !D->isDeleted() &&
               D->getAccess() == clang::AS_public &&
               (D->isDefaulted() || D->isConstexpr() || onlySetsMembers(D));
      });
  auto IsMember = [&](const clang::FieldDecl *Field) {
    const clang::Expr *Init = Field->getInClassInitializer();
    return canBeMadeFirst(Context, Field->getType()) &&
           (!Field->hasInClassInitializer() ||
            (Init && !Init->HasSideEffects(Context)));
  };
  // Those have templates for it, and bases that say how they are copied.
  if (isPair(R))
    return isPlainRecord(R) && llvm::all_of(R->fields(), IsMember);
  return isPlainRecord(R) &&
         (IsQuiet || R->needsImplicitDefaultConstructor()) &&
         llvm::all_of(R->fields(), IsMember) &&
         llvm::all_of(R->bases(), [&](const clang::CXXBaseSpecifier &B) {
           return canBeMadeFirst(Context, B.getType());
         });
}

/// Whether one of \p Args sets something: others are references, and read when
/// all have been evaluated.
static bool setAnything(ArrayRef<const clang::Expr *> Args) {
  VarSet Written;
  for (const clang::Expr *Arg : Args)
    collectWritten(Arg, Written);
  return !Written.empty() || llvm::any_of(Args, hasEffect);
}

/// The constructor of \p R that takes \p Count numbers, if there is just one.
static const clang::CXXConstructorDecl *
constructorOf(const clang::CXXRecordDecl *R, unsigned Count) {
  const clang::CXXConstructorDecl *Found = nullptr;
  for (const clang::CXXConstructorDecl *D : R->ctors()) {
    if (D->isDeleted() || D->isCopyOrMoveConstructor() ||
        D->getNumParams() < Count || D->getMinRequiredArguments() > Count)
      continue;
    if (Found || D->getNumParams() != Count || D->isVariadic())
      return nullptr;
    Found = D;
  }
  return Found;
}

/// The record of type \p Ty that `emplace_back` makes of the arguments of \p C.
std::optional<Entity> Lifter::emplacedRecord(const clang::CXXMemberCallExpr *C,
                                             clang::QualType Ty,
                                             std::vector<StmtRef> &Out) {
  const clang::CXXRecordDecl *R = Ty->getAsCXXRecordDecl();
  const ArrayRef<const clang::Expr *> Args(C->getArgs(), C->getNumArgs());
  if (Args.size() == 1 && Context.hasSameUnqualifiedType(
                              withoutTemporaries(Args[0])->getType(), Ty))
    return recordValue(Args[0], &Out);
  if (Args.size() > 1 && setAnything(Args))
    return refuseCall(C), std::nullopt;
  const auto Fields = std::distance(R->field_begin(), R->field_end());
  const bool IsByMembers =
      isPair(R) || (R->isAggregate() && R->getNumBases() == 0);
  if (IsByMembers && Fields == std::ptrdiff_t(Args.size())) {
    auto Own = std::make_shared<RecordValue>();
    for (auto [Field, Arg] : llvm::zip_equal(R->fields(), Args)) {
      auto Member = memberValue(Field, Arg, &Out);
      if (!Member)
        return std::nullopt;
      Own->Members[Field] = std::move(*Member);
    }
    return OwnRecord{std::move(Own)};
  }
  const clang::CXXConstructorDecl *D = constructorOf(R, Args.size());
  if (!D || !llvm::all_of(D->parameters(), [&](const clang::ParmVarDecl *P) {
        return Types.scalar(P->getType().getNonReferenceType()).has_value();
      }))
    return refuseCall(C), std::nullopt;
  return constructedBy(D, Args, C, &Out);
}

bool Lifter::liftAppend(const clang::CXXMemberCallExpr *C,
                        std::vector<StmtRef> &Out) {
  const clang::Expr *Object = appendedTo(Context, C);
  if (!Object || !isPlainVector(Object->getType()) || Env.varies(Object))
    return false;
  const clang::Expr *Outer = Env.asOperand(Object);
  auto I = Outer ? Ops.identify(Outer) : std::nullopt;
  if (!I)
    return false;
  const clang::QualType Elem = elementTypeOf(Object->getType());
  if (!canBeMadeFirst(Context, Elem) || Elem->isBooleanType()) {
    Diags.refuseType(C->getExprLoc(), Elem);
    return false;
  }
  if (!llvm::is_contained(Plan.Appended, AppendedContainer{*I, Outer})) {
    MustAppend.push_back({*I, Outer});
    return refuseCall(C), false;
  }
  auto P = Ops.appended(Outer, Elem);
  if (!P)
    return false;
  const lacuna::Place Count = Ops.countOf(*I);
  const ExprRef At = var(Count.Ty, Count.Name);
  const bool IsEmplaced = C->getMethodDecl()->getName() == "emplace_back";
  if (Types.isRecord(Elem)) {
    const size_t Before = Out.size();
    auto Value = IsEmplaced ? emplacedRecord(C, Elem, Out)
                            : recordValue(C->getArg(0), &Out);
    if (!Value || !assignNumbers(Alias{{P->Array, At, ""}}, *Value, Elem,
                                 Object, Before, Out))
      return false;
  } else {
    ExprRef Value =
        C->getNumArgs() == 0 ? zero(P->Elem) : liftValue(C->getArg(0));
    if (!Value)
      return false;
    const lacuna::Place To = {P->Array, P->Elem, At};
    Ops.noteWritten(To);
    Out.push_back(
        assign(To, lacuna::cast(P->Elem, Value), Builder.tag(C->getExprLoc())));
  }
  Out.push_back(std::make_shared<AssignStmt>(Count, ReduceOp::Add, i64(1),
                                             /*Atomic=*/false,
                                             Builder.tag(C->getExprLoc())));
  return true;
}

} // namespace lacuna::plugin
