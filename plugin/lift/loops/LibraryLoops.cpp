//===- LibraryLoops.cpp - memset, memcpy, std::fill, std::copy as loops ---===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `std::fill`, `std::copy`, `memset` and the like over arrays of numbers are
// the loops that they mean, element by element from the first one on.
//
//===----------------------------------------------------------------------===//

#include "lift/Lifter.h"
#include "lift/ast/ArrayTypes.h"
#include "lift/ast/StandardLibrary.h"
#include "lift/loops/Messages.def"
#include "lift/state/LoopBounds.h"
#include "lift/state/Operators.h"
#include "lift/state/Reductions.h"
#include "clang/Basic/Builtins.h"

using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

/// A call that sets a range of elements.
struct RangeSetter {
  const clang::Expr *To;
  const clang::Expr *From;   ///< the value, or the first element to copy
  const clang::Expr *Length; ///< a number of elements or bytes, or an end
  bool IsCopy = false, InBytes = false, HasEnd = false;
};

/// \p C as a call that sets a range of elements.
static std::optional<RangeSetter> rangeSetter(const clang::CallExpr *C) {
  const clang::FunctionDecl *F = C->getDirectCallee();
  if (!F || !F->getIdentifier() || C->getNumArgs() != 3 ||
      llvm::isa<clang::CXXMethodDecl>(F))
    return std::nullopt;
  const clang::Expr *A = C->getArg(0), *B = C->getArg(1), *E = C->getArg(2);
  switch (F->getBuiltinID()) {
  case clang::Builtin::BImemset:
  case clang::Builtin::BI__builtin_memset:
    return RangeSetter{A, B, E, false, true};
  case clang::Builtin::BImemcpy:
  case clang::Builtin::BI__builtin_memcpy:
    return RangeSetter{A, B, E, true, true};
  default:
    break;
  }
  if (!F->isInStdNamespace())
    return std::nullopt;
  if (F->getName() == "fill")
    return RangeSetter{A, E, B, false, false, true};
  if (F->getName() == "fill_n")
    return RangeSetter{A, E, B};
  if (F->getName() == "copy")
    return RangeSetter{E, A, B, true, false, true};
  if (F->getName() == "copy_n")
    return RangeSetter{E, A, B, true};
  return std::nullopt;
}

/// What was converted to a pointer to void.
static const clang::Expr *beforeVoid(const clang::Expr *E) {
  while (E->getType()->isVoidPointerType()) {
    const auto *C = dyn_cast<clang::CastExpr>(E->IgnoreParens());
    if (!C)
      return nullptr;
    E = C->getSubExpr();
  }
  return E;
}

/// \p E, a factor of a number of bytes, as a number that is not negative.
static ExprRef asCount(const ExprRef &E) {
  ExprRef Plain = unconverted(E);
  const auto *C = dyn_cast<CastExpr>(Plain.get());
  bool IsSize = C && C->type().isInteger() && C->type().bits() == 64 &&
                C->operand()->type().isInteger();
  return lacuna::cast(Type::i64(), IsSize ? unconverted(C->operand()) : Plain);
}

/// How many elements of \p Size bytes \p Bytes are, as far as its form tells;
/// null otherwise.
static ExprRef elementsIn(const ExprRef &Bytes, int64_t Size) {
  if (auto Known = constantValue(Bytes))
    return *Known >= 0 && *Known % Size == 0 ? i64(*Known / Size) : nullptr;
  const auto *Product = dyn_cast<BinaryExpr>(unconverted(Bytes).get());
  // A product of fewer bits may have wrapped round.
  if (!Product || Product->op() != BinaryOp::Mul || Product->type().bits() < 64)
    return nullptr;
  for (bool Left : {true, false}) {
    const ExprRef &Other = Left ? Product->rhs() : Product->lhs();
    auto Known = constantValue(Left ? Product->lhs() : Product->rhs());
    if (Known && *Known > 0 && *Known % Size == 0)
      return binary(BinaryOp::Mul, asCount(Other), i64(*Known / Size));
  }
  return nullptr;
}

/// The array that \p E, a pointer to numbers, leads into; perhaps to arrays of
/// them, if they are counted \p InBytes.
std::optional<PointerValue> Lifter::pointerToNumbers(const clang::Expr *E,
                                                     bool InBytes) {
  clang::QualType Within = pointerWithin(E->getType());
  if (Within.isNull() && E->getType()->isArrayType())
    Within = Context.getArrayDecayedType(E->getType());
  if (Within.isNull()) {
    Diags.refuseType(E->getExprLoc(), E->getType());
    return std::nullopt;
  }
  clang::QualType Pointee = Within->getPointeeType();
  auto Ty = Types.scalarAt(
      InBytes ? innermostElement(Context, Pointee) : Pointee, E->getExprLoc());
  auto P = Ty ? pointer(E) : std::nullopt;
  if (P && P->Elem != *Ty) {
    Diags.refuse(E->getExprLoc(), msg::LeadsIntoOtherType(Diags.spell(E)));
    return std::nullopt;
  }
  return P;
}

/// The loop of \p Set over the positions below \p Count.
void Lifter::addRangeLoop(llvm::StringRef For, clang::SourceLocation Loc,
                          const ExprRef &Count,
                          llvm::function_ref<StmtRef(const ExprRef &)> Set,
                          std::vector<StmtRef> &Out) {
  SourceTag Tag = Builder.tag(Loc);
  std::string Name = Builder.uniqueName(For);
  ExprRef At = var(Type::i64(), Name), Whole = Lets.substituted(Count);
  bool IsFixed = !Loops.isUncounted();
  for (const auto &Entry : freeVars(Whole))
    IsFixed &= Builder.operand(Entry.getKey()) ||
               Builder.graph().findIndexVar(Entry.getKey());
  if (IsFixed) {
    // As a loop of the user's over as many elements would be.
    ExprRef Plain = unconverted(Whole);
    bool IsInt = Plain->type().isInteger() && Plain->type().isSigned() &&
                 Plain->type().bits() == 32;
    IndexVar V;
    V.Name = Name;
    V.Ty = IsInt ? Plain->type() : Type::i64();
    V.Lo = constant(V.Ty, 0);
    V.Hi = Guards.inlined(IsInt ? Plain : Count, Loc, Name);
    Builder.graph().IndexVars.push_back(V);
    At = lacuna::cast(Type::i64(), var(V.Ty, Name));
    Out.push_back(std::make_shared<LoopStmt>(Name, Set(At), LoopTags(), Tag));
    return;
  }
  std::string End = Builder.uniqueName(Name + "_end");
  Out.push_back(std::make_shared<LetStmt>(End, Count, Tag));
  Out.push_back(std::make_shared<VarStmt>(Name, Type::i64(), i64(0), Tag));
  Out.push_back(std::make_shared<WhileStmt>(
      binary(BinaryOp::Lt, At, var(Type::i64(), End)),
      block({Set(At),
             update({Name, Type::i64(), nullptr}, BinaryOp::Add, i64(1), Tag)}),
      Tag));
}

/// How many elements of type \p Elem \p R sets; null, perhaps without refusal,
/// if that is not understood.
ExprRef Lifter::elementsOf(const RangeSetter &R, const Type &Elem,
                           clang::SourceLocation Loc) {
  if (R.HasEnd)
    return pointerDistance(R.IsCopy ? R.From : R.To, R.Length, Loc);
  ExprRef Count = liftValue(R.Length);
  if (!Count || !Count->type().isInteger())
    return nullptr;
  return R.InBytes ? elementsIn(Count, Elem.bits() / 8)
                   : lacuna::cast(Type::i64(), Count);
}

/// What each element of type \p Elem is set to by \p R; null, perhaps without
/// refusal, if that is not understood.
ExprRef Lifter::valueOf(const RangeSetter &R, const Type &Elem,
                        clang::SourceLocation Loc, std::vector<StmtRef> &Out) {
  ExprRef Value = liftValue(R.From);
  if (!Value)
    return nullptr;
  auto Known = constantValue(Value);
  // Of other bytes than these no number is made.
  bool Repeats = Known && (*Known == 0 || (*Known == -1 && Elem.isInteger()));
  if (R.InBytes && (!Repeats || !Elem.isArithmetic()))
    return nullptr;
  Value = lacuna::cast(Elem, R.InBytes && *Known == 0 ? zero(Elem) : Value);
  if (isa<ConstantExpr>(Value.get()))
    return Value;
  std::string Name = Builder.uniqueName("value");
  Out.push_back(std::make_shared<LetStmt>(Name, Value, Builder.tag(Loc)));
  return var(Elem, Name);
}

/// The statement \p C, if it calls a library function that sets a range of
/// numbers. False, perhaps without refusal, if that is not so.
bool Lifter::liftRangeCall(const clang::CallExpr *C,
                           std::vector<StmtRef> &Out) {
  auto R = rangeSetter(C);
  if (!R)
    return false;
  clang::SourceLocation Loc = C->getExprLoc();
  R->To = R->InBytes ? beforeVoid(R->To) : R->To;
  R->From = R->InBytes && R->IsCopy ? beforeVoid(R->From) : R->From;
  auto To =
      R->To && R->From ? pointerToNumbers(R->To, R->InBytes) : std::nullopt;
  if (!To)
    return false;
  const Type Elem = To->Elem;
  ExprRef Count = elementsOf(*R, Elem, Loc), Value;
  std::optional<PointerValue> From;
  if (Count && R->IsCopy)
    From = pointerToNumbers(R->From, R->InBytes);
  else if (Count)
    Value = valueOf(*R, Elem, Loc, Out);
  if (!From && !Value)
    return false;
  if (From && (Elem.isOpaque() || From->Elem.isOpaque() || R->InBytes) &&
      From->Elem != Elem)
    return false;
  for (PointerValue *P : {&*To, From ? &*From : nullptr})
    if (P) {
      P->Offset = Lets.fixed(P->Offset, P->Array, Loc, Out);
      P->Row = Lets.fixed(P->Row, P->Array, Loc, Out);
    }
  auto ElementOf = [](const PointerValue &P, const ExprRef &At) {
    ExprRef Index = P.Offset ? binary(BinaryOp::Add, P.Offset, At) : At;
    Location L;
    L.K = Location::Kind::Place;
    L.Place = {P.Array, P.Elem, Index};
    L.Row = P.Row;
    return L;
  };
  addRangeLoop(
      C->getDirectCallee()->getName(), C->getBeginLoc(), Count,
      [&](const ExprRef &At) {
        Place Element = placeAt(ElementOf(*To, At));
        Ops.noteWritten(Element);
        ExprRef Now = From ? elementAt(ElementOf(*From, At)) : Value;
        return assign(Element, lacuna::cast(Elem, Now), Builder.tag(Loc));
      },
      Out);
  return !Diags.any();
}

} // namespace lacuna::plugin
