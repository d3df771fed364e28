// Two triangles of a matrix are stored at once, of what loops inside compute:
// counted ones, with arrays of their own, and others.
// clang-format off
// RUN: %check-run --loops 3 --fallback 2 -fplugin-arg-sparse-min-work=0 %s -o %t --threads 3
// RUN: %clangxx_sparse -fsyntax-only -std=c++20 -Rpass=sparse -Rpass-missed=sparse %s 2>&1 | FileCheck %s
// clang-format on

#include "support/support.h"

#include <cassert>

struct Shell {
  int terms;
  double a[3];
};
class Matrix {
  int n;
  std::vector<double> d;

public:
  explicit Matrix(int n) : n(n), d(n * n) {}
  double &operator()(int i, int j) {
    assert(i < n && j < n);
    return d[i * n + j];
  }
  const std::vector<double> &all() const { return d; }
};
using Shells = std::vector<Shell>;

// CHECK: [[@LINE+4]]:{{.*}}: remark: loop runs as parallelize(i, cpu_thread, no_races
void overlaps(const Shells &shells, Matrix &S) {
  const int n = (int)shells.size();
#pragma sparse
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      const Shell &A = shells[i], &B = shells[j];
      double s = 0;
      for (int p = 0; p < A.terms; p++) {
        double product[3];
        for (int k = 0; k < 3; k++)
          product[k] = A.a[p] * B.a[k];
        s += product[0] + product[2];
      }
      S(i, j) = S(j, i) = s;
    }
}

// CHECK: [[@LINE+4]]:{{.*}}: remark: loop runs as parallelize(i, cpu_thread, no_races
void roots(const Shells &shells, Matrix &S) {
  const int n = (int)shells.size();
#pragma sparse
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) {
      double r = shells[i].a[0] + 1, x = shells[j].a[1] + 2;
      while (r * r - x > 0.001 * x)
        r = 0.5 * (r + x / r);
      S(i, j) = S(j, i) = r;
    }
}

// Rows that lie over each other are found in front.
// CHECK: [[@LINE+3]]:{{.*}}: remark: loop runs as parallelize(i, cpu_thread, no_races
void flat(int n, int width, const double *x, double *s) {
#pragma sparse
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double t = x[i];
      for (int k = 0; k < j; k++)
        t += x[k] * x[i];
      s[i * width + j] = s[j * width + i] = t;
    }
}

int main() {
  for (int n : {1, 2, 19}) {
    Shells shells(n);
    for (int i = 0; i < n; ++i)
      shells[i] = {i % 4, {0.5 * i, i % 3 + 1.0, 2.0}};
    Matrix S(n);
    overlaps(shells, S);
    run::record("overlaps", S.all());
    roots(shells, S);
    run::record("roots", S.all());
  }
  std::vector<double> x(12, 0.25), s(400);
  for (int width : {12, 15, 5, 11}) {
    flat(12, width, x.data(), s.data());
    run::record("flat", s);
  }
}
