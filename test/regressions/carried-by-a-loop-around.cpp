// What a nest steps, and its next run in a loop around goes on with, has to be
// left as the nest leaves it. Where no loop is around, as in the last function,
// nobody reads it.
// RUN: %check-run --loops 4 -fplugin-arg-sparse-min-work=0 %s -o %t

#include "../run/support/support.h"

void numbers(int m, int n, const double *x, double *y) {
  int at = 0;
  for (int t = 0; t < m; ++t) {
#pragma sparse
    for (int i = 0; i < n; ++i, ++at)
      y[i] += x[at];
  }
}

void last(int m, int n, const double *x, double *y) {
  double found = 0;
  for (int t = 0; t < m; ++t) {
    if (t != 1) {
#pragma sparse
      for (int i = 0; i < n; ++i) {
        y[i] += found;
        if (i == 2)
          found = x[t];
      }
    }
  }
}

void pointers(int m, int n, const double *x, double *y) {
  for (int t = 0; t < m; ++t)
    if (t != 1)
#pragma sparse
      for (int i = 0; i < n; ++i, ++x)
        y[i] += *x;
}

void rows(int m, int n, const double *x, double *y) {
  while (m-- > 0) {
#pragma sparse
    for (int i = 0; i < n; ++i)
      y[i] += *x++;
  }
}

void set(int m, int n, const double *x, double *y) {
  const double *row;
  for (int t = 0; t < m; ++t) {
    row = x + t * n;
#pragma sparse
    for (int i = 0; i < n; ++i, ++row)
      y[i] += *row;
  }
}

void either(int n, const double *x, double *y) {
  if (n > 10)
#pragma sparse
    for (int i = 0; i < n; ++i, ++x)
      y[i] += *x;
  else
#pragma sparse
    for (int i = 0; i < n; ++i, ++x)
      y[i] -= *x;
}

int main() {
  const std::vector<double> x = run::Random(1).vector<double>(60);
  const auto Try = [&](const char *Name,
                       void (*F)(int, int, const double *, double *)) {
    std::vector<double> y(20);
    F(3, 20, x.data(), y.data());
    run::record(Name, y);
  };
  Try("numbers", numbers);
  Try("last", last);
  Try("pointers", pointers);
  Try("rows", rows);
  Try("set", set);
  std::vector<double> y(20);
  either(20, x.data(), y.data());
  either(5, x.data(), y.data());
  run::record("either", y);
}
