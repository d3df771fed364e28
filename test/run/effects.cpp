// Assignments and steps inside expressions and in conditions of loops, in the order
// in which they are evaluated; commas.
// RUN: %check-run --loops 12 %s -o %t
// RUN: %check-run --loops 12 %s -o %t %fma
// RUN: %check-run --loops 12 %s -o %t -O1 -fplugin-arg-sparse-verify \
// RUN:   -Wno-pass-failed

#include "support/support.h"

#include <utility>

#define SCHEDULE split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)

static double bump(double &s) {
  s += 1;
  return s;
}

static int depth(int u, const int *parent) {
  int d = 0;
  while ((u = parent[u]) > 0)
    ++d;
  return d;
}

/// What stands on the left is read before the function on the right stores.
void inOrder(int n, double *x, double *y) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i) {
    double s = x[i], t = 0;
    y[i] = s + bump(s) * s;
    y[i] += x[i] + std::exchange(x[i], 7.) + x[i];
    y[i] = std::max(y[i], (t = s * .5));
    t = 2 * (s -= 1);
    y[i] -= t;
  }
}

struct Pair {
  double a, b;
};

static double two(double a, double b) { return a * 100 + b; }

static double around(const double *x, int &k) {
  double t = 0;
  for (int j = 0; j < 3; ++j) {
    t += x[k];
    k = (k + 1) % 4;
  }
  return t;
}

static void store(double *y, double a, double b) { *y += a - 3 * b; }

/// So are members of records, elements of arrays and arguments.
void inLists(int n, const double *x, double *y) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i) {
    double s = x[i];
    const Pair p{s, bump(s)}, q = {bump(s), s};
    const double w[3] = {s, bump(s), s};
    y[i] = p.a * 10 + p.b + q.a * 100 - q.b + w[0] + 7 * w[1] - w[2];
  }
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i) {
    double s = x[i], t[4] = {s, 2 * s, -s, .5};
    int k = i % 4;
    y[i] += two(s, bump(s)) + two(bump(s), s);
    y[i] += k + around(t, k) * k + (k > around(t, k));
    y[i] += std::max(s, bump(s));
    store(&y[i], s, bump(s));
  }
}

/// Chains, steps of elements and of variables, commas.
void inExpressions(int n, const int *a, int *b, int *count) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i) {
    int k = a[i], l = 0;
    if ((b[i] += a[i]) > 4)
      b[i] = 0;
    if (count[i]++ > 1 && k > 0)
      k = -k;
    l = (k += 2, k * 3);
    b[i] += (l <<= 1) + --k;
    b[i] ^= l-- * 4;
    b[i] += l;
  }
}

/// Loops whose conditions do something.
void conditions(int n, const int *x, const int *parent, int *y) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i) {
    unsigned u = unsigned(x[i]) & 1023;
    int k = 0, j = i, steps = 0;
    while (u >>= 1)
      ++k;
    while ((j = parent[j]) > 0) {
      if (j == 7)
        continue;
      if (++steps > 20)
        break;
    }
    do {
      k += 2;
      if (k == 5)
        continue;
      k += 3;
    } while (--steps > 0);
    y[i] = k + 100 * j + 7 * steps;
  }
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i)
    y[i] += depth(i, parent);
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i) {
    int left = x[i] & 7, s = 0;
    for (int q = i; (left -= 2) > 0 && q >= 0; --q)
      s += x[q] * left;
    y[i] -= s;
  }
}

/// A search with a stack.
void stack(int n, const int *pos, const int *crd, int *seen) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i) {
    int top[64], depth = 0, visits = 0;
    top[depth++] = i;
    while (depth > 0 && visits < 50) {
      const int u = top[--depth];
      ++visits;
      for (int p = pos[u]; p < pos[u + 1]; ++p)
        if (crd[p] > u && crd[p] < n && depth < 63)
          top[depth++] = crd[p];
    }
    seen[i] = visits;
  }
}

/// Products stay products that are fused with sums.
void products(int n, const double *a, const double *b, double *x, double *y) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i) {
    double s = b[i];
    y[i] = a[i] * s + bump(s);
  }
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i)
    y[i] += a[i] * b[i] + (x[i] += .5);
}

static int apart(const int *a, const int *b, int n, int most) {
  int d = 0;
  for (int k = 0; k < n; ++k)
    if (a[k] != b[k] && ++d > most)
      return -1;
  return d;
}

/// What stands behind `&&`, `||` and `?` is done if it is asked.
void perhaps(int n, const int *a, int *b, int *w) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i) {
    int d = a[i], e = 0;
    if (d > 2 && (d -= 3) > 1 && ++e)
      b[i] += d;
    if (d < 0 || e++ < 1)
      b[i] += 2 * e;
    const int q = d > 0 ? d++ : ++e;
    b[i] += q + 3 * d + 5 * e;
    if (a[i] && (d = 7) > 2)
      b[i] -= d > 6 || a[i] > 5 ? e : d -= 2;
    if (a[i] > 3 && --w[i] == 0)
      w[i] = a[i];
    if (a[i] < 2 || w[i]++ > 3)
      w[i] += 5;
    b[i] += d;
  }
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i)
    w[i] += apart(a, a + i, n - i, i % 7);
}

int main() {
  run::Random R(3);
  for (const run::Csr<> &A : run::shapes(2)) {
    const int n = int(A.Rows);
    auto x = R.vector<double>(n), y = x, z = x;
    auto a = R.vector<int>(n), b = a, count = a, parent = a;
    for (int i = 0; i < n; ++i)
      parent[i] = i ? int(R.below(i)) : 0;
    inOrder(n, x.data(), y.data());
    run::record("in order", y), run::record("bumped", x);
    inLists(n, x.data(), y.data()), run::record("in lists", y);
    inExpressions(n, a.data(), b.data(), count.data());
    run::record("in expressions", b), run::record("count", count);
    conditions(n, a.data(), parent.data(), b.data());
    run::record("conditions", b);
    stack(n, A.pos.data(), A.crd.data(), b.data()), run::record("stack", b);
    perhaps(n, a.data(), b.data(), count.data());
    run::record("perhaps", b), run::record("perhaps stepped", count);
    const auto c = y;
    products(n, c.data(), z.data(), x.data(), y.data());
    run::record("products", y), run::record("stepped", x);
  }
}
