// Variables that keep a value which their definition or a branch tells: the
// loops know it as the compiler does, and branches that tell nothing of the
// loop's own run tell nothing.
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 11 %s -o %t
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 11 --threads 3 %s -o %t --reuse
// RUN: %clangxx_sparse -std=c++20 -O2 -fsyntax-only -fplugin-arg-sparse-dump=code %s 2>&1 | FileCheck %s

#include "support/support.h"
#include <cstdlib>

// CHECK-LABEL: in around
// CHECK: b[i] = {{.*}}a[i * 3]
static void around(unsigned char *b, const unsigned char *a, int n, int c) {
  if (b && c == 3) {
#pragma sparse
    for (int i = 0; i < n; ++i)
      b[i] = a[i * c] + a[i * c + c - 1];
  } else if (c == 4 && n > 1) {
// CHECK-LABEL: in around
// CHECK: b[i] = {{.*}}a[i * 4]
#pragma sparse
    for (int i = 0; i < n; ++i)
      b[i] = a[i * c] + a[i * c + c - 1];
  } else {
// CHECK-LABEL: in around
// CHECK: b[i] = a[i * channels]
#pragma sparse
    for (int i = 0; i < n; ++i) {
      const int channels = c;
      b[i] = a[i * channels];
    }
  }
}

// CHECK-LABEL: in inFront
// CHECK: y[(unsigned int)i * 2U] = {{.*}}(true ? 2 : 1)
static void inFront(double *y, const double *x, int n, unsigned s, bool twice) {
  if (s != 2u || !twice)
    return;
  if (n < 0)
    std::abort();
#pragma sparse
  for (int i = 0; i < n; ++i)
    y[i * s] = x[i * s + 1] * (twice ? 2 : 1);
}

// A definition; what changes behind the loop may come back to it.
// CHECK-LABEL: in defined
// CHECK: y[i + turns] = x[i * 5 + {{.*}}3]
static double defined(double *y, const double *x, int n) {
  int stride = 5, turns = 0;
  short shift{3};
  double all = 0;
  while (turns < 3) {
#pragma sparse
    for (int i = 0; i < n; ++i)
      y[i + turns] = x[i * stride + shift];
    all += y[turns];
    ++turns;
  }
  return all;
}

// Nothing is known of what changes, of what others reach, or of the value that
// a branch does not lead to.
static void change(int *c) { *c = 2; }
// CHECK-LABEL: in changing
// CHECK: x[i * c]
static void changing(double *y, const double *x, int n, int c) {
  if (c == 3)
    change(&c);
#pragma sparse
  for (int i = 0; i < n; ++i)
    y[i] = x[i * c];
}
// CHECK-LABEL: in counting
// CHECK: x[i * c]
static void counting(double *y, const double *x, int n) {
  for (int c = 1; c < 4; ++c) {
    if (c == 2)
      continue;
#pragma sparse
    for (int i = 0; i < n; ++i)
      y[i] += x[i * c];
  }
}
// CHECK-LABEL: in eitherOr
// CHECK: x[i * c]
static void eitherOr(double *y, const double *x, int n, int c, bool other) {
  if (c == 3 || other) {
#pragma sparse
    for (int i = 0; i < n; ++i)
      y[i] = x[i * c];
  }
}
// CHECK-LABEL: in into
// CHECK: x[i * c]
static void into(double *y, const double *x, int n, int c) {
  switch (c) {
  case 1:
    if (c == 3) {
    case 2:
#pragma sparse
      for (int i = 0; i < n; ++i)
        y[i] = x[i * c];
    }
  }
}
// CHECK-LABEL: in converted
// CHECK: x[i * {{.*}}(-3) + 3 * n]
static void converted(double *y, const double *x, int n, signed char c) {
  if (c == 4294967293u) {
#pragma sparse
    for (int i = 0; i < n; ++i)
      y[i] = x[i * c + 3 * n];
  }
}
// CHECK-LABEL: in negative
// CHECK: x[i * (-1) + n]
static void negative(double *y, const double *x, int n, int c) {
  if (!(c != -1)) {
#pragma sparse
    for (int i = 0; i < n; ++i)
      y[i] = x[i * c + n];
  }
}

int main() {
  run::Random R(5);
  for (int n : {0, 1, 7, 300}) {
    auto a = R.vector<unsigned char>(5 * n + 8), b = R.vector<unsigned char>(n);
    auto x = R.vector<double>(6 * n + 16), y = R.vector<double>(3 * n + 16);
    for (int c = 0; c < 6; ++c) {
      around(b.data(), a.data(), n, c);
      run::record("around", b);
      inFront(y.data(), x.data(), n, c, n != 7);
      changing(y.data(), x.data(), n, c);
      eitherOr(y.data(), x.data(), n, c, n == 300);
      into(y.data(), x.data(), n, c);
      converted(y.data(), x.data(), n, -c);
      negative(y.data(), x.data(), n, c - 2);
      run::record("others", y);
    }
    counting(y.data(), x.data(), n);
    y[0] += defined(y.data(), x.data(), n);
    run::record("defined", y);
  }
}
