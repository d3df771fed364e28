//===- Problem.h - rows of a symmetric matrix -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_EXAMPLES_MPI_CG_PROBLEM_H
#define LACUNA_EXAMPLES_MPI_CG_PROBLEM_H

#include "../spmv/Csr.h"
#include <cstdint>

/// A symmetric positive definite matrix of which each process makes the rows
/// that it wants, the same whoever asks.
struct Problem {
  enum { Grid, Irregular, File } Kind;
  int Rows = 0;
  /// No eigenvalue is smaller; 0 where that is not known.
  double Smallest = 0;
  int Side = 0;           ///< of a cube of points
  std::uint64_t Seed = 0; ///< of an irregular matrix
  Csr Whole;              ///< what a file holds

  /// Rows \p First to \p Last - 1, columns in ascending order.
  Csr rows(int First, int Last) const;
};

/// Each point of a cube of \p Side points is coupled to its 26 neighbours.
Problem gridProblem(int Side);
/// The same, without half of the couplings, and with one from each point to
/// another far away.
Problem irregularProblem(int Side, std::uint64_t Seed);

#endif // LACUNA_EXAMPLES_MPI_CG_PROBLEM_H
