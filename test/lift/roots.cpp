// clang-format off: what is checked is long
// Square roots of numbers that have no sign set no errno, whatever numbers they are, so that lanes can
// take them in any order; others may.
//
// RUN: not %clangxx -w %plugin -O2 -fmath-errno -fsyntax-only -Rpass=sparse -Rpass-missed=sparse %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=remark --implicit-check-not='error: '
// RUN: %clangxx -w %plugin -O2 -fno-math-errno -fsyntax-only -Rpass-missed=sparse %s 2>&1 | count 0

#include <algorithm>
#include <cmath>

void distances(int n, const double *x, const double *y, double *r) {
// CHECK: [[@LINE+2]]:{{.*}}: remark: loop runs as
#pragma sparse split(i, i0, i1, 8) parallelize(i1, cpu_vector, no_races)
  for (int i = 0; i < n; ++i) {
    const double dx = x[i] - 1, dy = y[i] - 2;
    r[i] = std::sqrt(dx * dx + dy * dy + 1e-9) + sqrt(sqrt(x[i] * x[i]) / 4);
  }
}

void others(int n, const float *x, const unsigned *u, float *r) {
// CHECK: [[@LINE+2]]:{{.*}}: remark: loop runs as
#pragma sparse split(i, i0, i1, 8) parallelize(i1, cpu_vector, no_races)
  for (int i = 0; i < n; ++i)
    r[i] = sqrtf(std::fabs(x[i])) + std::sqrt(std::max(0.0f, x[i])) + sqrt(2) + std::sqrt(float(u[i])) +
           std::sqrt(x[i] > 0 ? x[i] * x[i] : 0.5f);
}

void norms(int m, const int *pos, const double *val, double *r) {
// CHECK: [[@LINE+2]]:{{.*}}: remark: loop runs as
#pragma sparse split(i, i0, i1, 8) order(i0, i1, p)
  for (int i = 0; i < m; ++i) {
    double s = 0, most = 1;
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      s += val[p] * val[p];
      most = std::max(most, std::abs(val[p]));
    }
    r[i] = std::sqrt(s) + std::sqrt(most);
  }
}

// What may be less.
#define LEFT(NAME, VALUE)                                                                           \
  void NAME(int n, const double *x, const int *k, double *r) {                                      \
    _Pragma("sparse parallelize(i, cpu_vector, no_races)") for (int i = 0; i < n; ++i) {            \
      double s = 0;                                                                                 \
      if (x[i] > 3)                                                                                 \
        s = x[i];                                                                                   \
      double t = 1;                                                                                 \
      t -= x[i] * x[i];                                                                             \
      double u;                                                                                     \
      u = 1;                                                                                        \
      r[i] = VALUE + s + t + u;                                                                     \
    }                                                                                               \
  }
// CHECK: [[@LINE+1]]:{{.*}}: error: 'sqrt' may set errno, and 'parallelize(i, cpu_vector, no_races)' does not keep the order of calls; accepted with -fno-math-errno
LEFT(element, sqrt(x[i]))
// CHECK: [[@LINE+1]]:{{.*}}: error: 'sqrt' may set errno
LEFT(assigned, sqrt(s))
// CHECK: [[@LINE+1]]:{{.*}}: error: 'sqrt' may set errno
LEFT(subtracted, sqrt(t))
// CHECK: [[@LINE+1]]:{{.*}}: error: 'sqrt' may set errno
LEFT(difference, sqrt(x[i] * x[i] - 1))
// CHECK: [[@LINE+1]]:{{.*}}: error: 'sqrt' may set errno
LEFT(product, sqrt(x[i] * x[n - i]))
// 1 / -0.0 has a sign.
// CHECK: [[@LINE+1]]:{{.*}}: error: 'sqrt' may set errno
LEFT(quotient, sqrt(1 / sqrt(x[i] * x[i])))
// No number is the greater one.
// CHECK: [[@LINE+1]]:{{.*}}: error: 'sqrt' may set errno
LEFT(greater, sqrt(std::max(x[i], x[n - i] * x[n - i])))
// CHECK: [[@LINE+1]]:{{.*}}: error: 'sqrt' may set errno
LEFT(integer, sqrt(k[i]))
// CHECK: [[@LINE+1]]:{{.*}}: error: 'sqrt' may set errno
LEFT(negative, sqrt(-2.0))
// CHECK: [[@LINE+1]]:{{.*}}: error: 'exp' may set errno
LEFT(other, exp(x[i] * x[i]))
