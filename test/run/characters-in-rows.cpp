// Characters that are stored in rows: for all that a compiler knows they move
// rows, so that it finds these again for each. Where guards have found that
// they do not, generated code finds a row once, and none that the loop does not
// come to. Where they do, the loop runs as written.
// clang-format off
// RUN: %check-run --lines 17 --fallback-each 20 %s -fplugin-arg-sparse-min-work=0 -o %t
// RUN: %check-run --lines 17 --fallback-each 20 --threads 3 %s -fplugin-arg-sparse-min-work=0 -o %t --reuse
// RUN: env OMP_NUM_THREADS=2 %t.sparse 2>&1 >/dev/null | FileCheck %s
// RUN: %check-run --lines 17 --fallback-each 20 --threads 2 %s -O1 -Wno-pass-failed -fsanitize=address,undefined -fno-sanitize-recover=all -fplugin-arg-sparse-min-work=0 -o %t.san
// RUN: %check-run --lines 17 --fallback-each 20 --threads 2 %s -O1 -fno-strict-aliasing -fplugin-arg-sparse-min-work=0 -o %t.aliases
// clang-format on

#include "support/support.h"
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <sys/mman.h>

using Byte = unsigned char;
using Image = std::vector<std::vector<Byte>>;

static void threshold(int h, int w, int t, const Image &in, Image &out) {
// CHECK: [[@LINE+2]]: generated 20, fallback 0
#pragma sparse
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x)
      out[y][x] = in[y][x] > t ? 255 : 0;
}

static void blur(int h, int w, const Image &in, Image &out) {
// CHECK: [[@LINE+2]]: generated 20, fallback 0
#pragma sparse
  for (int y = 1; y < h - 1; ++y)
    for (int x = 1; x < w - 1; ++x) {
      int s = 0;
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
          s += in[y + dy][x + dx];
      out[y][x] = Byte(s / 9);
    }
}

/// Rows beyond the border are not there.
static void neighbours(int h, int w, const Image &in, Image &out) {
// CHECK: [[@LINE+2]]: generated 20, fallback 0
#pragma sparse
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) {
      int n = 0;
      for (int dy = -1; dy < 2; ++dy)
        for (int dx = -1; dx < 2; ++dx) {
          int v = y + dy, u = x + dx;
          if ((dy || dx) && v >= 0 && v < h && u >= 0 && u < w)
            n += in[v][u] > 3;
        }
      if (in[y][x] > 3)
        out[y][x] = n == 2 || n == 3;
      else
        out[y][x] = n == 3;
    }
}

static void torus(int h, int w, const Image &in, Image &out) {
// CHECK: [[@LINE+2]]: generated 20, fallback 0
#pragma sparse
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x)
      out[y][x] = Byte(in[(y + h - 1) % h][x] + in[(y + 1) % h][x] +
                       in[y][(x + 1) % w]);
}

/// Behind pointers: of the first row there is none above, nor a pointer to it.
static void slopes(int h, int w, Byte *const *in, Byte **out) {
// CHECK: [[@LINE+2]]: generated 28, fallback 12
#pragma sparse
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) {
      if (y > 0)
        out[y][x] = Byte(in[y][x] - in[y - 1][x]);
      else
        out[y][x] = in[y][x];
    }
}

static void invert(int h, int w, Byte **image) {
// CHECK: [[@LINE+2]]: generated 40, fallback 0
#pragma sparse
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x)
      image[y][x] = Byte(255 - image[y][x]);
}

static void chosen(int n, int w, const int *rows, const Image &in, Image &out) {
// CHECK: [[@LINE+2]]: generated 20, fallback 0
#pragma sparse
  for (int k = 0; k < n; ++k)
    for (int x = 0; x < w; ++x)
      out[k][x] = in[rows[k]][x] ^ in[k][x];
}

/// A row that its own elements decide about.
static void masked(int h, int w, const Image &in, Image &out) {
// CHECK: [[@LINE+2]]: generated 20, fallback 0
#pragma sparse
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x)
      if (in[y][x] % 3 == 1)
        out[y][x] = Byte(out[y][x] + in[y][x]);
}

struct Picture {
  int w, h;
  Byte *px;
};

static void gray(const Picture &in, Picture &out) {
// CHECK: [[@LINE+2]]: generated 20, fallback 0
#pragma sparse
  for (int y = 0; y < in.h; ++y)
    for (int x = 0; x < in.w; ++x) {
      const Byte *p = in.px + 3 * (y * in.w + x);
      out.px[y * in.w + x] = Byte((p[0] * 77 + p[1] * 151 + p[2] * 28) >> 8);
    }
}

/// What it stores may be the pointer itself.
static void copied(int n, const Picture &in, Byte *to) {
// CHECK: [[@LINE+2]]: generated 20, fallback 2
#pragma sparse
  for (int k = 0; k < n; ++k)
    to[k] = in.px[k];
}

/// Or one of several.
static void copiedRows(int h, int w, Byte *const *in, Byte *to) {
// CHECK: [[@LINE+2]]: generated 20, fallback 2
#pragma sparse
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x)
      to[y * w + x] = in[y][x];
}

/// Short strings lie where the pointers to them do.
static void upper(const std::vector<std::string> &in,
                  std::vector<std::string> &out) {
#pragma sparse
  for (size_t i = 0; i < in.size(); ++i)
    for (size_t k = 0; k < in[i].size(); ++k)
      out[i][k] = in[i][k] >= 'a' && in[i][k] <= 'z' ? in[i][k] - 32 : in[i][k];
}

static void alive(const std::vector<std::string> &in,
                  std::vector<std::string> &out) {
  const int h = int(in.size()), w = int(in[0].size());
#pragma sparse
  for (int y = 1; y < h - 1; ++y)
    for (int x = 1; x < w - 1; ++x) {
      int n = 0;
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
          if (dy || dx)
            n += in[y + dy][x + dx] == '#';
      out[y][x] = n == 3 || (n == 2 && in[y][x] == '#') ? '#' : '.';
    }
}

/// Columns on threads: rows are found in front of them.
static void columns(int h, int w, const Image &in, Image &out) {
  for (int y = 0; y < h; ++y) {
#pragma sparse parallelize(x, cpu_thread, no_races)
    for (int x = 0; x < w; ++x)
      out[y][x] = Byte(in[y][x] * 3 + x);
  }
}

/// Copies of the body are about other rows under the same names.
static void unrolled(int h, int w, const Image &in, Image &out) {
#pragma sparse split(y, y0, y1, 4) reorder(y1, x) unroll(y1)
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x)
      out[y][x] = Byte(in[y][x] + 1);
}

static void sumsOfThree(int h, int w, const std::vector<std::vector<int>> &in,
                        std::vector<std::vector<int>> &out) {
#pragma sparse split(y, y0, y1, 2) reorder(y1, x) unroll(y1)
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) {
      int s = 0;
      for (int dy = -1; dy <= 1; ++dy) {
        const int v = y + dy;
        if (v >= 0 && v < h)
          s += in[v][x];
      }
      out[y][x] = s;
    }
}

static void product(int n, const Image &a, const Image &b, Image &c) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      Byte s = 0;
      for (int k = 0; k < n; ++k)
        s = Byte(s + a[i][k] * b[k][j]);
      c[i][j] = s;
    }
}

static Image image(int h, int w, int seed) {
  run::Random R(seed);
  Image Made(h, std::vector<Byte>(w));
  for (auto &Row : Made)
    for (Byte &B : Row)
      B = Byte(R.below(7));
  return Made;
}

static void record(const char *Name, const Image &I) {
  std::vector<int> All;
  for (const auto &Row : I)
    All.insert(All.end(), Row.begin(), Row.end());
  run::record(Name, All);
}

static void record(const char *Name, int h, int w, Byte *const *Rows) {
  std::vector<int> All;
  for (int y = 0; y < h; ++y)
    All.insert(All.end(), Rows[y], Rows[y] + w);
  run::record(Name, All);
}

static void record(const char *Name, const std::vector<std::string> &Text) {
  std::vector<int> All;
  for (const auto &Row : Text)
    All.insert(All.end(), Row.begin(), Row.end());
  run::record(Name, All);
}

/// Rows that lie behind each other, and the pointers to them at the beginning
/// of a page in front of which there is none.
static Byte **table(const Image &I) {
  const size_t Page = 4096, Size = 2 * Page;
  auto *Memory = static_cast<char *>(mmap(nullptr, Size, PROT_READ | PROT_WRITE,
                                          MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  mprotect(Memory, Page, PROT_NONE);
  auto **Rows = reinterpret_cast<Byte **>(Memory + Page);
  static std::vector<std::unique_ptr<Byte[]>> Kept;
  Byte *Next = Kept.emplace_back(new Byte[4096]).get();
  for (size_t Y = 0; Y < I.size(); ++Y) {
    Rows[Y] = std::copy(I[Y].begin(), I[Y].end(), Next) - I[Y].size();
    Next += I[Y].size() + 1;
  }
  return Rows;
}

/// The pointer to \p Of moves on by 16 when its first byte is stored to; the
/// others stay.
static void leadOn(Byte *&At, Byte *Of, int From) {
  At = Of;
  Byte Bytes[sizeof At];
  std::memcpy(Bytes, &At, sizeof At);
  Of[From] = Byte(Bytes[0] + 16);
  for (size_t K = 1; K < sizeof At; ++K)
    Of[16 + From + K] = Bytes[K];
}

static void recordMoving() {
  alignas(256) static Byte Memory[512];
  for (int n : {1, 8}) {
    for (int K = 0; K < 512; ++K)
      Memory[K] = Byte(K);
    Picture P{1, 1, nullptr};
    leadOn(P.px, Memory, 0);
    copied(n, P, reinterpret_cast<Byte *>(&P.px));
    run::record("moved", std::vector<int>{int(P.px - Memory)});
    Byte *Rows[2] = {Memory + 256, nullptr};
    leadOn(Rows[1], Memory, 0);
    for (int K = 0; K < 8; ++K)
      Memory[256 + K] = reinterpret_cast<Byte *>(&Rows[0])[K];
    copiedRows(2, 8, Rows, reinterpret_cast<Byte *>(Rows));
    run::record("moved rows",
                std::vector<int>{int(Rows[0] - Memory), int(Rows[1] - Memory)});
  }
}

int main() {
  for (int h : {0, 1, 2, 3, 40})
    for (int w : {0, 1, 2, 37}) {
      Image in = image(h, w, h + w), out = image(h, w, 5);
      threshold(h, w, 3, in, out);
      record("threshold", out);
      blur(h, w, in, out);
      record("blur", out);
      neighbours(h, w, in, out);
      record("neighbours", out);
      torus(h, w, in, out);
      record("torus", out);
      Byte **to = table(out);
      slopes(h, w, table(in), to);
      record("slopes", h, w, to);
      invert(h, w, to);
      record("invert", h, w, to);
      slopes(h, w, to, to);
      record("in place", h, w, to);
      invert(h, 0, nullptr);
      std::vector<int> rows(h);
      for (int y = 0; y < h; ++y)
        rows[y] = (y * 7 + 2) % h;
      chosen(h, w, rows.data(), in, out);
      record("chosen", out);
      masked(h, w, in, out);
      record("masked", out);
      unrolled(h, w, in, out);
      record("unrolled", out);
      std::vector<std::vector<int>> numbers(h), sums(h);
      for (int y = 0; y < h; ++y)
        numbers[y].assign(in[y].begin(), in[y].end()), sums[y].resize(w);
      sumsOfThree(h, w, numbers, sums);
      for (const auto &row : sums)
        run::record("sums of three", row);
      Image square = image(h, h, 9);
      product(h, image(h, h, 3), image(h, h, 4), square);
      record("product", square);
      columns(h, w, in, out);
      record("columns", out);
      std::vector<Byte> from = run::Random(3).vector<Byte>(3 * h * w),
                        light(h * w);
      Picture P{w, h, from.data()}, Q{w, h, light.data()};
      gray(P, Q);
      run::record("gray", std::vector<int>(light.begin(), light.end()));
      copied(h * w, P, light.data());
      run::record("copied", std::vector<int>(light.begin(), light.end()));
      std::vector<Byte> flat(h * w);
      copiedRows(h, w, table(in), flat.data());
      run::record("flat", std::vector<int>(flat.begin(), flat.end()));
      std::vector<std::string> text(h + 1), loud(h + 1);
      for (int i = 0; i <= h; ++i)
        loud[i] = text[i] = std::string("aB.#z#").substr(0, i % 7) +
                            std::string(w, i % 2 ? '#' : '.');
      upper(text, loud);
      record("upper", loud);
      std::vector<std::string> cells(h + 1, std::string(w, '.')), next = cells;
      for (int y = 0; y < h; ++y)
        for (int x = 0; x < w; ++x)
          cells[y][x] = in[y][x] > 3 ? '#' : '.';
      alive(cells, next);
      record("alive", next);
    }
  recordMoving();
}
