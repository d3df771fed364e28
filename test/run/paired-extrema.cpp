// The least and the greatest element, of which an iteration changes one:
// `if (v < low) low = v; else if (v > high) high = v;`.
// RUN: %check-run --lines 9 --fallback-each 50 %s -o %t
// RUN: %check-run --lines 9 --fallback-each 50 --threads 3 %s -o %t --reuse
// RUN: %check-run --lines 9 --fallback-each 50 -O1 -fplugin-arg-sparse-verify %s -o %t.verify

#include "support/support.h"
#include <limits>

using Values = std::vector<double>;

#define SUMS _Pragma("sparse parallelize(i, cpu_thread, parallel_reduction)")

struct Range {
  double low, high;
};

static Values fromFirst(int n, const double *x) {
  double low = x[0], high = x[0];
  SUMS
  for (int i = 1; i < n; ++i)
    if (x[i] < low)
      low = x[i];
    else if (x[i] > high)
      high = x[i];
  return {low, high};
}

static void given(int n, const double *x, double &low, double &high) {
  SUMS
  for (int i = 0; i < n; ++i) {
    const double v = 2 * x[i];
    if (high < v)
      high = v;
    else if (low > v)
      low = v;
  }
}

static Values members(int n, const double *x) {
  Range r{x[0], x[0]};
  SUMS
  for (int i = 0; i < n; ++i) {
    if (x[i] > r.high)
      r.high = x[i];
    else if (x[i] < r.low)
      r.low = x[i];
    r.low = std::min(r.low, -0.5 * x[i]);
  }
  return {r.low, r.high};
}

static Values ofBytes(int n, const std::vector<unsigned char> &x) {
  unsigned char low = x[0], high = x[0];
  SUMS
  for (int i = 0; i < n; ++i) {
    if (x[i] < low)
      low = x[i];
    else if (x[i] > high)
      high = x[i];
  }
  return {double(low), double(high)};
}

static Values ofRows(int n, const double *x) {
  Values all(2 * n + 1);
  double *y = all.data();
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i) {
    double low = x[i], high = x[i];
    for (int j = 0; j < i; ++j)
      if (x[j] < low)
        low = x[j];
      else if (x[j] > high)
        high = x[j];
    y[2 * i] = low;
    y[2 * i + 1] = high;
  }
  return all;
}

static Values two(int n, const double *x) {
  float low = float(x[0]), high = low;
  int least = 0, most = 0;
  SUMS
  for (int i = 0; i < n; ++i) {
    if (float(x[i]) < low)
      low = float(x[i]);
    else if (float(x[i]) > high)
      high = float(x[i]);
    if (int(x[i]) < least)
      least = int(x[i]);
    else if (int(x[i]) > most)
      most = int(x[i]);
  }
  return {low, high, double(least), double(most)};
}

/// The greatest is not looked for where a new least one is found, which begins
/// above it.
static Values crossed(int n, const double *x) {
  double low = 1e300, high = -1e300;
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i)
    if (x[i] < low)
      low = x[i];
    else if (x[i] > high)
      high = x[i];
  return {low, high};
}

/// They may meet, and what is above the one is below the other from then on.
static Values movedOn(int n, const double *x) {
  double low = -1, high = 1;
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) {
    if (x[i] < low)
      low = x[i];
    else if (x[i] > high)
      high = x[i];
    low += 0.25;
  }
  return {low, high};
}

/// They begin as the same expression, which is another number by then.
static Values apartFromTheFirst(int n, const double *x) {
  Values all(2 * n + 1);
  double *y = all.data();
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i) {
    double s = x[i], low = s;
    s -= 110;
    double high = s;
    for (int j = 0; j < n; ++j)
      if (x[j] < low)
        low = x[j];
      else if (x[j] > high)
        high = x[j];
    y[2 * i] = low;
    y[2 * i + 1] = high;
  }
  return all;
}

int main() {
  const double None = std::numeric_limits<double>::quiet_NaN();
  for (int n : {1, 2, 9, 500, 1003})
    for (int kind = 0; kind < 5; ++kind) {
      Values x(n);
      std::vector<unsigned char> bytes(n);
      for (int i = 0; i < n; ++i) {
        x[i] = kind == 1   ? i
               : kind == 2 ? -i
                           : double(run::Random(n + i).value<int>());
        bytes[i] = (unsigned char)(x[i] * 7);
      }
      if (kind == 3)
        x[n / 2] = None;
      if (kind == 4)
        x[0] = None;
      const std::string At =
          ", " + std::to_string(n) + ", " + std::to_string(kind);
      run::record("from first" + At, fromFirst(n, x.data()));
      for (Range r : {Range{0, 0}, Range{5, -5}, Range{-3, 4}, Range{None, 1},
                      Range{0.0, -0.0}}) {
        given(n, x.data(), r.low, r.high);
        run::record("given" + At, Values{r.low, r.high});
      }
      run::record("members" + At, members(n, x.data()));
      run::record("bytes" + At, ofBytes(n, bytes));
      if (kind != 4 && kind != 3)
        run::record("two" + At, two(n, x.data()));
      run::record("rows" + At, ofRows(n, x.data()));
      run::record("apart" + At, apartFromTheFirst(n, x.data()));
      run::record("crossed" + At, crossed(n, x.data()));
      run::record("moved on" + At, movedOn(n, x.data()));
    }
}
