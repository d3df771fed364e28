//===- Iterators.cpp - iterators of the user's own -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `for (Rows::Iterator it(A, i); it; ++it)`: an object that `++` moves on by
// one in each of some members, and whose condition turns out to compare one of
// these. That member is the index variable; the others stay at a distance from
// it, or as they are.
//
//===----------------------------------------------------------------------===//

#include "lift/Library.h"
#include "lift/Lifter.h"

using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

bool Lifter::refuseIterator(const LoopHeader &H, clang::SourceLocation Loc,
                            const std::string &Why) {
  clang::QualType Ty =
      H.Range ? H.Range->getType().getNonReferenceType() : H.Counter->getType();
  refuse(Loc, "loop '" + H.Name + "' goes through '" +
                  Ty.getCanonicalType().getUnqualifiedType().getAsString(
                      Context.getPrintingPolicy()) +
                  "'" + Why +
                  "; accepted are arrays, std::vector, std::array, std::span "
                  "and objects whose visible functions step and compare "
                  "numbers or pointers");
  return false;
}

/// \p E without conversions that keep every value.
static ExprRef unconverted(ExprRef E) {
  while (const auto *C = dyn_cast<CastExpr>(E.get())) {
    if (!C->type().isInteger() || !C->type().holdsAllOf(C->operand()->type()))
      break;
    E = C->operand();
  }
  return E;
}

/// The member of `*this` that \p E names, or null.
static const clang::FieldDecl *memberOfThis(const clang::Expr *E) {
  const auto *M = dyn_cast<clang::MemberExpr>(E->IgnoreParenImpCasts());
  return M && isa<clang::CXXThisExpr>(M->getBase()->IgnoreParenImpCasts())
             ? dyn_cast<clang::FieldDecl>(M->getMemberDecl())
             : nullptr;
}

/// Whether \p E is `*this`.
static bool isThis(const clang::Expr *E) {
  const auto *U = dyn_cast<clang::UnaryOperator>(E->IgnoreParenImpCasts());
  return U && U->getOpcode() == clang::UO_Deref &&
         isa<clang::CXXThisExpr>(U->getSubExpr()->IgnoreParenImpCasts());
}

/// The members that \p Step, `++it`, increments by one, if it does nothing
/// else but to return a copy of the iterator or the iterator.
bool Lifter::steppedMembers(const clang::Expr *Step,
                            std::vector<const clang::FieldDecl *> &Fields,
                            unsigned Depth) const {
  if (const auto *Full = dyn_cast<clang::FullExpr>(Step))
    Step = Full->getSubExpr();
  const auto *C = dyn_cast<clang::CallExpr>(Step->IgnoreParenImpCasts());
  const clang::FunctionDecl *F = C ? definitionOf(C) : nullptr;
  if (!F || Depth > 2)
    return false;
  for (const clang::Stmt *S : statements(F->getBody())) {
    if (isa<clang::ReturnStmt>(S)) {
      const clang::Expr *Returned = cast<clang::ReturnStmt>(S)->getRetValue();
      // `return *this;`, or the copy.
      return !Returned || !Returned->HasSideEffects(Context);
    }
    const auto *D = dyn_cast<clang::DeclStmt>(S);
    const auto *Copy = D && D->isSingleDecl()
                           ? dyn_cast<clang::VarDecl>(D->getSingleDecl())
                           : nullptr;
    if (Copy && Copy->hasInit() && copiedFrom(Copy->getInit()))
      continue;
    const auto *E = dyn_cast<clang::Expr>(S);
    if (!E)
      return false;
    if (const auto *Full = dyn_cast<clang::FullExpr>(E))
      E = Full->getSubExpr();
    E = E->IgnoreParens();
    const clang::FieldDecl *Field = nullptr;
    if (const auto *U = dyn_cast<clang::UnaryOperator>(E))
      Field = U->isIncrementOp() ? memberOfThis(U->getSubExpr()) : nullptr;
    if (const auto *B = dyn_cast<clang::CompoundAssignOperator>(E)) {
      const auto *One =
          dyn_cast<clang::IntegerLiteral>(B->getRHS()->IgnoreParenImpCasts());
      if (B->getOpcode() == clang::BO_AddAssign && One && One->getValue() == 1)
        Field = memberOfThis(B->getLHS());
    }
    if (const auto *O = dyn_cast<clang::CXXOperatorCallExpr>(E);
        O && O->getOperator() == clang::OO_PlusPlus) {
      // A member that is an iterator, or `++*this`.
      Field = memberOfThis(O->getArg(0));
      if (isThis(O->getArg(0)) && steppedMembers(O, Fields, Depth + 1))
        continue;
      if (!Field || !isIterator(Field->getType()))
        return false;
    }
    if (!Field || llvm::is_contained(Fields, Field))
      return false;
    Fields.push_back(Field);
  }
  return true;
}

/// \p Member, of type \p Ty, which keeps its value throughout the loop: numbers
/// as values, records by their members.
std::optional<Lifter::Entity> Lifter::keptMember(const LoopHeader &H,
                                                 const Entity &Member,
                                                 clang::QualType Ty) {
  clang::SourceLocation Loc = H.Init->getExprLoc();
  Entity Kept = Member;
  auto Scalar = Ty->isReferenceType() ? std::nullopt : scalarType(Ty);
  if (isRecord(Ty) && !Ty->isReferenceType()) {
    auto Own = std::make_shared<RecordValue>();
    for (const clang::FieldDecl *Field : Ty->getAsCXXRecordDecl()->fields())
      if (auto Part = memberOf(Member, Field)) {
        Part = keptMember(H, *Part, Field->getType());
        if (!Part)
          return std::nullopt;
        Own->Members[Field] = std::move(*Part);
      }
    return recordOf(std::move(Own));
  }
  if (Scalar && Member.K != Entity::Kind::Forward) {
    Kept = {Entity::Kind::Forward, "", *Scalar, partNow(Member, *Scalar)};
    if (!Kept.Index)
      return std::nullopt;
  } else if (Member.K == Entity::Kind::Object && Ty->isPointerType() &&
             !isRecord(Ty->getPointeeType())) {
    auto P = arrayOperand(Member.Object, Binding::Form::Pointer,
                          Ty->getPointeeType());
    if (!P)
      return std::nullopt;
    Kept = {Entity::Kind::Pointer, P->Array, P->Elem, P->Offset, {}, P->Row};
  }
  for (ExprRef *E : {&Kept.Index, &Kept.Row})
    if (*E && !(*E = inlined(*E, Loc, loopName(H.Loop))))
      return std::nullopt;
  return Kept;
}

/// The range of \p V, a member of the iterator that \p H counts by.
bool Lifter::liftIteratorBounds(const LoopHeader &H, IndexVar &V) {
  clang::SourceLocation Loc = H.Range  ? H.Range->getInit()->getExprLoc()
                              : H.Init ? H.Init->getExprLoc()
                                       : H.Loop->getBeginLoc();
  std::vector<const clang::FieldDecl *> Stepped;
  if (!H.Init || !H.Step || !H.Steps.empty() ||
      !steppedMembers(H.Step, Stepped) || Stepped.empty())
    return refuseIterator(H, Loc, "");
  auto Whole = recordValue(H.Init, nullptr);
  if (Whole)
    Whole = keptMember(H, *Whole, H.Counter->getType());
  if (!Whole)
    return Refusal ? false : refuseIterator(H, Loc, "");
  if (!setOthers(H))
    return false;
  if (H.End) {
    if (!pointerWithin(H.End->getType()).isNull()) {
      auto P = pointer(H.End->getInit());
      if (!P)
        return false;
      Env[H.End] = {
          Entity::Kind::Pointer, P->Array, P->Elem, P->Offset, {}, P->Row};
    } else {
      auto End = recordValue(H.End->getInit(), nullptr);
      if (End)
        End = keptMember(H, *End, H.End->getType());
      if (!End)
        return Refusal ? false : refuseIterator(H, Loc, "");
      Env[H.End] = std::move(*End);
    }
  }
  // The members that move, as variables of their own: the one that is compared
  // is the counter.
  auto Moving = std::make_shared<RecordValue>(*Whole->Parts);
  std::vector<std::string> Names;
  for (const clang::FieldDecl *Field : Stepped) {
    auto Found = Moving->Members.find(Field);
    bool IsPointer = Found != Moving->Members.end() &&
                     Found->second.K == Entity::Kind::Pointer;
    if (Found == Moving->Members.end() ||
        !(IsPointer || (Found->second.K == Entity::Kind::Forward &&
                        Found->second.Ty.isInteger())))
      return refuseIterator(H, Loc, "");
    // No name of the graph's: it is replaced below.
    Names.push_back("@" + Field->getNameAsString());
    Entity &Member = Found->second;
    Member.Index = var(IsPointer ? Type::i64() : Member.Ty, Names.back());
  }
  Env[H.Counter] = recordOf(Moving);
  ExprRef Cond = liftExpr(H.Cond);
  if (!Cond)
    return false;
  while (const auto *C = dyn_cast<CastExpr>(Cond.get()))
    Cond = C->operand();
  bool IsNegated = false;
  while (const auto *N = dyn_cast<UnaryExpr>(Cond.get())) {
    if (N->op() != UnaryOp::LogicalNot)
      break;
    IsNegated = !IsNegated;
    Cond = N->operands()[0];
    while (const auto *C = dyn_cast<CastExpr>(Cond.get()))
      Cond = C->operand();
  }
  const auto *Compared = dyn_cast<BinaryExpr>(Cond.get());
  std::string Accepted = ", and its condition does not compare a member that "
                         "moves on with its end";
  if (!Compared)
    return refuseIterator(H, H.Cond->getExprLoc(), Accepted);
  LoopHeader Found = H;
  Found.Bound = H.Cond;
  ExprRef Left = Compared->lhs(), Right = Compared->rhs();
  BinaryOp Op = Compared->op();
  if (Op == BinaryOp::Gt || Op == BinaryOp::Ge) {
    std::swap(Left, Right);
    Op = Op == BinaryOp::Gt ? BinaryOp::Lt : BinaryOp::Le;
  }
  auto IsMember = [&](const ExprRef &E) {
    const auto *Var = dyn_cast<VarExpr>(E.get());
    return Var && llvm::is_contained(Names, Var->name());
  };
  if (Op == BinaryOp::Ne || Op == BinaryOp::Eq)
    if (!IsMember(unconverted(Left)))
      std::swap(Left, Right);
  bool IsNe = IsNegated ? Op == BinaryOp::Eq : Op == BinaryOp::Ne;
  bool IsOrdered = !IsNegated && (Op == BinaryOp::Lt || Op == BinaryOp::Le);
  ExprRef Counter = unconverted(Left);
  bool UsesMoving = llvm::any_of(
      Names, [&](const std::string &Name) { return usesVar(Right, Name); });
  if (!(IsNe || IsOrdered) || !IsMember(Counter) || UsesMoving)
    return refuseIterator(H, H.Cond->getExprLoc(), Accepted);
  Found.Cmp = IsNe                 ? clang::BO_NE
              : Op == BinaryOp::Lt ? clang::BO_LT
                                   : clang::BO_LE;
  // The counter's own start; the others are at a distance from it.
  auto At = llvm::find(Names, llvm::cast<VarExpr>(Counter.get())->name());
  const clang::FieldDecl *Counts = Stepped[At - Names.begin()];
  auto StartOf = [&](const clang::FieldDecl *Field) {
    const Entity &Member = Whole->Parts->Members.find(Field)->second;
    return Member.Index ? Member.Index : i64(0);
  };
  Right = inlined(Right, H.Cond->getExprLoc(), loopName(H.Loop));
  if (!Right)
    return false;
  V.Ty = Counter->type();
  if (!setRange(Found, V, StartOf(Counts), Right, ComparedCounter()))
    return false;
  ExprRef Now = lacuna::cast(Type::i64(), var(V.Ty, V.Name));
  ExprRef Begin = lacuna::cast(Type::i64(), V.Lo);
  for (const clang::FieldDecl *Field : Stepped) {
    Entity &Member = Moving->Members.find(Field)->second;
    if (Field == Counts) {
      Member.Index = var(V.Ty, V.Name);
      continue;
    }
    ExprRef Start = StartOf(Field);
    ExprRef Value =
        structurallyEqual(withoutIntegerCasts(Start), withoutIntegerCasts(V.Lo))
            ? Now
            : binary(BinaryOp::Add, lacuna::cast(Type::i64(), Start),
                     binary(BinaryOp::Sub, Now, Begin));
    Member.Index = lacuna::cast(
        Member.K == Entity::Kind::Pointer ? Type::i64() : Member.Ty, Value);
  }
  return true;
}

} // namespace lacuna::plugin
