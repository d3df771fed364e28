// Types are what flags make of them.
// RUN: %check-run --loops 3 -funsigned-char -fshort-enums -fshort-wchar -mlong-double-64 %s -o %t
// RUN: %check-run --loops 3 -fsigned-char %s -o %t
// RUN: %check-run --loops 3 -fno-exceptions -fno-rtti -fno-builtin -fno-delete-null-pointer-checks -fstrict-vtable-pointers %s -o %t
// RUN: %check-run --loops 3 -fno-strict-aliasing -fno-finite-loops -fno-common -fstrict-enums %s -o %t
// RUN: %check-run --loops 3 -D_GLIBCXX_ASSERTIONS %s -o %t

#include "../run/support/support.h"

enum Color { Red, Green = 200 };

void characters(int n, const char *x, int *y) {
#pragma sparse parallelize(i, cpu_vector, no_races)
  for (int i = 0; i < n; ++i)
    y[i] = x[i] + (x[i] < 0 ? 1000 : 0) + int(sizeof(Color)) + Green;
}

void wide(int n, const wchar_t *x, wchar_t *y) {
#pragma sparse split(i, i0, i1, 4) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    y[i] = wchar_t(x[i] * 70000 + y[i]);
}

void longDoubles(int n, const long double *x, long double *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i)
    y[i] += x[i] * x[i] + (long double)(double(x[i]) * 1.1) * 3;
}

int main() {
  std::vector<char> x(60);
  std::vector<int> y(60);
  std::vector<wchar_t> w(60), v(60);
  std::vector<long double> l(60), m(60);
  for (int i = 0; i < 60; ++i) {
    x[i] = char(i * 9);
    w[i] = wchar_t(i * 999);
    l[i] = i / 7.0L;
  }
  characters(60, x.data(), y.data());
  run::record("characters", y);
  wide(60, w.data(), v.data());
  run::record("wide", std::vector<long>(v.begin(), v.end()));
  longDoubles(60, l.data(), m.data());
  run::record("long double", std::vector<double>(m.begin(), m.end()));
}
