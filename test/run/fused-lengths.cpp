// A fused loop has as many iterations as the product of two lengths, none where
// one of them is negative, however large the other is.
// RUN: %check-run --loops 3 %s -o %t
#include "support/support.h"
#include <climits>

static void rows(long m, long K, long *y) {
#pragma sparse fuse(i, k, f) split(f, f0, f1, 4)
  for (long i = 0; i < m; ++i)
    for (long k = 0; k < K; ++k)
      y[i * K + k] += 1 + k;
}

static void between(long lo, long hi, long K, long *y) {
#pragma sparse fuse(i, k, f) parallelize(f, cpu_thread, no_races)
  for (long i = lo; i < hi; ++i)
    for (long k = 0; k < K; ++k)
      y[(i - lo) * K + k] += 1 + k;
}

static void cubes(long m, long K, long L, long *y) {
#pragma sparse fuse(i, k, f) fuse(f, l, g) split(g, g0, g1, 4)
  for (long i = 0; i < m; ++i)
    for (long k = 0; k < K; ++k)
      for (long l = 0; l < L; ++l)
        y[(i * K + k) * L + l] += 1 + l;
}

int main() {
  const long lengths[] = {LONG_MIN, LONG_MIN + 1, -3, 0, 2, 5};
  for (long m : lengths)
    for (long K : lengths) {
      // Of two loops one alone may be long.
      for (long L : {m > 0 ? K : LONG_MAX - 3, K}) {
        long y[128] = {};
        rows(m, L, y);
        between(7, m < 0 ? m : 7 + m, L, y);
        cubes(m, L, 2, y);
        cubes(2, m, m > 0 ? K : 2, y);
        run::record("y", y, 128);
      }
    }
}
