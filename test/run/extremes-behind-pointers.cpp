// The least or greatest of what a loop sees in a variable behind a pointer:
// `if (x[i] > *p) *p = x[i];`. Nothing is stored where nothing is greater.
// RUN: %check-run --lines 6 --fallback-each 12 -fplugin-arg-sparse-min-work=0 %s -o %t
// RUN: %check-run --lines 6 --fallback-each 12 -fplugin-arg-sparse-min-work=0 --threads 3 %s -o %t --reuse
// RUN: %check-run --lines 6 --fallback-each 12 -O1 -fplugin-arg-sparse-min-work=0 -fplugin-arg-sparse-verify %s -o %t.verify

#include "support/support.h"
#include <limits>
#include <sys/mman.h>

using Values = std::vector<double>;

static void greatest(int n, const double *x, double *p) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    if (x[i] > *p)
      *p = x[i];
}

static void range(int n, const double *x, double *low, double *high) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    *low = std::min(*low, x[i]);
    if (*high < x[i])
      *high = x[i];
  }
}

/// A pointer that leads nowhere where no element is looked at.
static void masked(int n, const int *x, const char *ok, int *most) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    if (ok[i]) {
      if (x[i] > *most)
        *most = x[i];
    }
}

/// One step at a time, and rows inside.
static void inOrder(int m, const int *pos, const double *x, double *least) {
#pragma sparse order(i, p)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (x[p] < least[3])
        least[3] = x[p];
}

static void box(int n, const double *x, const double *y, double low[2],
                double high[2]) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    if (x[i] < low[0])
      low[0] = x[i];
    if (x[i] > high[0])
      high[0] = x[i];
    if (y[i] < low[1])
      low[1] = y[i];
    if (y[i] > high[1])
      high[1] = y[i];
  }
}

static void widen(int n, const double *x, double *p) {
  double &most = *p;
#pragma sparse
  for (int i = 0; i < n; ++i)
    most = x[i] > most ? x[i] : most;
}

int main() {
  // Of which nothing may be stored to.
  auto *fixed = static_cast<double *>(
      mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  for (int n : {0, 1, 2, 70, 3000})
    for (int kind = 0; kind < 3; ++kind) {
      run::Random R(n + kind);
      Values x = R.vector<double>(n), y = R.vector<double>(n);
      std::vector<int> k = R.vector<int>(n), pos(n + 1);
      std::vector<char> ok(n), none(n);
      for (int i = 0; i < n; ++i) {
        ok[i] = i % 3 == 1;
        pos[i + 1] = i + 1;
        if (kind == 1 && i % 5 == 2)
          x[i] = std::numeric_limits<double>::quiet_NaN();
        if (kind == 2)
          x[i] = i % 2 ? 0.0 : -0.0;
      }
      Values out{-2, 3, -3, 0.5, -0.25, -0.0, 1};
      int most = -100;
      greatest(n, x.data(), &out[0]);
      range(n, x.data(), &out[1], &out[2]);
      range(n, x.data(), &out[3], &out[3]);
      masked(n, k.data(), ok.data(), &most);
      masked(n, k.data(), none.data(), nullptr);
      inOrder(n, pos.data(), x.data(), &out[1]);
      widen(n, x.data(), &out[5]);
      Values bounds{9, 8, -9, -8};
      box(n, x.data(), y.data(), bounds.data(), bounds.data() + 2);
      // Elements among those that are looked at.
      Values own = x;
      greatest(n, own.data(), n > 2 ? &own[n / 2] : &out[6]);
      Values low(n, -1.0);
      greatest(n, low.data(), fixed);
      inOrder(0, pos.data(), x.data(), nullptr);
      run::record("elements", out);
      run::record("bounds", bounds);
      run::record("own", own);
      run::record("most", most);
    }
}
