// Conditions of loops that add variables to the counter: windows and offsets,
// `i + w <= n`. Where sums would wrap round or not fit, the user's loop runs.
// RUN: %check-run --lines 15 --fallback-each 20 -fplugin-arg-sparse-min-work=0 %s -o %t
// RUN: %check-run --lines 15 --fallback-each 20 -fplugin-arg-sparse-min-work=0 --threads 3 %s -o %t --reuse
// RUN: %check-run --lines 15 --fallback-each 20 -O1 -fplugin-arg-sparse-min-work=0 -fplugin-arg-sparse-verify %s -o %t.verify

#include "support/support.h"
#include <climits>
#include <cstdint>

using Values = std::vector<double>;

/// A filter of \p w taps.
static void filter(int n, int w, const double *x, const double *k, double *y) {
#pragma sparse
  for (int i = 0; i + w <= n; ++i) {
    double s = 0;
    for (int j = 0; j < w; ++j)
      s += k[j] * x[i + j];
    y[i] = s;
  }
}

static void unsignedFilter(unsigned n, unsigned w, const double *x, double *y) {
#pragma sparse
  for (unsigned i = 0; i + w <= n; ++i)
    y[i] = x[i] + x[i + w - 1];
}

/// From where sums wrap round, which iterations then find out.
static void wrapping(unsigned s, unsigned n, unsigned w, const double *x,
                     double *y) {
#pragma sparse
  for (unsigned i = s; i + w < n; ++i)
    y[i] = 2 * x[i + w];
}

static void sizes(const Values &x, const Values &k, Values &y) {
#pragma sparse
  for (size_t i = 0; i + k.size() <= x.size(); ++i) {
    double s = 0;
    for (size_t j = 0; j < k.size(); ++j)
      s += k[j] * x[i + j];
    y[i] = s;
  }
}

/// Where a word begins in a text.
static int matches(const std::string &text, const std::string &word) {
  int count = 0;
#pragma sparse
  for (size_t i = 0; i + word.size() <= text.size(); ++i) {
    bool same = true;
    for (size_t j = 0; j < word.size(); ++j)
      if (text[i + j] != word[j]) {
        same = false;
        break;
      }
    count += same;
  }
  return count;
}

/// An int beside sizes.
static void mixed(const Values &x, int lag, Values &y) {
#pragma sparse
  for (int i = 0; i + lag < x.size(); ++i)
    y[i] = x[i] - x[i + lag];
}

static void sizeOfLag(int n, size_t lag, const double *x, double *y) {
#pragma sparse
  for (int i = 0; i + lag < n; ++i)
    y[i] = x[i] * x[i + lag];
}

/// The inner part of a grid, on both sides.
static void halo(int n, int m, int h, const double *x, double *y) {
#pragma sparse
  for (int i = h; i + h < n; ++i)
    for (int j = h; j + h < m; ++j)
      y[i * m + j] = x[(i - h) * m + j] + x[(i + h) * m + j] +
                     x[i * m + j - h] + x[i * m + j + h];
}

/// The variable in front, the bound on the left, constants between.
static void turned(int n, int w, const double *x, double *y) {
#pragma sparse
  for (int i = 1; n > w + i + 1; i++)
    y[i] = x[i + w + 1];
}

static void minusOne(size_t n, size_t w, const double *x, double *y) {
#pragma sparse
  for (size_t i = 0; i + w - 1 < n; ++i)
    y[i] = x[i + w - 1];
}

/// Two terms, and narrow types.
static void twoTerms(int n, short a, unsigned char b, const double *x,
                     double *y) {
#pragma sparse
  for (int i = 0; i + a + b < n; ++i)
    y[i] = x[i + a + b];
}

static void narrowCounter(int n, int w, const double *x, double *y) {
#pragma sparse
  for (short i = 0; i + w < n; ++i)
    y[i] = x[i + w];
}

/// Members, and a counter that is used behind the loop.
struct Window {
  int length, width, stopped;
  void slide(const double *x, double *y) {
    int i;
#pragma sparse
    for (i = 0; i + width <= length; ++i)
      y[i] = 3 * x[i + width - 1];
    stopped = i;
  }
};

/// Distances between all pairs at most \p w apart, as triangles are walked.
static long pairs(int n, int w, const double *x) {
  long s = 0;
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int d = 1; d <= w && d < 1000; ++d)
      if (i + d < n)
        s += long(1000 * x[i]) * (x[i + d] > 0);
  for (int d = 1; d <= w; ++d)
#pragma sparse
    for (int i = 0; i + d < n; ++i)
      s += x[i] < x[i + d];
  return s;
}

int main() {
  const int room = 400;
  run::Random R(5);
  const Values x = R.vector<double>(2 * room), k = R.vector<double>(2 * room);
  for (int n : {0, 1, 2, 9, 300})
    for (int w : {0, 1, 2, 5, 9, 10, 301}) {
      Values y(2 * room, 7);
      filter(n, w, x.data(), k.data(), y.data());
      run::record("filter", y);
      if (w > 0) {
        unsignedFilter(n, w, x.data(), y.data());
        minusOne(n, w, x.data(), y.data());
      }
      run::record("unsigned", y);
      const Values part(x.begin(), x.begin() + n), taps(k.begin(), k.begin() + w);
      sizes(part, taps, y);
      mixed(part, w, y);
      run::record("sizes", y);
      sizeOfLag(n, w, x.data(), y.data());
      turned(n, w, x.data(), y.data());
      twoTerms(n, short(w), (unsigned char)(w % 7), x.data(), y.data());
      narrowCounter(n, w, x.data(), y.data());
      run::record("turned", y);
      Window slides{n, w, 0};
      slides.slide(x.data(), y.data());
      y[0] = slides.stopped;
      const int side = n < 20 ? n : 20;
      halo(side, side, w, x.data(), y.data());
      y[1] = pairs(n, w % 10, x.data());
      std::string text, word;
      for (int i = 0; i < n; ++i)
        text += char('a' + R.below(2));
      for (int i = 0; i < w; ++i)
        word += char('a' + R.below(2));
      y[2] = matches(text, word);
      run::record("all", y);
    }
  // Sums that wrap round, ends that are negative, offsets that are.
  Values y(2 * room, 7);
  unsignedFilter(9, UINT_MAX - 1, x.data() + room, y.data());
  unsignedFilter(9, UINT_MAX, x.data() + room, y.data());
  minusOne(5, 0, x.data() + 1, y.data());
  wrapping(5, 9, UINT_MAX - 2, x.data(), y.data());
  wrapping(2, 9, UINT_MAX - 2, x.data(), y.data());
  wrapping(3, 40, 7, x.data(), y.data());
  wrapping(9, 8, 3, x.data(), y.data());
  filter(-3, 2, x.data(), k.data(), y.data());
  filter(INT_MIN, 0, x.data(), k.data(), y.data());
  turned(3, -6, x.data() + room, y.data());
  twoTerms(3, -4, 2, x.data() + room, y.data());
  sizeOfLag(-1, SIZE_MAX - 3, x.data() + room, y.data());
  sizeOfLag(4, SIZE_MAX - 1, x.data() + room, y.data());
  narrowCounter(-100, -300, x.data() + room, y.data());
  Window slides{-5, -9, 0};
  slides.slide(x.data() + room, y.data());
  y[0] = slides.stopped;
  run::record("ends", y);
}
