// clang-format off: what is checked is long
// Calls that may set errno are made once each, where they stand. What the lift would do without, or
// write twice, is left as it is.
//
// RUN: %clangxx -w %plugin -O2 -fopenmp -fmath-errno -fsyntax-only -Rpass=sparse -Rpass-missed=sparse %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=remark
// RUN: %clangxx -w %plugin -O2 -fopenmp -fno-math-errno -fsyntax-only -Rpass-missed=sparse %s 2>&1 | count 0
// RUN: %clangxx -w %plugin -O2 -fopenmp --target=aarch64-apple-macos -nostdinc++ -nostdinc -fmath-errno -DOTHER -fsyntax-only -Rpass=sparse -Rpass-missed=sparse %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OTHER --implicit-check-not=remark

#ifdef OTHER
extern "C" double log(double), sqrt(double);

void elsewhere(int n, const double *x, double *y) {
// OTHER: [[@LINE+3]]:{{.*}}: remark: loop left unchanged: call of 'log' may set errno; accepted with -fno-math-errno
#pragma sparse
  for (int i = 0; i < n; ++i)
    y[i] = log(x[i]);
// OTHER: [[@LINE+2]]:{{.*}}: remark: loop runs as
#pragma sparse
  for (int i = 0; i < n; ++i)
    y[i] = sqrt(x[i] * x[i]);
}
#else
#include <cmath>

inline double unread(double x) {
  const double a = std::log(x);
  return 1 + x;
}
inline double passed(double, double x) { return x; }
inline double twice(double x) {
  const double t = std::log(x);
  return t * t;
}
inline double twiceThat(double x) { return x * x; }

#define LOOP(NAME, ...)                                                                             \
  void NAME(int n, const double *x, double *y) {                                                    \
    _Pragma("sparse") for (int i = 0; i < n; ++i) { __VA_ARGS__ }                                   \
  }
// CHECK: [[@LINE+1]]:{{.*}}: remark: loop runs as
LOOP(plain, y[i] = std::log(x[i]);)
// CHECK: [[@LINE+1]]:{{.*}}: remark: loop runs as
LOOP(equal, y[i] = std::log(x[i]) / (1 + std::log(x[i]));)
// CHECK: [[@LINE+1]]:{{.*}}: remark: loop runs as
LOOP(asked, y[i] = 1; if (std::log(x[i]) < 0) {})
// CHECK: remark: loop left unchanged: call of 'log' may set errno; accepted with -fno-math-errno
LOOP(constant, y[i] = unread(x[i]);)
// CHECK: remark: loop left unchanged: call of 'log' may set errno
LOOP(argument, y[i] = passed(std::log(x[i]), 2);)
// CHECK: [[@LINE+1]]:{{.*}}: remark: loop runs as
LOOP(once, y[i] = twice(x[i]);)
// CHECK: [[@LINE+1]]:{{.*}}: remark: loop runs as
LOOP(argumentOnce, y[i] = twiceThat(std::log(x[i]));)
// CHECK: remark: loop left unchanged: call of 'log' may set errno
LOOP(duplicate, y[i] = x[i] < 2 ? twice(x[i]) : 1;)
// CHECK: remark: loop left unchanged: call of 'log' may set errno
LOOP(overwritten, double t = std::log(x[i]); t = 2; y[i] = t;)
// As many calls are written as there were, but not the same.
// CHECK: remark: loop left unchanged: call of 'log' may set errno
LOOP(hidden, double t = std::log(x[i]); t = 2; y[i] = t + (x[i] < 2 ? twice(x[i] + 2) : 1);)
#endif
