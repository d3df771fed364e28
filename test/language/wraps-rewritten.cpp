// What guards can tell not to wrap round runs as generated code under -fwrapv.
// RUN: %check-run -fwrapv --loops 7 %s -o %t

#include "../run/support/support.h"

void spmv(int n, const int *pos, const int *crd, const double *val,
          const double *x, double *y) {
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[i] += val[p] * x[crd[p]];
}

void positions(int n, const int *pos, const int *crd, const double *val,
               const double *x, double *y) {
#pragma sparse fuse(i, p, f) split(f, f0, f1, 16) parallelize(f0, cpu_thread, temporary)
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[i] += val[p] * x[crd[p]];
}

void oneBased(int n, const int *pos, const int *crd, const double *val,
              const double *x, double *y) {
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    for (int p = pos[i] + 1; p <= pos[i + 1]; ++p)
      y[i] += val[p - 1] * x[crd[p - 1]];
}

void spmm(int n, int K, const int *pos, const int *crd, const double *val,
          const double *B, double *C) {
#pragma sparse parallelize(i, cpu_thread, no_races) parallelize(k, cpu_vector, no_races)
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int k = 0; k < K; ++k)
        C[i * K + k] += val[p] * B[crd[p] * K + k];
}

void stencil(int n, const double *x, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races) parallelize(j, cpu_vector, no_races)
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j)
      y[i * n + j] = x[(i - 1) * n + j] + x[i * n + j - 1] + x[i * n + j + 1];
}

void backwards(int n, const double *x, double *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = n - 1; i >= 0; i -= 2)
    y[i] = x[2 * i + 1];
}

void wide(long n, long K, const double *x, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (long i = 0; i < n; ++i)
    y[i * K] = x[i + 1];
}

int main() {
  const int n = 40;
  std::vector<double> x(2 * n * n), y(n * n), val(3 * n + 1);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = double(i % 17) - 8;
  std::vector<int> pos = {0}, crd;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < i % 4; ++k)
      crd.push_back((i * 7 + k * 5) % n);
    pos.push_back(crd.size());
  }
  for (size_t p = 0; p < val.size(); ++p)
    val[p] = double(p % 5) + 1;
  spmv(n, pos.data(), crd.data(), val.data(), x.data(), y.data());
  positions(n, pos.data(), crd.data(), val.data(), x.data(), y.data());
  oneBased(n, pos.data(), crd.data(), val.data(), x.data(), y.data());
  spmm(n, 8, pos.data(), crd.data(), val.data(), x.data(), y.data());
  run::record("products", y);
  stencil(n, x.data(), y.data());
  backwards(n, x.data(), y.data());
  wide(n, 3, x.data(), y.data());
  run::record("dense", y);
}
