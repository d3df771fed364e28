// Trials try tiles of other sizes and shapes: whichever runs, each iteration
// has what the loop as written computes, to the last bit where no sum is in
// lanes.
// clang-format off
// RUN: %check-run -fplugin-arg-sparse-tune -fplugin-arg-sparse-min-work=0 --lines 6 --fallback-each 30 %s -L%build_dir/lib -llacuna_rt -Wl,-rpath,%build_dir/lib -o %t --threads 1
// RUN: %check-run -fplugin-arg-sparse-tune -fplugin-arg-sparse-min-work=0 --lines 6 --fallback-each 30 %s -L%build_dir/lib -llacuna_rt -Wl,-rpath,%build_dir/lib -o %t --threads 3 --reuse
// clang-format on

#include "support/support.h"

using Reals = std::vector<double>;

static void pair(double *a, double *b, int n, int T) {
#pragma sparse
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        b[i * n + j] = (a[(i - 1) * n + j] - a[i * n + j + 1]) / 3;
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        a[i * n + j] = (b[(i + 1) * n + j] - b[i * n + j - 1]) / 3;
  }
}

static void line(std::vector<float> &a, std::vector<float> &b, size_t n,
                 int T) {
#pragma sparse
  for (int t = 0; t < T; ++t) {
    for (size_t i = 2; i + 2 < n; ++i)
      b[i] = a[i - 2] / 3 - a[i + 1];
    for (size_t i = 2; i + 2 < n; ++i)
      a[i] = b[i];
  }
}

static void sweep(double *a, int n, int T) {
#pragma sparse
  for (int t = 0; t < T; ++t)
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        a[i * n + j] = (a[(i - 1) * n + j] + a[i * n + j - 1] +
                        a[i * n + j + 1] + a[(i + 1) * n + j]) /
                       4;
}

static const double *swapped(double *a, double *b, int n, int T) {
#pragma sparse
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        b[i * n + j] = (a[(i - 1) * n + j] - a[i * n + j + 1]) / 3;
    std::swap(a, b);
  }
  return a;
}

// Tiles alone keep the order of sums.
static void product(double *C, const double *A, const double *B, int m, int n,
                    int K) {
#pragma sparse fp(strict)
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < K; ++k)
        C[i * n + j] += A[i * K + k] * B[k * n + j];
}

static void transposed(double *B, const double *A, int m, int n) {
#pragma sparse
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      B[j * m + i] = A[i * n + j];
}

int main() {
  run::Random R(29);
  // Lengths around sizes of tiles, and none.
  for (int n : {70, 33, 3, 1, 0, 130})
    for (int T : {40, 1, 0}) {
      const std::string Of = " " + std::to_string(n) + " " + std::to_string(T);
      const Reals First = R.vector<double>(size_t(n) * n),
                  Second = R.vector<double>(size_t(n) * n);
      std::vector<float> Line = R.vector<float>(size_t(n) * 9);
      for (int Run = 0; Run < 10; ++Run) {
        Reals a = First, b = Second, c = First, C = Second, D(C.size());
        std::vector<float> d = Line, e(Line.size());
        pair(a.data(), b.data(), n, T);
        run::record("pair" + Of, a);
        run::record("pair b" + Of, b);
        line(d, e, d.size(), T);
        run::record("line" + Of, d);
        sweep(c.data(), n, T);
        run::record("sweep" + Of, c);
        product(C.data(), a.data(), b.data(), n, n, n);
        run::record("product" + Of, C);
        const double *Last = swapped(a.data(), b.data(), n, T - T / 3);
        run::record("swapped" + Of, a);
        run::record("swapped b" + Of, b);
        const double IsFirst = Last == a.data();
        run::record("last" + Of, &IsFirst, 1);
        transposed(D.data(), a.data(), n, n);
        run::record("transposed" + Of, D);
      }
    }
}
