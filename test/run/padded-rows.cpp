// Pointers (and numbers) that run through rows of an image and skip what pads them.
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 3 %s -o %t
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 3 --threads 3 %s -o %t --reuse

#include "support/support.h"

static void bytes(int w, int h, int stride, unsigned char *image, const unsigned char *from) {
  unsigned char *p = image;
  const int padding = stride - w * 4;
#pragma sparse
  for (int j = 0; j < h; ++j) {
    for (int i = 0; i < w; ++i) {
      p[0] = from[j] / 2;
      p[1] = from[i] + j;
      p[2] = p[0] ^ p[1];
      p += 4;
    }
    p += padding;
  }
}

static void inHeader(int w, int h, long gap, double *to, const double *from) {
  double *q = to;
  const double *p = from;
#pragma sparse
  for (int j = 0; j < h; ++j) {
    for (int i = 0; i < w; ++i, ++p, q++)
      *q = *p * 2 + i;
    q += gap;
    p = p + gap;
  }
}

/// By numbers, and once by one.
static void byNumber(int w, int h, int gap, double *to, const double *from) {
  int at = 2, k = 0;
#pragma sparse
  for (int j = 0; j < h; ++j) {
    for (int i = 0; i < w; ++i) {
      to[at] = from[k] - j;
      at++;
      k++;
    }
    at += gap;
    k++;
  }
}

/// Not at the end of rows, not in every row, or read in between: as written.
static void others(int w, int h, int gap, double *to, const double *from) {
  double *q = to;
#pragma sparse
  for (int j = 0; j < h; ++j) {
    for (int i = 0; i < w; ++i)
      *q++ = from[i] - j;
    if (j % 2)
      q += gap;
  }
  q = to;
#pragma sparse
  for (int j = 0; j < h; ++j) {
    for (int i = 0; i < w; ++i)
      *q++ += from[i];
    to[j] += *q;
    q += gap;
  }
}

/// Rows of other lengths than the number of steps says.
static void triangle(int n, int gap, double *to, const double *from) {
  double *q = to;
#pragma sparse
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < j; ++i)
      *q++ = from[i] - j;
    q += gap;
  }
}

int main() {
  run::Random R(3);
  for (int w : {0, 1, 3, 40})
    for (int h : {0, 1, 4, 30})
      for (int gap : {0, 1, 7}) {
        const int row = 4 * w + gap, all = row * h + 512;
        auto image = R.vector<unsigned char>(all), bytesFrom = R.vector<unsigned char>(w + h + 1);
        bytes(w, h, row, image.data(), bytesFrom.data());
        run::record("bytes", image);
        auto to = R.vector<double>(all), from = R.vector<double>(all);
        inHeader(w, h, gap, to.data(), from.data());
        run::record("in header", to);
        byNumber(w, h, gap, to.data(), from.data());
        others(w, h, gap, to.data(), from.data());
        run::record("numbers", to);
        triangle(h / 2, gap, to.data(), from.data());
        run::record("triangle", to);
      }
}
