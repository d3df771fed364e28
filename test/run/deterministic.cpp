// One number of threads gives one result, however the threads are scheduled:
// partial sums are joined in the order of their chunks.
// RUN: %check-run %s -o %t

#include "support/support.h"
#include <cstring>

using Vector = std::vector<double>;

double sum(int n, const double *x) {
  double s = 0;
#pragma sparse parallelize(i, cpu_thread, parallel_reduction,                  \
                           schedule(dynamic, 1))
  for (int i = 0; i < n; ++i)
    s += x[i];
  return s;
}

void rows(int m, const int *pos, const double *val, double *y) {
#pragma sparse fuse(i, p, f) split(f, c, q, 128)
#pragma sparse parallelize(c, cpu_thread, temporary, schedule(dynamic, 1))
  for (int i = 0; i < m; ++i) {
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s += val[p];
    y[i] = s;
  }
}

void fewColumns(int n, const double *x, double *y) {
#pragma sparse split(i, i0, i1, 64)
#pragma sparse parallelize(i0, cpu_thread, parallel_reduction)
#pragma sparse parallelize(i1, cpu_vector, parallel_reduction)
  for (int i = 0; i < n; ++i)
    y[0] += x[i] * x[i];
}

/// How many of 40 runs compute something else than the first one.
template <class Fn> int deviations(Fn Run) {
  Vector First = Run();
  int Count = 0;
  for (int I = 0; I < 40; ++I) {
    Vector Next = Run();
    Count += memcmp(Next.data(), First.data(), First.size() * sizeof(double));
  }
  return Count;
}

int main() {
  int n = 60000;
  Vector x = run::Random(1).vector<double>(n);
  // Every order of summation rounds differently.
  for (int I = 0; I < n; ++I)
    x[I] = std::ldexp(x[I], I % 60);
  std::vector<int> pos = {0, 10, 10, 20000, 20003, 59000, 60000};
  run::record("a sum", deviations([&] { return Vector{sum(n, x.data())}; }));
  run::record("rows", deviations([&] {
                Vector y(6);
                rows(6, pos.data(), x.data(), y.data());
                return y;
              }));
  run::record("one element", deviations([&] {
                Vector y(1);
                fewColumns(n, x.data(), y.data());
                return y;
              }));
}
