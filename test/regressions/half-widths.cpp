// Rows whose length is a quotient: `w / 2` is no sum of numbers, which once ended
// the compiler.
// RUN: %check-run --lines 3 --fallback-each 60 --threads 3 -fplugin-arg-sparse-min-work=0 %s -o %t

#include "../run/support/support.h"

static void half(int h, int w, const double *a, double *o) {
#pragma sparse
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w / 2; ++x)
      o[y * (w / 2) + x] = a[y * w + x];
}

static void mirrored(int h, int w, const double *a, double *o) {
#pragma sparse
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w / 3 + 1; ++x)
      o[y * (w / 3 + 1) + x] = a[y * w + x] + a[y * w + w - 1 - x];
}

/// The last element of a row needs the first of the next one.
static void intoTheNext(int h, int w, double *o) {
#pragma sparse
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w / 2; ++x)
      o[y * (w / 2) + x] += o[y * (w / 2) + x + 1];
}

int main() {
  for (int w : {1, 2, 3, 8, 9, 64})
    for (int h : {0, 1, 5, 40}) {
      std::vector<double> a(std::size_t(h * w + 2)), o(a.size());
      for (std::size_t i = 0; i < a.size(); ++i)
        a[i] = double(i * 5 % 13), o[i] = double(i % 7);
      half(h, w, a.data(), o.data());
      run::record("half", o);
      mirrored(h, w, a.data(), o.data());
      run::record("mirrored", o);
      intoTheNext(h, w, o.data());
      run::record("intoTheNext", o);
    }
}
