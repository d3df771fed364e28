// A small random matrix in CSR, and a vector of results to print.
#ifndef MATRIX_H
#define MATRIX_H

#include <cstdio>
#include <vector>

static std::vector<int> Pos, Crd;
static std::vector<double> Val, X;

#define ARGS                                                                   \
  const int *pos, const int *crd, const double *val, const double *x, double *y

/// Rows of zero to eight entries; the same numbers in each run.
inline void fillMatrix(int n) {
  unsigned seed = 7;
  auto random = [&] {
    return (seed = seed * 1103515245u + 12345u) >> 16 & 1023;
  };
  Pos.push_back(0);
  for (int i = 0; i < n; i++) {
    for (int k = random() % 9; k > 0; --k) {
      Crd.push_back(random() % n);
      Val.push_back(random() / 300.0);
    }
    Pos.push_back(Crd.size());
    X.push_back(random() / 700.0);
  }
}

/// Prints what \p f makes of \p n rows.
template <class F> void show(const char *name, int n, F f) {
  std::vector<double> y(n, 0.25);
  f(y.data());
  std::printf("%s:", name);
  for (double v : y)
    std::printf(" %a", v);
  std::printf("\n");
}

#endif
