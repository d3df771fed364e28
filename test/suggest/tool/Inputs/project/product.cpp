#include "sums.h"

void print(double);

void scale(int n, double a, double *y) {
  for (int i = 0; i < n; ++i)
    y[i] *= a;
}

void multiply(int n, const int *pos, const int *crd, const double *val, const double *x, double *y) {
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
  print(total(n, y));
}

void scatter(int n, const int *at, const double *x, double *y) {
  for (int i = 0; i < n; ++i)
    y[at[i]] = x[i];
}
