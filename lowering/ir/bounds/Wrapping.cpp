//===- Wrapping.cpp - signed arithmetic that wraps round ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/ir/bounds/Wrapping.h"
#include "lacuna/ir/Messages.def"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace lacuna;

/// Wide enough for what one operation makes of two values of 64 bits.
using Wide = __int128;

namespace {

/// What an integer is among: numbers that are known, and values over scalar
/// operands (i64, null where there are none that guards could evaluate).
struct Hull {
  Wide Least = 0, Most = 0;
  ExprRef Lo = nullptr, Hi = nullptr;
};

class Wrapper {
public:
  explicit Wrapper(Nest &N) : N(N), Lets(letsIn(N.Body)) {}
  /// \p Wraps: what guards do not bound wraps round.
  void run(bool Wraps);

private:
  Hull hull(const ExprRef &E);
  Hull hullOfVar(const VarExpr &E);
  Hull hullOfCast(const CastExpr &E);
  Hull hullOfBinary(const BinaryExpr &E);
  std::optional<Hull> computed(const Expr &E);
  std::optional<Hull> kept(const Expr &E);
  ExprRef wrapped(const ExprRef &E);
  void notePlaces(const ExprRef &E);
  void notePlaces();

  Nest &N;
  const llvm::StringMap<ExprRef> Lets;
  std::vector<ExprRef> Needed;
  /// What decides where and how often something is done. Elsewhere values may
  /// wrap round.
  llvm::DenseSet<const Expr *> Places;
};

} // namespace

//===-- ranges ------------------------------------------------------------===//

Type lacuna::unsignedOf(const Type &Ty) {
  const bool IsNamed = Ty.spelling() == "wchar_t";
  return Type(TypeClass::UInt, Ty.bits(),
              IsNamed ? "unsigned int" : "unsigned " + Ty.spelling().str());
}

/// Of types with more than 64 bits as much as can be said.
static Hull allOf(const Type &Ty) {
  if (Ty.isBool())
    return {0, 1};
  const Wide One = 1;
  const unsigned Bits = std::min(Ty.bits(), 126u);
  if (Ty.isSigned())
    return {-(One << (Bits - 1)), (One << (Bits - 1)) - 1};
  return {0, (One << Bits) - 1};
}

static bool isWithin(const Hull &H, const Type &Ty) {
  const Hull All = allOf(Ty);
  return H.Least >= All.Least && H.Most <= All.Most;
}

/// The sum, difference or product of signed integers, or the negation of one.
static bool isSignedArithmetic(const Expr &E) {
  if (!E.type().isSigned() || E.type().bits() > 64)
    return false;
  if (auto *Unary = llvm::dyn_cast<UnaryExpr>(&E))
    return Unary->op() == UnaryOp::Neg;
  auto *Binary = llvm::dyn_cast<BinaryExpr>(&E);
  return Binary &&
         (Binary->op() == BinaryOp::Add || Binary->op() == BinaryOp::Sub ||
          Binary->op() == BinaryOp::Mul);
}

/// Guards are to stay short.
static bool isShort(const ExprRef &E) {
  constexpr unsigned Limit = 100;
  unsigned Size = 0;
  walk(E, [&](const Expr &) { ++Size; });
  return Size <= Limit;
}

/// The extremes of \p Op, given those of its operands.
static Hull corners(BinaryOp Op, const Hull &L, const Hull &R) {
  auto Known = [&](Wide A, Wide B) {
    return Op == BinaryOp::Add ? A + B : Op == BinaryOp::Sub ? A - B : A * B;
  };
  auto [Least, Most] =
      std::minmax({Known(L.Least, R.Least), Known(L.Least, R.Most),
                   Known(L.Most, R.Least), Known(L.Most, R.Most)});
  Hull Result{Least, Most};
  if (!L.Lo || !R.Lo)
    return Result;
  auto Value = [&](const ExprRef &A, const ExprRef &B) {
    return binary(Op, A, B);
  };
  if (Op == BinaryOp::Add || Op == BinaryOp::Sub) {
    const bool IsSum = Op == BinaryOp::Add;
    Result.Lo = Value(L.Lo, IsSum ? R.Lo : R.Hi);
    Result.Hi = Value(L.Hi, IsSum ? R.Hi : R.Lo);
  } else {
    for (const ExprRef &A : {L.Lo, L.Hi})
      for (const ExprRef &B : {R.Lo, R.Hi}) {
        ExprRef Corner = Value(A, B);
        Result.Lo =
            Result.Lo ? binary(BinaryOp::Min, Result.Lo, Corner) : Corner;
        Result.Hi =
            Result.Hi ? binary(BinaryOp::Max, Result.Hi, Corner) : Corner;
      }
  }
  if (!isShort(Result.Lo) || !isShort(Result.Hi))
    Result.Lo = Result.Hi = nullptr;
  return Result;
}

/// What \p E, signed arithmetic, is among if it does not overflow.
std::optional<Hull> Wrapper::computed(const Expr &E) {
  if (!isSignedArithmetic(E))
    return std::nullopt;
  if (auto *Binary = llvm::dyn_cast<BinaryExpr>(&E))
    return corners(Binary->op(), hull(Binary->lhs()), hull(Binary->rhs()));
  return corners(BinaryOp::Sub, {0, 0, i64(0), i64(0)}, hull(E.operands()[0]));
}

/// The same if it is certain not to overflow where the nest's guards hold, of
/// which there may be more now; else nothing.
std::optional<Hull> Wrapper::kept(const Expr &E) {
  std::optional<Hull> H = computed(E);
  if (!H || isWithin(*H, E.type()))
    return H;
  // A sum or product of narrower numbers fits in the guard's own type.
  if (!H->Lo || E.type().bits() > 32)
    return std::nullopt;
  Hull All = allOf(E.type());
  ExprRef Fits = binary(BinaryOp::LogicalAnd,
                        binary(BinaryOp::Ge, H->Lo, i64(int64_t(All.Least))),
                        binary(BinaryOp::Le, H->Hi, i64(int64_t(All.Most))));
  if (llvm::none_of(Needed, [&](const ExprRef &Other) {
        return structurallyEqual(Other, Fits);
      }))
    Needed.push_back(Fits);
  return Hull{std::max(H->Least, All.Least), std::min(H->Most, All.Most), H->Lo,
              H->Hi};
}

Hull Wrapper::hullOfVar(const VarExpr &E) {
  if (ExprRef Init = Lets.lookup(E.name()))
    return hull(Init);
  Hull All = allOf(E.type());
  if (const Operand *O = N.findOperand(E.name())) {
    if (O->Kind == OperandKind::Scalar && isWithin(All, Type::i64()))
      All.Lo = All.Hi = cast(Type::i64(), var(E.type(), E.name()));
    return All;
  }
  const IndexVar *V = N.findIndexVar(E.name());
  if (!V)
    return All;
  const Hull First = hull(V->Lo), Behind = hull(V->Hi);
  Hull Result{std::max(First.Least, All.Least),
              std::min(Behind.Most - 1, All.Most)};
  Result.Most = std::max(Result.Least, Result.Most);
  if (First.Lo && Behind.Hi) {
    Result.Lo = First.Lo;
    Result.Hi = binary(BinaryOp::Sub, Behind.Hi, i64(1));
  }
  return Result;
}

Hull Wrapper::hullOfCast(const CastExpr &E) {
  Hull All = allOf(E.type());
  const Type &From = E.operand()->type();
  if (!From.isInteger() && !From.isBool())
    return All;
  const Hull H = hull(E.operand());
  return isWithin(H, E.type()) ? H : All;
}

Hull Wrapper::hullOfBinary(const BinaryExpr &E) {
  Hull All = allOf(E.type());
  std::optional<int64_t> By = constantValue(E.rhs());
  switch (E.op()) {
  case BinaryOp::Min:
  case BinaryOp::Max: {
    const bool IsMin = E.op() == BinaryOp::Min;
    const Hull L = hull(E.lhs()), R = hull(E.rhs());
    auto Best = [&](Wide A, Wide B) {
      return IsMin ? std::min(A, B) : std::max(A, B);
    };
    Hull H{Best(L.Least, R.Least), Best(L.Most, R.Most)};
    if (L.Lo && R.Lo) {
      H.Lo = binary(E.op(), L.Lo, R.Lo);
      H.Hi = binary(E.op(), L.Hi, R.Hi);
    }
    return H;
  }
  case BinaryOp::Div:
    if (By && *By > 0) {
      const Hull L = hull(E.lhs());
      Hull H{L.Least / *By, L.Most / *By};
      if (L.Lo) {
        H.Lo = binary(BinaryOp::Div, L.Lo, i64(*By));
        H.Hi = binary(BinaryOp::Div, L.Hi, i64(*By));
      }
      return H;
    }
    return All;
  case BinaryOp::Rem:
    if (By && *By > 0)
      return {E.type().isSigned() ? 1 - *By : 0, *By - 1};
    return All;
  case BinaryOp::And:
    if (By && *By >= 0)
      return {0, *By};
    return All;
  default:
    return All;
  }
}

Hull Wrapper::hull(const ExprRef &E) {
  if (std::optional<int64_t> Value = constantValue(E)) {
    const bool IsLarge = *Value < 0 && !E->type().isSigned();
    return IsLarge ? allOf(E->type())
                   : Hull{*Value, *Value, i64(*Value), i64(*Value)};
  }
  if (isSignedArithmetic(*E))
    return kept(*E).value_or(allOf(E->type()));
  if (auto *Var = llvm::dyn_cast<VarExpr>(E.get()))
    return hullOfVar(*Var);
  if (auto *Cast = llvm::dyn_cast<CastExpr>(E.get()))
    return hullOfCast(*Cast);
  if (auto *Select = llvm::dyn_cast<SelectExpr>(E.get())) {
    const Hull Then = hull(Select->thenArm()), Else = hull(Select->elseArm());
    return {std::min(Then.Least, Else.Least), std::max(Then.Most, Else.Most)};
  }
  if (auto *Binary = llvm::dyn_cast<BinaryExpr>(E.get()))
    return hullOfBinary(*Binary);
  return allOf(E->type());
}

//===-- rewriting ---------------------------------------------------------===//

static ExprRef asUnsigned(const ExprRef &E) {
  const Type Ty = unsignedOf(E->type());
  std::optional<int64_t> Value = constantValue(E);
  return Value && *Value >= 0 ? constant(Ty, *Value) : cast(Ty, E);
}

/// \p E, signed arithmetic that may overflow, as it wraps round; null for all
/// else.
ExprRef Wrapper::wrapped(const ExprRef &E) {
  if (!isSignedArithmetic(*E))
    return nullptr;
  if (Places.contains(E.get()) ? kept(*E).has_value()
                               : isWithin(*computed(*E), E->type()))
    return nullptr;
  std::vector<ExprRef> Operands;
  for (const ExprRef &Operand : E->operands())
    Operands.push_back(asUnsigned(Operand));
  auto *Binary = llvm::dyn_cast<BinaryExpr>(E.get());
  return cast(E->type(), Binary ? binary(Binary->op(), Operands[0], Operands[1])
                                : unary(UnaryOp::Neg, Operands[0]));
}

/// A sum that steps past the end of its type, too.
static StmtRef steppedUnsigned(const StmtRef &S) {
  auto *Step = llvm::dyn_cast<AssignStmt>(S.get());
  const bool IsSum =
      Step && (Step->op() == ReduceOp::Add || Step->op() == ReduceOp::Mul);
  if (!IsSum || Step->target().Index || !Step->target().Ty.isSigned() ||
      !Step->value()->type().isSigned())
    return nullptr;
  return Step->with(Step->target(), asUnsigned(Step->value()));
}

/// The subscripts in \p E.
void Wrapper::notePlaces(const ExprRef &E) {
  walk(E, [&](const Expr &Part) {
    if (auto *Load = llvm::dyn_cast<LoadExpr>(&Part))
      walk(Load->index(), [&](const Expr &In) { Places.insert(&In); });
  });
}

void Wrapper::notePlaces() {
  auto Note = [&](const ExprRef &E) {
    walk(E, [&](const Expr &In) { Places.insert(&In); });
  };
  for (const IndexVar &V : N.IndexVars) {
    Note(V.Lo);
    Note(V.Hi);
  }
  walk(N.Body, [&](const Stmt &S) {
    const bool IsValue = llvm::isa<AssignStmt, VarStmt>(S);
    for (const ExprRef &E : expressions(S))
      IsValue ? notePlaces(E) : Note(E);
    if (auto *Assign = llvm::dyn_cast<AssignStmt>(&S))
      Note(Assign->target().Index);
    return true;
  });
}

void Wrapper::run(bool Wraps) {
  notePlaces();
  auto OnExpr = [&](const ExprRef &E) -> ExprRef {
    ExprRef Wrapped = wrapped(E);
    return Wraps ? Wrapped : nullptr;
  };
  auto OnStmt = [&](const StmtRef &S) -> StmtRef {
    return Wraps ? steppedUnsigned(S) : nullptr;
  };
  for (IndexVar &V : N.IndexVars) {
    V.Lo = rewrite(V.Lo, OnExpr);
    V.Hi = rewrite(V.Hi, OnExpr);
  }
  N.Body = rewrite(N.Body, OnStmt, OnExpr);
  if (N.Epilogue)
    N.Epilogue = rewrite(N.Epilogue, OnStmt, OnExpr);
  for (ExprRef &Fits : Needed)
    N.Guards.push_back(
        {msg::GuardSignedOverflow(), Fits, "", nullptr, nullptr});
}

void lacuna::wrapSigned(Nest &N) { Wrapper(N).run(/*Wraps=*/true); }

void lacuna::guardSigned(Nest &N) { Wrapper(N).run(/*Wraps=*/false); }
