//===- SourceExpr.h - expressions as the user wrote them --------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A clause may name an expression of the nest by its C++ text. The text is read
// as a tree without types; the nest's typed tree matches it if it is the same
// but for parentheses, conversions, the order of factors and terms, names that
// stand for a value (`l` of `int l = crd[p]`) and constants known by name.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_SCHEDULE_SOURCEEXPR_H
#define LACUNA_SCHEDULE_SOURCEEXPR_H

#include "Command.h"

namespace lacuna {

struct SourceExpr {
  enum class Kind { Name, Number, Subscript, Negation, Not, Binary };
  Kind K;
  /// Name, number, subscripted array or operator; names as the nest has them,
  /// T_val for T.val.
  std::string Text;
  ClauseArg Source; ///< the whole of it
  std::vector<SourceExpr> Parts;
};

/// \p Arg as a tree of arithmetic.
llvm::Expected<SourceExpr> parseSourceExpr(const ClauseArg &Arg);

/// The same with comparisons, `&&`, `||` and `!`.
llvm::Expected<SourceExpr> parseSourceCondition(const ClauseArg &Arg);

/// The factors of a product from left to right, itself if it is none.
std::vector<const SourceExpr *> factorsOf(const SourceExpr &E);

/// Compares what the user wrote with the expressions of a nest.
class SourceMatcher {
public:
  /// With \p AnyOfName a plain name stands for any of the variables that the
  /// user calls so, as where two loops have one name.
  SourceMatcher(const Nest &N, const ScheduleContext &Context,
                bool AnyOfName = false);
  bool matches(const SourceExpr &Written, const ExprRef &E) const;

private:
  bool isCalled(llvm::StringRef Name, const SourceExpr &Written) const;
  bool matchesName(const SourceExpr &Written, const ExprRef &E) const;
  bool matchesBinary(const SourceExpr &Written, const BinaryExpr &E) const;
  bool matchesSubscripts(llvm::ArrayRef<SourceExpr> Written,
                         const ExprRef &Subscript) const;

  const ScheduleContext &Context;
  bool AnyOfName;
  llvm::StringMap<ExprRef> Lets;
};

/// \p Arg over integer scalars of the nest and constants, with the types of
/// C++;
/// \p Arg as a condition, of type bool.
llvm::Expected<ExprRef> integerFact(const Nest &N, const ClauseArg &Arg,
                                    const ScheduleContext &Context);
llvm::Expected<ExprRef> conditionFact(const Nest &N, const ClauseArg &Arg,
                                      const ScheduleContext &Context);

/// \p E for messages, in C++ without conversions.
std::string shown(const ExprRef &E);

} // namespace lacuna

#endif // LACUNA_SCHEDULE_SOURCEEXPR_H
