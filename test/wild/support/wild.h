//===- wild.h - the data that the loops of the corpus run on -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each file of the corpus holds loops of one family, in the style of many code
// bases, and runs each of them on every matrix here. `%check-run` builds the
// file with and without the plugin, compares what the two record, and counts
// that each loop ran as generated code.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_TEST_WILD_H
#define LACUNA_TEST_WILD_H

#include "../../run/support/support.h"
#include "Csr.h"

#pragma clang optimize off

namespace wild {

using Vector = std::vector<double>;
using Indices = std::vector<int>;

/// A matrix in compressed rows and what loops over it need beside it.
struct Data {
  explicit Data(run::Csr<> Matrix)
      : A(std::move(Matrix)), m(int(A.Rows)), n(int(A.Cols)), pos(A.pos.data()),
        crd(A.crd.data()), val(A.val.data()) {
    run::Random R(7);
    x = R.vector<double>(A.Cols);
    b = R.vector<double>(A.Rows);
  }
  Data(const Data &) = delete;

  int count() const { return pos[m]; }

  /// Records what \p Kernel writes to an array of \p Size elements.
  template <class T = double, class Fn>
  void record(const char *Name, long Size, Fn Kernel) const {
    std::vector<T> y(size_t(Size), T(3));
    Kernel(y.data());
    run::record(std::string(Name) + ", " + A.Name, y);
  }

  /// Records what \p Kernel returns.
  template <class Fn> void recordValue(const char *Name, Fn Kernel) const {
    run::record(std::string(Name) + ", " + A.Name, Kernel());
  }

  run::Csr<> A;
  int m, n;
  const int *pos, *crd;
  const double *val;
  Vector x, b; ///< a value for each column, for each row
};

/// The row of each entry: the first half of a list of coordinates.
inline Indices rowOfEach(const Data &D) {
  Indices row(D.A.crd.size());
  for (int i = 0; i < D.m; ++i)
    for (int p = D.pos[i]; p < D.pos[i + 1]; ++p)
      row[p] = i;
  return row;
}

/// The same matrix, in compressed columns.
inline run::Csr<> transposed(const run::Csr<> &A) {
  run::Csr<> T{A.Name, A.Cols, A.Rows, std::vector<int>(A.Cols + 1), {}, {}};
  T.crd.resize(A.crd.size());
  T.val.resize(A.val.size());
  for (int j : A.crd)
    ++T.pos[j + 1];
  for (long j = 0; j < A.Cols; ++j)
    T.pos[j + 1] += T.pos[j];
  std::vector<int> Next(T.pos.begin(), T.pos.end() - 1);
  for (long i = 0; i < A.Rows; ++i)
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p) {
      int q = Next[A.crd[p]]++;
      T.crd[q] = int(i);
      T.val[q] = A.val[p];
    }
  return T;
}

/// Calls \p Fn with each matrix: empty ones, skewed ones, entries out of order
/// and twice in a row, and the one that the program's argument names.
template <class Fn> int forEach(int Arguments, char **Argument, Fn Kernels) {
  for (const run::Csr<> &A : run::shapes())
    Kernels(Data(A));
  run::Random R(11);
  run::Csr<> Mixed{"entries in any order, some twice", 60, 60, {0}, {}, {}};
  for (int i = 0; i < 60; ++i) {
    for (long Left = R.below(9); Left > 0; --Left) {
      Mixed.crd.push_back(int(R.below(60)));
      Mixed.val.push_back(R.value<double>());
    }
    Mixed.pos.push_back(int(Mixed.crd.size()));
  }
  Kernels(Data(Mixed));
  if (Arguments < 2)
    return 0;
  Csr Real;
  if (std::string Error = readMatrixMarket(Argument[1], Real); !Error.empty()) {
    fprintf(stderr, "%s: %s\n", Argument[1], Error.c_str());
    return 1;
  }
  Kernels(Data({"real", Real.Rows, Real.Cols, Real.pos, Real.crd, Real.val}));
  return 0;
}

} // namespace wild

#pragma clang optimize on

#endif // LACUNA_TEST_WILD_H
