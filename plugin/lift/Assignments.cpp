//===- Assignments.cpp - what the user's statements store -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/graph/Rounding.h"
#include "lacuna/graph/Wrapping.h"
#include "lift/Library.h"
#include "lift/Lifter.h"

using llvm::ArrayRef;
using llvm::cast;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

namespace lacuna::plugin {

namespace {

/// Whether \p E is the value of \p Read, perhaps promoted.
bool isValueOf(const ExprRef &E, const ExprRef &Read) {
  if (structurallyEqual(E, Read))
    return true;
  const auto *C = dyn_cast<CastExpr>(E.get());
  return C && structurallyEqual(C->operand(), Read);
}

std::optional<ReduceOp> reduction(BinaryOp Op) {
  switch (Op) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
    return ReduceOp::Add;
  case BinaryOp::Mul:
    return ReduceOp::Mul;
  case BinaryOp::And:
    return ReduceOp::And;
  case BinaryOp::Or:
    return ReduceOp::Or;
  case BinaryOp::Xor:
    return ReduceOp::Xor;
  case BinaryOp::Min:
    return ReduceOp::Min;
  case BinaryOp::Max:
    return ReduceOp::Max;
  default:
    // Logical operators skip their right operand: as a reduction they would
    // read what the user's loop does not.
    return std::nullopt;
  }
}

/// \p E as it was before a conversion that keeps every value: narrow operands
/// are compared as `int`.
const ExprRef &unconverted(const ExprRef &E) {
  const auto *C = dyn_cast<CastExpr>(E.get());
  return C && C->type().holdsAllOf(C->operand()->type()) ? C->operand() : E;
}

/// The operator by which `Cond ? New : Old` combines \p Old and \p New, if it
/// is Min or Max. Among floating-point numbers the order of operands matters.
std::optional<ReduceOp> extremum(const ExprRef &Cond, const ExprRef &Old,
                                 const ExprRef &New) {
  const auto *C = dyn_cast<BinaryExpr>(Cond.get());
  if (!C || Old->type() != New->type())
    return std::nullopt;
  BinaryOp Op = C->op();
  bool OrEqual = Op == BinaryOp::Le || Op == BinaryOp::Ge;
  bool Less = Op == BinaryOp::Lt || Op == BinaryOp::Le;
  if ((!Less && Op != BinaryOp::Gt && Op != BinaryOp::Ge) ||
      (OrEqual && !Old->type().isInteger()))
    return std::nullopt;
  const ExprRef &Smaller = unconverted(Less ? C->lhs() : C->rhs());
  const ExprRef &Larger = unconverted(Less ? C->rhs() : C->lhs());
  if (structurallyEqual(Smaller, Old) && structurallyEqual(Larger, New))
    return ReduceOp::Max;
  if (structurallyEqual(Smaller, New) && structurallyEqual(Larger, Old))
    return ReduceOp::Min;
  return std::nullopt;
}

} // namespace

/// `if (x > m) m = x;` for a variable m, as a reduction; or null.
StmtRef Lifter::asExtremum(const ExprRef &Cond, const StmtRef &Then,
                           SourceTag Tag) {
  const auto *A = dyn_cast<AssignStmt>(Then.get());
  if (!A || A->op() != ReduceOp::None || A->target().Index ||
      usesVar(A->value(), A->target().Name))
    return nullptr;
  ExprRef Old = var(A->target().Ty, A->target().Name);
  auto Op = extremum(Cond, Old, A->value());
  return Op ? std::make_shared<AssignStmt>(A->target(), *Op, A->value(), false,
                                           Tag)
            : nullptr;
}

bool Lifter::liftAssign(const clang::Expr *Target, const clang::Expr *Value,
                        ArrayRef<const clang::Stmt *> Rest,
                        clang::SourceLocation Loc, std::vector<StmtRef> &Out) {
  const clang::VarDecl *V = namedVariable(Target);
  if (V && !pointerWithin(V->getType()).isNull())
    return definePointer(V, Value, Rest, Loc, Out);
  const auto *Inner =
      dyn_cast<clang::BinaryOperator>(Value->IgnoreParenImpCasts());
  if (Inner && Inner->isAssignmentOp() && !Assigned.count(Inner))
    return liftChained(Inner, Target, Value, Rest, Loc, Out);
  if (V && !V->getType()->isReferenceType() && !Env.count(V)) {
    auto Ty = V->getTLSKind() == clang::VarDecl::TLS_None
                  ? scalarTypeAt(V->getType(), Loc)
                  : (refuse(Loc, "'" + V->getNameAsString() +
                                     "' is thread_local; accepted are local "
                                     "variables"),
                     std::nullopt);
    ExprRef Init = Ty ? liftValue(Value) : nullptr;
    if (!Init)
      return false;
    define(V, *Ty, cast(*Ty, Init), Rest, Loc, Out);
    return true;
  }
  auto P = target(Target);
  ExprRef New = P ? liftValue(Value) : nullptr;
  if (!New)
    return false;
  noteWritten(*P);
  Out.push_back(assignment(*P, cast(P->Ty, New), tag(Loc)));
  return true;
}

/// `a = b = e`, of which \p Inner is `b = e`.
bool Lifter::liftChained(const clang::BinaryOperator *Inner,
                         const clang::Expr *Target, const clang::Expr *Value,
                         ArrayRef<const clang::Stmt *> Rest,
                         clang::SourceLocation Loc, std::vector<StmtRef> &Out) {
  if (!liftExprStmt(Inner, Rest, Out))
    return false;
  ExprRef Known;
  if (Inner->getOpcode() == clang::BO_Assign && !Out.empty())
    for (const ExprRef &E : expressions(*Out.back()))
      if (isa<ConstantExpr>(E.get()))
        Known = E;
  Assigned[Inner] = Known;
  bool Ok = liftAssign(Target, Value, Rest, Loc, Out);
  Assigned.erase(Inner);
  return Ok;
}

/// An assignment that may be a reduction spelled out: `s = s + e`.
StmtRef Lifter::assignment(const Place &P, const ExprRef &Value,
                           SourceTag Tag) {
  ExprRef Inner = Value;
  if (const auto *C = dyn_cast<CastExpr>(Inner.get()))
    Inner = C->operand();
  ExprRef Old = read(P);
  const auto *B = dyn_cast<BinaryExpr>(Inner.get());
  if (B && reduction(B->op()) && B->type() == B->lhs()->type()) {
    bool Ordered = B->op() == BinaryOp::Sub ||
                   ((B->op() == BinaryOp::Min || B->op() == BinaryOp::Max) &&
                    !B->type().isInteger()) ||
                   B->type().isOpaque();
    auto Reads = [&](const ExprRef &E) {
      return !P.Index && usesVar(E, P.Name);
    };
    if (isValueOf(B->lhs(), Old) && !Reads(B->rhs()))
      return update(P, B->op(), B->rhs(), Tag);
    if (!Ordered && isValueOf(B->rhs(), Old) && !Reads(B->lhs()))
      return update(P, B->op(), B->lhs(), Tag);
  }
  const auto *S = dyn_cast<SelectExpr>(Value.get());
  if (S && structurallyEqual(S->elseArm(), Old) &&
      (P.Index || !usesVar(S->thenArm(), P.Name)))
    if (auto Op = extremum(S->cond(), Old, S->thenArm()))
      return std::make_shared<AssignStmt>(P, *Op, S->thenArm(), false, Tag);
  return std::make_shared<AssignStmt>(P, ReduceOp::None, Value, false, Tag);
}

/// `P = (type of P)((type of Value)P Op Value)`.
StmtRef Lifter::update(const Place &P, BinaryOp Op, ExprRef Value,
                       SourceTag Tag) {
  if (Op == BinaryOp::Sub) {
    // a - b is a + (-b), in a type where -b cannot overflow.
    if (Value->type().isSigned())
      Value = cast(unsignedOf(Value->type()), Value);
    const auto *U = dyn_cast<UnaryExpr>(Value.get());
    ExprRef Negated = U && U->op() == UnaryOp::Neg && Value->type().isFloat()
                          ? Value->operands()[0]
                          : unary(UnaryOp::Neg, Value);
    Value = isContractible(Value) ? Negated : roundedInSum(Negated);
  }
  return std::make_shared<AssignStmt>(P, *reduction(Op), Value, false, Tag);
}

bool Lifter::liftCompound(const clang::CompoundAssignOperator *A,
                          std::vector<StmtRef> &Out) {
  auto P = target(A->getLHS());
  ExprRef Value = P ? liftExpr(A->getRHS()) : nullptr;
  auto Computed =
      Value ? scalarTypeAt(A->getComputationLHSType(), A->getExprLoc())
            : std::nullopt;
  if (!Computed ||
      ((Computed->isFloat() || P->Ty.isFloat()) && !noteFloatingPoint(A)))
    return false;
  BinaryOp Op = *builtinOperator(
      clang::BinaryOperator::getOpForCompoundAssignment(A->getOpcode()));
  noteWritten(*P);
  if (Value->type().isFloat())
    Value = asTerm(A->getRHS(), Value);
  SourceTag Tag = tag(A->getBeginLoc());
  if (reduction(Op))
    Out.push_back(update(*P, Op, Value, Tag));
  else
    Out.push_back(std::make_shared<AssignStmt>(
        *P, ReduceOp::None,
        cast(P->Ty, binary(Op, cast(*Computed, read(*P)), Value)), false, Tag));
  return true;
}

bool Lifter::liftStep(const clang::UnaryOperator *U,
                      std::vector<StmtRef> &Out) {
  auto P = target(U->getSubExpr());
  if (!P)
    return false;
  if (P->Ty.isFloat() && !noteFloatingPoint(U))
    return false;
  noteWritten(*P);
  Type Computed = P->Ty.isInteger() && P->Ty.bits() < 32 ? Type::i32() : P->Ty;
  ExprRef One = P->Ty.isFloat()
                    ? std::make_shared<ConstantExpr>(Computed, "1.0")
                    : constant(Computed, 1);
  Out.push_back(update(*P, U->isIncrementOp() ? BinaryOp::Add : BinaryOp::Sub,
                       One, tag(U->getBeginLoc())));
  return true;
}

/// Assignments of std::complex.
bool Lifter::liftOperatorCall(const clang::CXXOperatorCallExpr *C,
                              ArrayRef<const clang::Stmt *> Rest,
                              std::vector<StmtRef> &Out) {
  const clang::Expr *Left = C->getArg(0), *Right = C->getArg(1);
  auto Ty = scalarTypeAt(Left->getType(), C->getBeginLoc());
  if (!Ty)
    return false;
  auto From = scalarType(Right->getType());
  if (!From || *From != *Ty) {
    refuse(Right->getExprLoc(), "'" + Ty->spelling().str() +
                                    "' is assigned from another type; "
                                    "accepted is a value of its own type");
    return false;
  }
  if (C->getOperator() == clang::OO_Equal)
    return liftAssign(Left, Right, Rest, C->getBeginLoc(), Out);
  std::optional<BinaryOp> Op;
  if (C->getOperator() == clang::OO_PlusEqual)
    Op = BinaryOp::Add;
  if (C->getOperator() == clang::OO_MinusEqual)
    Op = BinaryOp::Sub;
  if (C->getOperator() == clang::OO_StarEqual)
    Op = BinaryOp::Mul;
  if (!Op) {
    refuse(C->getOperatorLoc(), "operator is not supported for '" +
                                    Ty->spelling().str() +
                                    "'; accepted are '=', '+=', '-=' and "
                                    "'*='");
    return false;
  }
  auto P = target(Left);
  ExprRef Value = P && noteFloatingPoint(C) ? liftValue(Right) : nullptr;
  if (!Value)
    return false;
  noteWritten(*P);
  Out.push_back(update(*P, *Op, Value, tag(C->getBeginLoc())));
  return true;
}

std::optional<Place> Lifter::target(const clang::Expr *E) {
  auto L = locate(E);
  if (!L)
    return std::nullopt;
  switch (L->K) {
  case Location::Kind::Place:
    return placeAt(*L);
  case Location::Kind::Unassigned:
    refuseCarried(E->getExprLoc(), L->Var);
    return std::nullopt;
  case Location::Kind::Index:
  case Location::Kind::Invariant:
  case Location::Kind::Value:
    refuse(E->getExprLoc(), "assignment to '" + spell(E) +
                                "'; accepted are array elements and local "
                                "variables");
    return std::nullopt;
  }
  llvm_unreachable("all kinds of location are handled");
}

/// Whether what \p Ty points to, or holds, is const: a cast stores to it then.
static bool isOfConst(clang::QualType Ty) {
  Ty = Ty.getNonReferenceType();
  if (const auto *Array = Ty->getAsArrayTypeUnsafe())
    return Array->getElementType().isConstQualified();
  if (Ty->isPointerType())
    return Ty->getPointeeType().isConstQualified();
  llvm::StringRef Container = containerOf(Ty->getAsCXXRecordDecl());
  return Ty.isConstQualified() &&
         (Container == "vector" || Container == "array");
}

void Lifter::noteWritten(const Place &P) {
  Operand *O = P.Index ? operand(P.Name) : nullptr;
  if (!O)
    return;
  O->Written = true;
  // Rows go by the name of the pointers to them.
  if (O->Row)
    return;
  auto B = llvm::find_if(Result.Bindings,
                         [&](const Binding &B) { return B.Operand == P.Name; });
  if (B != Result.Bindings.end() && B->User && isOfConst(B->User->getType()))
    refuse(B->User->getExprLoc(),
           "'" + spell(B->User) + "', of type '" +
               B->User->getType().getAsString(Context.getPrintingPolicy()) +
               "', is stored to through a cast; accepted is one without "
               "'const'");
}

} // namespace lacuna::plugin
