//===- Relation.h - how index variables are made of others ------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a kind of relation means stands in one place, its RelationRules: text,
// arity, lengths, and how parents are recovered from children. Who walks the
// provenance graph asks them and need not know which kinds there are.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_IR_RELATION_H
#define LACUNA_IR_RELATION_H

#include "lacuna/ir/Expr.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <string>
#include <vector>

namespace lacuna {

struct Nest;
struct RelationRules;

enum class RelationKind {
  Split,   ///< {P} -> {outer, inner}: P = outer * Factor + inner
  Divide,  ///< the same, with the inner size ceil(|P| / Factor)
  Balance, ///< {P} -> {piece, inner}: `Factor` pieces (0: one per thread) of
           ///< near-equal work over the positions of `Over`
  Fuse,    ///< {outer, inner} -> {fused}
  Pos,     ///< {coordinate} -> {position} of tensor `Over`
  Coord,   ///< {position} -> {coordinate}
  Bound    ///< {P} -> {bounded}: the same values; `Bounded` says something of
           ///< the range, see countsFromZero
};

/// What a `bound` says of a range [lo, hi) (thesis 5.8).
enum class BoundKind {
  MinExact,      ///< lo == Factor
  MaxExact,      ///< hi == Factor
  MinConstraint, ///< lo >= Factor
  MaxConstraint, ///< hi <= Factor
  Divisible      ///< hi - lo is a multiple of Factor
};

/// An edge of the provenance graph (thesis 4.3): parents are consumed, children
/// made. Offsets are relative to the parent's lower bound, so that a range that
/// does not start at 0 is visited exactly (erratum to 6.3).
struct Relation {
  RelationKind Kind;
  std::vector<std::string> Parents;
  std::vector<std::string> Children;
  int64_t Factor = 0;
  std::string Over; ///< tensor or position variable, where the kind needs one
  BoundKind Bounded = BoundKind::MaxExact; ///< Bound only

  const RelationRules &rules() const;
  /// The number of \p Child among the children, which it is one of.
  size_t childNumber(llvm::StringRef Child) const;
};

/// What is known of a range [Lo, Hi) when the program is made.
struct KnownRange {
  std::optional<int64_t> Lo, Hi;

  std::optional<int64_t> trips() const;
};

/// What is known of a relation's variables at one place of the generated code,
/// all of it i64. Values count from 0.
struct RelationTerms {
  /// The length of a parent, by number. Where a parent is recovered the length
  /// may be that of a part of it, unless the relation isProduct: what recovery
  /// computes from it must be right for either.
  llvm::function_ref<ExprRef(size_t Parent)> Length;
  /// The value of a child, by number; null where it is not known.
  llvm::function_ref<ExprRef(size_t Child)> Value = {};
  /// Of tiles: the length of the inner variable, but for the last tile.
  ExprRef Size = nullptr;
  /// Where there are borders: the parent's first value in the piece around.
  ExprRef Start = nullptr;
  /// No loop around runs over another part of what the child is made of: its
  /// length is about all of its values.
  bool IsWhole = false;
};

/// A parent's value: Block + Within, the latter null for 0. The parent's lower
/// bound is added to Block, which is the same in all of a tile.
struct RecoveredValue {
  ExprRef Block, Within;
};

/// How the factor of a relation is written.
enum class FactorWord {
  None, ///< there is none
  By,
  Into,
  Bounded ///< behind the kind of a bound
};

/// What holds of all relations of a kind, but for numbers.
struct RelationTraits {
  RelationKind Kind;
  llvm::StringRef Word;     ///< in the textual form
  llvm::StringRef Consumed; ///< what happened to a parent: "split into"
  size_t NumParents, NumChildren;
  FactorWord Factor = FactorWord::None;
  bool NeedsOver = false;
  /// P = outer * size + inner: all tiles but the last have one size.
  bool IsTile = false;
  /// The size of tiles is `Factor`; otherwise computedSize.
  bool HasConstantSize = false;
  /// The first child runs over pieces of which each has a range of its own:
  /// their borders are searched for in front of its loop.
  bool HasBorders = false;
  /// A step of the last child is a step of the parent.
  bool MovesInStep = false;
  /// The child has its parent's values, not only as many.
  bool KeepsValues = false;
};

/// The meaning of one kind of relation. Each function is about a relation of
/// that kind, in nest N. Where a child has as many values as its parent, range
/// and constantTrips say so: without them constants are lost, and nothing else.
struct RelationRules : RelationTraits {
  constexpr RelationRules(const RelationTraits &Traits)
      : RelationTraits(Traits) {}

  /// The child runs over all combinations of values of its parents. Recovery
  /// divides by their lengths: these must be exact and not negative.
  bool isProduct() const { return NumParents > 1; }

  virtual bool isFactorValid(const Relation &R) const {
    return Factor == FactorWord::None ? R.Factor == 0 : R.Factor >= 0;
  }

  /// Few words for a picture.
  virtual std::string label(const Relation &R) const { return Word.str(); }

  /// The number of iterations of child \p Child if it is the same in every run,
  /// given that of the first parent.
  virtual std::optional<int64_t>
  constantTrips(const Nest &N, const Relation &R, size_t Child,
                std::optional<int64_t> Parent) const {
    return std::nullopt;
  }

  /// Bounds of the range of child \p Child, given those of the first parent's.
  virtual KnownRange range(const Relation &R, size_t Child,
                           const KnownRange &Parent) const {
    return {0, std::nullopt};
  }

  /// A number that divides the length of child \p Child, given such numbers of
  /// the parents.
  virtual int64_t divisor(const Relation &R, size_t Child,
                          llvm::ArrayRef<int64_t> OfParents) const {
    return 1;
  }

  /// The size of tiles, to be computed once from the parent's length, the only
  /// term; null where it is `Factor` or there are none.
  virtual ExprRef computedSize(const Relation &R,
                               const RelationTerms &Terms) const {
    return nullptr;
  }

  /// The number of values that child \p Child takes; zero or less for none.
  /// Covers all of them for any value of a child that is not known.
  virtual ExprRef length(const Nest &N, const Relation &R, size_t Child,
                         const RelationTerms &Terms) const {
    return Terms.Length(0);
  }

  /// The value of parent \p Parent where those of all children are known
  /// (thesis 6.2, recover_original).
  virtual RecoveredValue recover(const Relation &R, size_t Parent,
                                 const RelationTerms &Terms) const {
    return {Terms.Value(0), nullptr};
  }

protected:
  ~RelationRules() = default;
};

const RelationRules &rulesOf(RelationKind Kind);

/// The rules of all kinds.
llvm::ArrayRef<const RelationRules *> relationRules();

/// Whether \p R is a split or divide.
bool isTile(const Relation &R);

} // namespace lacuna

#endif // LACUNA_IR_RELATION_H
