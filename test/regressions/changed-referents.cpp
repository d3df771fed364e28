// References to what std::min and the like return are references where they
// stand in a block, or in a function that is called: a store may change what
// they are to.
// RUN: %check-run --loops 1 %s -fplugin-arg-sparse-min-work=0 -o %t
// RUN: %clangxx_sparse -std=c++20 -fsyntax-only -Rpass-missed=sparse %s 2>&1 | FileCheck %s

#include "../run/support/support.h"
#include <algorithm>

static void step(double &a, double &b) {
  // CHECK: [[@LINE+1]]:{{.*}}: remark: loop left unchanged: a store may change what is referred to here before it is read
  const double &low = std::min(a, b);
  a += 1;
  b = low;
}

static void inFunction(int n, double *x, double *y, double *z) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    step(x[i], y[i]);
    z[i] = y[i];
  }
}

static void inBlock(int n, double *x, double *y) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    {
      // CHECK: [[@LINE+1]]:{{.*}}: remark: loop left unchanged: a store may change what is referred to here before it is read
      auto &&high = std::max(x[i], y[i]);
      x[i] += 1;
      y[i] = high;
    }
    x[i] += 0.5;
  }
}

static void unchanged(int n, const double *x, double *y) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    {
      const double &low = std::min(x[i], x[i + 1]);
      y[i] = low;
    }
    y[i] += 0.5;
  }
}

int main() {
  std::vector<double> x{1, 2, 30, 4, 5}, y(5, 10), z(5);
  inFunction(4, x.data(), y.data(), z.data());
  run::record("function", z);
  inBlock(4, x.data(), y.data());
  run::record("block", y);
  unchanged(4, x.data(), y.data());
  run::record("unchanged", y);
}
