//===- Affinities.h - expressions that are affine ---------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_AFFINE_AFFINITIES_H
#define LACUNA_LOWERING_AFFINE_AFFINITIES_H

#include "lacuna/affine/AffineView.h"

namespace lacuna {

bool isConstant(const AffineExpr &E);
/// Whether products of two such numbers, and sums of them, have 64 bits.
bool isSmall(const AffineExpr &E);

/// Integer expressions as sums over loops and parameters. Notes in a view which
/// parameters there are, and what must hold for the sums to be the values.
class Affinities {
public:
  Affinities(const Nest &N, AffineView &View) : N(N), View(View) {}

  /// \p E, or nothing if it is not affine.
  std::optional<AffineExpr> of(const ExprRef &E);
  /// Adds to `Where` what \p Cond says; whether that is all it says.
  bool assume(const ExprRef &Cond);
  /// Notes that \p Holds must hold wherever `Where` does.
  void require(AffineConstraint Holds);

  /// Parameter \p Of / \p By, where that is a whole number: else the user's
  /// loop is to run.
  AffineExpr ratio(llvm::StringRef Of, llvm::StringRef By);
  /// Whether \p E is the same in all iterations.
  bool isLoopFree(const AffineExpr &E) const;

  llvm::StringSet<> Loops;             ///< those around
  llvm::StringMap<ExprRef> Lets;       ///< their values
  std::vector<AffineConstraint> Where; ///< what holds here

private:
  std::optional<AffineExpr> visit(const ExprRef &E);
  std::optional<AffineExpr> variable(const VarExpr &V);
  std::optional<AffineExpr> binaryOf(const BinaryExpr &B);
  std::optional<AffineExpr> product(const AffineExpr &A, const AffineExpr &B);
  std::optional<AffineExpr> byConstant(BinaryOp Op, const AffineExpr &A,
                                       int64_t By);
  void requireInRange(const AffineExpr &E, const Type &Ty);
  bool isParam(const ExprRef &E) const;
  AffineExpr param(const ExprRef &E);
  const AffineParam &paramCalled(llvm::StringRef Name) const;

  const Nest &N;
  AffineView &View;
};

} // namespace lacuna

#endif // LACUNA_LOWERING_AFFINE_AFFINITIES_H
