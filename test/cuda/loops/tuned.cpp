// Trials of loops on a GPU: each kernel is run in turn, over sums that do not
// round, with data that stays on the device and data that does not.
#include <cstdio>
#include <cstdlib>
#include <vector>

static void product(int m, const int *pos, const int *crd, const double *val,
                    const double *x, double *y) {
#pragma sparse target(cuda)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}

static void columns(int m, int K, const int *pos, const int *crd,
                    const double *val, const double *B, double *C) {
#pragma sparse target(cuda)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int k = 0; k < K; ++k)
        C[i * K + k] += val[p] * B[crd[p] * K + k];
}

static void scale(int n, double *y) {
#pragma sparse target(cuda)
  for (int i = 0; i < n; ++i)
    y[i] = 3 - y[i];
}

static double sum(const std::vector<double> &Of) {
  double Sum = 0;
  for (size_t i = 0; i < Of.size(); ++i)
    Sum += double(i % 7 + 1) * Of[i];
  return Sum;
}

#include "begin.h"

int main(int, char **argv) {
  begin();
  const int Runs = std::atoi(argv[1]), K = 20;
  for (int m : {0, 1, 600}) {
    std::vector<int> pos = {0}, crd;
    std::vector<double> val, x(size_t(m) + 1, 3);
    for (int i = 0; i < m; ++i) {
      for (int k = 0; k < (i == 77 ? 300 : i % 9); ++k) {
        crd.push_back((i * 5 + k * 7) % m);
        val.push_back(k % 5 - 2);
        x[size_t(i)] = i % 11;
      }
      pos.push_back(int(crd.size()));
    }
    std::vector<double> y(size_t(m), 0), B(size_t(m) * K, 2),
        C(size_t(m) * K, 1), z(size_t(m), 0);
    double *const Scaled = z.data();
    const int n = m;
#pragma sparse enter data copyin(Scaled[0 : n])
    for (int Run = 0; Run < Runs; ++Run) {
      product(m, pos.data(), crd.data(), val.data(), x.data(), y.data());
      columns(m, K, pos.data(), crd.data(), val.data(), B.data(), C.data());
      scale(n, Scaled);
#pragma sparse update host(Scaled[0 : n])
      std::printf("%d %.17g %.17g %.17g\n", m, sum(y), sum(C), sum(z));
    }
#pragma sparse exit data delete (Scaled[0 : n])
  }
}
