// Numbers of 8 and 16 bits: images, sums in them, conversions back, differences of
// pointers.
// RUN: %check-run --loops 9 %s -o %t
// RUN: %check-run --loops 9 %s -o %t -O1 -fplugin-arg-sparse-verify -Wno-pass-failed

#include "support/support.h"

#include <memory>

#define SCHEDULE split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)

typedef unsigned char Byte;

void saturated(int n, const Byte *a, const Byte *b, Byte *out, short *s) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i) {
    out[i] = (Byte)(std::min(255, a[i] + b[i]));
    s[i] = (short)(a[i] * b[i] - 32000);
  }
}

void blurred(int h, int w, const Byte *in, Byte *out, const float *k) {
#pragma sparse parallelize(y, cpu_thread, no_races)
  for (int y = 1; y < h - 1; ++y)
    for (int x = 1; x < w - 1; ++x) {
      float s = 0;
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
          s += k[(dy + 1) * 3 + dx + 1] * in[(y + dy) * w + x + dx];
      out[y * w + x] = static_cast<Byte>(std::clamp(s, 0.f, 255.f) + .5f);
    }
}

/// Sums that wrap round in their own type.
void sums(int n, int w, const Byte *a, uint16_t *h, int8_t *l) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i) {
    uint16_t s = 0;
    int8_t t = 100;
    for (int j = 0; j < w; ++j) {
      s += a[i * w + j] * 257;
      t -= a[i * w + j];
    }
    h[i] = s;
    l[i] = t;
  }
}

void operators(int n, short *a, signed char *b, uint16_t *c) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i) {
    a[i] += b[i];
    b[i] -= 1;
    c[i] *= c[i];
    c[i] <<= 3;
    b[i] >>= 2;
    a[i]++;
    --c[i];
    b[i] *= 3;
    a[i] /= 3;
    a[i] ^= ~b[i];
    c[i] |= -a[i];
    c[i] %= 1000;
    b[i] = -b[i];
  }
}

/// One sum in 16 bits on threads, and extrema.
short total(int n, const short *a, short &most, Byte &bits) {
  short s = 0;
  Byte all = 255;
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, parallel_reduction)
  for (int i = 0; i < n; ++i) {
    s += a[i];
    most = std::max(most, a[i]);
    all &= a[i] | 1;
  }
  bits = all;
  return s;
}

void halves(int n, const _Float16 *a, _Float16 *b, float *c) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i) {
    b[i] = a[i] * b[i] + a[i];
    const _Float16 t = a[i] * a[i];
    c[i] += float(b[i]) - float(t + a[i]);
  }
}

void characters(int n, const char *a, char *b, const bool *upper) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i) {
    b[i] = upper[i] ? a[i] : char(a[i] ^ 0x20);
    if (b[i] >= 'a' && b[i] <= 'z')
      b[i] = char('z' - (b[i] - 'a'));
  }
}

void differences(int n, const short *first, const int *pos, short *y, long *at) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i) {
    const short *p = first + pos[i], *e = first + pos[i + 1];
    at[i] = e - p;
    y[i] = short(p == e ? 0 : first[p - first] + first[e - first - 1]);
  }
}

/// Levels of an image by a table, in bytes and back.
void mapped(int n, const Byte *level, const Byte *table, Byte *out) {
#pragma sparse split(i, i0, i1, 16) parallelize(i1, cpu_vector, no_races)
  for (int i = 0; i < n; ++i)
    out[i] = table[level[i] >> 1] + Byte(level[i] << 3);
}

int main() {
  const int N = 1009, W = 11;
  run::Random R(77);
  auto bytes = [&](int Size) {
    std::vector<Byte> V(Size);
    for (Byte &B : V)
      B = Byte(R.bits());
    return V;
  };
  auto a = bytes(N * W), b = bytes(N), out = bytes(N * W);
  std::vector<short> s(N), t(N);
  std::vector<uint16_t> h(N);
  std::vector<int8_t> l(N);
  std::vector<int> pos(N + 1);
  std::vector<long> at(N);
  for (int i = 0; i < N; ++i)
    pos[i + 1] = pos[i] + (i % 5 == 0 ? 3 : 0);
  saturated(N, a.data(), b.data(), out.data(), s.data());
  run::record("saturated", out), run::record("short", s);
  float k[9] = {.3f, -.2f, .5f, 1, 1.5f, -2, .25f, .125f, 3};
  blurred(N, W, a.data(), out.data(), k), run::record("blurred", out);
  sums(N, W, a.data(), h.data(), l.data());
  run::record("sums", h), run::record("signed", l);
  operators(N, s.data(), l.data(), h.data());
  run::record("a", s), run::record("b", l), run::record("c", h);
  short most = -32768;
  Byte all = 0;
  run::record("total", total(N, s.data(), most, all));
  run::record("most", most), run::record("all", all);
  std::vector<_Float16> x(N), y(N);
  std::vector<float> z(N);
  for (int i = 0; i < N; ++i)
    x[i] = _Float16(R.value<float>() * 3), y[i] = _Float16(R.value<float>());
  halves(N, x.data(), y.data(), z.data());
  run::record("halves", z);
  std::vector<char> text(N), other(N);
  for (char &c : text)
    c = char(R.bits());
  std::unique_ptr<bool[]> upper(new bool[N]);
  for (int i = 0; i < N; ++i)
    upper[i] = R.below(2);
  characters(N, text.data(), other.data(), upper.get());
  run::record("characters", other);
  differences(N, s.data(), pos.data(), t.data(), at.data());
  run::record("differences", at), run::record("elements", t);
  mapped(N, a.data(), out.data(), b.data()), run::record("mapped", b);
}
