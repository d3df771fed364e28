//===- StoredBoxes.cpp - elements that an iteration has stored ------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoredBoxes.h"
#include "lacuna/ir/ArrayLevels.h"
#include "lacuna/ir/Difference.h"
#include "lacuna/ir/FrontValues.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace lacuna {

/// More boxes than any loop makes of one array.
static constexpr size_t MaxBoxes = 128;

static ExprRef withoutNarrowing(const Nest &N, const ExprRef &E);

/// \p E, an integer, with sums and products in 64 bits. Those of the user's
/// signed numbers do not overflow; sums of unsigned numbers of 64 bits are the
/// same ones wherever they are subscripts of elements that exist.
static ExprRef inI64(const Nest &N, const ExprRef &E) {
  auto *Cast = dyn_cast<CastExpr>(E.get());
  if (Cast && Cast->operand()->type().isInteger()) {
    const Type &From = Cast->operand()->type();
    if (E->type().holdsAllOf(From) ||
        (E->type().bits() == 64 && From.bits() == 64))
      return inI64(N, Cast->operand());
    if (ExprRef Whole = E->type() == Type::i32() && From == Type::i64()
                            ? withoutNarrowing(N, Cast->operand())
                            : nullptr)
      return Whole;
  }
  auto *B = dyn_cast<BinaryExpr>(E.get());
  const bool IsSum =
      B && (B->op() == BinaryOp::Add || B->op() == BinaryOp::Sub);
  const bool IsExact = E->type().isSigned()
                           ? IsSum || (B && B->op() == BinaryOp::Mul)
                           : IsSum && E->type().bits() == 64;
  if (!IsExact)
    return cast(Type::i64(), E);
  ExprRef L = inI64(N, B->lhs()), R = inI64(N, B->rhs());
  if (B->op() == BinaryOp::Mul && constantValue(L))
    std::swap(L, R);
  return binary(B->op(), L, R);
}

static bool isAtMost(const ExprRef &A, const ExprRef &B) {
  std::optional<int64_t> More = constantDifference(A, B);
  return More && *More <= 0;
}

static bool areEqual(const Side &A, const Side &B) {
  return constantDifference(A.Lo, B.Lo) == 0 &&
         constantDifference(A.Hi, B.Hi) == 0;
}

/// \p E, from inI64, with \p Value, i64, in the place of \p V; null if it is
/// no sum of products of that.
static ExprRef withValue(const ExprRef &E, const IndexVar &V,
                         const ExprRef &Value) {
  auto *Cast = dyn_cast<CastExpr>(E.get());
  auto *Of = dyn_cast<VarExpr>((Cast ? Cast->operand() : E).get());
  if (Of && Of->name() == V.Name)
    return Value;
  if (!usesVar(E, V.Name))
    return E;
  auto *B = dyn_cast<BinaryExpr>(E.get());
  ExprRef L = B ? withValue(B->lhs(), V, Value) : nullptr,
          R = L ? withValue(B->rhs(), V, Value) : nullptr;
  return R ? binary(B->op(), L, R) : nullptr;
}

/// By how much \p E grows from one value of \p V to the next; nothing if that
/// is not always the same.
static std::optional<int64_t> growth(const ExprRef &E, const IndexVar &V) {
  ExprRef Here = cast(Type::i64(), var(V.Ty, V.Name));
  ExprRef Next = withValue(E, V, binary(BinaryOp::Add, Here, i64(1)));
  return Next ? constantDifference(Next, E) : std::nullopt;
}

/// Whether \p E, from inI64, is one of the numbers of 32 bits that \p Among is
/// made of, or a constant that is one.
static bool isNarrow(const Nest &N, const ExprRef &E, ArrayRef<ExprRef> Among) {
  if (std::optional<int64_t> Value = constantDifference(E, i64(0)))
    return isInt<32>(*Value);
  bool Found = false;
  for (const ExprRef &Sum : Among)
    walk(Sum, [&](const Expr &Part) {
      auto *Cast = dyn_cast<CastExpr>(&Part);
      Found |= Cast && Cast->operand()->type() == Type::i32() &&
               constantDifference(E, inI64(N, Cast->operand())) == 0;
    });
  return Found;
}

/// \p E, of i64, which is converted to 32 bits, if it always is such a number:
/// that of a loop which counts down from one to another. Else null.
static ExprRef withoutNarrowing(const Nest &N, const ExprRef &E) {
  ExprRef Whole = inI64(N, E);
  const IndexVar *V = nullptr;
  for (const auto &Name : freeVars(Whole))
    if (const IndexVar *Var = N.findIndexVar(Name.first())) {
      if (V || Var->isDerived() || !Var->Ty.isSigned())
        return nullptr;
      V = Var;
    }
  if (!V || !growth(Whole, *V))
    return nullptr;
  auto AtEnd = [&](const ExprRef &Value) {
    return isNarrow(N, withValue(Whole, *V, Value), {E, V->Lo, V->Hi});
  };
  ExprRef Last = binary(BinaryOp::Sub, inI64(N, V->Hi), i64(1));
  return AtEnd(inI64(N, V->Lo)) && AtEnd(Last) ? Whole : nullptr;
}

/// Whether some values of \p Ty are others as i64.
static bool mayTurnNegative(const Type &Ty) {
  return !Ty.isSigned() && Ty.bits() == 64;
}

StoredBoxes::StoredBoxes(const Nest &N, const Operand &Array)
    : N(N), Inner(Array.Inner) {
  ExprRef Row = i64(1);
  for (const ExprRef &Length : Inner)
    Row = binary(BinaryOp::Mul, Row, Length);
  std::optional<int64_t> All =
      Array.Extent ? constantValue(Array.Extent) : std::nullopt;
  std::optional<int64_t> OfRow = constantValue(Row);
  if (Inner.empty())
    Lengths = {Array.Extent ? inI64(N, Array.Extent) : nullptr};
  else
    Lengths = {All && OfRow && *OfRow > 0 ? i64(*All / *OfRow) : nullptr};
  append_range(Lengths, Inner);
}

Box StoredBoxes::elementAt(const ExprRef &Index) const {
  Box Result;
  for (const ExprRef &Level : levelsOf(Index, Inner)) {
    ExprRef At = inI64(N, Level);
    Result.push_back({At, binary(BinaryOp::Add, At, i64(1))});
  }
  return Result;
}

std::optional<Box> StoredBoxes::inLoop(const Box &B, const IndexVar &V,
                                       const ExprRef &End) const {
  Box Result = B;
  Side *Moving = nullptr;
  for (Side &S : Result) {
    if (!usesVar(S.Lo, V.Name) && !usesVar(S.Hi, V.Name))
      continue;
    // One interval follows the other without a gap; none begin with none.
    std::optional<int64_t> Step = growth(S.Lo, V),
                           Length = constantDifference(S.Hi, S.Lo);
    if (Moving || !Step || *Step <= 0 || Length != Step ||
        growth(S.Hi, V) != Step)
      return std::nullopt;
    ExprRef First = inI64(N, V.Lo);
    if (mayTurnNegative(V.Ty) && !constantValue(First))
      return std::nullopt;
    S = {withValue(S.Lo, V, First), withValue(S.Lo, V, inI64(N, End))};
    Moving = &S;
  }
  // Elsewhere the loop stores whenever it runs at all.
  std::optional<int64_t> First = constantValue(V.Lo), Last = constantValue(End);
  if (!Moving && !(First && Last && *First < *Last))
    return std::nullopt;
  return Result;
}

/// The elements of both, which are equal but in one level; nothing if they are
/// no box.
static std::optional<Box> joined(const Box &A, const Box &B) {
  std::optional<size_t> Level;
  for (size_t I = 0; I < A.size(); ++I)
    if (!areEqual(A[I], B[I])) {
      if (Level)
        return std::nullopt;
      Level = I;
    }
  if (!Level || !isAtMost(B[*Level].Lo, A[*Level].Hi))
    return std::nullopt;
  Box Result = A;
  Result[*Level].Hi = B[*Level].Hi;
  return Result;
}

void StoredBoxes::add(Box B) {
  const bool IsKnown = any_of(Known, [&](const Box &K) {
    return all_of_zip(K, B, [](const Side &All, const Side &S) {
      return isAtMost(All.Lo, S.Lo) && isAtMost(S.Hi, All.Hi);
    });
  });
  if (IsKnown || Known.size() == MaxBoxes)
    return;
  Known.push_back(B);
  for (size_t I = 0; I + 1 < Known.size(); ++I)
    for (bool IsBehind : {true, false}) {
      const Box &K = Known[I];
      if (auto Both = IsBehind ? joined(K, B) : joined(B, K))
        add(std::move(*Both));
    }
}

/// Whether \p E mentions index variables of \p N other than \p But.
static bool varies(const Nest &N, const ExprRef &E, StringRef But = "") {
  return any_of(freeVars(E), [&](auto &Name) {
    return Name.first() != But && N.findIndexVar(Name.first());
  });
}

void StoredBoxes::forgetVarying() {
  auto Varies = [&](const Box &B, StringRef But) {
    return any_of(B, [&](const Side &S) {
      return varies(N, S.Lo, But) || varies(N, S.Hi, But);
    });
  };
  erase_if(Known, [&](const Box &B) { return Varies(B, ""); });
  erase_if(InLoops, [&](const auto &Each) {
    const IndexVar &V = *Each.second;
    return Varies(Each.first, V.Name) || varies(N, V.Lo) || varies(N, V.Hi);
  });
}

static bool isChosenByData(const ExprRef &E) {
  bool Found = false;
  walk(E, [&](const Expr &Part) { Found |= isa<LoadExpr>(&Part); });
  return Found;
}

/// Whether \p S are all subscripts that the level has.
bool StoredBoxes::isWhole(const Side &S, size_t Level) const {
  return Lengths[Level] && constantValue(S.Lo) == 0 &&
         constantDifference(S.Hi, Lengths[Level]) == 0;
}

namespace {

/// Compares subscripts of a loop's with those of a box.
class Comparison {
public:
  Comparison(const Nest &N, ArrayRef<const IndexVar *> Around,
             std::vector<ExprRef> &Conditions)
      : N(N), Around(Around), Conditions(Conditions) {}

  /// That \p Least is at most what \p E is in any iteration.
  bool isAtLeast(ExprRef E, const ExprRef &Least) {
    return holds(std::move(E), Least, /*IsLargest=*/false);
  }
  /// That \p Most is at least what \p E is in any iteration.
  bool isAtMost(ExprRef E, const ExprRef &Most) {
    return holds(std::move(E), Most, /*IsLargest=*/true);
  }

private:
  bool holds(ExprRef E, const ExprRef &Bound, bool IsLargest);
  bool limit(const ExprRef &E);
  bool limitEnd(const IndexVar &V, const ExprRef &End);

  const Nest &N;
  ArrayRef<const IndexVar *> Around;
  std::vector<ExprRef> &Conditions;
};

} // namespace

/// Conditions that no sum of what \p E consists of overflows; false if guards
/// cannot say that.
bool Comparison::limit(const ExprRef &E) {
  constexpr int64_t Most = int64_t(1) << 40;
  if (std::optional<int64_t> Value = constantValue(E))
    return *Value <= Most && *Value >= -Most;
  auto *B = dyn_cast<BinaryExpr>(E.get());
  if (B && (B->op() == BinaryOp::Add || B->op() == BinaryOp::Sub))
    return limit(B->lhs()) && limit(B->rhs());
  ExprRef Part = E;
  if (B && B->op() == BinaryOp::Mul) {
    std::optional<int64_t> By = constantValue(B->rhs());
    if (!By || std::abs(*By) > INT16_MAX)
      return false;
    Part = B->lhs();
  }
  auto *Cast = dyn_cast<CastExpr>(Part.get());
  if (Cast && Cast->operand()->type().isInteger() &&
      Cast->operand()->type().bits() <= 32)
    return isEvaluable(N, Part);
  if (!isEvaluable(N, Part))
    return false;
  Conditions.push_back(binary(BinaryOp::Le, Part, i64(Most)));
  Conditions.push_back(binary(BinaryOp::Ge, Part, i64(-Most)));
  return true;
}

/// That all values of \p V up to \p End are those that they are as i64.
bool Comparison::limitEnd(const IndexVar &V, const ExprRef &End) {
  if (!mayTurnNegative(V.Ty) || constantValue(End))
    return true;
  if (!limit(End))
    return false;
  Conditions.push_back(binary(BinaryOp::Ge, End, i64(0)));
  return true;
}

/// Puts the last, or first, value of one variable after the other in \p E, the
/// innermost first, until the comparison can be made.
bool Comparison::holds(ExprRef E, const ExprRef &Bound, bool IsLargest) {
  auto Decided = [&]() -> std::optional<bool> {
    std::optional<int64_t> More = constantDifference(E, Bound);
    return More ? std::optional(IsLargest ? *More <= 0 : *More >= 0)
                : std::nullopt;
  };
  for (const IndexVar *V : reverse(Around)) {
    if (std::optional<bool> Known = Decided())
      return *Known;
    if (!usesVar(E, V->Name))
      continue;
    std::optional<int64_t> By = growth(E, *V);
    ExprRef End = inI64(N, V->Hi);
    if (!By || !limitEnd(*V, End))
      return false;
    ExprRef Last = binary(BinaryOp::Sub, End, i64(1));
    E = withValue(E, *V, (*By > 0) == IsLargest ? Last : inI64(N, V->Lo));
  }
  if (std::optional<bool> Known = Decided())
    return *Known;
  if (!limit(E) || !limit(Bound))
    return false;
  Conditions.push_back(
      binary(IsLargest ? BinaryOp::Le : BinaryOp::Ge, E, Bound));
  return true;
}

static bool haveOneRange(const IndexVar &A, const IndexVar &B) {
  return structurallyEqual(A.Lo, B.Lo) && structurallyEqual(A.Hi, B.Hi);
}

/// Whether a loop has stored \p B over the range of one \p Around.
bool StoredBoxes::isStoredAlike(const Box &B,
                                ArrayRef<const IndexVar *> Around) const {
  for (const auto &[Each, V] : InLoops)
    for (const IndexVar *Here : Around) {
      StringMap<ExprRef> Map;
      Map[V->Name] = var(Here->Ty, Here->Name);
      const bool IsAlike =
          haveOneRange(*V, *Here) &&
          all_of_zip(Each, B, [&](const Side &A, const Side &C) {
            return areEqual({substitute(A.Lo, Map), substitute(A.Hi, Map)}, C);
          });
      if (IsAlike)
        return true;
    }
  return false;
}

bool StoredBoxes::contain(const Box &B, ArrayRef<const IndexVar *> Around,
                          std::vector<ExprRef> &Conditions) const {
  if (isStoredAlike(B, Around))
    return true;
  std::optional<std::vector<ExprRef>> Fewest;
  for (const Box &K : Known) {
    std::vector<ExprRef> Needed;
    Comparison Compare(N, Around, Needed);
    size_t Whole = 0;
    while (Whole < K.size() && isWhole(K[Whole], Whole))
      ++Whole;
    bool Holds = true;
    for (size_t I = 0; I < B.size() && Whole < K.size() && Holds; ++I) {
      // What data choose stays in its row; what loops do may be of another.
      const bool IsInside = isWhole(K[I], I) && isChosenByData(B[I].Lo);
      Holds = IsInside || (Compare.isAtLeast(B[I].Lo, K[I].Lo) &&
                           Compare.isAtMost(B[I].Hi, K[I].Hi));
    }
    // Of two, the one that was put together later is the larger one.
    if (Holds && (!Fewest || Needed.size() <= Fewest->size()))
      Fewest = std::move(Needed);
  }
  if (!Fewest)
    return false;
  for (ExprRef &C : *Fewest)
    if (none_of(Conditions,
                [&](const ExprRef &D) { return structurallyEqual(C, D); }))
      Conditions.push_back(std::move(C));
  return true;
}

} // namespace lacuna
