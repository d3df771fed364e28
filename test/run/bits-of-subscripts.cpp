// How far shifts, bits and unsigned sums reach is told in front of the loop
// where nothing wraps round. Each loop runs once with all arrays apart, and once
// where what wraps round, or has a sign, leads into what is stored to: that is
// seen, although the ends of its range lie elsewhere.
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --loops 7 --fallback-each 1 %s -o %t
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --loops 7 --fallback-each 1 %s -fwrapv -o %t

#include "support/support.h"
#include <cstdint>

static constexpr int N = 64, Middle = 2000, Far = 3000;

using Ints = std::vector<int>;

static void summed(uint32_t n, uint32_t by, const double *x, double *y) {
#pragma sparse divide(i, i0, i1, 4) reorder(i0, i1)
  for (uint32_t i = 32; i < n; ++i)
    y[i] += x[i + by] / 2;
}

static void product(uint32_t n, uint32_t w, const double *x, double *y) {
#pragma sparse divide(i, i0, i1, 4) reorder(i0, i1)
  for (uint32_t i = 0; i < n; ++i)
    if (i % 2 == 0)
      y[i] += x[i * w] / 2;
}

static void shifted(int n, int p, const double *x, double *y) {
#pragma sparse divide(i, i0, i1, 4) reorder(i0, i1)
  for (int i = 1; i < n; ++i)
    y[i] += x[((i << p) + i) & 1023] / 2 + x[(i << p) >> p] / 4;
}

static void masked(int n, int mask, const int *k, const double *x, double *y) {
#pragma sparse divide(i, i0, i1, 4) reorder(i0, i1)
  for (int i = 0; i < n; ++i)
    y[i] += x[k[i] & mask] / 2;
}

static void joined(int n, int bits, const double *x, double *y) {
#pragma sparse divide(i, i0, i1, 4) reorder(i0, i1)
  for (int i = 0; i < n; ++i)
    y[i] += x[(i << 1) | bits] / 2;
}

static void narrowed(int n, int by, const double *x, double *y) {
#pragma sparse divide(i, i0, i1, 4) reorder(i0, i1)
  for (int i = 0; i < n; ++i)
    y[i] += x[uint8_t(i + by)] / 2;
}

// The last product, modulo 2^64, is less than others, and negative if signed.
static void hashed(size_t n, size_t w, const double *x, double *y) {
#pragma sparse divide(i, i0, i1, 4) reorder(i0, i1)
  for (size_t i = 0; i < n; ++i)
    y[i] += x[i * 0x1E3779B97F4A7C15ul % w] / 2;
}

/// Calls \p Loop with `x` and `y` in one memory, \p Distance apart.
template <typename Fn>
static void call(const char *Name, int Distance, Fn Loop) {
  std::vector<double> All(size_t(2 * Far));
  for (size_t i = 0; i < All.size(); ++i)
    All[i] = double(i % 11) - 5;
  Loop(All.data() + Middle, All.data() + Middle + Distance);
  run::record(Name, All);
}

int main() {
  Ints K(N), Below(N);
  for (int i = 0; i < N; ++i) {
    K[i] = i * 37 % 128;
    Below[i] = -1 - i * 5 % N;
  }
  call("sum", 500, [](auto *x, auto *y) { summed(N, 100, x, y); });
  call("sum round", -40, [](auto *x, auto *y) { summed(N, -32u, x, y); });
  call("product", 900, [](auto *x, auto *y) { product(N, 3, x, y); });
  call("product round", 20, [](auto *x, auto *y) { product(N, (1u << 31) + 1, x, y); });
  call("shift", 1200, [](auto *x, auto *y) { shifted(N, 2, x, y); });
  call("shift round", 20, [](auto *x, auto *y) { shifted(N, 28, x, y); });
  call("mask", 500, [&](auto *x, auto *y) { masked(N, 127, K.data(), x, y); });
  call("mask of signs", -40, [&](auto *x, auto *y) { masked(N, -1, Below.data(), x, y); });
  call("bits", 500, [](auto *x, auto *y) { joined(N, 64, x, y); });
  call("bits of signs", -40, [](auto *x, auto *y) { joined(N, -32, x, y); });
  call("narrow", 500, [](auto *x, auto *y) { narrowed(N, 7, x, y); });
  call("narrow round", 20, [](auto *x, auto *y) { narrowed(N, 220, x, y); });
  call("hash", 500, [](auto *x, auto *y) { hashed(59, 101, x, y); });
  call("hash round", 20, [](auto *x, auto *y) { hashed(59, 101, x, y); });
}
