//===- Generators.h - matrices of known structure -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_BENCH_MATRIX_GENERATORS_H
#define LACUNA_BENCH_MATRIX_GENERATORS_H

#include "Csr.h"

namespace lacuna::bench {

/// The 5-point Laplacian on a \p Side x \p Side grid.
Csr laplacian(int Side);

/// \p Rows rows with all diagonals from -13 to 13.
Csr band(int Rows);

/// \p Rows rows of ten entries at uniformly random columns.
Csr uniformRandom(int Rows);

/// An R-MAT graph of 2^\p Scale nodes and \p PerRow * 2^Scale edges drawn with
/// probabilities 0.57, 0.19, 0.19, 0.05, double edges added up; nodes are not
/// shuffled, so that the first rows are the long ones.
Csr rmat(int Scale, int PerRow);

/// 3 x 3 blocks that couple each node of a \p Side^3 grid with its 26
/// neighbours, as linear elements on hexahedra do for elasticity.
Csr blockFem(int Side);

/// \p Rows rows of 10,000 entries over a million columns.
Csr longRows(int Rows);

/// \p Rows rows of 10,000 entries over 100,000 columns.
Csr wideRows(int Rows);

/// \p Thousands * 1000 entries, 400 in a row on average: of the rows, which are
/// shuffled, the i-th has k c^i with c = 1 + \p Skew / 1,000,000, one at a
/// random place in each of so many stretches of it. There are as many columns
/// as the longest row has entries, or one for ten entries if that is more.
Csr geometricRows(int Thousands, int Skew);

/// A tensor of \p Order 3 to 5 with about \p Thousands * 1000 entries at
/// random points, four in each fibre of the last mode where points are uniform,
/// 64 (order 3) to 1024 in a row. Coordinates are those of uniform ones to the
/// power \p Skew (as shares of the extent), so that first ones are frequent.
Csr randomTensor(int Order, int Thousands, double Skew);

/// Reads a specification `NAME:NUMBER` or `NAME:NUMBER:NUMBER` with one of the
/// names laplacian, band, random, rmat, fem, longrows, wide, geometric, and for
/// tensors random3, random4, random5, skewed3, skewed4, skewed5. Returns an
/// empty string or what is wrong with it.
std::string generate(const std::string &Specification, Csr &A);

/// The order of what the generator makes that \p Specification begins with the
/// name of; 0 if there is none.
int generatedOrder(const std::string &Specification);

} // namespace lacuna::bench

#endif // LACUNA_BENCH_MATRIX_GENERATORS_H
