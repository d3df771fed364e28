// The least or greatest element with its place, and the last one of a kind, on
// threads: the first or the last of equal ones as the loop has it.
// RUN: %check-run --lines 10 --fallback 0 -fno-math-errno %s -o %t
// RUN: %check-run --lines 10 --fallback 0 --threads 3 -fno-math-errno %s -o %t --reuse
// RUN: %check-run --lines 10 --fallback 0 -O1 -fno-math-errno -fplugin-arg-sparse-verify -Wno-pass-failed %s -o %t.verify
//
// An element that no iteration of the user's selects need not be there.
// RUN: not %clangxx_sparse -std=c++20 -fsyntax-only -DBEHIND %s 2>&1 | FileCheck --check-prefix=TABLE %s
// RUN: not %clangxx_sparse -std=c++20 -fsyntax-only -DPERHAPS %s 2>&1 | FileCheck --check-prefix=TABLE %s
// RUN: not %clangxx_sparse -std=c++20 -fsyntax-only -DOVERFLOWS %s 2>&1 | FileCheck --check-prefix=TABLE %s
// RUN: not %clangxx_sparse -std=c++20 -fsyntax-only -DTABLE %s 2>&1 | FileCheck --check-prefix=TABLE %s
// TABLE: error: iterations of 'i' depend on each other: one reads 'best' where another may have written it

#include "support/support.h"
#include <cmath>
#include <limits>

using Values = std::vector<double>;

#define ON_THREADS                                                             \
  _Pragma("sparse parallelize(i, cpu_thread, parallel_reduction)")

static Values result(double a, int b, int c = 0) {
  return {a, double(b), double(c)};
}

static Values least(int n, const double *x) {
  double best = n > 0 ? x[0] : 7;
  int at = 0;
  ON_THREADS
  for (int i = 1; i < n; ++i)
    if (x[i] < best) {
      best = x[i];
      at = i;
    }
  return result(best, at);
}

static Values pivot(int n, const double *a, int columns, int column) {
  double most = 0;
  int row = -1;
  ON_THREADS
  for (int i = 0; i < n; ++i) {
    double v = std::fabs(a[i * columns + column]);
    if (most <= v) {
      row = i;
      most = v;
    }
  }
  return result(most, row);
}

static Values largest(int m, int n, const double *a) {
  double most = -1e300;
  int row = -1, column = -1;
  ON_THREADS
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      if (i != j && a[i * n + j] > most) {
        most = a[i * n + j];
        row = i;
        column = j;
      }
  return result(most, row, column);
}

static Values last(int n, const double *x, double limit) {
  int found = -1;
  ON_THREADS
  for (int i = 0; i < n; ++i)
    if (x[i] < limit)
      found = i;
  return result(0, found);
}

static Values both(int n, const double *x) {
  double low = 1e300, high = -1e300, sum = 0;
  int atLow = -1, atHigh = -1;
  ON_THREADS
  for (int i = 0; i < n; ++i) {
    if (x[i] < low) {
      low = x[i];
      atLow = i;
    }
    if (x[i] >= high) {
      high = x[i];
      atHigh = i;
    }
    sum += x[i] == 2;
  }
  return result(low + 1e3 * high + 1e6 * sum, atLow, atHigh);
}

static Values ofUnsigned(unsigned n, const std::vector<unsigned> &x) {
  unsigned best = ~0u;
  std::size_t at = 0;
  ON_THREADS
  for (unsigned i = 0; i < n; ++i)
    if (x[i] && x[i] < best) {
      best = x[i];
      at = i;
    }
  return result(best, int(at));
}

static Values ofBytes(int n, const std::vector<unsigned char> &x) {
  unsigned char best = 200;
  int at = -1;
  ON_THREADS
  for (int i = 0; i < n; ++i)
    if (x[i] <= best) {
      best = x[i];
      at = i;
    }
  return result(best, at);
}

static Values cut(int n, const double *x) {
  double best = 1e300;
  int at = -1;
#pragma sparse split(i, i0, i1, 4) unroll(i1) parallelize(                     \
        i0, cpu_thread, parallel_reduction)
  for (int i = 0; i < n; ++i)
    if (x[i] < best) {
      best = x[i];
      at = i;
    }
  return result(best, at);
}

static Values marks(int n, const double *x) {
  int code = 0;
  double scaled = 0;
  ON_THREADS
  for (int i = 0; i < n; ++i) {
    if (x[i] == 1)
      code = 1;
    if (x[i] < 0)
      code = i + 1;
    if (x[i] > 0)
      scaled = x[(i * 7) % n] / x[i];
  }
  return result(scaled, code);
}

static Values stepped(int n, const double *x) {
  double best = 1e300;
  int at = -1;
  ON_THREADS
  for (int i = n - 1; i >= 0; i -= 2)
    if (x[i] < best) {
      best = x[i];
      at = i;
    }
  return result(best, at);
}

#ifdef BEHIND
static Values behind(int n, const double *x, const int *ok) {
  double best = 1e300;
  int at = -1;
  ON_THREADS
  for (int i = 0; i < n; ++i)
    if (x[i] < best && ok[i]) {
      best = x[i];
      at = i;
    }
  return result(best, at);
}
#endif

#ifdef PERHAPS
static Values perhaps(int n, const double *x, const int *a, const int *b) {
  double best = 1e300;
  int at = -1;
  ON_THREADS
  for (int i = 0; i < n; ++i)
    if ((a[i] || b[i]) && x[i] < best) {
      best = x[i];
      at = b[i];
    }
  return result(best, at);
}
#endif

#ifdef OVERFLOWS
static Values scaled(int n, const double *x, int scale) {
  double best = 1e300;
  int at = -1;
  ON_THREADS
  for (int i = 0; i < n; ++i)
    if (x[i] < best) {
      best = x[i];
      at = i * scale;
    }
  return result(best, at);
}
#endif

#ifdef TABLE
static Values fromTable(int n, const double *x, const int *names) {
  double best = 1e300;
  int at = -1;
  ON_THREADS
  for (int i = 0; i < n; ++i)
    if (x[i] < best) {
      best = x[i];
      at = names[i];
    }
  return result(best, at);
}
#endif

int main() {
  const double none = std::numeric_limits<double>::quiet_NaN();
  for (int n : {0, 1, 2, 5, 12, 60}) {
    for (int round = 0; round < 4; ++round) {
      Values x(static_cast<std::size_t>(n * 4));
      std::vector<unsigned> u(x.size());
      std::vector<unsigned char> bytes(x.size());
      for (std::size_t i = 0; i < x.size(); ++i) {
        x[i] = double((i * 7 + std::size_t(round)) % 5) - 2;
        u[i] = unsigned(i * 5 + 2) % 7;
        bytes[i] = static_cast<unsigned char>(i * 37 + 90);
        if (round == 1 && i % 3 == 0)
          x[i] = none;
        if (round == 2)
          x[i] = i % 2 ? -0.0 : 0.0;
        if (round == 3)
          x[i] = -double(i);
      }
      run::record("least", least(n, x.data()));
      run::record("pivot", pivot(n, x.data(), 4, 1));
      run::record("largest", largest(n, 4, x.data()));
      run::record("last", last(n, x.data(), 0));
      run::record("both", both(n, x.data()));
      run::record("unsigned", ofUnsigned(unsigned(n), u));
      run::record("bytes", ofBytes(n, bytes));
      run::record("cut", cut(n, x.data()));
      run::record("marks", marks(n, x.data()));
      run::record("stepped", stepped(n, x.data()));
    }
  }
}
