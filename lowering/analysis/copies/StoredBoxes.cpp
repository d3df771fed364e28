//===- StoredBoxes.cpp - elements that an iteration has stored ------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoredBoxes.h"
#include "lacuna/analysis/elements/WideSums.h"
#include "lacuna/ir/ArrayLevels.h"
#include "lacuna/ir/FrontValues.h"
#include "lacuna/ir/bounds/Difference.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace lacuna {

/// More boxes than any loop makes of one array.
static constexpr size_t MaxBoxes = 128;

/// So many boxes of those that may follow each other when the loop runs, and of
/// conditions under which elements are in one.
static constexpr size_t MostGrown = 64, MostAlternatives = 6;

static bool isAtMost(const ExprRef &A, const ExprRef &B) {
  std::optional<int64_t> More = constantDifference(A, B);
  return More && *More <= 0;
}

static bool areEqual(const Side &A, const Side &B) {
  return constantDifference(A.Lo, B.Lo) == 0 &&
         constantDifference(A.Hi, B.Hi) == 0;
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

/// The one level in which \p A and \p B are not equal.
static std::optional<size_t> differingLevel(const Box &A, const Box &B) {
  std::optional<size_t> Level;
  for (size_t I = 0; I < A.size(); ++I)
    if (!areEqual(A[I], B[I])) {
      if (Level)
        return std::nullopt;
      Level = I;
    }
  return Level;
}

/// The elements of both, which are equal but in one level; nothing if they are
/// no box.
static std::optional<Box> joined(const Box &A, const Box &B) {
  const std::optional<size_t> Level = differingLevel(A, B);
  if (!Level || !isAtMost(B[*Level].Lo, A[*Level].Hi))
    return std::nullopt;
  Box Result = A;
  Result[*Level].Hi = B[*Level].Hi;
  return Result;
}

/// Whether all of \p B is in \p All.
static bool contains(const Box &All, const Box &B) {
  return all_of_zip(All, B, [](const Side &Whole, const Side &S) {
    return isAtMost(Whole.Lo, S.Lo) && isAtMost(S.Hi, Whole.Hi);
  });
}

void StoredBoxes::add(Box B) {
  if (any_of(Known, [&](const Box &K) { return contains(K, B); }))
    return;
  const std::vector<Box> Before = Known;
  Known.erase(std::remove_if(Known.begin() + Marked, Known.end(),
                             [&](const Box &K) { return contains(B, K); }),
              Known.end());
  if (Known.size() == MaxBoxes)
    return;
  Known.push_back(B);
  for (const Box &K : Before)
    for (bool IsBehind : {true, false})
      if (auto Both = IsBehind ? joined(K, B) : joined(B, K))
        add(std::move(*Both));
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

/// Compares subscripts of a loop's with those of a box.
class StoredBoxes::Comparison {
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

/// Conditions that no sum of what \p E consists of overflows; false if guards
/// cannot say that.
bool StoredBoxes::Comparison::limit(const ExprRef &E) {
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
bool StoredBoxes::Comparison::limitEnd(const IndexVar &V, const ExprRef &End) {
  if (!mayTurnNegative(V.Ty) || constantValue(End))
    return true;
  if (!limit(End))
    return false;
  Conditions.push_back(binary(BinaryOp::Ge, End, i64(0)));
  return true;
}

/// Puts the last, or first, value of one variable after the other in \p E, the
/// innermost first, until the comparison can be made.
bool StoredBoxes::Comparison::holds(ExprRef E, const ExprRef &Bound,
                                    bool IsLargest) {
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

/// Whether \p S are all subscripts that the level has under a condition.
bool StoredBoxes::mayBeWhole(const Side &S, size_t Level,
                             Comparison &Compare) const {
  return Lengths[Level] && constantValue(S.Lo) == 0 &&
         Compare.isAtMost(Lengths[Level], S.Hi);
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

/// Whether all of \p B is in \p K, which is stored where \p Needed holds, and
/// under which conditions.
std::optional<std::vector<ExprRef>>
StoredBoxes::conditions(const Box &B, const Box &K,
                        ArrayRef<const IndexVar *> Around,
                        std::vector<ExprRef> Needed) const {
  Comparison Compare(N, Around, Needed);
  size_t Whole = 0;
  while (Whole < K.size() && isWhole(K[Whole], Whole))
    ++Whole;
  for (size_t I = 0; I < B.size() && Whole < K.size(); ++I) {
    // What data choose stays in its row; what loops do may be of another.
    if (isChosenByData(B[I].Lo) &&
        (isWhole(K[I], I) || mayBeWhole(K[I], I, Compare)))
      continue;
    if (!Compare.isAtLeast(B[I].Lo, K[I].Lo) ||
        !Compare.isAtMost(B[I].Hi, K[I].Hi))
      return std::nullopt;
  }
  return Needed;
}

/// The elements of \p A and of those of \p B that follow it in level \p Level,
/// and reach as far in the others: a box under conditions. Nothing if guards
/// cannot say that, or \p B is known not to reach further.
std::optional<Box>
StoredBoxes::extended(const Box &A, const Box &B, size_t Level,
                      std::vector<ExprRef> &Conditions) const {
  Comparison Compare(N, {}, Conditions);
  Box Result = A;
  Result[Level].Hi = B[Level].Hi;
  if (isAtMost(B[Level].Hi, A[Level].Hi) ||
      !Compare.isAtMost(B[Level].Lo, A[Level].Hi))
    return std::nullopt;
  for (size_t I = 0; I < A.size(); ++I)
    if (I != Level &&
        (!isAtMost(B[I].Lo, A[I].Lo) || !Compare.isAtMost(A[I].Hi, B[I].Hi)))
      return std::nullopt;
  return Result;
}

/// \p K, stored where \p Given holds, and what boxes behind it, at most
/// \p Times of them, make of it; not more than a few.
void StoredBoxes::grow(const Box &K, const std::vector<ExprRef> &Given,
                       unsigned Times, std::vector<Grown> &All) const {
  if (Times == 0)
    return;
  for (const Box &Behind : Known)
    for (size_t Level = 0; Level < K.size(); ++Level) {
      std::vector<ExprRef> Conditions = Given;
      auto Both = extended(K, Behind, Level, Conditions);
      if (!Both || All.size() == MostGrown)
        continue;
      All.push_back({*Both, Conditions});
      grow(*Both, Conditions, Times - 1, All);
    }
}

/// That all of one of \p Alternatives hold.
static ExprRef anyOf(ArrayRef<std::vector<ExprRef>> Alternatives) {
  ExprRef Any;
  for (const std::vector<ExprRef> &Needed : Alternatives) {
    ExprRef All = Needed.front();
    for (const ExprRef &C : drop_begin(Needed))
      All = binary(BinaryOp::LogicalAnd, All, C);
    Any = Any ? binary(BinaryOp::LogicalOr, Any, All) : All;
  }
  return Any;
}

bool StoredBoxes::contain(const Box &B, ArrayRef<const IndexVar *> Around,
                          std::vector<ExprRef> &Conditions) const {
  if (isStoredAlike(B, Around))
    return true;
  std::vector<std::vector<ExprRef>> Alternatives;
  auto Holds = [&](const Box &K, const std::vector<ExprRef> &Given) {
    auto Needed = conditions(B, K, Around, Given);
    const bool IsKnown = Needed && Needed->empty();
    auto IsShorter = [](const auto &A, const auto &C) {
      return A.size() < C.size();
    };
    if (Needed)
      Alternatives.insert(upper_bound(Alternatives, *Needed, IsShorter),
                          std::move(*Needed));
    return IsKnown;
  };
  for (const Box &K : Known)
    if (Holds(K, {}))
      return true;
  std::vector<Grown> All;
  for (const Box &K : Known)
    grow(K, {}, /*Times=*/2, All);
  for (const Grown &G : All)
    if (Holds(G.Sides, G.Given))
      return true;
  if (Alternatives.empty())
    return false;
  if (Alternatives.size() > MostAlternatives)
    Alternatives.resize(MostAlternatives);
  const std::vector<ExprRef> Needed = Alternatives.size() == 1
                                          ? Alternatives.front()
                                          : std::vector{anyOf(Alternatives)};
  for (const ExprRef &C : Needed)
    if (none_of(Conditions,
                [&](const ExprRef &D) { return structurallyEqual(C, D); }))
      Conditions.push_back(C);
  return true;
}

} // namespace lacuna
