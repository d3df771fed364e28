//===- CppExpr.h - expressions as C++ text ----------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_EMIT_EXPR_CPPEXPR_H
#define LACUNA_EMIT_EXPR_CPPEXPR_H

#include "lacuna/emit/expr/CppNames.h"
#include "lacuna/emit/expr/CppOptions.h"
#include "llvm/ADT/DenseSet.h"

namespace lacuna {

/// Prints expressions with as few parentheses as leave the tree unchanged and
/// the compiler without a warning.
class CppExpr {
public:
  CppExpr(const Names &Known, const CppOptions &Options)
      : Known(Known), Options(Options) {}

  /// \p E as the operand of nothing: an initialiser, an argument, a condition.
  /// \p Converted says that the context converts the value to E's type, so that
  /// an integer literal needs no suffix.
  std::string print(const ExprRef &E, bool Converted = false);

  /// \p E as a subexpression that needs no parentheses round it.
  std::string printAtom(const ExprRef &E);

  /// \p E as the left operand of a multiplication.
  std::string printFactor(const ExprRef &E);

  /// Loads that are printed as such of elements that are read once.
  void setStreamed(llvm::DenseSet<const Expr *> Loads) {
    Streamed = std::move(Loads);
  }

  /// Whether `lacuna_has_team` was printed since the last call of this
  /// function.
  bool asksForTeam() const { return AsksForTeam; }
  bool takeAsksForTeam() { return std::exchange(AsksForTeam, false); }
  /// The same of where errno is.
  bool takeAsksForErrno() { return std::exchange(AsksForErrno, false); }

private:
  enum Precedence {
    Ternary = 1,
    LogicalOr,
    LogicalAnd,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Relational,
    Shift,
    Additive,
    Multiplicative,
    Prefix,
    Postfix
  };
  struct Text {
    std::string S;
    Precedence P;
  };

  static Precedence precedence(BinaryOp Op);
  static std::string parenthesised(const Text &T, bool Needed);

  /// Of floating-point numbers on a device `x < 0 ? x : 0` is compiled to a
  /// minimum, which is -0.0 where it should be 0.
  bool needsChoose(const Type &Ty) const {
    return Options.IsKernel && Ty.isFloat();
  }

  Text visit(const ExprRef &E, bool Converted);
  Text constant(const ConstantExpr &E, bool Converted);
  Text integer(const Type &Ty, int64_t Value, bool Converted);
  Text binary(const BinaryExpr &E);
  Text choice(BinaryOp Comparison, const ExprRef &First, const ExprRef &Second);
  Text address(const AddressExpr &E);
  Text call(const CallExpr &E);
  Text opaque(const OpaqueExpr &E);

  const Names &Known;
  const CppOptions &Options;
  llvm::DenseSet<const Expr *> Streamed;
  bool AsksForTeam = false, AsksForErrno = false;
};

} // namespace lacuna

#endif // LACUNA_EMIT_EXPR_CPPEXPR_H
