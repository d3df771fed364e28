// Behind plain pointers a result may lie anywhere in what the nest reads. How
// far that reaches is found by a walk, of which the result is kept, so that
// each layout is called several times, and with other coordinates at the same
// place. Schedules that change the order of iterations show each overlap that
// is not seen.
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --loops 6 --fallback-each 27 %s -o %t
#include "support/support.h"
#include <numeric>
#include <vector>

static void product(int m, const int *pos, const int *crd, const double *val,
                    const double *x, double *y) {
#pragma sparse divide(i, i0, i1, 4) reorder(i0, i1)
  for (int i = 0; i < m; ++i) {
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s += val[p] * x[crd[p]];
    y[i] = s;
  }
}

static void scatter(int m, const int *pos, const int *crd, const double *val,
                    const double *x, double *y) {
#pragma sparse divide(i, i0, i1, 4) reorder(i0, i1)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[crd[p]] += val[p] * x[i];
}

// Offsets of both signs.
static void stencil(int m, int k, const int *offset, const double *x,
                    double *y) {
#pragma sparse divide(i, i0, i1, 4) reorder(i0, i1)
  for (int i = 0; i < m; ++i) {
    double s = 0;
    for (int q = 0; q < k; ++q)
      s += x[i + offset[q]];
    y[i] = s / 8;
  }
}

// Positions that are stored to.
static void scale(int m, const int *pos, const double *in, double *out) {
#pragma sparse divide(i, i0, i1, 4) reorder(i0, i1)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      out[p] = in[p] / 2 + 1;
}

// Subscripts that may wrap.
static void table(unsigned m, unsigned q, const double *a, double *y) {
#pragma sparse divide(i, i0, i1, 4) reorder(i0, i1)
  for (unsigned i = 0; i < m; ++i) {
    double s = 0;
    for (unsigned j = 0; j < q; ++j)
      s += a[i * q + j];
    y[i] = s / 8;
  }
}

// Read under conditions.
static void masked(int m, const int *at, const int *use, const double *x,
                   double *y) {
#pragma sparse divide(i, i0, i1, 4) reorder(i0, i1)
  for (int i = 0; i < m; ++i)
    if (use[i])
      y[i] = x[at[i]] / 2;
}

int main() {
  const int m = 40, n = 60;
  std::vector<int> pos{0}, crd, at(m), use(m);
  for (int i = 0; i < m; ++i) {
    for (int k = 0; k < i * 7 % 5; ++k)
      crd.push_back((i * 13 + k * 17) % n);
    pos.push_back(int(crd.size()));
    at[i] = i * 29 % n;
    use[i] = i % 3;
  }
  const std::vector<int> offset{-3, 0, 2};
  for (int first : {0, 300, 330, 355, 395, 430, 459, 460, 500})
    for (int call = 0; call < 3; ++call) {
      std::vector<double> all(700);
      std::iota(all.begin(), all.end(), 1);
      // x begins at 300 and has n elements, val begins at 400.
      const double *x = all.data() + 300, *val = all.data() + 400;
      double *y = all.data() + first;
      product(m, pos.data(), crd.data(), val, x, y);
      scatter(m, pos.data(), crd.data(), val, x, y);
      stencil(m, 3, offset.data(), x, y);
      scale(m, pos.data(), val, y);
      table(8, 7, x, y);
      masked(m, at.data(), use.data(), x, y);
      run::record("all", all);
      // Others at the same place.
      for (int &j : crd)
        j = (j + 1) % n;
      for (int &j : at)
        j = (j + 31) % n;
    }
}
