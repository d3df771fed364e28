// clang-format off: what is checked is long
// Windows that move along are as long for each place: their loops count from
// zero, so that the compiler unrolls them. Others stay as they are.
// RUN: %check-run %s -fplugin-arg-sparse-min-work=0 -fplugin-arg-sparse-dump=code:%t.code -o %t
// RUN: FileCheck %s --check-prefix=CODE < %t.code

#include "support/support.h"

#include <numeric>

// CODE-LABEL: in averages
// CODE: const long [[END:.*]] = (long)width;
// CODE-NEXT: for (long {{.*}} = 0; {{.*}} < [[END]];
// CODE: return lacuna_guard
static void averages(const std::vector<double> &x, int width,
                     std::vector<double> &y) {
#pragma sparse
  for (int i = width; i <= (int)x.size(); ++i)
    y[i - 1] =
        std::accumulate(x.begin() + i - width, x.begin() + i, 0.0) / width;
}

// CODE-LABEL: in around
// CODE: for (long k_at = 0; k_at < k_at_end;
// CODE-NEXT: const int k = i - w + (int)k_at;
static void around(int n, int w, const int *x, long *y) {
#pragma sparse
  for (int i = w; i < n - w; ++i) {
    long s = 0;
    for (int k = i - w; k <= i + w; ++k)
      s += x[k] * (k - i);
    y[i] = s;
  }
}

// CODE-LABEL: in ends
// CODE-NOT: k_at
// CODE: return lacuna_guard
/// Windows that ends cut, and those that begin where data say.
static void ends(int n, int w, const int *x, const int *from, long *y) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    long s = 0;
    for (int k = std::max(0, i - w); k < std::min(n, i + w); ++k)
      s += x[k];
    for (int k = from[i]; k < from[i] + w; ++k)
      s -= x[k];
    for (int k = i - 1; k < i + 2; ++k)
      s += k;
    y[i] = s;
  }
}

int main() {
  const int N = 50;
  std::vector<double> x(N), a(N);
  std::vector<int> v(N), from(N);
  std::vector<long> y(N), z(N);
  for (int K = 0; K < N; ++K) {
    x[K] = K * 0.7 - K * K * 0.01;
    v[K] = K * 13 % 31 - 9;
    from[K] = K * 5 % 30;
  }
  for (int w : {0, 1, 7, 20, 49}) {
    if (w != 0)
      averages(x, w, a), run::record("averages", a);
    around(N, w, v.data(), y.data());
    run::record("around", y);
    ends(N, std::min(w, 20), v.data(), from.data(), z.data());
    run::record("ends", z);
  }
  // Windows without elements have no iterations.
  around(N - 6, -3, v.data() + 3, y.data() + 3);
  run::record("around", y);
}
