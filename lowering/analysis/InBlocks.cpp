//===- InBlocks.cpp - iterations with blocks of their own -----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InBlocks.h"
#include "FrontConditions.h"
#include "LinearForm.h"
#include "lacuna/ir/FrontValues.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

namespace {

/// Integers from Min to Max, both i64.
struct Hull {
  ExprRef Min, Max;
};

/// Asks whether places lie in the blocks of one variable.
class BlockTest : public FrontConditions {
public:
  BlockTest(const Nest &N, const IndexVar &Of)
      : FrontConditions(N), N(N), Of(Of) {}

  bool holds(llvm::ArrayRef<LinearForm> Places);

private:
  const LinearTerm *termOf(const LinearForm &Place) const;
  std::vector<const LinearTerm *> termsOf(const LinearForm &Place) const;
  std::optional<Hull> hullOf(const LinearTerm &T);
  std::optional<Hull> hullOfRest(const LinearForm &Place);
  bool liesWithin(const LinearForm &Place, const Hull &Length);
  bool holdsInPlanes(llvm::ArrayRef<LinearForm> Places, int64_t Plane);
  bool holdsOfSums(llvm::ArrayRef<LinearForm> Places);
  bool isSmall(const ExprRef &Value, int64_t Most);
  bool isExact(const LinearForm &Place, const LinearTerm &Leading);

  const Nest &N;
  const IndexVar &Of;
};

} // namespace

/// The one term with the variable, if it has a stride.
const LinearTerm *BlockTest::termOf(const LinearForm &Place) const {
  const LinearTerm *Found = nullptr;
  for (const LinearTerm &T : Place.Terms) {
    if (T.Var != &Of)
      continue;
    if (Found || T.Coef <= 0 || (T.Coef == 1 && T.Factors.empty()))
      return nullptr;
    Found = &T;
  }
  return Found;
}

bool BlockTest::isSmall(const ExprRef &Value, int64_t Most) {
  return require(BinaryOp::Ge, Value, i64(0)) &&
         require(BinaryOp::Le, Value, i64(Most));
}

std::optional<Hull> BlockTest::hullOf(const LinearTerm &T) {
  // A large constant counts as a number of its own.
  const bool IsLarge = T.Coef > MostTimes || T.Coef < -MostTimes;
  const size_t Numbers = T.Factors.size() + (T.Var ? 1 : 0) + (IsLarge ? 1 : 0);
  if (T.Element || Numbers > 2 || T.Coef > MostOfTwo || T.Coef < -MostOfTwo)
    return std::nullopt;
  const int64_t Most = Numbers == 2 ? MostOfTwo : MostOfOne;
  Hull Result{i64(std::abs(T.Coef)), i64(std::abs(T.Coef))};
  for (const ExprRef &F : T.Factors) {
    ExprRef Factor = cast(Type::i64(), F);
    if (!isSmall(Factor, Most))
      return std::nullopt;
    Result = {binary(BinaryOp::Mul, Result.Min, Factor),
              binary(BinaryOp::Mul, Result.Max, Factor)};
  }
  if (T.Var) {
    std::optional<FrontRange> Range =
        frontRange(N, var(T.Var->Ty, T.Var->Name));
    // A loop that does not run touches nothing.
    if (!Range || !isSmall(Range->Min, Most) ||
        !require(BinaryOp::Ge, Range->Max, i64(-1)) ||
        !require(BinaryOp::Le, Range->Max, i64(Most)) ||
        !llvm::all_of(Range->Given, [&](const FrontLimit &L) {
          return require(L.Op, L.Value, i64(L.Limit));
        }))
      return std::nullopt;
    Result = {binary(BinaryOp::Mul, Result.Min, Range->Min),
              binary(BinaryOp::Mul, Result.Max, Range->Max)};
  }
  if (T.Coef < 0)
    Result = {binary(BinaryOp::Sub, i64(0), Result.Max),
              binary(BinaryOp::Sub, i64(0), Result.Min)};
  return Result;
}

static bool isStride(const LinearTerm &T, const LinearTerm &Leading) {
  LinearTerm Positive = T;
  Positive.Coef = std::abs(T.Coef);
  return haveSameStride(Positive, Leading);
}

/// Whether \p T may be smaller than the stride of \p Leading.
static bool mayFit(const LinearTerm &T, const LinearTerm &Leading) {
  LinearTerm AsLong = T;
  AsLong.Coef = Leading.Coef;
  if (!haveSameStride(AsLong, Leading))
    return T.Factors.size() <= Leading.Factors.size();
  return std::abs(T.Coef) < Leading.Coef ||
         (T.isInvariant() && isStride(T, Leading));
}

/// Whether what \p Place is apart from \p Leading may lie within its stride: a
/// guard that never holds would keep the user's loop from other ways. Counted
/// from a block's end, as `n - 1 - k`, it falls; otherwise nothing does without
/// something that it falls from. Other blocks' elements, as `j - n`, are out.
static bool mayLieWithin(const LinearForm &Place, const LinearTerm &Leading) {
  bool FromEnd = false, Rises = false, Falls = false, HasBase = false;
  bool IsCountedDown = Place.Constant > 0; ///< by variables alone
  for (const LinearTerm &T : Place.Terms) {
    if (&T == &Leading)
      continue;
    const bool IsEnd = T.isInvariant() && isStride(T, Leading);
    if (!mayFit(T, Leading) || (IsEnd && (T.Coef < 0 || FromEnd)))
      return false;
    FromEnd |= IsEnd;
    HasBase |= T.isInvariant() && T.Coef > 0;
    IsCountedDown &= !T.isInvariant() || T.Coef > 0;
    (T.Coef < 0 ? Falls : Rises) |= !IsEnd;
  }
  if (FromEnd)
    return !Rises && (Falls || Place.Constant < 0);
  return !Falls || HasBase || IsCountedDown;
}

/// Whether \p Place is computed as over the integers: what is computed modulo
/// 2^64 is, if the whole is not negative and small.
bool BlockTest::isExact(const LinearForm &Place, const LinearTerm &Leading) {
  return !Place.MayWrap || (Place.Largest == INT64_MAX && hullOf(Leading));
}

/// Of what \p Place is apart from the variable's terms.
std::optional<Hull> BlockTest::hullOfRest(const LinearForm &Place) {
  if (Place.Constant > MostOfOne || Place.Constant < -MostOfOne)
    return std::nullopt;
  Hull All{i64(Place.Constant), i64(Place.Constant)};
  for (const LinearTerm &T : Place.Terms) {
    if (T.Var == &Of)
      continue;
    std::optional<Hull> Part = hullOf(T);
    if (!Part)
      return std::nullopt;
    All = {binary(BinaryOp::Add, All.Min, Part->Min),
           binary(BinaryOp::Add, All.Max, Part->Max)};
  }
  return All;
}

/// Whether \p Place, apart from the variable's terms, is in a block of \p
/// Length.
bool BlockTest::liesWithin(const LinearForm &Place, const Hull &Length) {
  std::optional<Hull> Rest = hullOfRest(Place);
  return Rest && require(BinaryOp::Ge, Rest->Min, i64(0)) &&
         require(BinaryOp::Lt, Rest->Max, Length.Min);
}

/// Takes from each of \p Places the constant with which its plane begins, where
/// constants alone lie far apart: planes of one array. Returns how long the
/// shortest plane can be; 0 if there is only one.
static int64_t takePlanes(std::vector<LinearForm> &Places) {
  std::vector<int64_t> Constants;
  for (const LinearForm &Place : Places)
    Constants.push_back(Place.Constant);
  llvm::sort(Constants);
  std::vector<int64_t> Begins{Constants.front()};
  int64_t Shortest = 0;
  for (int64_t At : Constants)
    if (At - Begins.back() >= PlaneGap) {
      const int64_t Length = At - Begins.back();
      Shortest = Shortest == 0 ? Length : std::min(Shortest, Length);
      Begins.push_back(At);
    }
  if (Shortest != 0)
    for (LinearForm &Place : Places)
      Place.Constant -= *std::prev(llvm::upper_bound(Begins, Place.Constant));
  return Shortest;
}

bool BlockTest::holds(llvm::ArrayRef<LinearForm> Places) {
  // In blocks of known length constants that lie far apart may be counted from
  // both ends.
  const LinearTerm *First = termOf(Places.front());
  const std::vector<ExprRef> Before = Conditions;
  if (First && First->Factors.empty() && holdsInPlanes(Places, /*Plane=*/0))
    return true;
  Conditions = Before;
  std::vector<LinearForm> InPlanes = Places.vec();
  const int64_t Plane = takePlanes(InPlanes);
  return holdsInPlanes(InPlanes, Plane);
}

/// The same of what \p Places are apart from the planes that they lie in, of
/// length \p Plane; 0 if there is only one.
bool BlockTest::holdsInPlanes(llvm::ArrayRef<LinearForm> Places,
                              int64_t Plane) {
  const LinearTerm *First = termOf(Places.front());
  if (!First)
    return Plane == 0 && holdsOfSums(Places);
  LinearTerm Stride = *First;
  Stride.Var = nullptr;
  std::optional<Hull> Length = hullOf(Stride);
  // All blocks of a plane lie in it.
  const std::optional<Hull> Whole =
      Length && Plane != 0 ? hullOf(*First) : std::nullopt;
  if (Plane != 0 &&
      !(Whole &&
        require(BinaryOp::Le, binary(BinaryOp::Add, Whole->Max, Length->Min),
                i64(Plane))))
    return false;
  return Length && llvm::all_of(Places, [&](const LinearForm &Place) {
           const LinearTerm *Leading = termOf(Place);
           return Leading && haveSameStride(*Leading, *First) &&
                  mayLieWithin(Place, *Leading) && isExact(Place, *Leading) &&
                  liesWithin(Place, *Length);
         });
}

std::vector<const LinearTerm *>
BlockTest::termsOf(const LinearForm &Place) const {
  std::vector<const LinearTerm *> Found;
  for (const LinearTerm &T : Place.Terms)
    if (T.Var == &Of)
      Found.push_back(&T);
  return Found;
}

/// The same where the stride is a sum, `4 * w + padding`.
bool BlockTest::holdsOfSums(llvm::ArrayRef<LinearForm> Places) {
  const auto First = termsOf(Places.front());
  Hull Length{i64(0), i64(0)};
  for (const LinearTerm *T : First) {
    LinearTerm Stride = *T;
    Stride.Var = nullptr;
    std::optional<Hull> Part = T->Coef > 0 ? hullOf(Stride) : std::nullopt;
    if (!Part || T->Factors.empty())
      return false;
    Length = {binary(BinaryOp::Add, Length.Min, Part->Min), nullptr};
  }
  auto HasRoom = [&](const LinearTerm &T) {
    return T.Var == &Of || (T.Coef > 0 && T.Factors.empty());
  };
  auto AreAlike = [](const LinearTerm *A, const LinearTerm *B) {
    return haveSameStride(*A, *B);
  };
  return First.size() > 1 && llvm::all_of(Places, [&](const LinearForm &Place) {
           const auto Own = termsOf(Place);
           return !Place.MayWrap &&
                  std::equal(Own.begin(), Own.end(), First.begin(), First.end(),
                             AreAlike) &&
                  llvm::all_of(Place.Terms, HasRoom) &&
                  liesWithin(Place, Length);
         });
}

static ExprRef allOf(llvm::ArrayRef<ExprRef> Conditions) {
  ExprRef All;
  for (const ExprRef &C : Conditions)
    All = All ? binary(BinaryOp::LogicalAnd, All, C) : C;
  return All ? All : constant(Type::boolean(), 1);
}

/// Under which condition \p Places lie in blocks of \p V that are parts of
/// blocks of another variable, as of `i * channels + j * row`: which stride is
/// the larger one is known in front of the loops.
static std::optional<ExprRef> withinBlocks(const Nest &N, const IndexVar &V,
                                           llvm::ArrayRef<LinearForm> Places) {
  for (const IndexVar &Outer : N.IndexVars) {
    BlockTest Blocks(N, Outer), Parts(N, V);
    if (Outer.isDerived() || &Outer == &V || !Blocks.holds(Places))
      continue;
    std::vector<LinearForm> InBlock = Places.vec();
    for (LinearForm &Place : InBlock)
      llvm::erase_if(Place.Terms,
                     [&](const LinearTerm &T) { return T.Var == &Outer; });
    if (!Parts.holds(InBlock))
      continue;
    return binary(BinaryOp::LogicalAnd, allOf(Blocks.Conditions),
                  allOf(Parts.Conditions));
  }
  return std::nullopt;
}

std::optional<Injectivity>
lacuna::injectivityOfBlocks(const Nest &N, llvm::ArrayRef<ExprRef> Places,
                            const Invariants &Fixed) {
  std::vector<LinearForm> Forms;
  for (const ExprRef &Place : Places) {
    if (rowOf(Place))
      return std::nullopt;
    std::optional<LinearForm> Form = linearForm(N, Place, Fixed);
    if (!Form || Form->Terms.size() > FrontConditions::MostTerms)
      return std::nullopt;
    Forms.push_back(std::move(*Form));
  }
  for (const IndexVar &V : N.IndexVars) {
    if (V.isDerived())
      continue;
    BlockTest Test(N, V);
    if (!Test.holds(Forms))
      continue;
    Injectivity Result;
    Result.Vars.insert(V.Name);
    Result.Conditions = std::move(Test.Conditions);
    if (std::optional<ExprRef> Other = withinBlocks(N, V, Forms))
      Result.Conditions = {
          binary(BinaryOp::LogicalOr, allOf(Result.Conditions), *Other)};
    return Result;
  }
  return std::nullopt;
}
