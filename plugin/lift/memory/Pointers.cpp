//===- Pointers.cpp - pointer variables of the nest -----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pointer leads into one array for as long as it lives. Where it keeps its
// value it stands for that; where it moves, as a cursor does, its offset is a
// variable of the nest.
//
//===----------------------------------------------------------------------===//

#include "lift/Lifter.h"
#include "lift/ast/FirstUses.h"
#include "lift/ast/StandardLibrary.h"
#include "lift/ast/Wrappers.h"
#include "lift/memory/Messages.def"
#include "lift/state/Reductions.h"

using llvm::ArrayRef;
using llvm::dyn_cast;

namespace lacuna::plugin {

static std::nullptr_t refuseMoved(Refusals &Diags, const clang::VarDecl *V,
                                  clang::SourceLocation Loc) {
  return Diags.refuse(Loc, msg::PointerModified(V->getNameAsString()));
}

/// A pointer into an array: `const double *Bj = B + j * K`.
bool Lifter::declarePointer(const clang::VarDecl *V,
                            ArrayRef<const clang::Stmt *> Rest,
                            std::vector<StmtRef> &Out) {
  // A reference to a pointer that moves is that pointer.
  const clang::VarDecl *To = V->getType()->isReferenceType() && V->hasInit()
                                 ? namedVariable(withoutWrappers(V->getInit()))
                                 : nullptr;
  if (To && !To->getType()->isArrayType() && Source.Written.contains(To)) {
    const Entity *Known = Env.isMoving(To) ? Env.find(To) : nullptr;
    if (!Known)
      return refuseMoved(Diags, To, V->getLocation()), false;
    Entity Moved = *Known;
    for (const clang::Stmt *S : Rest)
      if (const clang::Expr *Write = findWrite(S, V))
        return refuseMoved(Diags, V, Write->getExprLoc()), false;
    Env.set(V, std::move(Moved));
    return true;
  }
  if (V->hasInit())
    return definePointer(V, V->getInit(), Rest, V->getLocation(), Out);
  if (!firstUncovered(Rest, V))
    return true;
  Diags.refuse(V->getLocation(),
               msg::PointerWithoutValue(V->getNameAsString()));
  return false;
}

bool Lifter::definePointer(const clang::VarDecl *V, const clang::Expr *Init,
                           ArrayRef<const clang::Stmt *> Rest,
                           clang::SourceLocation Loc,
                           std::vector<StmtRef> &Out) {
  const clang::Expr *Write = nullptr;
  for (const clang::Stmt *S : Rest)
    if (!Write)
      Write = findWrite(S, V);
  bool Stepped = Write && !Loops.isUncounted() && isSteppedFrom(Rest, V);
  if (Env.isMoving(V) && Env.contains(V))
    return setPointer(V, Init, Loc, Out);
  bool IsOwn = Source.Inside.contains(V) && !V->getType()->isReferenceType();
  if (Env.contains(V) || (Write && !Stepped && !IsOwn))
    return refuseMoved(Diags, V, Write ? Write->getExprLoc() : Loc), false;
  if (!Source.Inside.contains(V) && LiveOuts.isLive(V)) {
    Diags.refuse(Loc, msg::PointerChosenForAfter(V->getNameAsString()));
    return false;
  }
  if (isNull(Init)) {
    Diags.refuse(Loc, msg::PointerIsNull(V->getNameAsString()));
    return false;
  }
  if (!Write && IsOwn && bindOwnPointer(V, Init))
    return true;
  auto P = pointer(Init);
  if (!P)
    return false;
  if (Write && !Stepped) {
    Env.set(V, moving(V, V->getNameAsString(), *P, Loc, Out));
    return true;
  }
  P->Offset = Lets.fixed(P->Offset, V, Out);
  P->Row = Lets.fixed(P->Row, V, Out);
  Env.set(V, *P);
  return true;
}

/// `Stats *s = &stats;`: whether \p Init is the address of an object that is no
/// element of an array, which \p V stands for.
bool Lifter::bindOwnPointer(const clang::VarDecl *V, const clang::Expr *Init) {
  const auto *U = dyn_cast<clang::UnaryOperator>(withoutWrappers(Init));
  if (!U || U->getOpcode() != clang::UO_AddrOf)
    return false;
  const clang::Expr *Object = withoutWrappers(U->getSubExpr());
  if (!Types.isRecord(V->getType()->getPointeeType()) ||
      !Context.hasSameUnqualifiedType(V->getType()->getPointeeType(),
                                      Object->getType()))
    return false;
  auto To = objectThatStays(Object);
  const auto *Outer = To ? std::get_if<OuterObject>(&*To) : nullptr;
  if (!To || (Outer && !Outer->Outer->isGLValue()))
    return false;
  Env.bindValue(V, std::move(*To));
  return true;
}

/// \p V, which sets out from \p P and moves: its offset is a variable, called
/// after \p Hint.
PointerValue Lifter::moving(const clang::VarDecl *V, llvm::StringRef Hint,
                            const PointerValue &P, clang::SourceLocation Loc,
                            std::vector<StmtRef> &Out) {
  ExprRef Row = Lets.fixed(P.Row, Hint, Loc, Out);
  std::string Name = Builder.uniqueName(Hint);
  Out.push_back(std::make_shared<VarStmt>(
      Name, Type::i64(), P.Offset ? P.Offset : i64(0), Builder.tag(Loc)));
  Env.noteMoving(V);
  return {P.Array, P.Elem, var(Type::i64(), Name), Row};
}

/// `p = q;` of a pointer that moves.
bool Lifter::setPointer(const clang::VarDecl *V, const clang::Expr *Value,
                        clang::SourceLocation Loc, std::vector<StmtRef> &Out) {
  PointerValue To = *std::get_if<PointerValue>(Env.find(V));
  if (isNull(Value))
    Diags.refuse(Loc, msg::PointerIsNull(V->getNameAsString()));
  auto P = Diags.any() ? std::nullopt : pointer(Value);
  if (!P)
    return false;
  if (P->Array != To.Array || !Lets.sameRow(P->Row, To.Row)) {
    Diags.refuse(Loc, msg::PointerLedIntoOtherArray(V->getNameAsString(),
                                                    To.Array, P->Array));
    return false;
  }
  Out.push_back(assignment({llvm::cast<VarExpr>(To.Offset.get())->name().str(),
                            Type::i64(), nullptr},
                           P->Offset ? P->Offset : i64(0), Builder.tag(Loc)));
  return true;
}

/// `++p;`, `p += n;` of pointers and iterators: whether \p E is one, which is
/// lifted then, or refused.
bool Lifter::liftMove(const clang::Expr *E, std::vector<StmtRef> &Out) {
  const clang::Expr *Target = nullptr, *By = nullptr;
  bool IsMinus = false;
  if (const auto *U = dyn_cast<clang::UnaryOperator>(E)) {
    Target = U->isIncrementDecrementOp() ? U->getSubExpr() : nullptr;
    IsMinus = U->isDecrementOp();
  } else if (const auto *A = dyn_cast<clang::CompoundAssignOperator>(E)) {
    Target = A->getLHS();
    By = A->getRHS();
    IsMinus = A->getOpcode() == clang::BO_SubAssign;
  } else if (const auto *C = dyn_cast<clang::CXXOperatorCallExpr>(E)) {
    clang::OverloadedOperatorKind Op = C->getOperator();
    bool IsStep = Op == clang::OO_PlusPlus || Op == clang::OO_MinusMinus;
    bool IsSum = Op == clang::OO_PlusEqual || Op == clang::OO_MinusEqual;
    if ((IsStep || IsSum) && isIterator(C->getArg(0)->getType()))
      Target = C->getArg(0);
    By = IsSum ? C->getArg(1) : nullptr;
    IsMinus = Op == clang::OO_MinusMinus || Op == clang::OO_MinusEqual;
  }
  if (!Target || pointerWithin(Target->getType()).isNull())
    return false;
  const clang::VarDecl *V = namedVariable(Target);
  const auto *Known =
      std::get_if<PointerValue>(V && Env.isMoving(V) ? Env.find(V) : nullptr);
  if (!Known) {
    if (V)
      refuseMoved(Diags, V, E->getExprLoc());
    else
      Diags.refuse(E->getExprLoc(),
                   msg::PointerInMemoryMoves(Diags.spell(Target)));
    return true;
  }
  std::string Name = llvm::cast<VarExpr>(Known->Offset.get())->name().str();
  ExprRef Distance = By ? liftValue(By) : i64(1);
  if (Distance)
    Distance = inElements(Distance, Target->getType(), E->getExprLoc());
  if (Distance)
    Out.push_back(update(
        {Name, Type::i64(), nullptr}, IsMinus ? BinaryOp::Sub : BinaryOp::Add,
        lacuna::cast(Type::i64(), Distance), Builder.tag(E->getBeginLoc())));
  return true;
}

/// Whether the pointer \p E, or the object that holds one, leads anywhere.
ExprRef Lifter::isGiven(const clang::Expr *E) {
  const clang::Expr *Bare = withoutWrappers(E);
  if (const auto *C = dyn_cast<clang::CastExpr>(Bare);
      C && C->getCastKind() == clang::CK_LValueToRValue)
    Bare = withoutWrappers(C->getSubExpr());
  if (Bare->isGLValue() && !Bare->getType()->isArrayType() && !Env.varies(Bare))
    return Ops.given(Bare);
  auto P = E->getType()->isPointerType() ? pointer(E) : std::nullopt;
  if (Diags.any())
    return nullptr;
  const auto &Bindings = Builder.result().Bindings;
  auto Bound = llvm::find_if(
      Bindings, [&](const Binding &B) { return P && B.Operand == P->Array; });
  const bool IsBound = Bound != Bindings.end();
  if (IsBound && !P->Row && !Bound->User->getType()->isArrayType() &&
      (Bound->F == Binding::Form::Pointer || Bound->F == Binding::Form::Get))
    return Ops.givenOutside(Bound->User);
  if (!P || (IsBound && !Builder.operand(P->Array)))
    return Diags.refuse(E->getExprLoc(),
                        msg::PointerComparedWithNull(Diags.spell(Bare)));
  // An array that the nest declares.
  if (!Builder.operand(P->Array))
    return constant(Type::boolean(), 1);
  // Nothing but null itself lies at a distance from null.
  return binary(
      BinaryOp::Ne,
      std::make_shared<AddressExpr>(P->Array, P->Row ? P->Row : i64(0)),
      constant(Type::u64(), 0));
}

/// Whether \p E is a null pointer.
bool Lifter::isNull(const clang::Expr *E) const {
  return E->isNullPointerConstant(Context,
                                  clang::Expr::NPC_ValueDependentIsNotNull) !=
         clang::Expr::NPCK_NotNull;
}

/// The one of \p Left and \p Right that is compared with null, or null.
const clang::Expr *Lifter::comparedWithNull(const clang::Expr *Left,
                                            const clang::Expr *Right) const {
  return isNull(Right) ? Left : isNull(Left) ? Right : nullptr;
}

ExprRef Lifter::isEqualToNull(const clang::Expr *E, bool IsEqual) {
  ExprRef Given = isGiven(E);
  return Given && IsEqual ? unary(UnaryOp::LogicalNot, Given) : Given;
}

} // namespace lacuna::plugin
