// Expressions keep the user's types: every conversion is written out.
// RUN: %clangxx -std=c++20 -fno-math-errno %plugin \
// RUN:   -fplugin-arg-sparse-dump=graph -fsyntax-only %s 2>&1 | FileCheck %s
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

void arithmetic(int n, unsigned char *b, short *s, long long *w, float *f,
                double *d, bool *t) {
  constexpr double Half = 0.5;
#pragma sparse order(i)
  for (int i = 0; i < n; ++i) {
    s[i] = b[i] + 1;
    s[i] += 2;
    s[i]--;
    w[i] = w[i] << b[i] | ~s[i];
    w[i] /= 3;
    f[i] = d[i] * Half - 1e-3f;
    f[i] *= d[i];
    t[i] = !t[i] && (d[i] < 0 || f[i] >= 1);
    t[i] |= i % 2;
    d[i] = (int)d[i] + static_cast<float>(w[i]) + sizeof(long) + 'a';
    d[i] = i > 2 ? -d[i] : std::numeric_limits<double>::infinity();
    b[i] = n / 2 == 0 ? true : 'x';
  }
}
// CHECK-LABEL: nest @arithmetic {
// CHECK:         loop i {
// CHECK-NEXT:      s[i] = i16(i32(b[i]) + 1)
// CHECK-NEXT:      s[i] += 2
// CHECK-NEXT:      s[i] += -u32(1)
// CHECK-NEXT:      w[i] = w[i] << i32(b[i]) | "long long":i64(~i32(s[i]))
// CHECK-NEXT:      w[i] = w[i] / 3:"long long":i64
// CHECK-NEXT:      f[i] = f32(d[i] * 0.5 - 0.0010000000474974513)
// CHECK-NEXT:      f[i] *= d[i]
// CHECK-NEXT:      t[i] = !t[i] && (d[i] < 0.0 || f[i] >= 1.0:f32)
// CHECK-NEXT:      t[i] |= i % 2
// CHECK-NEXT:      d[i] = f64(f32(i32(d[i])) + f32(w[i]) + 8.0:f32 + 97.0:f32)
// CHECK-NEXT:      d[i] = i > 2 ? -d[i] : call f64 inf()
// CHECK-NEXT:      b[i] = u8(n / 2 == 0 ? 1 : 120)

void calls(int n, float *f, double *d, int *k) {
#pragma sparse order(i)
  for (int i = 0; i < n; ++i) {
    d[i] = std::sqrt(d[i]) + fabs(d[i]) * std::exp(-d[i]);
    f[i] = std::sqrt(f[i]) + sqrtf(f[i]) + std::abs(f[i]);
    k[i] = std::max(k[i], std::min(i, 7)) + std::abs(k[i]);
    d[i] = std::max(d[i], 0.5);
    k[i] = std::min(i, k[i]);
  }
}
// CHECK-LABEL: nest @calls {
// CHECK:         d[i] = call f64 sqrt(d[i]) + call f64 fabs(d[i]) * call f64 exp(-d[i])
// CHECK-NEXT:    f[i] = call f32 sqrtf(f[i]) + call f32 sqrtf(f[i]) + call f32 fabsf(f[i])
// CHECK-NEXT:    k[i] = max(k[i], min(i, 7)) + (k[i] < 0 ? -k[i] : k[i])
// CHECK-NEXT:    d[i] max= 0.5
// CHECK-NEXT:    k[i] min= i

void extrema(int n, const double *x, const int *k, double *lo, int *most) {
  double top = 0, first = 0;
  int low = 0;
#pragma sparse order(i)
  for (int i = 0; i < n; ++i) {
    if (x[i] > top)
      top = x[i];
    low = k[i] <= low ? k[i] : low;
    lo[0] = x[i] < lo[0] ? x[i] : lo[0];
    if (x[i] >= first)
      first = x[i];
    most[0] = top + low + first;
  }
}
// Which of two equal floating-point numbers is kept makes a difference.
// CHECK-LABEL: nest @extrema {
// CHECK:         top max= x[i]
// CHECK-NEXT:    low min= k[i]
// CHECK-NEXT:    lo[0] min= x[i]
// CHECK-NEXT:    if x[i] >= first {
