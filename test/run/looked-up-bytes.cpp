// clang-format off: what is checked is long
// Bytes that are looked up in a table: generated code does not tell the
// compiler that arrays lie apart, which would make it put vectors together from
// single bytes. Results are those of the loop.
// RUN: %check-run --fallback 1 %s -fplugin-arg-sparse-min-work=0 -fplugin-arg-sparse-dump=code:%t.code -o %t
// RUN: FileCheck %s < %t.code
// RUN: env OMP_NUM_THREADS=3 %t.sparse 2>&1 >/dev/null | FileCheck %s --check-prefix=RAN

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

// RAN: generated 4, fallback 1 (1: 'img' overlaps 'table'
/// In place, behind pointers: a byte says how far the table is read.
static void inPlace(int n, unsigned char *img, const unsigned char *table) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    img[i] = table[img[i]];
}

// RAN: generated 1, fallback 0
static void signedBytes(int n, signed char *img, const float *table) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    img[i] = (signed char)(table[img[i]] * 0.5f);
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
  std::vector<unsigned char> both(N + 600);
  for (int K = 0; K < N + 600; ++K)
    both[K] = uint8_t(K * 11 + K / 7);
  inPlace(N, both.data() + 300, both.data());
  inPlace(N, both.data(), both.data() + N);
  inPlace(N, both.data(), lut.data());
  run::record("in place", both);
  for (int K = 0; K < N + 600; ++K)
    both[K] &= 63;
  inPlace(N, both.data() + 256, both.data());
  inPlace(N, both.data() + 255, both.data());
  run::record("overlapping", both);
  std::vector<float> around(256);
  std::vector<signed char> bytes(N);
  for (int K = 0; K < 256; ++K)
    around[K] = K - 128;
  for (int K = 0; K < N; ++K)
    bytes[K] = (signed char)(K * 5);
  signedBytes(N, bytes.data(), around.data() + 128);
  run::record("signed", bytes);
  toned(im, lut);
  run::record("toned", im);
}
