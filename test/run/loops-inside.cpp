// A bare directive in front of a loop that stays as written is one for each of
// the outermost loops inside: all of them run as generated code and compute
// what the plain program computes.
// clang-format off
// RUN: %check-run -fplugin-arg-sparse-min-work=0 -fplugin-arg-sparse-fp=strict --loops 22 --fallback 4 %s -o %t
// RUN: %clangxx_sparse -std=c++20 -O1 -fplugin-arg-sparse-min-work=0 -fplugin-arg-sparse-fp=strict -fplugin-arg-sparse-verify %s -o %t.verified
// RUN: %t.verified 2>%t.log >%t.records
// RUN: count 0 < %t.log
// clang-format on

#include "support/support.h"
#include <stdexcept>

using Vector = std::vector<double>;

int hidden(int);

int untilItStops(int n, int most, Vector &x, Vector &y) {
  int Steps = 0;
#pragma sparse
  for (; Steps < most; ++Steps) {
    double Change = 0;
    for (int i = 1; i < n - 1; ++i)
      y[i] = 0.5 * (x[i - 1] + x[i + 1]);
    for (int i = 1; i < n - 1; ++i)
      Change = std::max(Change, std::fabs(y[i] - x[i]));
    if (Change < 1e-3)
      break;
    for (int i = 1; i < n - 1; ++i)
      x[i] = y[i];
  }
  return Steps;
}

/// All of it is understood, but steps depend on each other.
void steps(int n, int most, double *x, double *y) {
#pragma sparse assume(noalias(x, y))
  for (int t = 0; t < most; ++t) {
    for (int i = 0; i < n; ++i)
      y[i] = x[i] + t;
    for (int i = 0; i < n; ++i)
      x[i] = y[i] * 0.5;
  }
}

/// The pointers change, and so does what names mean inside.
double *swapping(int n, int most, double *x, double *y) {
  const int k = 3;
#pragma sparse assume(k == 3) assume(extent(x, n))
  while (most-- > 0) {
    const int k = n;
    for (int i = 0; i < k; ++i)
      y[i] = x[i] * 0.5 + 1;
    double *z = x;
    x = y;
    y = z;
  }
  return k == 3 ? x : nullptr;
}

template <class T> T statements(int n, Vector &v) {
  T Total = 0;
  int k = 0;
#pragma sparse
  do {
    switch (k % 4) {
    case 0:
      for (int i = 0; i < n; ++i)
        v[i] += k;
      break;
    case 1:
      if (k > 1)
        for (double &e : v)
          e *= 2;
      else
        for (int i = 0; i < n; ++i)
          v[i] = -v[i];
      break;
    case 2:
      try {
        for (int i = 0; i < n; ++i)
          v[i] += 1;
        if (k == 2)
          throw std::runtime_error("two");
      } catch (const std::runtime_error &) {
        for (int i = 0; i < n; ++i)
          v[i] -= 3;
      }
      break;
    default:
      for (int r = 0;; ++r) {
        if (r == 2)
          break;
        T Largest = 0;
        for (int i = 0; i < n; ++i)
          Largest = std::max(Largest, T(v[i]));
        Total += Largest;
      }
    }
  } while (++k < 11);
  return Total;
}

void jumps(int n, Vector &v) {
  int k = 0;
#pragma sparse
  for (auto &Unused : {1, 2, 3}) {
    (void)Unused;
  again:
    for (int i = 0; i < n; ++i)
      v[i] += k;
    if (++k % 3)
      goto again;
#pragma clang loop unroll_count(2)
    for (int i = 0; i < n; ++i)
      v[i] *= 0.5;
#pragma clang loop unroll(disable)
    for (; k % 5; ++k)
      for (int i = 0; i < n; ++i)
        v[i] += 1;
  }
}

/// A lambda's loops are not the loop's.
void lambdas(int n, Vector &v) {
  int k = 0;
#pragma sparse
  while (k < 3) {
    auto Add = [&](int By) {
      for (int i = 0; i < n; ++i)
        v[i] += By;
    };
    Add(++k);
    auto Half = [&] {
#pragma sparse
      for (int i = 0; i < n; ++i)
        v[i] *= 0.5;
    };
    Half();
    for (int i = 0; i < n; ++i)
      v[i] -= 1;
  }
}

/// Those with a directive of their own keep it.
void own(int n, int most, Vector &x, Vector &y) {
#pragma sparse
  while (most > 0) {
#pragma sparse num_threads(2)
    for (int s = 0; s < 4; ++s) {
      if (most == s)
        break;
#pragma sparse split(i, i0, i1, 8)
      for (int i = 0; i < n; ++i)
        y[i] = x[i] + s;
      for (int j = 0; j < 2; ++j) {
#pragma sparse parallelize(i, cpu_thread, no_races)
        for (int i = 0; i < n; ++i)
          x[i] = y[i] + j;
        for (int i = 0; i < n; ++i)
          y[i] = x[i] * j;
      }
    }
#pragma omp parallel for
    for (int i = 0; i < n; ++i) {
      x[i] += 1;
#pragma sparse unroll(k, 2)
      for (int k = 0; k < 5; ++k)
        x[i] += k;
    }
    --most;
  }
}

constexpr int evaluated(int n) {
  int a[64] = {}, k = 0, Sum = 0;
#pragma sparse
  while (true) {
    for (int i = 0; i < n; ++i)
      a[i] += i * k;
    if (++k > 4)
      break;
  }
  for (int e : a)
    Sum += e;
  return Sum;
}
static_assert(evaluated(4) == 60);

struct Solver {
  Vector x, r;
  int Steps = 0;
  /// What is called may not be moved, but what stands beside it may run on
  /// threads.
  void run(int n) {
#pragma sparse
    while (Steps < 3) {
      Steps += hidden(1);
      for (int i = 0; i < n; ++i)
        r[i] -= 0.25 * x[i];
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < 3; ++j)
          x[i] += r[i] * j;
    }
  }
};

/// What is said of extents in front changes inside, through other names.
void grows(Vector &x, const std::vector<int> &crd) {
  double *p = x.data(), *q = x.data() + 50;
  const int L = int(x.size());
  int n = 50, m = 50, k = 50;
  int &r = k;
  auto next = [&] { m = 1, r = 1, n = L - 50; };
#pragma sparse assume(extent(p, m), extent(q, k))
  for (int t = 0; t < 2; ++t) {
    for (int i = 0; i < n; ++i)
      q[i] = p[crd[i]] + 1;
    if (x[0] < -100)
      break;
    next();
  }
}

__attribute__((noinline)) int hidden(int k) { return k; }

void all(int n) {
  run::Random R(7);
  Vector x = R.vector<double>(n), y = R.vector<double>(n);
  auto Record = [&](const char *Name) {
    run::record(Name, x);
    run::record(Name, y);
  };
  int Steps = untilItStops(n, 40, x, y);
  run::record("steps until it stops", &Steps, 1);
  Record("until it stops");
  steps(n, 5, x.data(), y.data());
  Record("steps");
  run::record("swapping", swapping(n, 5, x.data(), y.data()), n);
  double Total = statements<double>(n, x), Other = statements<float>(n, y);
  run::record("statements", &Total, 1);
  run::record("statements", &Other, 1);
  jumps(n, x);
  lambdas(n, y);
  own(n, 2, x, y);
  Record("own");
  int Sum = evaluated(std::min(n, 9));
  run::record("evaluated", &Sum, 1);
  Solver S{x, y};
  S.run(n);
  run::record("solver", S.x);
  run::record("solver", S.r);
  Vector z(4 * n + 100);
  std::vector<int> crd(z.size());
  for (size_t i = 0; i < crd.size(); ++i)
    crd[i] = int(i);
  grows(z, crd);
  run::record("grows", z);
}

int main() {
  for (int n : {0, 1, 2, 5, 300})
    all(n);
}
