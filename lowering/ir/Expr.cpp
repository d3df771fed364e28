//===- Expr.cpp - typed scalar expressions --------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/ir/Expr.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <limits>

using namespace lacuna;

static constexpr int64_t MinI64 = std::numeric_limits<int64_t>::min();

static bool isI64(const ExprRef &E) { return E->type() == Type::i64(); }

/// The value of an i64 literal; other integer types are left alone by the
/// builders, whatever their value.
static std::optional<int64_t> i64Value(const ExprRef &E) {
  return isI64(E) ? constantValue(E) : std::nullopt;
}

static bool isComparison(BinaryOp Op) {
  switch (Op) {
  case BinaryOp::Lt:
  case BinaryOp::Le:
  case BinaryOp::Gt:
  case BinaryOp::Ge:
  case BinaryOp::Eq:
  case BinaryOp::Ne:
    return true;
  default:
    return false;
  }
}

//===-- folding -----------------------------------------------------------===//

static ExprRef boolConstant(bool Value) {
  return constant(Type::boolean(), Value);
}

/// The value of `A Op B` where it is defined and fits.
static std::optional<int64_t> foldArithmetic(BinaryOp Op, int64_t A,
                                             int64_t B) {
  int64_t Result;
  switch (Op) {
  case BinaryOp::Add:
    if (llvm::AddOverflow(A, B, Result))
      return std::nullopt;
    return Result;
  case BinaryOp::Sub:
    if (llvm::SubOverflow(A, B, Result))
      return std::nullopt;
    return Result;
  case BinaryOp::Mul:
    if (llvm::MulOverflow(A, B, Result))
      return std::nullopt;
    return Result;
  case BinaryOp::Div:
    if (B == 0 || (A == MinI64 && B == -1))
      return std::nullopt;
    return A / B;
  case BinaryOp::Rem:
    if (B == 0 || (A == MinI64 && B == -1))
      return std::nullopt;
    return A % B;
  case BinaryOp::Min:
    return std::min(A, B);
  case BinaryOp::Max:
    return std::max(A, B);
  default:
    return std::nullopt;
  }
}

static ExprRef foldComparison(BinaryOp Op, int64_t A, int64_t B) {
  switch (Op) {
  case BinaryOp::Lt:
    return boolConstant(A < B);
  case BinaryOp::Le:
    return boolConstant(A <= B);
  case BinaryOp::Gt:
    return boolConstant(A > B);
  case BinaryOp::Ge:
    return boolConstant(A >= B);
  case BinaryOp::Eq:
    return boolConstant(A == B);
  case BinaryOp::Ne:
    return boolConstant(A != B);
  default:
    return nullptr;
  }
}

/// `(x + C1) + C2` as `x + (C1 + C2)`. Sound because signed overflow is
/// excluded: if the left form does not overflow, x + (C1 + C2) is its value.
static ExprRef foldNestedOffset(const ExprRef &L, int64_t Offset) {
  auto *Inner = llvm::dyn_cast<BinaryExpr>(L.get());
  if (!Inner ||
      (Inner->op() != BinaryOp::Add && Inner->op() != BinaryOp::Sub) ||
      !i64Value(Inner->rhs()))
    return nullptr;
  std::optional<int64_t> Sum =
      Inner->op() == BinaryOp::Add
          ? foldArithmetic(BinaryOp::Add, Offset, *i64Value(Inner->rhs()))
          : foldArithmetic(BinaryOp::Sub, Offset, *i64Value(Inner->rhs()));
  if (!Sum || *Sum == MinI64)
    return nullptr;
  return *Sum < 0 ? binary(BinaryOp::Sub, Inner->lhs(), i64(-*Sum))
                  : binary(BinaryOp::Add, Inner->lhs(), i64(*Sum));
}

/// Identities with a literal on the right.
static ExprRef foldRight(BinaryOp Op, const ExprRef &L, int64_t R) {
  switch (Op) {
  case BinaryOp::Add:
    return R == 0 ? L : foldNestedOffset(L, R);
  case BinaryOp::Sub:
    if (R == 0)
      return L;
    return R == MinI64 ? nullptr : foldNestedOffset(L, -R);
  case BinaryOp::Mul:
    return R == 1 ? L : R == 0 ? i64(0) : nullptr;
  case BinaryOp::Div:
    return R == 1 ? L : nullptr;
  case BinaryOp::Rem:
    return R == 1 ? i64(0) : nullptr;
  default:
    return nullptr;
  }
}

/// Identities with a literal on the left.
static ExprRef foldLeft(BinaryOp Op, int64_t L, const ExprRef &R) {
  if (Op == BinaryOp::Add && L == 0)
    return R;
  if (Op == BinaryOp::Mul && L == 1)
    return R;
  if (Op == BinaryOp::Mul && L == 0)
    return i64(0);
  return nullptr;
}

/// Folds an operation on two i64 operands, or returns null.
static ExprRef foldI64(BinaryOp Op, const ExprRef &L, const ExprRef &R) {
  std::optional<int64_t> LV = i64Value(L), RV = i64Value(R);
  if (LV && RV) {
    if (isComparison(Op))
      return foldComparison(Op, *LV, *RV);
    if (std::optional<int64_t> Value = foldArithmetic(Op, *LV, *RV))
      return i64(*Value);
    return nullptr;
  }
  if (RV)
    return foldRight(Op, L, *RV);
  if (LV)
    return foldLeft(Op, *LV, R);
  bool IsMinMax = Op == BinaryOp::Min || Op == BinaryOp::Max;
  if ((IsMinMax || Op == BinaryOp::Sub) && structurallyEqual(L, R))
    return IsMinMax ? L : i64(0);
  return nullptr;
}

//===-- builders ----------------------------------------------------------===//

ExprRef lacuna::constant(const Type &Ty, int64_t Value) {
  return std::make_shared<ConstantExpr>(Ty, Value);
}

ExprRef lacuna::i64(int64_t Value) { return constant(Type::i64(), Value); }

ExprRef lacuna::var(const Type &Ty, llvm::StringRef Name) {
  return std::make_shared<VarExpr>(Ty, Name.str());
}

ExprRef lacuna::load(const Type &Elem, llvm::StringRef Array, ExprRef Index) {
  return std::make_shared<LoadExpr>(Elem, Array.str(), std::move(Index));
}

ExprRef lacuna::subscript(ExprRef Row, ExprRef Index) {
  if (!Row)
    return Index;
  return std::make_shared<RowSubscriptExpr>(std::move(Row), std::move(Index));
}

llvm::StringRef lacuna::spelling(BinaryOp Op) {
  switch (Op) {
  case BinaryOp::Add:
    return "+";
  case BinaryOp::Sub:
    return "-";
  case BinaryOp::Mul:
    return "*";
  case BinaryOp::Div:
    return "/";
  case BinaryOp::Rem:
    return "%";
  case BinaryOp::Shl:
    return "<<";
  case BinaryOp::Shr:
    return ">>";
  case BinaryOp::And:
    return "&";
  case BinaryOp::Or:
    return "|";
  case BinaryOp::Xor:
    return "^";
  case BinaryOp::Lt:
    return "<";
  case BinaryOp::Le:
    return "<=";
  case BinaryOp::Gt:
    return ">";
  case BinaryOp::Ge:
    return ">=";
  case BinaryOp::Eq:
    return "==";
  case BinaryOp::Ne:
    return "!=";
  case BinaryOp::LogicalAnd:
    return "&&";
  case BinaryOp::LogicalOr:
    return "||";
  case BinaryOp::Min:
  case BinaryOp::Max:
    return "";
  }
  llvm_unreachable("unknown operator");
}

ExprRef lacuna::binary(BinaryOp Op, ExprRef L, ExprRef R) {
  if (isI64(L) && isI64(R))
    if (ExprRef Folded = foldI64(Op, L, R))
      return Folded;
  bool IsBool = isComparison(Op) || Op == BinaryOp::LogicalAnd ||
                Op == BinaryOp::LogicalOr;
  Type Ty = IsBool ? Type::boolean() : L->type();
  return std::make_shared<BinaryExpr>(Op, std::move(Ty), std::move(L),
                                      std::move(R));
}

ExprRef lacuna::unary(UnaryOp Op, ExprRef Operand) {
  if (std::optional<int64_t> Value = i64Value(Operand)) {
    if (Op == UnaryOp::Neg && *Value != MinI64)
      return i64(-*Value);
    if (Op == UnaryOp::BitNot)
      return i64(~*Value);
  }
  Type Ty = Op == UnaryOp::LogicalNot ? Type::boolean() : Operand->type();
  return std::make_shared<UnaryExpr>(Op, std::move(Ty), std::move(Operand));
}

ExprRef lacuna::cast(const Type &Ty, ExprRef E) {
  if (E->type() == Ty)
    return E;
  if (Ty == Type::i64() && !E->type().isFloat())
    if (std::optional<int64_t> Value = constantValue(E))
      return i64(*Value);
  return std::make_shared<CastExpr>(Ty, std::move(E));
}

ExprRef lacuna::ceilDiv(ExprRef A, ExprRef B) {
  std::optional<int64_t> AV = i64Value(A), BV = i64Value(B);
  if (BV && *BV == 1)
    return A;
  if (AV && BV && *BV > 0)
    return i64(*AV / *BV + (*AV % *BV > 0));
  // The usual `(A + B - 1) / B` must not overflow: no loop has 2^62 trips, but
  // a factor may be as large as the user likes.
  if (BV && *BV <= (int64_t(1) << 32))
    return binary(BinaryOp::Div,
                  binary(BinaryOp::Add, std::move(A), i64(*BV - 1)),
                  std::move(B));
  ExprRef Rest = binary(BinaryOp::Gt, binary(BinaryOp::Rem, A, B), i64(0));
  return binary(BinaryOp::Add, binary(BinaryOp::Div, A, B),
                cast(Type::i64(), std::move(Rest)));
}

ExprRef lacuna::withOperands(const ExprRef &E, std::vector<ExprRef> Operands) {
  const Type &Ty = E->type();
  switch (E->kind()) {
  case Expr::Kind::Constant:
  case Expr::Kind::Var:
    return E;
  case Expr::Kind::Load:
    return load(Ty, llvm::cast<LoadExpr>(*E).array(), std::move(Operands[0]));
  case Expr::Kind::RowSubscript:
    return subscript(std::move(Operands[0]), std::move(Operands[1]));
  case Expr::Kind::Address:
    return std::make_shared<AddressExpr>(
        llvm::cast<AddressExpr>(*E).array().str(), std::move(Operands[0]));
  case Expr::Kind::Unary:
    return std::make_shared<UnaryExpr>(llvm::cast<UnaryExpr>(*E).op(), Ty,
                                       std::move(Operands[0]));
  case Expr::Kind::Binary:
    return std::make_shared<BinaryExpr>(llvm::cast<BinaryExpr>(*E).op(), Ty,
                                        std::move(Operands[0]),
                                        std::move(Operands[1]));
  case Expr::Kind::Cast:
    return std::make_shared<CastExpr>(Ty, std::move(Operands[0]));
  case Expr::Kind::Select:
    return std::make_shared<SelectExpr>(
        std::move(Operands[0]), std::move(Operands[1]), std::move(Operands[2]));
  case Expr::Kind::Call:
    return std::make_shared<CallExpr>(
        Ty, llvm::cast<CallExpr>(*E).callee().str(), std::move(Operands));
  case Expr::Kind::Opaque:
    return std::make_shared<OpaqueExpr>(
        Ty, llvm::cast<OpaqueExpr>(*E).text().str(), std::move(Operands));
  }
  llvm_unreachable("unknown expression kind");
}

//===-- queries -----------------------------------------------------------===//

ExprRef lacuna::rowOf(const ExprRef &Subscript) {
  auto *Both = llvm::dyn_cast<RowSubscriptExpr>(Subscript.get());
  return Both ? Both->row() : nullptr;
}

const ExprRef &lacuna::indexInRow(const ExprRef &Subscript) {
  auto *Both = llvm::dyn_cast<RowSubscriptExpr>(Subscript.get());
  return Both ? Both->index() : Subscript;
}

std::optional<int64_t> lacuna::constantValue(const ExprRef &E) {
  if (auto *C = llvm::dyn_cast_or_null<ConstantExpr>(E.get()))
    return C->intValue();
  return std::nullopt;
}

/// Same kind and payload, operands and type aside.
static bool samePayload(const Expr &A, const Expr &B) {
  switch (A.kind()) {
  case Expr::Kind::Constant: {
    auto &CA = llvm::cast<ConstantExpr>(A), &CB = llvm::cast<ConstantExpr>(B);
    return CA.intValue() == CB.intValue() && CA.text() == CB.text();
  }
  case Expr::Kind::Var:
    return llvm::cast<VarExpr>(A).name() == llvm::cast<VarExpr>(B).name();
  case Expr::Kind::Load:
    return llvm::cast<LoadExpr>(A).array() == llvm::cast<LoadExpr>(B).array();
  case Expr::Kind::Address:
    return llvm::cast<AddressExpr>(A).array() ==
           llvm::cast<AddressExpr>(B).array();
  case Expr::Kind::Unary:
    return llvm::cast<UnaryExpr>(A).op() == llvm::cast<UnaryExpr>(B).op();
  case Expr::Kind::Binary:
    return llvm::cast<BinaryExpr>(A).op() == llvm::cast<BinaryExpr>(B).op();
  case Expr::Kind::RowSubscript:
  case Expr::Kind::Cast:
  case Expr::Kind::Select:
    return true;
  case Expr::Kind::Call:
    return llvm::cast<CallExpr>(A).callee() == llvm::cast<CallExpr>(B).callee();
  case Expr::Kind::Opaque:
    return llvm::cast<OpaqueExpr>(A).text() == llvm::cast<OpaqueExpr>(B).text();
  }
  llvm_unreachable("unknown expression kind");
}

bool lacuna::structurallyEqual(const ExprRef &A, const ExprRef &B) {
  if (A == B)
    return true;
  if (!A || !B || A->kind() != B->kind() || A->type() != B->type() ||
      !samePayload(*A, *B))
    return false;
  return std::equal(A->operands().begin(), A->operands().end(),
                    B->operands().begin(), B->operands().end(),
                    [](const ExprRef &L, const ExprRef &R) {
                      return structurallyEqual(L, R);
                    });
}

void lacuna::walk(const ExprRef &E, llvm::function_ref<void(const Expr &)> Fn) {
  if (!E)
    return;
  Fn(*E);
  for (const ExprRef &Operand : E->operands())
    walk(Operand, Fn);
}

/// \p E without casts around it that \p Drops.
static void splitConjuncts(const ExprRef &E, std::vector<ExprRef> &Parts) {
  auto *B = llvm::dyn_cast<BinaryExpr>(E.get());
  if (!B || B->op() != BinaryOp::LogicalAnd)
    return Parts.push_back(E);
  splitConjuncts(B->lhs(), Parts);
  splitConjuncts(B->rhs(), Parts);
}

std::vector<ExprRef> lacuna::conjunctsOf(const ExprRef &E) {
  std::vector<ExprRef> Parts;
  splitConjuncts(E, Parts);
  return Parts;
}

const BinaryExpr *lacuna::asBinary(const ExprRef &E, BinaryOp Op) {
  auto *Binary = llvm::dyn_cast<BinaryExpr>(E.get());
  return Binary && Binary->op() == Op ? Binary : nullptr;
}

static ExprRef withoutCasts(const ExprRef &E,
                            llvm::function_ref<bool(const CastExpr &)> Drops) {
  auto *Cast = llvm::dyn_cast<CastExpr>(E.get());
  return Cast && Drops(*Cast) ? withoutCasts(Cast->operand(), Drops) : E;
}

static bool isBetweenIntegers(const CastExpr &E) {
  return E.type().isInteger() && E.operand()->type().isInteger();
}

ExprRef lacuna::withoutCasts(const ExprRef &E) {
  return ::withoutCasts(E, [](const CastExpr &) { return true; });
}

ExprRef lacuna::withoutIntegerCasts(const ExprRef &E) {
  return ::withoutCasts(E, isBetweenIntegers);
}

bool lacuna::isNext(const ExprRef &A, const ExprRef &B) {
  ExprRef Next = withoutIntegerCasts(B), Base = withoutIntegerCasts(A);
  auto C = constantValue(Base), D = constantValue(Next);
  if (C && D)
    return *D == *C + 1;
  const auto *Sum = llvm::dyn_cast<BinaryExpr>(Next.get());
  if (!Sum)
    return false;
  ExprRef L = withoutIntegerCasts(Sum->lhs());
  ExprRef R = withoutIntegerCasts(Sum->rhs());
  if (Sum->op() == BinaryOp::Add)
    return (constantValue(R) == 1 && structurallyEqual(L, Base)) ||
           (constantValue(L) == 1 && structurallyEqual(R, Base));
  // i - 1, i: storage that starts at 1.
  return false;
}

ExprRef lacuna::withoutWidening(const ExprRef &E) {
  return ::withoutCasts(E, [](const CastExpr &Cast) {
    return isBetweenIntegers(Cast) &&
           Cast.type().bits() >= Cast.operand()->type().bits();
  });
}

ExprRef lacuna::withoutPromotion(const ExprRef &E) {
  return ::withoutCasts(E, [](const CastExpr &Cast) {
    return isBetweenIntegers(Cast) &&
           Cast.type().holdsAllOf(Cast.operand()->type());
  });
}

llvm::StringSet<> lacuna::freeVars(const ExprRef &E) {
  llvm::StringSet<> Names;
  walk(E, [&](const Expr &Node) {
    if (auto *Var = llvm::dyn_cast<VarExpr>(&Node))
      Names.insert(Var->name());
  });
  return Names;
}

bool lacuna::isConditional(const Expr &E) {
  auto *Binary = llvm::dyn_cast<BinaryExpr>(&E);
  return llvm::isa<SelectExpr>(E) ||
         (Binary && (Binary->op() == BinaryOp::LogicalAnd ||
                     Binary->op() == BinaryOp::LogicalOr));
}

bool lacuna::usesVar(const ExprRef &E, llvm::StringRef Name) {
  bool Uses = false;
  walk(E, [&](const Expr &Node) {
    auto *Var = llvm::dyn_cast<VarExpr>(&Node);
    Uses |= Var && Var->name() == Name;
  });
  return Uses;
}

//===-- rewriting ---------------------------------------------------------===//

ExprRef lacuna::rewrite(const ExprRef &E,
                        llvm::function_ref<ExprRef(const ExprRef &)> Fn) {
  if (!E)
    return nullptr;
  std::vector<ExprRef> Operands;
  bool Changed = false;
  for (const ExprRef &Operand : E->operands()) {
    Operands.push_back(rewrite(Operand, Fn));
    Changed |= Operands.back() != Operand;
  }
  ExprRef Rebuilt = Changed ? withOperands(E, std::move(Operands)) : E;
  ExprRef Replacement = Fn(Rebuilt);
  return Replacement ? Replacement : Rebuilt;
}

ExprRef lacuna::substitute(const ExprRef &E,
                           const llvm::StringMap<ExprRef> &Map) {
  return rewrite(E, [&](const ExprRef &Node) -> ExprRef {
    auto *Var = llvm::dyn_cast<VarExpr>(Node.get());
    return Var ? Map.lookup(Var->name()) : nullptr;
  });
}
