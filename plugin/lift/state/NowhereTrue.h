//===- NowhereTrue.h - conditions that no iteration meets -------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_STATE_NOWHERETRUE_H
#define LACUNA_PLUGIN_LIFT_STATE_NOWHERETRUE_H

#include "lacuna/ir/Nest.h"
#include <map>

namespace lacuna::plugin {

/// A condition of the nest, and what it is where something stands.
struct KnownCondition {
  ExprRef Cond; ///< over operands and index variables
  bool Value;
};

/// All of \p Parts, of which each is asked where those before hold.
ExprRef conjunction(llvm::ArrayRef<ExprRef> Parts);

/// Finds what has to hold in front of a nest for a condition, as of a check of
/// subscripts, to hold in none of its iterations: of comparisons between sums
/// of index variables and operands, by the least and largest values of both.
class NowhereTrue {
public:
  /// Pre: \p Under is what holds where the condition is asked. The variables
  /// in \p Given, where that is not null, are as good as operands, and so are
  /// elements that these and operands choose.
  NowhereTrue(const Nest &N, llvm::ArrayRef<KnownCondition> Under,
              const llvm::StringSet<> *Given = nullptr);

  /// What, over operands alone, has to hold for \p Cond to be \p Value in no
  /// iteration; it is computed without overflow. Null where nothing of this
  /// form says so.
  ExprRef guard(const ExprRef &Cond, bool Value);

private:
  /// From Min to Max, both included: i64, over operands.
  struct Range {
    ExprRef Min, Max;
  };
  /// Multiples of index variables, and what does not depend on one alone.
  struct Sum {
    std::map<std::string, int64_t> Times;
    Range Rest;
  };
  /// What an index variable is at least, or at most.
  struct Limit {
    std::string Index;
    bool IsLeast;
    ExprRef Of; ///< i64, over operands
  };

  std::optional<Sum> sum(const ExprRef &E);
  std::optional<Sum> sumOf(const Operand &O, const Type &Ty);
  std::optional<Sum> sumOf(const BinaryExpr &E);
  std::optional<Sum> sumOf(const CastExpr &E);
  std::optional<Sum> oneOf(const Sum &A, const Sum &B, BinaryOp Least,
                           BinaryOp Largest);
  bool isGivenCondition(const ExprRef &Cond) const;
  std::optional<Sum> sumOf(const SelectExpr &E);
  ExprRef computed(const ExprRef &E) const;
  std::optional<Sum> sumOfBits(const ExprRef &E);
  std::optional<Sum> product(const Sum &A, const Sum &B);
  std::optional<Sum> plus(Sum A, const Sum &B, int64_t Times);
  ExprRef extreme(const Sum &Of, bool IsMost);
  std::optional<Range> range(const Sum &Of);
  void require(BinaryOp Op, const ExprRef &Value, int64_t Limit);
  void requireWithin(const Range &Of, int64_t Min, int64_t Max);

  bool isGivenNumber(const ExprRef &E) const;
  ExprRef guardOfComparison(const ExprRef &Whole, bool Value);
  ExprRef guardOfBoth(const BinaryExpr &Cond, bool Value);
  void assume(const ExprRef &Cond, bool Value);
  void limit(BinaryOp Op, const ExprRef &L, const ExprRef &R);

  std::optional<Sum> given(const ExprRef &E);
  bool isGiven(const ExprRef &E) const;

  const Nest &N;
  const llvm::StringSet<> *Given;
  std::vector<Limit> Known;
  std::vector<ExprRef> Required; ///< for what is computed not to overflow
  unsigned Terms = 0;
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_STATE_NOWHERETRUE_H
