//===- NowhereTrue.cpp - conditions that no iteration meets ---------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Guards compute with numbers of 64 bits. What is read is at most 2^40 in size,
// factors at most 2^28, else the guard fails; sums have at most 64 terms: so
// nothing leaves its type. Values that wrap round in unsigned types are left to
// the user's loop, too.
//
//===----------------------------------------------------------------------===//

#include "lift/state/NowhereTrue.h"
#include "lacuna/analysis/reductions/Comparisons.h"
#include "lift/state/LoopBounds.h"
#include "llvm/ADT/STLExtras.h"

using llvm::dyn_cast;
using llvm::isa;

namespace lacuna::plugin {

static constexpr int64_t MostRead = int64_t(1) << 40,
                         MostFactor = int64_t(1) << 28,
                         MostTimes = int64_t(1) << 16;
static constexpr unsigned MostTerms = 64;

NowhereTrue::NowhereTrue(const Nest &N, llvm::ArrayRef<KnownCondition> Under,
                         const llvm::StringSet<> *Given)
    : N(N), Given(Given) {
  for (const KnownCondition &K : Under)
    assume(K.Cond, K.Value);
}

static bool isComparison(BinaryOp Op) {
  return Op >= BinaryOp::Lt && Op <= BinaryOp::Ne;
}

//===-- sums --------------------------------------------------------------===//

void NowhereTrue::require(BinaryOp Op, const ExprRef &Value, int64_t Limit) {
  Required.push_back(binary(Op, Value, i64(Limit)));
}

void NowhereTrue::requireWithin(const Range &Of, int64_t Min, int64_t Max) {
  const Type I64 = Type::i64();
  if (Min != minOf(I64))
    require(BinaryOp::Ge, Of.Min, Min);
  if (Max != maxOf(I64))
    require(BinaryOp::Le, Of.Max, Max);
}

/// Whether \p E has one value where a guard is evaluated.
bool NowhereTrue::isGiven(const ExprRef &E) const {
  return llvm::all_of(freeVars(E), [&](const auto &Name) {
    const Operand *O = N.findOperand(Name.first());
    return O ? O->Kind == OperandKind::Scalar
             : Given && Given->contains(Name.first());
  });
}

/// `A + Times * B`.
std::optional<NowhereTrue::Sum> NowhereTrue::plus(Sum A, const Sum &B,
                                                  int64_t Times) {
  if (Times > MostTimes || Times < -MostTimes)
    return std::nullopt;
  for (const auto &[Name, Own] : B.Times) {
    int64_t &Sum = A.Times[Name];
    Sum += Times * Own;
    if (Sum > MostTimes || Sum < -MostTimes)
      return std::nullopt;
  }
  if (Times != 1 && Times != -1)
    requireWithin(B.Rest, -MostRead, MostRead);
  auto Plus = [&](const ExprRef &To, const ExprRef &Rest) {
    if (Times == -1)
      return binary(BinaryOp::Sub, To, Rest);
    return binary(BinaryOp::Add, To, binary(BinaryOp::Mul, Rest, i64(Times)));
  };
  A.Rest = {Plus(A.Rest.Min, Times < 0 ? B.Rest.Max : B.Rest.Min),
            Plus(A.Rest.Max, Times < 0 ? B.Rest.Min : B.Rest.Max)};
  return A;
}

std::optional<NowhereTrue::Sum> NowhereTrue::sumOf(const Operand &O,
                                                   const Type &Ty) {
  return O.Kind == OperandKind::Scalar && Ty.isInteger()
             ? given(var(Ty, O.Name))
             : std::nullopt;
}

/// \p E, whose value is known where a guard is evaluated.
std::optional<NowhereTrue::Sum> NowhereTrue::given(const ExprRef &E) {
  const ExprRef Value = cast(Type::i64(), E);
  // A large number of an unsigned type is a negative one here.
  if (E->type().bits() >= 64)
    requireWithin({Value, Value}, E->type().isSigned() ? -MostRead : 0,
                  MostRead);
  return Sum{{}, {Value, Value}};
}

std::optional<NowhereTrue::Sum> NowhereTrue::sumOf(const CastExpr &E) {
  const Type &From = E.operand()->type(), &To = E.type();
  std::optional<Sum> Of = From.isInteger() ? sum(E.operand()) : std::nullopt;
  if (!Of || To.holdsAllOf(From))
    return Of;
  std::optional<Range> Values = range(*Of);
  if (!Values)
    return std::nullopt;
  requireWithin(*Values, minOf(To), maxOf(To));
  return Of;
}

std::optional<NowhereTrue::Sum> NowhereTrue::product(const Sum &A,
                                                     const Sum &B) {
  std::optional<Range> L = range(A), R = L ? range(B) : std::nullopt;
  if (!R)
    return std::nullopt;
  // The factor is the same in all iterations, and not negative.
  if (!structurallyEqual(R->Min, R->Max))
    std::swap(L, R);
  if (!structurallyEqual(R->Min, R->Max))
    return std::nullopt;
  requireWithin(*L, -MostFactor, MostFactor);
  requireWithin(*R, 0, MostFactor);
  return Sum{{},
             {binary(BinaryOp::Mul, L->Min, R->Min),
              binary(BinaryOp::Mul, L->Max, R->Min)}};
}

/// From the least values of \p A and \p B, by \p Least, to the largest ones.
std::optional<NowhereTrue::Sum> NowhereTrue::oneOf(const Sum &A, const Sum &B,
                                                   BinaryOp Least,
                                                   BinaryOp Largest) {
  const std::optional<Range> L = range(A), R = L ? range(B) : std::nullopt;
  if (!R)
    return std::nullopt;
  return Sum{{},
             {binary(Least, L->Min, R->Min), binary(Largest, L->Max, R->Max)}};
}

/// Whether \p Cond is known where a guard is evaluated, and computes nothing.
bool NowhereTrue::isGivenCondition(const ExprRef &Cond) const {
  bool Is = Given && isGiven(Cond);
  walk(Cond, [&](const Expr &E) {
    const auto *B = dyn_cast<BinaryExpr>(&E);
    Is &= isa<VarExpr, LoadExpr, ConstantExpr, CastExpr>(E) ||
          (B && (isComparison(B->op()) || B->op() == BinaryOp::LogicalAnd ||
                 B->op() == BinaryOp::LogicalOr));
  });
  return Is;
}

/// What is chosen, where that is known, so that it is the same number wherever
/// it is subtracted; else one of both.
std::optional<NowhereTrue::Sum> NowhereTrue::sumOf(const SelectExpr &E) {
  const std::optional<Sum> Then = sum(E.thenArm()),
                           Else = Then ? sum(E.elseArm()) : std::nullopt;
  if (!Else)
    return std::nullopt;
  auto IsKnown = [](const Sum &Of) {
    return Of.Times.empty() && structurallyEqual(Of.Rest.Min, Of.Rest.Max);
  };
  if (!IsKnown(*Then) || !IsKnown(*Else) || !isGivenCondition(E.cond()))
    return oneOf(*Then, *Else, BinaryOp::Min, BinaryOp::Max);
  const ExprRef Chosen = std::make_shared<SelectExpr>(
      cast(Type::boolean(), E.cond()), Then->Rest.Min, Else->Rest.Min);
  return Sum{{}, {Chosen, Chosen}};
}

/// \p E where all of it is given and nothing in it overflows; else null.
ExprRef NowhereTrue::computed(const ExprRef &E) const {
  if (!E->type().isInteger())
    return nullptr;
  if (isa<ConstantExpr, VarExpr, LoadExpr>(*E))
    return isGiven(E) ? E : nullptr;
  if (const auto *C = dyn_cast<CastExpr>(E.get())) {
    const ExprRef Of = computed(C->operand());
    return Of ? cast(C->type(), Of) : nullptr;
  }
  const auto *B = dyn_cast<BinaryExpr>(E.get());
  const ExprRef L = B ? computed(B->lhs()) : nullptr,
                R = L ? computed(B->rhs()) : nullptr;
  if (!R)
    return nullptr;
  const bool MayOverflow = E->type().isSigned();
  switch (B->op()) {
  case BinaryOp::And:
  case BinaryOp::Or:
  case BinaryOp::Xor:
    return binary(B->op(), L, R);
  case BinaryOp::Add:
  case BinaryOp::Sub:
  case BinaryOp::Mul:
    return MayOverflow ? nullptr : binary(B->op(), L, R);
  case BinaryOp::Shl:
  case BinaryOp::Shr:
    return MayOverflow && B->op() == BinaryOp::Shl ? nullptr
                                                   : binary(B->op(), L, R);
  default:
    return nullptr;
  }
}

/// \p E, of bits: up to those of a mask, or as it is where all is given.
std::optional<NowhereTrue::Sum> NowhereTrue::sumOfBits(const ExprRef &E) {
  const auto &B = llvm::cast<BinaryExpr>(*E);
  const std::optional<int64_t> Mask =
      B.op() == BinaryOp::And ? constantValue(B.rhs()) : std::nullopt;
  if (Mask && *Mask >= 0 && *Mask <= MostRead)
    return Sum{{}, {i64(0), i64(*Mask)}};
  const ExprRef Value = Given ? computed(E) : nullptr;
  return Value ? given(Value) : std::nullopt;
}

static bool isOfBits(const Expr &E) {
  const auto *B = dyn_cast<BinaryExpr>(&E);
  return B && (B->op() == BinaryOp::And || B->op() == BinaryOp::Or ||
               B->op() == BinaryOp::Xor || B->op() == BinaryOp::Shl ||
               B->op() == BinaryOp::Shr);
}

std::optional<NowhereTrue::Sum> NowhereTrue::sumOf(const BinaryExpr &E) {
  const std::optional<int64_t> By = constantValue(E.rhs()),
                               Times = constantValue(E.lhs());
  std::optional<Sum> L = sum(E.lhs()), R = L ? sum(E.rhs()) : L;
  if (!R)
    return std::nullopt;
  const Sum Nothing{{}, {i64(0), i64(0)}};
  std::optional<Range> Values;
  switch (E.op()) {
  case BinaryOp::Add:
    return plus(*L, *R, 1);
  case BinaryOp::Sub:
    return plus(*L, *R, -1);
  case BinaryOp::Mul:
    return By      ? plus(Nothing, *L, *By)
           : Times ? plus(Nothing, *R, *Times)
                   : product(*L, *R);
  case BinaryOp::Div:
    Values = By && *By > 0 ? range(*L) : std::nullopt;
    if (!Values)
      return std::nullopt;
    return Sum{{},
               {binary(BinaryOp::Div, Values->Min, i64(*By)),
                binary(BinaryOp::Div, Values->Max, i64(*By))}};
  case BinaryOp::Min:
  case BinaryOp::Max:
    return oneOf(*L, *R, E.op(), E.op());
  case BinaryOp::Rem:
    if (!By || *By <= 0)
      return std::nullopt;
    return Sum{{}, {i64(E.type().isSigned() ? 1 - *By : 0), i64(*By - 1)}};
  default:
    return std::nullopt;
  }
}

std::optional<NowhereTrue::Sum> NowhereTrue::sum(const ExprRef &E) {
  if (++Terms > MostTerms || !E->type().isInteger())
    return std::nullopt;
  if (std::optional<int64_t> C = constantValue(E)) {
    if (*C > MostRead || *C < (E->type().isSigned() ? -MostRead : 0))
      return std::nullopt;
    return Sum{{}, {i64(*C), i64(*C)}};
  }
  if (const auto *V = dyn_cast<VarExpr>(E.get())) {
    const Operand *O = N.findOperand(V->name());
    if (O)
      return sumOf(*O, V->type());
    if (isGiven(E))
      return given(E);
    Sum Of{{}, {i64(0), i64(0)}};
    Of.Times[V->name().str()] = 1;
    return Of;
  }
  if (const auto *C = dyn_cast<CastExpr>(E.get()))
    return sumOf(*C);
  if (isa<LoadExpr>(*E))
    return Given && isGiven(E) ? given(E) : std::nullopt;
  if (const auto *U = dyn_cast<UnaryExpr>(E.get());
      U && U->op() == UnaryOp::Neg) {
    std::optional<Sum> Of = sum(U->operands()[0]);
    return Of && E->type().isSigned() ? plus({{}, {i64(0), i64(0)}}, *Of, -1)
                                      : std::nullopt;
  }
  if (isOfBits(*E))
    return sumOfBits(E);
  if (const auto *S = dyn_cast<SelectExpr>(E.get()))
    return sumOf(*S);
  const auto *B = dyn_cast<BinaryExpr>(E.get());
  std::optional<Sum> Of = B ? sumOf(*B) : std::nullopt;
  // What is read is so small that nothing leaves a signed type of 64 bits.
  if (!Of || (E->type().isSigned() && E->type().bits() >= 64))
    return Of;
  std::optional<Range> Values = range(*Of);
  if (!Values)
    return std::nullopt;
  requireWithin(*Values, minOf(E->type()), maxOf(E->type()));
  return Of;
}

/// The largest value of \p Of, or the least one, over all iterations; null
/// where loops do not say. Inner variables go first: their bounds are sums of
/// outer ones.
ExprRef NowhereTrue::extreme(const Sum &Of, bool IsMost) {
  for (const IndexVar &V : llvm::reverse(N.IndexVars)) {
    const auto Own = Of.Times.find(V.Name);
    const int64_t Times = Own == Of.Times.end() ? 0 : Own->second;
    if (Times == 0)
      continue;
    const bool IsLast = IsMost == (Times > 0);
    std::optional<Sum> Bound =
        V.isDerived() ? std::nullopt : sum(IsLast ? V.Hi : V.Lo);
    if (Bound && IsLast)
      Bound = plus(*Bound, {{}, {i64(1), i64(1)}}, -1);
    auto With = [&](const std::optional<Sum> &Value) {
      Sum Without = Of;
      Without.Times.erase(V.Name);
      auto Whole = Value ? plus(Without, *Value, Times) : std::nullopt;
      return Whole ? extreme(*Whole, IsMost) : nullptr;
    };
    ExprRef Found = With(Bound);
    for (const Limit &L : Known)
      if (ExprRef Other = Found && L.Index == V.Name && L.IsLeast != IsLast
                              ? With(Sum{{}, {L.Of, L.Of}})
                              : nullptr)
        Found = binary(IsMost ? BinaryOp::Min : BinaryOp::Max, Found, Other);
    return Found;
  }
  const bool HasOther =
      llvm::any_of(Of.Times, [](const auto &Each) { return Each.second != 0; });
  return HasOther ? nullptr : IsMost ? Of.Rest.Max : Of.Rest.Min;
}

std::optional<NowhereTrue::Range> NowhereTrue::range(const Sum &Of) {
  ExprRef Min = extreme(Of, /*IsMost=*/false),
          Max = Min ? extreme(Of, /*IsMost=*/true) : nullptr;
  return Max ? std::optional(Range{Min, Max}) : std::nullopt;
}

//===-- what holds around -------------------------------------------------===//

/// Index variables are limited where \p L \p Op \p R, if that says of one of
/// them on which side of the rest it is.
void NowhereTrue::limit(BinaryOp Op, const ExprRef &L, const ExprRef &R) {
  const std::vector<ExprRef> Before = Required;
  const size_t KnownBefore = Known.size();
  Terms = 0;
  std::optional<Sum> Left = sum(L), Right = Left ? sum(R) : Left,
                     Distance = Right ? plus(*Left, *Right, -1) : Right;
  if (!Distance)
    Required = Before;
  if (!Distance || Op == BinaryOp::Ne)
    return;
  for (const auto &[Name, Times] : Distance->Times) {
    if (Times != 1 && Times != -1)
      continue;
    // Times * v Op -(what is left), and the other way round.
    Sum Rest = *Distance;
    Rest.Times.erase(Name);
    std::optional<Sum> Other =
        plus({{}, {i64(0), i64(0)}}, Rest, Times > 0 ? -1 : 1);
    std::optional<Range> Values = Other ? range(*Other) : std::nullopt;
    if (!Values)
      continue;
    const BinaryOp Is = Times > 0 ? Op : mirrored(Op);
    auto Add = [&, Index = Name](bool IsLeast, const ExprRef &To, int64_t By) {
      Known.push_back({Index, IsLeast, binary(BinaryOp::Add, To, i64(By))});
    };
    if (Is == BinaryOp::Gt || Is == BinaryOp::Ge || Is == BinaryOp::Eq)
      Add(/*IsLeast=*/true, Values->Min, Is == BinaryOp::Gt);
    if (Is == BinaryOp::Lt || Is == BinaryOp::Le || Is == BinaryOp::Eq)
      Add(/*IsLeast=*/false, Values->Max, Is == BinaryOp::Lt ? -1 : 0);
  }
  if (Known.size() == KnownBefore)
    Required = Before;
}

void NowhereTrue::assume(const ExprRef &Cond, bool Value) {
  if (const auto *C = dyn_cast<CastExpr>(Cond.get()))
    return C->type().isBool() || C->operand()->type().isBool()
               ? assume(C->operand(), Value)
               : void();
  if (const auto *U = dyn_cast<UnaryExpr>(Cond.get()))
    return U->op() == UnaryOp::LogicalNot ? assume(U->operands()[0], !Value)
                                          : void();
  const auto *B = dyn_cast<BinaryExpr>(Cond.get());
  if (!B)
    return;
  if (B->op() == (Value ? BinaryOp::LogicalAnd : BinaryOp::LogicalOr)) {
    assume(B->lhs(), Value);
    assume(B->rhs(), Value);
  }
  if (!isComparison(B->op()))
    return;
  if (B->lhs()->type().isInteger() && B->lhs()->type() == B->rhs()->type())
    limit(Value ? B->op() : negated(B->op()), B->lhs(), B->rhs());
}

//===-- conditions --------------------------------------------------------===//

/// \p A and \p B, in that order, each part once.
static ExprRef both(const ExprRef &A, const ExprRef &B) {
  std::vector<ExprRef> All;
  for (const ExprRef &Whole : {A, B})
    for (const ExprRef &Part : conjunctsOf(Whole))
      if (llvm::none_of(All, [&](const ExprRef &Known) {
            return structurallyEqual(Known, Part);
          }))
        All.push_back(Part);
  return conjunction(All);
}

/// Whether \p E is the same number where a guard is evaluated: nothing is
/// computed that might be rounded in another way.
bool NowhereTrue::isGivenNumber(const ExprRef &E) const {
  if (const auto *C = dyn_cast<CastExpr>(E.get()))
    return C->type().isFloat() && isGivenNumber(C->operand());
  return isa<ConstantExpr, VarExpr>(*E)
             ? isGiven(E)
             : isa<LoadExpr>(*E) && Given && isGiven(E);
}

ExprRef conjunction(llvm::ArrayRef<ExprRef> Parts) {
  ExprRef Whole = constant(Type::boolean(), 1);
  for (const ExprRef &Part : llvm::reverse(Parts))
    if (constantValue(Part) != 1)
      Whole = constantValue(Whole) == 1
                  ? Part
                  : binary(BinaryOp::LogicalAnd, Part, Whole);
  return Whole;
}

ExprRef NowhereTrue::guardOfComparison(const ExprRef &Whole, bool Value) {
  const auto &Cond = llvm::cast<BinaryExpr>(*Whole);
  if (Cond.lhs()->type().isFloat() && isGivenNumber(Cond.lhs()) &&
      isGivenNumber(Cond.rhs()))
    return Value ? unary(UnaryOp::LogicalNot, Whole) : Whole;
  if (!Cond.lhs()->type().isInteger() ||
      Cond.lhs()->type() != Cond.rhs()->type())
    return nullptr;
  const std::vector<ExprRef> Around = Required;
  Terms = 0;
  std::optional<Sum> L = sum(Cond.lhs()), R = L ? sum(Cond.rhs()) : L,
                     Distance = R ? plus(*L, *R, -1) : R;
  std::optional<Range> Values = Distance ? range(*Distance) : std::nullopt;
  const std::vector<ExprRef> Own = std::exchange(Required, Around);
  if (!Values)
    return nullptr;
  auto Is = [](BinaryOp Op, const ExprRef &Value) {
    return binary(Op, Value, i64(0));
  };
  ExprRef Never;
  switch (Value ? Cond.op() : negated(Cond.op())) {
  case BinaryOp::Lt:
    Never = Is(BinaryOp::Ge, Values->Min);
    break;
  case BinaryOp::Le:
    Never = Is(BinaryOp::Gt, Values->Min);
    break;
  case BinaryOp::Gt:
    Never = Is(BinaryOp::Le, Values->Max);
    break;
  case BinaryOp::Ge:
    Never = Is(BinaryOp::Lt, Values->Max);
    break;
  case BinaryOp::Eq:
    Never = binary(BinaryOp::LogicalOr, Is(BinaryOp::Lt, Values->Max),
                   Is(BinaryOp::Gt, Values->Min));
    break;
  default:
    Never = both(Is(BinaryOp::Ge, Values->Min), Is(BinaryOp::Le, Values->Max));
  }
  for (const ExprRef &Needed : llvm::reverse(Own)) {
    // Something leaves its type in any case.
    if (constantValue(Needed) == 0)
      return nullptr;
    Never = both(Needed, Never);
  }
  return Never;
}

/// Of `&&` and `||`. The second operand counts where the first one asks for it.
ExprRef NowhereTrue::guardOfBoth(const BinaryExpr &Cond, bool Value) {
  const bool IsAnd = Cond.op() == BinaryOp::LogicalAnd;
  ExprRef First = guard(Cond.lhs(), Value);
  const std::vector<Limit> Around = Known;
  const std::vector<ExprRef> Needed = Required;
  assume(Cond.lhs(), IsAnd);
  ExprRef Second = guard(Cond.rhs(), Value);
  Known = Around;
  Required = Needed;
  if (IsAnd != Value)
    return First && Second ? both(First, Second) : nullptr;
  if (First && Second)
    return binary(BinaryOp::LogicalOr, First, Second);
  return First ? First : Second;
}

ExprRef NowhereTrue::guard(const ExprRef &Cond, bool Value) {
  if (const auto *C = dyn_cast<CastExpr>(Cond.get()))
    return C->operand()->type().isBool() ? guard(C->operand(), Value) : nullptr;
  if (const auto *U = dyn_cast<UnaryExpr>(Cond.get()))
    return U->op() == UnaryOp::LogicalNot ? guard(U->operands()[0], !Value)
                                          : nullptr;
  if (const auto *V = dyn_cast<VarExpr>(Cond.get())) {
    const Operand *O = N.findOperand(V->name());
    if (!O || O->Kind != OperandKind::Scalar || !V->type().isBool())
      return nullptr;
    return Value ? unary(UnaryOp::LogicalNot, Cond) : Cond;
  }
  const auto *B = dyn_cast<BinaryExpr>(Cond.get());
  if (!B)
    return nullptr;
  if (B->op() == BinaryOp::LogicalAnd || B->op() == BinaryOp::LogicalOr)
    return guardOfBoth(*B, Value);
  return isComparison(B->op()) ? guardOfComparison(Cond, Value) : nullptr;
}

} // namespace lacuna::plugin
