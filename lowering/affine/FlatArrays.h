//===- FlatArrays.h - subscripts of flat arrays -----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `a[(i * n + j) * m + k]` is not affine where `n` and `m` are parameters, but
// says what is meant: `a[i][j][k]` with rows of `n` times `m` elements. The
// lengths are read off the products (Grosser, chapter 13), those of
// `a[k * nxy + j * nx + i]` off ratios of parameters. That subscripts stay
// inside of them is a condition on the run: without it two of them could mean
// one element.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_AFFINE_FLATARRAYS_H
#define LACUNA_LOWERING_AFFINE_FLATARRAYS_H

#include "Affinities.h"

namespace lacuna {

/// A sum of products.
struct FlatSubscript {
  /// `Times`, over loops and parameters, times each of `Lengths`, over
  /// parameters alone.
  struct Product {
    std::vector<AffineExpr> Lengths; ///< in a fixed order
    AffineExpr Times;
  };
  std::vector<Product> Products; ///< of different lengths
  /// Whether a type without a sign has to hold it.
  bool IsUnsigned = false;
};

/// \p E, or nothing if it is no such sum.
std::optional<FlatSubscript> flatSubscript(const ExprRef &E,
                                           Affinities &Affine);

/// The rows of an array, innermost level first; none of one level.
struct FlatRows {
  std::vector<AffineExpr> Lengths;
  /// The lengths whose product a row's number is multiplied with.
  std::vector<std::vector<AffineExpr>> Strides;
};

/// The rows of an array that is accessed at \p All; nothing if they have no
/// lengths in common. \p DepthOf says how many loops are around a loop.
std::optional<FlatRows>
rowsOf(const std::vector<const FlatSubscript *> &All,
       llvm::function_ref<size_t(llvm::StringRef)> DepthOf, Affinities &Affine);

/// The subscripts, outermost first, that mean \p S in \p Rows. Notes what makes
/// them the only ones, where \p Affine says that they are used.
std::vector<AffineExpr> placeIn(const FlatRows &Rows, const FlatSubscript &S,
                                Affinities &Affine);

} // namespace lacuna

#endif // LACUNA_LOWERING_AFFINE_FLATARRAYS_H
