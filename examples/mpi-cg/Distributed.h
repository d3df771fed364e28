//===- Distributed.h - a matrix in blocks of rows -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_EXAMPLES_MPI_CG_DISTRIBUTED_H
#define LACUNA_EXAMPLES_MPI_CG_DISTRIBUTED_H

#include "Problem.h"
#include <mpi.h>

using Vector = std::vector<double>;

/// One process's rows of a matrix.
///
/// Elements of vectors are numbered anew in each process: first the interior
/// ones, whose rows need nothing from other processes; then its other own ones;
/// then the halo, copies of elements of other processes. So both kinds of rows
/// are ranges, and messages arrive where the product reads them.
class Distributed {
public:
  Distributed(const Problem &P, MPI_Comm Comm);

  int rows() const { return A.Rows; }
  int interior() const { return Interior; }
  int halo() const { return A.Cols - A.Rows; }
  const std::vector<int> &numbers() const { return Numbers; }
  Vector inverseDiagonal() const;

  /// A vector of this process's elements and the halo.
  Vector vector(double Value = 0) const { return Vector(A.Cols, Value); }

  /// y = A x, with the halo of \p x exchanged meanwhile.
  void multiply(Vector &x, Vector &y);
  /// The sum of x[i] * y[i] over all processes.
  double dot(const Vector &x, const Vector &y) const;
  /// \p Sums over all processes.
  void addUp(double *Sums, int Count) const;

  double waited() const { return Waited; }

private:
  /// Consecutive elements that come from, or go to, one other process.
  struct Message {
    int Rank, Begin, Count;
  };
  void plan(const std::vector<int> &Halo, const std::vector<int> &FirstRows,
            const std::vector<int> &Local);
  void beginExchange(Vector &x);
  void endExchange();

  MPI_Comm Comm;
  Csr A;
  int Interior = 0;
  std::vector<int> Numbers; ///< the whole matrix's row of each own element
  std::vector<Message> Received, Sent;
  std::vector<int> SentElements;
  Vector Buffer;
  std::vector<MPI_Request> Requests;
  double Waited = 0; ///< seconds in endExchange
};

#endif // LACUNA_EXAMPLES_MPI_CG_DISTRIBUTED_H
