//===- jacobi.cpp - a solver whose matrix is a class template -------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Solves A x = b by Jacobi's iteration on a grid. The annotated loop stands in
// a member function of a class template; each instance is rewritten on its own.
//
//===----------------------------------------------------------------------===//

#include <cmath>
#include <cstdio>
#include <vector>

template <class Real> class SparseMatrix {
public:
  /// The five-point stencil of a Size x Size grid, with 4.5 on the diagonal.
  static SparseMatrix grid(int Size) {
    SparseMatrix A;
    for (int Row = 0; Row < Size; ++Row)
      for (int Col = 0; Col < Size; ++Col) {
        if (Row > 0)
          A.add((Row - 1) * Size + Col, -1);
        if (Col > 0)
          A.add(Row * Size + Col - 1, -1);
        A.add(Row * Size + Col, Real(4.5));
        if (Col + 1 < Size)
          A.add(Row * Size + Col + 1, -1);
        if (Row + 1 < Size)
          A.add((Row + 1) * Size + Col, -1);
        A.pos.push_back(int(A.crd.size()));
      }
    return A;
  }

  int rows() const { return int(pos.size()) - 1; }

  /// One step of the iteration: solves row i for next[i].
  void step(const std::vector<Real> &b, const std::vector<Real> &x,
            std::vector<Real> &next) const {
    const int m = rows();
#pragma sparse split(i, i0, i1, 64) parallelize(i0, cpu_thread, no_races)
    for (int i = 0; i < m; ++i) {
      Real rest = b[i];
      Real diagonal = 1;
      for (int p = pos[i]; p < pos[i + 1]; ++p) {
        const int j = crd[p];
        if (j == i)
          diagonal = val[p];
        else
          rest -= val[p] * x[j];
      }
      next[i] = rest / diagonal;
    }
  }

private:
  void add(int Column, Real Value) {
    crd.push_back(Column);
    val.push_back(Value);
  }

  std::vector<int> pos{0}, crd;
  std::vector<Real> val;
};

template <class Real> void solve(const char *Name, int Size) {
  const auto A = SparseMatrix<Real>::grid(Size);
  std::vector<Real> b(A.rows(), 1), x(A.rows(), 0), next(A.rows(), 0);
  Real Change = 1;
  int Steps = 0;
  for (; Steps < 1000 && Change > Real(1e-4); ++Steps) {
    A.step(b, x, next);
    Change = 0;
    for (int i = 0; i < A.rows(); ++i)
      Change = std::fmax(Change, std::fabs(next[i] - x[i]));
    x.swap(next);
  }
  printf("%s: %d unknowns, %d steps, x in the middle %.3f\n", Name, A.rows(),
         Steps, double(x[A.rows() / 2 + Size / 2]));
}

int main() {
  solve<double>("double", 100);
  solve<float>("float", 100);
}
