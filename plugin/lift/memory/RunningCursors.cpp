//===- RunningCursors.cpp - cursors that run on over rows -----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A variable that is set in front of the nest and stepped by an inner loop
// alone has the value that the positions tell, where these follow each other
// from row to row.
//
//===----------------------------------------------------------------------===//

#include "lacuna/ir/bounds/Trips.h"
#include "lift/Lifter.h"
#include "lift/ast/Increments.h"
#include "lift/memory/Messages.def"
#include "lift/state/LoopBounds.h"
#include "llvm/ADT/StringExtras.h"

using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

/// Whether \p V is declared in front of the nest and changed by one step in it,
/// so that it runs on from row to row.
bool Lifter::runsOn(const clang::VarDecl *V) const {
  if (Source.Inside.contains(V) || Env.contains(V) || Env.isInCall() ||
      Loops.path().size() != 1 || Loops.isConditional() ||
      V->getTLSKind() != clang::VarDecl::TLS_None ||
      V->getType()->isReferenceType() || !V->hasLocalStorage())
    return false;
  const unsigned Writes = countWrites(Source.Root, V);
  return Writes == 1 || (Writes == 2 && paddingOf(V));
}

/// The statement `p += padding` behind the inner loop, in the body of the nest,
/// if nothing but the inner loop has to do with \p V beside it; or null.
const clang::Expr *Lifter::paddingOf(const clang::VarDecl *V) const {
  const clang::Expr *Found = nullptr;
  const clang::Stmt *Inner = nullptr;
  const auto *Root = dyn_cast<clang::ForStmt>(Source.Root);
  for (const clang::Stmt *S : statements(Root ? Root->getBody() : nullptr)) {
    if (!mentions(S, V))
      continue;
    const auto *E = dyn_cast<clang::Expr>(S);
    const auto By = E ? incrementOf(E) : std::nullopt;
    if (!Inner && isLoop(S))
      Inner = S;
    else if (Inner && !Found && By && By->Var == V &&
             !(By->By && mentions(By->By, V)))
      Found = E;
    else
      return nullptr;
  }
  const bool IsAll =
      Found && countMentions(Root, V) ==
                   countMentions(Inner, V) + countMentions(Found, V);
  return IsAll ? Found : nullptr;
}

/// Whether \p H runs up to `pos[i + 1]`, i being the variable of the loop
/// around it.
bool Lifter::endsWithRow(const LoopHeader &H) const {
  if (H.Cmp == clang::BO_LE || H.Descends || H.By)
    return false;
  const clang::Expr *Bound = H.Bound->IgnoreParenImpCasts();
  const IndexVar &Row = *Builder.graph().findIndexVar(Loops.path().front());
  if (const clang::VarDecl *V = namedVariable(Bound)) {
    const auto *Known = std::get_if<Local>(Env.find(V));
    ExprRef Value = Known ? Lets.lookup(Known->Name) : nullptr;
    Value = Value ? withoutIntegerCasts(Value) : nullptr;
    const auto *L = llvm::dyn_cast_or_null<LoadExpr>(Value.get());
    return L && isNext(var(Row.Ty, Row.Name), L->index());
  }
  const clang::Expr *Index = nullptr;
  if (const auto *S = dyn_cast<clang::ArraySubscriptExpr>(Bound))
    Index = S->getIdx();
  else if (const auto *C = dyn_cast<clang::CXXOperatorCallExpr>(Bound);
           C && C->getOperator() == clang::OO_Subscript)
    Index = C->getArg(1);
  const auto *Sum =
      Index ? dyn_cast<clang::BinaryOperator>(Index->IgnoreParenImpCasts())
            : nullptr;
  if (!Sum || Sum->getOpcode() != clang::BO_Add)
    return false;
  auto IsRow = [&](const clang::Expr *E) {
    const clang::VarDecl *V = namedVariable(E->IgnoreParenImpCasts());
    const auto *Known = std::get_if<LoopIndex>(V ? Env.find(V) : nullptr);
    return Known && Known->Name == Row.Name;
  };
  auto IsOne = [&](const clang::Expr *E) {
    const auto *L = dyn_cast<clang::IntegerLiteral>(E->IgnoreParenImpCasts());
    return L && L->getValue() == 1;
  };
  return (IsRow(Sum->getLHS()) && IsOne(Sum->getRHS())) ||
         (IsOne(Sum->getLHS()) && IsRow(Sum->getRHS()));
}

/// Whether \p H runs over as many steps in each row, or over the entries of a
/// row: from `pos[i]` to `pos[i + 1]`, or up to the difference.
bool Lifter::followsRows(const LoopHeader &H) const {
  VarSet Changed = Source.Written;
  Changed.insert(Source.Inside.begin(), Source.Inside.end());
  if (H.Init && H.Bound && staysSame(H.Init, Changed) &&
      staysSame(H.Bound, Changed))
    return true;
  if (!H.Bound || endsWithRow(H))
    return H.Bound != nullptr;
  const clang::VarDecl *V = namedVariable(H.Bound->IgnoreParenImpCasts());
  const auto *Known = std::get_if<Local>(V ? Env.find(V) : nullptr);
  ExprRef Value = Known ? Lets.lookup(Known->Name) : nullptr;
  return Value && isa<BinaryExpr>(withoutIntegerCasts(Value).get());
}

/// The value of \p V in front of the nest.
std::optional<LoopStart> Lifter::initial(const clang::VarDecl *V) {
  const clang::Expr *User = LiveOuts.reference(V);
  bool IsPointer = V->getType()->isPointerType();
  const clang::QualType Leads =
      IsPointer ? V->getType()->getPointeeType() : V->getType();
  const std::string Key = "in " + llvm::utohexstr(uintptr_t(V));
  if (IsPointer && Types.isRecord(Leads)) {
    LoopStart S;
    S.Ty = Type::i64();
    S.Into = Ops.records({Key, V->getNameAsString()}, Binding::Form::Pointer,
                         User, {});
    S.Value = i64(0);
    S.RunsOn = true;
    return S;
  }
  auto Ty = Types.scalarAt(Leads, User->getExprLoc());
  if (!Ty)
    return std::nullopt;
  std::string &Name = Ops.named(Key);
  if (Name.empty())
    Name = Builder.addOperand(
        V->getNameAsString() + (IsPointer ? "" : "_in"),
        IsPointer ? OperandKind::Array : OperandKind::Scalar, *Ty,
        IsPointer ? Binding::Form::Pointer : Binding::Form::Value, User);
  LoopStart S;
  S.Ty = IsPointer ? Type::i64() : *Ty;
  if (IsPointer)
    S.Into = PointerValue{Name, *Ty, nullptr};
  S.Value = IsPointer ? i64(0) : var(*Ty, Name);
  S.RunsOn = true;
  return S;
}

/// The start of a counter that runs on to `pos[i + 1]` in each row i: `pos[i]`,
/// if it sets out from the first of these and they ascend.
std::optional<LoopStart> Lifter::runningCounter(const LoopHeader &H) {
  auto In = initial(H.Counter);
  ExprRef Bound = In ? liftExpr(H.Bound) : nullptr;
  Bound = Bound
              ? Guards.inlined(Bound, H.Bound->getExprLoc(), Loops.name(H.Loop))
              : nullptr;
  if (!Bound)
    return std::nullopt;
  const IndexVar &Row = *Builder.graph().findIndexVar(Loops.path().front());
  ExprRef Plain = withoutIntegerCasts(Bound);
  const auto *End = dyn_cast<LoadExpr>(Plain.get());
  ExprRef RowVar = var(Row.Ty, Row.Name);
  if (In->Into || !End || rowOf(End->index()) ||
      !isNext(RowVar, End->index()) ||
      !Guards.requireAscending(End->array().str(), End->type(), Row)) {
    Diags.refuse(H.Bound->getExprLoc(),
                 msg::CursorRunsAcrossRows(H.Counter->getNameAsString(),
                                           Diags.spell(H.Bound)));
    return std::nullopt;
  }
  auto AsI64 = [](const ExprRef &E) { return lacuna::cast(Type::i64(), E); };
  std::string Pos = End->array().str();
  Builder.graph().Guards.push_back(
      {msg::GuardCursorStartsElsewhere(H.Counter->getNameAsString(), Pos),
       binary(BinaryOp::Eq, AsI64(In->Value),
              AsI64(load(End->type(), Pos, Row.Lo))),
       "", nullptr, nullptr});
  Guards.noteRead(Pos, Loops.name(H.Loop), H.Bound->getExprLoc());
  In->Value = load(End->type(), Pos, RowVar);
  return In;
}

/// How many steps a variable has gone that steps along with \p Position and
/// runs on over the rows, since the first of them. Null, without refusal, if
/// that is not known.
ExprRef Lifter::runningSteps(const IndexVar &Position) {
  const IndexVar &Row = *Builder.graph().findIndexVar(Loops.path().front());
  ExprRef RowVar = var(Row.Ty, Row.Name);
  auto AsI64 = [](const ExprRef &E) { return lacuna::cast(Type::i64(), E); };
  ExprRef At = AsI64(var(Position.Ty, Position.Name));
  ExprRef Lo = withoutIntegerCasts(Position.Lo);
  ExprRef Hi = withoutIntegerCasts(Position.Hi);
  // Each row has as many.
  auto IsFixed = [&](const ExprRef &E) {
    bool Fixed = !usesVar(E, Row.Name);
    walk(E, [&](const lacuna::Expr &Part) { Fixed &= !isa<LoadExpr>(&Part); });
    return Fixed;
  };
  if (IsFixed(Lo) && IsFixed(Hi)) {
    // Where it is asked for there are some.
    ExprRef Each = tripsBetween(Position.Lo, Position.Hi);
    ExprRef Rows = binary(BinaryOp::Sub, AsI64(RowVar), AsI64(Row.Lo));
    return binary(BinaryOp::Add, binary(BinaryOp::Mul, Rows, Each),
                  binary(BinaryOp::Sub, At, AsI64(Position.Lo)));
  }
  // From `pos[i]` to `pos[i + 1]`, or as many from 0.
  if (const auto *Length = dyn_cast<BinaryExpr>(Hi.get());
      Length && Length->op() == BinaryOp::Sub && constantValue(Lo) == 0) {
    Lo = withoutIntegerCasts(Length->rhs());
    Hi = withoutIntegerCasts(Length->lhs());
    At = binary(BinaryOp::Add, AsI64(Lo), At);
  }
  const auto *First = dyn_cast<LoadExpr>(Lo.get());
  const auto *End = dyn_cast<LoadExpr>(Hi.get());
  if (!First || !End || rowOf(First->index()) ||
      First->array() != End->array() ||
      !structurallyEqual(withoutIntegerCasts(First->index()), RowVar) ||
      !isNext(RowVar, End->index()) ||
      !Guards.requireAscending(First->array().str(), First->type(), Row))
    return nullptr;
  ExprRef Begin = load(First->type(), First->array().str(), Row.Lo);
  return binary(BinaryOp::Sub, At, AsI64(Begin));
}

} // namespace lacuna::plugin
