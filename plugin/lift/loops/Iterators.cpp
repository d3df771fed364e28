//===- Iterators.cpp - iterators of the user's own ------------------------===//
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

#include "lift/Lifter.h"
#include "lift/ast/ArrayTypes.h"
#include "lift/ast/Callees.h"
#include "lift/ast/RecordQueries.h"
#include "lift/ast/StandardLibrary.h"
#include "lift/loops/Messages.def"

using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

bool Lifter::refuseIterator(const LoopHeader &H, clang::SourceLocation Loc,
                            const std::string &Why) {
  clang::QualType Ty =
      H.Range ? H.Range->getType().getNonReferenceType() : H.Counter->getType();
  Diags.refuse(Loc, msg::IteratesUnsupportedType(
                        H.Name,
                        Ty.getCanonicalType().getUnqualifiedType().getAsString(
                            Context.getPrintingPolicy()),
                        Why));
  return false;
}

/// \p E without conversions that keep every value.
static ExprRef beforeWidening(ExprRef E) {
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
static bool steppedMembers(const clang::ASTContext &Context,
                           const clang::Expr *Step,
                           std::vector<const clang::FieldDecl *> &Fields,
                           unsigned Depth = 0) {
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
      if (isThis(O->getArg(0)) && steppedMembers(Context, O, Fields, Depth + 1))
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

/// The values that \p E is found by.
static llvm::SmallVector<ExprRef *, 2> partsOf(Entity &E) {
  if (auto *Forwarded = std::get_if<Forward>(&E))
    return {&Forwarded->Value};
  if (auto *Element = std::get_if<Alias>(&E))
    return {&Element->At.Index, &Element->At.Row};
  if (auto *Pointer = std::get_if<PointerValue>(&E))
    return {&Pointer->Offset, &Pointer->Row};
  if (auto *Span = std::get_if<SpanValue>(&E))
    return {&Span->Data.Offset, &Span->Data.Row};
  return {};
}

/// Where the number or offset that \p Member consists of is kept, and its type;
/// null for what does not count.
static std::pair<ExprRef *, Type> numberIn(Entity &Member) {
  if (auto *Pointer = std::get_if<PointerValue>(&Member))
    return {&Pointer->Offset, Type::i64()};
  auto *Forwarded = std::get_if<Forward>(&Member);
  if (!Forwarded || !Forwarded->Ty.isInteger())
    return {nullptr, Type()};
  return {&Forwarded->Value, Forwarded->Ty};
}

/// \p Member, of type \p Ty, which keeps its value throughout the loop: numbers
/// as values, records by their members.
std::optional<Entity> Lifter::keptMember(const LoopHeader &H,
                                         const Entity &Member,
                                         clang::QualType Ty) {
  clang::SourceLocation Loc = H.Init->getExprLoc();
  Entity Kept = Member;
  auto Scalar = Ty->isReferenceType() ? std::nullopt : Types.scalar(Ty);
  if (Types.isRecord(Ty) && !Ty->isReferenceType()) {
    auto Own = std::make_shared<RecordValue>();
    for (const clang::FieldDecl *Field : Ty->getAsCXXRecordDecl()->fields())
      if (auto Part = Env.memberOf(Member, Field)) {
        Part = keptMember(H, *Part, Field->getType());
        if (!Part)
          return std::nullopt;
        Own->Members[Field] = std::move(*Part);
      }
    return OwnRecord{std::move(Own)};
  }
  const auto *Object = std::get_if<OuterObject>(&Member);
  if (Scalar && !isKind<Forward>(Member)) {
    ExprRef Now = partNow(Member, *Scalar);
    if (!Now)
      return std::nullopt;
    Kept = Forward{*Scalar, Now};
  } else if (Object && Ty->isPointerType() &&
             !Types.isRecord(Ty->getPointeeType())) {
    auto P =
        Ops.array(Object->Outer, Binding::Form::Pointer, Ty->getPointeeType());
    if (!P)
      return std::nullopt;
    Kept = *P;
  }
  for (ExprRef *E : partsOf(Kept))
    if (*E && !(*E = Guards.inlined(*E, Loc, Loops.name(H.Loop))))
      return std::nullopt;
  return Kept;
}

/// Gives the end of the iterator that \p H counts by, if it is a variable, what
/// it stands for.
bool Lifter::liftIteratorEnd(const LoopHeader &H, clang::SourceLocation Loc) {
  if (!H.End)
    return true;
  if (!pointerWithin(H.End->getType()).isNull()) {
    auto P = pointer(H.End->getInit());
    if (!P)
      return false;
    Env.set(H.End, *P);
    return true;
  }
  auto End = recordValue(H.End->getInit(), nullptr);
  if (End)
    End = keptMember(H, *End, H.End->getType());
  if (!End)
    return Diags.any() ? false : refuseIterator(H, Loc, "");
  Env.set(H.End, std::move(*End));
  return true;
}

namespace {

/// The condition of a loop: a member that moves against its end.
struct MemberComparison {
  ExprRef Member, End;
  clang::BinaryOperatorKind Cmp;
};

/// \p Cond as a comparison of one of \p Members with something that none of
/// them is part of; nothing if it is none.
std::optional<MemberComparison>
comparedMember(ExprRef Cond, llvm::ArrayRef<std::string> Members) {
  bool IsNegated = false;
  Cond = withoutCasts(Cond);
  while (const auto *N = dyn_cast<UnaryExpr>(Cond.get())) {
    if (N->op() != UnaryOp::LogicalNot)
      break;
    IsNegated = !IsNegated;
    Cond = withoutCasts(N->operands()[0]);
  }
  const auto *Compared = dyn_cast<BinaryExpr>(Cond.get());
  if (!Compared)
    return std::nullopt;
  ExprRef Left = Compared->lhs(), Right = Compared->rhs();
  BinaryOp Op = Compared->op();
  if (Op == BinaryOp::Gt || Op == BinaryOp::Ge) {
    std::swap(Left, Right);
    Op = Op == BinaryOp::Gt ? BinaryOp::Lt : BinaryOp::Le;
  }
  auto IsMember = [&](const ExprRef &E) {
    const auto *Var = dyn_cast<VarExpr>(E.get());
    return Var && llvm::is_contained(Members, Var->name());
  };
  if ((Op == BinaryOp::Ne || Op == BinaryOp::Eq) &&
      !IsMember(beforeWidening(Left)))
    std::swap(Left, Right);
  const bool IsNe = IsNegated ? Op == BinaryOp::Eq : Op == BinaryOp::Ne;
  const bool IsOrdered =
      !IsNegated && (Op == BinaryOp::Lt || Op == BinaryOp::Le);
  ExprRef Member = beforeWidening(Left);
  const bool EndMoves = llvm::any_of(
      Members, [&](const std::string &Name) { return usesVar(Right, Name); });
  if (!(IsNe || IsOrdered) || !IsMember(Member) || EndMoves)
    return std::nullopt;
  return MemberComparison{Member, Right,
                          IsNe                 ? clang::BO_NE
                          : Op == BinaryOp::Lt ? clang::BO_LT
                                               : clang::BO_LE};
}

} // namespace

/// The range of \p V, a member of the iterator that \p H counts by.
bool Lifter::liftIteratorBounds(const LoopHeader &H, IndexVar &V) {
  clang::SourceLocation Loc = H.Range  ? H.Range->getInit()->getExprLoc()
                              : H.Init ? H.Init->getExprLoc()
                                       : H.Loop->getBeginLoc();
  std::vector<const clang::FieldDecl *> Stepped;
  if (!H.Init || !H.Step || !H.Steps.empty() ||
      !steppedMembers(Context, H.Step, Stepped) || Stepped.empty())
    return refuseIterator(H, Loc, "");
  auto Whole = recordValue(H.Init, nullptr);
  if (Whole)
    Whole = keptMember(H, *Whole, H.Counter->getType());
  if (!Whole)
    return Diags.any() ? false : refuseIterator(H, Loc, "");
  if (!setOthers(H) || !liftIteratorEnd(H, Loc))
    return false;
  // The members that move, as variables of their own: the one that is compared
  // is the counter.
  const auto *Own = std::get_if<OwnRecord>(&*Whole);
  auto Moving = std::make_shared<RecordValue>(*Own->Parts);
  std::vector<std::string> Names;
  for (const clang::FieldDecl *Field : Stepped) {
    auto Found = Moving->Members.find(Field);
    if (Found == Moving->Members.end())
      return refuseIterator(H, Loc, "");
    auto [Number, Ty] = numberIn(Found->second);
    // A pointer to arrays does not move from element to element.
    clang::QualType Within = pointerWithin(Field->getType());
    const bool IsToArrays =
        !Within.isNull() && arrayLevel(Context, Within->getPointeeType());
    if (!Number || IsToArrays)
      return refuseIterator(H, Loc, "");
    // No name of the graph's: it is replaced below.
    Names.push_back("@" + Field->getNameAsString());
    *Number = var(Ty, Names.back());
  }
  Env.set(H.Counter, OwnRecord{Moving});
  ExprRef Cond = liftExpr(H.Cond);
  if (!Cond)
    return false;
  std::optional<MemberComparison> Compared = comparedMember(Cond, Names);
  if (!Compared)
    return refuseIterator(H, H.Cond->getExprLoc(),
                          msg::SuffixConditionIgnoresEnd());
  auto At =
      llvm::find(Names, llvm::cast<VarExpr>(Compared->Member.get())->name());
  return countByMember(H, V, *Own->Parts, *Moving, Stepped,
                       Stepped[At - Names.begin()], Compared->Cmp,
                       Compared->End);
}

/// Gives \p V the range of \p Counts, which \p Cmp compares with \p End, and
/// members of \p Moving, which start as in \p Whole, their distance from it.
bool Lifter::countByMember(const LoopHeader &H, IndexVar &V,
                           const RecordValue &Whole, RecordValue &Moving,
                           llvm::ArrayRef<const clang::FieldDecl *> Stepped,
                           const clang::FieldDecl *Counts,
                           clang::BinaryOperatorKind Cmp, ExprRef End) {
  LoopHeader Found = H;
  Found.Bound = H.Cond;
  Found.Cmp = Cmp;
  auto StartOf = [&](const clang::FieldDecl *Field) {
    Entity Member = Whole.Members.find(Field)->second;
    ExprRef *Number = numberIn(Member).first;
    return *Number ? *Number : i64(0);
  };
  End = Guards.inlined(End, H.Cond->getExprLoc(), Loops.name(H.Loop));
  if (!End)
    return false;
  V.Ty = (*numberIn(Moving.Members.find(Counts)->second).first)->type();
  if (!setRange(Found, V, StartOf(Counts), End, ComparedCounter()))
    return false;
  ExprRef Now = lacuna::cast(Type::i64(), var(V.Ty, V.Name));
  ExprRef Begin = lacuna::cast(Type::i64(), V.Lo);
  for (const clang::FieldDecl *Field : Stepped) {
    auto [Number, Ty] = numberIn(Moving.Members.find(Field)->second);
    if (Field == Counts) {
      *Number = var(V.Ty, V.Name);
      continue;
    }
    ExprRef Start = StartOf(Field);
    ExprRef Value =
        structurallyEqual(withoutIntegerCasts(Start), withoutIntegerCasts(V.Lo))
            ? Now
            : binary(BinaryOp::Add, lacuna::cast(Type::i64(), Start),
                     binary(BinaryOp::Sub, Now, Begin));
    *Number = lacuna::cast(Ty, Value);
  }
  return true;
}

} // namespace lacuna::plugin
