// Where generated code is right, verification says nothing and the program
// computes what it computes without the plugin.
// RUN: %clangxx -std=c++20 -O2 -Wno-unknown-pragmas %s -o %t.plain
// RUN: %t.plain > %t.expected
// RUN: %clangxx_sparse -std=c++20 -O2 -Wall -Wextra -Werror -Wno-pass-failed -fplugin-arg-sparse-verify -fplugin-arg-sparse-count %s -o %t
// RUN: %t > %t.actual 2> %t.log
// RUN: diff %t.expected %t.actual
// RUN: FileCheck %s < %t.log

// Each loop ran as generated code, and not one differed.
// CHECK-NOT:  differ
// CHECK-NOT:  fallback {{[1-9]}}
// CHECK-COUNT-8: generated {{[1-9]}}
// CHECK-NOT:  differ

#include <complex>
#include <cstdio>
#include <vector>

static const int pos[] = {0, 2, 2, 5, 6}, crd[] = {0, 3, 1, 2, 3, 0};
constexpr int M = 4;

template <class T> T number(int I) { return T(I % 5) / T(3) - T(1); }
template <> unsigned char number(int I) { return I; }
template <> int number(int I) { return I - 3; }

template <class T> void show(const std::vector<T> &V) {
  for (const T &E : V)
    std::printf("%.6g ", double(std::abs(E)));
  std::printf("\n");
}

template <class T> std::vector<T> numbers(int N) {
  std::vector<T> V;
  for (int I = 0; I < N; ++I)
    V.push_back(number<T>(I));
  return V;
}

// Raw arrays; terms that are added up in another order.
template <class T> void spmv(const T *val, const T *x, T *y) {
#pragma sparse parallelize(p, cpu_vector, parallel_reduction)
  for (int i = 0; i < M; ++i) {
    T sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}

void complexNumbers(const std::complex<double> *val,
                    const std::complex<double> *x, std::complex<double> *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < M; ++i) {
    std::complex<double> sum;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}

// Containers; a loop that runs no trip must not touch anything.
void spmm(int K, const std::vector<double> &val, const std::vector<double> &B,
          std::vector<double> &C) {
#pragma sparse parallelize(i, cpu_thread, no_races) order(i, k, p)
  for (int i = 0; i < M; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int k = 0; k < K; ++k)
        C[i * K + k] += val[p] * B[crd[p] * K + k];
}

// The extent of y is known to nobody.
void scatter(const double *val, const double *x, double *y) {
#pragma sparse parallelize(i, cpu_thread, atomics)
  for (int i = 0; i < M; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[crd[p]] += val[p] * x[i];
}

// Stores under conditions: there is no y[3].
void conditional(const double *x, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < M; ++i)
    if (pos[i + 1] - pos[i] > 1)
      y[i] = 2 * x[i];
}

// Variables that the loop leaves.
int liveOut(const std::vector<int> &a, int &last) {
  int total = 5, i;
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  for (i = 0; i < int(a.size()); ++i)
    total += a[i];
  last = i;
  return total;
}

// All terms cancel: what is left is as large as their rounding errors.
double residual(const std::vector<double> &a) {
  double sum = 0;
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  for (size_t i = 0; i < a.size(); ++i)
    sum += a[i];
  return sum;
}

// Whether the second store happens depends on what the first one stored: the
// extents of the containers serve.
void dependent(std::vector<int> &length, std::vector<unsigned char> &isLong) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < M; ++i) {
    length[i] = pos[i + 1] - pos[i];
    if (length[i] > 1)
      isLong[i] = 1;
  }
}

int main() {
  std::vector<double> val = numbers<double>(6), x = numbers<double>(M), y(M);
  spmv(val.data(), x.data(), y.data());
  show(y);
  std::vector<float> fval = numbers<float>(6), fx = numbers<float>(M), fy(M);
  spmv(fval.data(), fx.data(), fy.data());
  show(fy);
  std::vector<int> ival = numbers<int>(6), ix = numbers<int>(M), iy(M);
  spmv(ival.data(), ix.data(), iy.data());
  show(iy);
  std::vector<long double> lval = numbers<long double>(6),
                           lx = numbers<long double>(M), ly(M);
  spmv(lval.data(), lx.data(), ly.data());
  show(ly);
  std::vector<std::complex<double>> zval(6, {1, 2}), zx(M, {0, 1}), zy(M);
  complexNumbers(zval.data(), zx.data(), zy.data());
  show(zy);
  std::vector<double> B = numbers<double>(3 * M), C(3 * M, 1), Empty;
  spmm(3, val, B, C);
  spmm(0, val, Empty, Empty);
  show(C);
  scatter(val.data(), x.data(), y.data());
  show(y);
  std::vector<double> z(M - 1, 7);
  conditional(x.data(), z.data());
  show(z);
  int last = 0, total = liveOut(ix, last);
  std::printf("%d %d\n", total, last);
  std::vector<double> a;
  for (int I = 0; I < 3000; ++I)
    a.push_back(I % 3 == 2 ? -0.1 * (2 * I - 1) : 0.1 * I);
  std::printf("%d\n", residual(a) < 1e9);
  std::vector<int> length(M);
  std::vector<unsigned char> isLong(M);
  dependent(length, isLong);
  show(length);
}
