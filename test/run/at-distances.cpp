// Places of one array that move along with a loop are different ones if they
// lie further apart than the loop is long, which guards find out.
// RUN: %check-run --lines 11 --fallback 86 -fplugin-arg-sparse-min-work=0 %s -o %t
// RUN: %check-run --lines 11 --fallback 86 -fplugin-arg-sparse-min-work=0 --threads 3 %s -o %t --reuse
// RUN: %check-run --lines 11 --fallback 86 -O1 -fplugin-arg-sparse-min-work=0 -fplugin-arg-sparse-verify %s -o %t.verify

#include "support/support.h"

using Values = std::vector<double>;

// Layers one above the other.
static void depth(int layers, int columns, const double *s, double *tau) {
  for (int l = 0; l < layers; ++l)
#pragma sparse
    for (int c = 0; c < columns; ++c)
      tau[l * columns + c] =
          (l ? tau[(l - 1) * columns + c] : 0) + s[l * columns + c];
}

// Borders of a grid whose width is known, or is not.
constexpr int Width = 40, Height = 9;

static void mirror(double *h) {
#pragma sparse
  for (int i = 0; i < Width; ++i) {
    h[i] = h[Width + i];
    h[(Height + 1) * Width + i] = -h[Height * Width + i];
  }
}

static void mirrorAny(long width, long height, double *h) {
#pragma sparse
  for (long i = 0; i < width; ++i) {
    h[i] = h[width + i];
    h[(height + 1) * width + i] = -h[height * width + i];
  }
}

// Down two columns, which may be the same.
static void addColumn(int rows, int columns, int to, int from, double *a) {
#pragma sparse
  for (int r = 0; r < rows; ++r)
    a[r * columns + to] += a[r * columns + from];
}

// Halves, with a distance that may be too small, or less than nothing.
static void lagged(int n, int lag, double *x) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    x[200 + i] = 0.5 * x[200 + i - lag] + 1;
}

static void butterflies(int half, double *x) {
#pragma sparse
  for (int k = 0; k < half; ++k) {
    const double a = x[k], b = x[k + half];
    x[k] = a + b;
    x[k + half] = a - b;
  }
}

// Where the stride is none, all iterations are at one place, next to others or not.
static void still(int n, int stride, int distance, unsigned *x) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    x[i * stride] = 3 * x[i * stride + distance] + i;
#pragma sparse
  for (int i = 0; i < n; ++i) {
    x[i * stride] = i + 7;
    x[i * stride + distance] = i;
  }
}

static void swapRows(int n, int p, int q, double *a) {
#pragma sparse
  for (int j = 0; j < n; ++j) {
    const double t = a[p * n + j];
    a[p * n + j] = a[q * n + j];
    a[q * n + j] = t;
  }
}

static void subtractRow(int n, int k, int r, double f, double *a) {
#pragma sparse
  for (int j = k; j < n; ++j)
    a[r * n + j] -= f * a[k * n + j];
}

// Numbers without a sign: steps may be none, and ends may lie in front of
// beginnings, as far as 2^64 is from 0.
static void gate(size_t i, size_t end, size_t step, size_t stride, double *a) {
#pragma sparse
  for (size_t j = i; j < end; ++j) {
    const double u = a[j * stride], v = a[j * stride + step];
    a[j * stride] = u + v;
    a[j * stride + step] = u - v;
  }
}

int main() {
  run::Random Numbers(31);
  Values Long = Numbers.vector<double>(20000);
  for (size_t step : {0, 1, 7, 64, 100})
    for (size_t length : {0, 1, 7, 64, 65, 101})
      for (size_t stride : {0, 1, 3})
        gate(5, 5 + length, step, stride, Long.data());
  // Down from the last element, for what is subtracted wraps.
  gate(0, 3, size_t(-3), 1, Long.data() + 10);
  gate(0, 2, size_t(-3), 1, Long.data() + 10);
  gate(9, 3, 2, 1, Long.data());
  run::record("gate", Long);
  for (int distance : {0, 1, 3})
    for (int stride : {0, 1}) {
      std::vector<unsigned> x(300003, 5);
      still(300000, stride, distance, x.data());
      run::record("still", x);
    }
  for (int n : {0, 1, 2, 5, 30, 77, 90}) {
    Values s = Numbers.vector<double>(n * n + 1),
           a = Numbers.vector<double>((n + 2) * (n + 2) + 500);
    depth(n, n, s.data(), a.data());
    run::record("depth", a);
    Values h = Numbers.vector<double>(Width * (Height + 2));
    mirror(h.data());
    run::record("mirror", h);
    mirrorAny(n, n, a.data());
    run::record("mirrorAny", a);
    for (int to : {0, n / 2})
      addColumn(n, n + 1, to, n / 3, a.data());
    run::record("addColumn", a);
    for (int lag : {0, 1, n, n - 1, n + 1, -n, -1})
      lagged(n, lag, a.data());
    run::record("lagged", a);
    butterflies(n, a.data());
    run::record("halves", a);
    for (int q = 0; q < 4 && q < n; ++q) {
      swapRows(n, 1 % n, q, a.data());
      subtractRow(n, 0, q, 0.5, a.data());
    }
    run::record("rows", a);
  }
}
