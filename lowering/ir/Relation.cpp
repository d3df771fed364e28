//===- Relation.cpp - the kinds of relations that exist -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/ir/Relation.h"
#include "lacuna/ir/Messages.def"
#include "lacuna/ir/Nest.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace lacuna;

std::optional<int64_t> KnownRange::trips() const {
  // Bounds of user loops are far from the ends of 64 bits.
  if (!Lo || !Hi || *Lo < INT64_MIN / 2 || *Hi > INT64_MAX / 2)
    return std::nullopt;
  return std::max<int64_t>(*Hi - *Lo, 0);
}

/// "split 4"
static std::string wordAndFactor(const RelationTraits &Traits,
                                 const Relation &R) {
  return Traits.Word.str() +
         (R.Factor == 0 ? "" : " " + std::to_string(R.Factor));
}

//===-- tiles -------------------------------------------------------------===//

namespace {

/// An inner loop that stands outside the outer one has this constant size at
/// most, whatever the range.
constexpr int64_t MaxEmptyTrips = 4096;

enum TileChild : size_t { Outer, Inner };

/// P = outer * size + inner. One of the children has `Factor` values.
struct TileRules : RelationRules {
  constexpr TileRules(const RelationTraits &Traits) : RelationRules(Traits) {}

  bool isFactorValid(const Relation &R) const final { return R.Factor > 0; }

  std::string label(const Relation &R) const final {
    return wordAndFactor(*this, R);
  }

  std::optional<int64_t>
  constantTrips(const Nest &, const Relation &R, size_t Child,
                std::optional<int64_t> Parent) const final {
    return mostTrips(R, Child, Parent);
  }

  KnownRange range(const Relation &R, size_t Child,
                   const KnownRange &Parent) const final {
    std::optional<int64_t> Whole = Parent.trips();
    std::optional<int64_t> Part = mostTrips(R, Child, Whole);
    return {0, Whole ? std::min(*Part, *Whole) : Part};
  }

  ExprRef length(const Nest &, const Relation &R, size_t Child,
                 const RelationTerms &Terms) const final {
    return Child == Outer ? outerLength(Terms) : innerLength(Terms);
  }

  RecoveredValue recover(const Relation &, size_t,
                         const RelationTerms &Terms) const final {
    return {binary(BinaryOp::Mul, Terms.Value(Outer), Terms.Size),
            Terms.Value(Inner)};
  }

private:
  std::optional<int64_t> mostTrips(const Relation &R, size_t Child,
                                   std::optional<int64_t> Whole) const {
    if (Child == (HasConstantSize ? Inner : Outer))
      return R.Factor;
    if (!Whole)
      return std::nullopt;
    return *Whole / R.Factor + (*Whole % R.Factor != 0);
  }

  static ExprRef outerLength(const RelationTerms &Terms) {
    ExprRef Whole = Terms.Length(0);
    if (ExprRef Before = Terms.Value(Inner))
      Whole = binary(BinaryOp::Sub, Whole, Before);
    return ceilDiv(Whole, Terms.Size);
  }

  static ExprRef innerLength(const RelationTerms &Terms) {
    ExprRef Whole = Terms.Length(0);
    ExprRef Tile = Terms.Value(Outer);
    if (Tile) {
      ExprRef Before = binary(BinaryOp::Mul, Tile, Terms.Size);
      return binary(BinaryOp::Min, Terms.Size,
                    binary(BinaryOp::Sub, Whole, Before));
    }
    // A constant number of trips is worth some that turn out to be empty.
    std::optional<int64_t> Constant = constantValue(Terms.Size);
    return Constant && *Constant <= MaxEmptyTrips
               ? Terms.Size
               : binary(BinaryOp::Min, Terms.Size, Whole);
  }
};

struct SplitRules final : TileRules {
  constexpr SplitRules()
      : TileRules({.Kind = RelationKind::Split,
                   .Word = "split",
                   .Consumed = "split into",
                   .NumParents = 1,
                   .NumChildren = 2,
                   .Factor = FactorWord::By,
                   .IsTile = true,
                   .HasConstantSize = true,
                   .MovesInStep = true}) {}

  int64_t divisor(const Relation &R, size_t Child,
                  llvm::ArrayRef<int64_t> OfParents) const override {
    return Child == Outer && OfParents[0] % R.Factor == 0
               ? OfParents[0] / R.Factor
               : 1;
  }
};

struct DivideRules final : TileRules {
  constexpr DivideRules()
      : TileRules({.Kind = RelationKind::Divide,
                   .Word = "divide",
                   .Consumed = "divided into",
                   .NumParents = 1,
                   .NumChildren = 2,
                   .Factor = FactorWord::Into,
                   .IsTile = true,
                   .MovesInStep = true}) {}

  ExprRef computedSize(const Relation &R,
                       const RelationTerms &Terms) const override {
    ExprRef Size = ceilDiv(Terms.Length(0), i64(R.Factor));
    return binary(BinaryOp::Max, Size, i64(1));
  }
};

//===-- pieces of near-equal work -----------------------------------------===//

struct BalanceRules final : RelationRules {
  constexpr BalanceRules()
      : RelationRules({.Kind = RelationKind::Balance,
                       .Word = "balance",
                       .Consumed = "divided into",
                       .NumParents = 1,
                       .NumChildren = 2,
                       .Factor = FactorWord::Into,
                       .NeedsOver = true,
                       .HasBorders = true,
                       .MovesInStep = true}) {}

  std::string label(const Relation &R) const override {
    return msg::LabelBalanceOver(R.Over);
  }

  RecoveredValue recover(const Relation &, size_t,
                         const RelationTerms &Terms) const override {
    return {Terms.Start, Terms.Value(1)};
  }
};

//===-- pairs -------------------------------------------------------------===//

struct FuseRules final : RelationRules {
  constexpr FuseRules()
      : RelationRules({.Kind = RelationKind::Fuse,
                       .Word = "fuse",
                       .Consumed = "fused into",
                       .NumParents = 2,
                       .NumChildren = 1}) {}

  int64_t divisor(const Relation &, size_t,
                  llvm::ArrayRef<int64_t> OfParents) const override {
    return OfParents[0] > INT32_MAX || OfParents[1] > INT32_MAX
               ? 1
               : OfParents[0] * OfParents[1];
  }

  ExprRef length(const Nest &, const Relation &, size_t,
                 const RelationTerms &Terms) const override {
    ExprRef Rows = Terms.Length(0);
    return binary(BinaryOp::Mul, Rows, Terms.Length(1));
  }

  RecoveredValue recover(const Relation &, size_t Parent,
                         const RelationTerms &Terms) const override {
    // Never reached with no width; a literal 0 would be warned about.
    ExprRef Width = Terms.Length(1);
    return {binary(Parent == 0 ? BinaryOp::Div : BinaryOp::Rem, Terms.Value(0),
                   constantValue(Width) == 0 ? i64(1) : Width),
            nullptr};
  }
};

//===-- the same iterations, counted in another way -----------------------===//

struct PosRules final : RelationRules {
  constexpr PosRules()
      : RelationRules({.Kind = RelationKind::Pos,
                       .Word = "pos",
                       .Consumed = "replaced by",
                       .NumParents = 1,
                       .NumChildren = 1,
                       .NeedsOver = true}) {}

  std::string label(const Relation &R) const override {
    return "pos " + R.Over;
  }

  KnownRange range(const Relation &, size_t,
                   const KnownRange &Parent) const override {
    return {0, Parent.trips()};
  }

  int64_t divisor(const Relation &, size_t,
                  llvm::ArrayRef<int64_t> OfParents) const override {
    return OfParents[0];
  }
};

struct CoordRules final : RelationRules {
  constexpr CoordRules()
      : RelationRules({.Kind = RelationKind::Coord,
                       .Word = "coord",
                       .Consumed = "replaced by",
                       .NumParents = 1,
                       .NumChildren = 1,
                       .NeedsOver = true}) {}
};

//===-- the same values ---------------------------------------------------===//

struct BoundRules final : RelationRules {
  constexpr BoundRules()
      : RelationRules({.Kind = RelationKind::Bound,
                       .Word = "bound",
                       .Consumed = "replaced by",
                       .NumParents = 1,
                       .NumChildren = 1,
                       .Factor = FactorWord::Bounded,
                       .MovesInStep = true,
                       .KeepsValues = true}) {}

  bool isFactorValid(const Relation &R) const override {
    return R.Factor >= 0 || R.Bounded != BoundKind::Divisible;
  }

  std::string label(const Relation &R) const override {
    return wordAndFactor(*this, R);
  }

  std::optional<int64_t>
  constantTrips(const Nest &N, const Relation &R, size_t Child,
                std::optional<int64_t> Parent) const override {
    return R.Bounded == BoundKind::MaxExact &&
                   countsFromZero(N, R.Children[Child])
               ? std::max<int64_t>(R.Factor, 0)
               : Parent;
  }

  KnownRange range(const Relation &R, size_t,
                   const KnownRange &Parent) const override {
    KnownRange Range = Parent;
    bool IsOfMax = R.Bounded == BoundKind::MaxExact ||
                   R.Bounded == BoundKind::MaxConstraint;
    if (IsOfMax)
      Range.Hi = std::min(Parent.Hi.value_or(INT64_MAX), R.Factor);
    else if (R.Bounded != BoundKind::Divisible)
      Range.Lo = std::max(Parent.Lo.value_or(INT64_MIN), R.Factor);
    return Range;
  }

  ExprRef length(const Nest &N, const Relation &R, size_t Child,
                 const RelationTerms &Terms) const override {
    bool IsFactor = R.Bounded == BoundKind::MaxExact && Terms.IsWhole &&
                    countsFromZero(N, R.Children[Child]);
    return IsFactor ? i64(R.Factor) : Terms.Length(0);
  }

  int64_t divisor(const Relation &R, size_t,
                  llvm::ArrayRef<int64_t> OfParents) const override {
    if (R.Bounded != BoundKind::Divisible)
      return OfParents[0];
    int64_t Both = OfParents[0] / std::gcd(OfParents[0], R.Factor);
    return Both > INT32_MAX ? R.Factor : Both * R.Factor;
  }
};

constexpr SplitRules Split;
constexpr DivideRules Divide;
constexpr BalanceRules Balance;
constexpr FuseRules Fuse;
constexpr PosRules Pos;
constexpr CoordRules Coord;
constexpr BoundRules Bound;

/// In the order of RelationKind.
constexpr const RelationRules *AllRules[] = {&Split, &Divide, &Balance, &Fuse,
                                             &Pos,   &Coord,  &Bound};

} // namespace

const RelationRules &lacuna::rulesOf(RelationKind Kind) {
  return *AllRules[size_t(Kind)];
}

llvm::ArrayRef<const RelationRules *> lacuna::relationRules() {
  return AllRules;
}

const RelationRules &Relation::rules() const { return rulesOf(Kind); }

size_t Relation::childNumber(llvm::StringRef Child) const {
  return llvm::find(Children, Child) - Children.begin();
}

bool lacuna::isTile(const Relation &R) { return R.rules().IsTile; }
