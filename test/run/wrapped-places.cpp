// clang-format off: what is checked is long
// Neighbours across the ends of a row are found by comparisons, in all types
// and on rows of one element; remainders by anything else stay.
// RUN: %check-run %s -fplugin-arg-sparse-min-work=0 -fplugin-arg-sparse-dump=code:%t.code -o %t
// RUN: %check-run %s -fwrapv -fplugin-arg-sparse-min-work=0 -o %t.wraps
// RUN: FileCheck %s --check-prefix=CODE < %t.code
// RUN: FileCheck %s --check-prefix=RING < %t.code

#include "support/support.h"

#include <cstdint>

// RING-LABEL: in ring<int>
// RING-NOT: % n
// RING: i + 1 < n ? i + 1 : i + 1 - n
// RING-NOT: % n
// RING: return lacuna_guard
template <class Int>
static void ring(Int n, const std::vector<long> &x, std::vector<long> &y) {
#pragma sparse
  for (Int i = 0; i < n; ++i)
    y[i] = x[(i + 1) % n] * 3 + x[(i - 1 + n) % n] * 5 + x[(n + i - 1) % n] +
           x[i % n] * 7 + x[(i + n) % n];
}

// CODE-LABEL: in sizes
// CODE-NOT: % {{.*}}x_size
// CODE: return lacuna_guard
static long sizes(const std::vector<long> &x) {
  long s = 0;
#pragma sparse
  for (int i = 0; i < (int)x.size(); ++i)
    s += x[i] * x[(i + 1) % x.size()] - x[(i + x.size() - 1) % x.size()];
  return s;
}

// CODE-LABEL: in converted
// CODE: % (unsigned long)(unsigned char)n
// CODE-NOT: % {{.*}}n
// CODE: return lacuna_guard
/// Divisors of other types than the end, and one that has not all its bits.
static void converted(long n, const std::vector<long> &x, std::vector<long> &y) {
#pragma sparse
  for (int i = 0; i < (int)n; ++i)
    y[i] = x[(i + 1) % (size_t)(unsigned char)n] + x[(i + 1) % (size_t)n] * 3;
}

// CODE-LABEL: in torus
// CODE: % height
// CODE: return lacuna_guard
/// One loop has no end that is the divisor, the other begins below zero.
static void torus(int height, int width, const std::vector<int> &a,
                  std::vector<int> &b) {
#pragma sparse
  for (int y = 0; y < height - 1; ++y)
    for (int x = 0; x < width; ++x)
      b[y * width + x] = a[(y + 1) % height * width + (x + 1) % width] +
                         a[(y + height - 1) % height * width + x] +
                         a[y * width + (x + 2) % width] * 3;
}

/// What a remainder of a negative number is stays what it is.
static void below(int n, std::vector<long> &y) {
#pragma sparse
  for (int i = -3; i < n; ++i)
    y[i + 3] = (i + 1) % n + 100 * ((i - 1) % n) + 10000 * ((i - 1 + n) % n);
}

/// Divisors that the loop changes are no ends.
static void changing(int n, std::vector<int> &end, std::vector<int> &y) {
#pragma sparse
  for (int i = 0; i < end[0]; ++i)
    y[i] = (i + 1) % end[0] + (i + 1) % (int)(short)n;
}

int main() {
  for (int n : {1, 2, 3, 41}) {
    std::vector<long> x(n), y(n), z(n + 3);
    for (int K = 0; K < n; ++K)
      x[K] = K * K % 17 - 4;
    auto around = [&](auto zero) {
      ring<decltype(zero)>(n, x, y);
      run::record("ring", y);
    };
    around(int()), around(unsigned()), around(size_t());
    around(long()), around(short()), around(uint8_t());
    converted(n, x, y), run::record("converted", y);
    run::record("sizes", std::vector<long>(1, sizes(x)));
    std::vector<int> a(n * 5), b(n * 5), end(1, n), c(n);
    for (int K = 0; K < n * 5; ++K)
      a[K] = K * 7 % 11;
    torus(n, 5, a, b);
    run::record("torus", b);
    torus(5, n, a, b);
    run::record("torus", b);
    below(n, z);
    run::record("below", z);
    changing(n, end, c);
    run::record("changing", c);
  }
}
