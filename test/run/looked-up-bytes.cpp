// clang-format off: what is checked is long
// Bytes that are looked up in a table: generated code does not tell the
// compiler that arrays lie apart, which would make it put vectors together from
// single bytes. Results are those of the loop.
// RUN: %check-run %s -fplugin-arg-sparse-min-work=0 -fplugin-arg-sparse-dump=code:%t.code -o %t
// RUN: FileCheck %s < %t.code

#include "support/support.h"

#include <array>
#include <cstdint>

// CHECK-LABEL: in toned
// CHECK-NOT: __restrict
// CHECK: im[p] = lut[im[p]];
static void toned(std::vector<uint8_t> &im, const std::array<uint8_t, 256> &lut) {
#pragma sparse
  for (auto &p : im)
    p = lut[p];
}

// CHECK-LABEL: in colours
// CHECK-NOT: __restrict
// CHECK: return lacuna_guard
static void colours(int n, const uint8_t *index, const uint16_t *palette,
                    uint16_t *out) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    const int at = index[i];
    out[i] = palette[at];
  }
}

// CHECK-LABEL: in wide
// CHECK: __restrict
static void wide(int n, const uint8_t *index, const int *palette, int *out) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    out[i] = palette[index[i]];
}

int main() {
  const int N = 3000;
  std::vector<uint8_t> im(N);
  std::array<uint8_t, 256> lut;
  std::vector<uint16_t> palette(256), out(N);
  std::vector<int> large(256), sums(N);
  for (int K = 0; K < N; ++K)
    im[K] = uint8_t(K * K % 251);
  for (int K = 0; K < 256; ++K) {
    lut[K] = uint8_t(K * 7 + 3);
    palette[K] = uint16_t(K * 257);
    large[K] = K * K;
  }
  colours(N, im.data(), palette.data(), out.data());
  run::record("colours", out);
  wide(N, im.data(), large.data(), sums.data());
  run::record("wide", sums);
  toned(im, lut);
  run::record("toned", im);
}
