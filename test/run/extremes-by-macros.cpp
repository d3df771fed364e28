// The least or greatest as the macros MIN and MAX of C have it,
// `m = m < e ? m : e`: e is taken unless it loses, and so is what is no number,
// which the next e replaces. Bit by bit the same, with the signs of zeros.
// RUN: %check-run --lines 9 --fallback 0 -fplugin-arg-sparse-min-work=0 %s -o %t
// RUN: %check-run --lines 9 --fallback 0 -fplugin-arg-sparse-min-work=0 --threads 2 %s -o %t --reuse
// RUN: %check-run --lines 9 --fallback 0 -fplugin-arg-sparse-min-work=0 --threads 7 %s -o %t --reuse
// RUN: %check-run --lines 9 --fallback 0 -O1 -fplugin-arg-sparse-min-work=0 -fplugin-arg-sparse-verify %s -o %t.verify
// RUN: %check-run --lines 9 --fallback 0 -ffast-math -DFINITE -fplugin-arg-sparse-min-work=0 %s -o %t.fast

#include "support/support.h"
#include <cmath>
#include <limits>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

using Values = std::vector<double>;

static double least(int n, const double *x, double m) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    m = MIN(m, x[i]);
  return m;
}

static float greatest(long n, const float *x, float m) {
#pragma sparse
  for (long i = 0; i < n; ++i)
    if (!(m > x[i]))
      m = x[i];
  return m;
}

static double timeStep(int n, const Values &size, const Values &speed) {
  double dt = 1e30;
#pragma sparse
  for (int i = 0; i < n; ++i)
    dt = MIN(dt, size[i] / (speed[i] * speed[i]));
  return dt;
}

static double fastest(int n, const Values &u, const Values &v) {
  double most = 0;
#pragma sparse
  for (int i = 0; i < n; ++i) {
    double a = std::fabs(u[i]), b = std::fabs(v[i]);
    most = MAX(most, MAX(a, b));
  }
  return most;
}

// Where few iterations take part, a chunk may have none.
static double masked(int n, const int *kind, const Values &x, double m) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    if (kind[i] == 3)
      m = MAX(m, x[i]);
  return m;
}

// In rows, and with the place.
static double inRows(int m, const int *pos, const Values &x) {
  double most = -1;
#pragma sparse
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      most = MAX(most, x[p]);
  return most;
}

static int place(int n, const Values &x, double &m) {
  int at = -1;
#pragma sparse
  for (int i = 0; i < n; ++i)
    if (!(m < x[i])) {
      m = x[i];
      at = i;
    }
  return at;
}

// Integers are none but numbers, so that any order does.
static int ofIntegers(int n, const int *x, int m) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    m = MIN(m, x[i]);
  return m;
}

static unsigned char ofBytes(int n, const std::vector<int> &x) {
  unsigned m = 0;
#pragma sparse
  for (int i = 0; i < n; ++i)
    m = MAX(m, unsigned(x[i] & 255));
  return (unsigned char)m;
}

int main() {
  run::Random Numbers(11);
  for (int n : {0, 1, 2, 7, 64, 1000, 30000})
    for (int Time = 0; Time < 6; ++Time) {
      Values x = Numbers.vector<double>(n), y = Numbers.vector<double>(n);
      std::vector<int> k(n);
      for (int &e : k)
        e = int(Numbers.below(Time == 4 ? 1000 : 4));
#ifndef FINITE
      const double Odd[] = {std::numeric_limits<double>::quiet_NaN(),
                            std::numeric_limits<double>::infinity(),
                            -std::numeric_limits<double>::infinity(), 0.0,
                            -0.0};
      if (Time > 0)
        for (int i = 0; i < n; ++i) {
          if (Time == 3 || Numbers.below(Time == 5 ? n / 2 + 1 : 9) == 0)
            x[i] = Odd[Numbers.below(Time == 2 || Time == 3 ? 2 : 5)];
          if (Time == 4)
            x[i] = Odd[3 + Numbers.below(2)];
          if (Numbers.below(9) == 0)
            y[i] = Odd[Numbers.below(5)];
        }
      const double Starts[] = {1e30, 0.0, -0.0, Odd[0], Odd[1], Odd[2]};
#else
      const double Starts[] = {1e30, 0.5, 1, 2, 3, -1e30};
#endif
      const std::vector<float> f(x.begin(), x.end());
      run::record("timeStep", std::vector{timeStep(n, x, y)});
      run::record("fastest", std::vector{fastest(n, x, y)});
      std::vector<int> pos;
      for (int i = 0; i <= n; i += 1 + int(Numbers.below(5)))
        pos.push_back(i);
      run::record("inRows",
                  std::vector{inRows(int(pos.size()) - 1, pos.data(), x)});
      run::record("ofBytes", std::vector{ofBytes(n, k)});
      for (double Start : Starts) {
        double m = Start;
        run::record("place", std::vector{place(n, x, m)});
        run::record("m", std::vector{m, least(n, x.data(), Start),
                                     masked(n, k.data(), x, Start)});
        run::record("greatest",
                    std::vector{greatest(n, f.data(), float(Start))});
      }
      for (int Start : {-1, 2, 2000})
        run::record("ofIntegers", std::vector{ofIntegers(n, k.data(), Start)});
    }
}
