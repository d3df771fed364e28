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

#ifndef LACUNA_DIRECTIVE_SOURCEEXPR_H
#define LACUNA_DIRECTIVE_SOURCEEXPR_H

#include "lacuna/directive/Directive.h"

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

} // namespace lacuna

#endif // LACUNA_DIRECTIVE_SOURCEEXPR_H
