// Functions that return from inside of their loops, called by loops that run on
// threads: nothing behind the place that is found is looked at.
// RUN: %check-run --lines 12 --fallback 0 -fplugin-arg-sparse-min-work=0 %s -o %t
// RUN: %check-run --lines 12 --fallback 0 -fplugin-arg-sparse-min-work=0 --threads 3 %s -o %t --reuse
// RUN: %check-run --lines 12 --fallback 0 -O1 -fplugin-arg-sparse-min-work=0 -fplugin-arg-sparse-verify %s -o %t.verify

#include "support/support.h"
#include <span>

using Matrix = run::Csr<>;
using Vector = std::vector<double>;

/// The position of \p j in [b, e), or -1.
static int place(const int *crd, int b, int e, int j) {
  for (int p = b; p < e; ++p)
    if (crd[p] == j)
      return p;
  return -1;
}

static void diagonal(int m, const int *pos, const int *crd, const double *val,
                     double *d) {
#pragma sparse
  for (int i = 0; i < m; ++i) {
    const int p = place(crd, pos[i], pos[i + 1], i);
    d[i] = p >= 0 ? val[p] : -1;
  }
}

static bool holds(const int *b, const int *e, int j) {
  for (; b != e; ++b) {
    if (*b < j)
      continue;
    return *b == j;
  }
  return false;
}

/// Edges of which the other direction is there.
static int answered(int m, const int *pos, const int *crd) {
  int count = 0;
#pragma sparse
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (crd[p] < m && holds(crd + pos[crd[p]], crd + pos[crd[p] + 1], i))
        ++count;
  return count;
}

static bool ascends(const std::vector<int> &row) {
  for (size_t k = 1; k < row.size(); ++k)
    if (row[k - 1] >= row[k])
      return false;
  return true;
}

static int sortedRows(const std::vector<std::vector<int>> &rows) {
  int count = 0;
#pragma sparse
  for (size_t i = 0; i < rows.size(); ++i)
    if (ascends(rows[i]))
      ++count;
  return count;
}

/// Two loops, one inside the other; the rest of the outer one is skipped.
static double firstAbove(const double *a, int rows, int columns, double limit,
                         int *looked) {
  double most = -1;
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      if (a[r * columns + c] > limit)
        return r * 100 + c;
      if (a[r * columns + c] > most)
        most = a[r * columns + c];
    }
    ++*looked;
  }
  return most - 1;
}

static void images(int n, int rows, int columns, const double *a, double limit,
                   double *y, int *z) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    int looked = 0;
    y[i] = firstAbove(a + i * rows * columns, rows, columns, limit, &looked);
    z[i] = looked;
  }
}

/// Until the end of a chain, without a bound.
static int root(const int *parent, int v) {
  for (;;) {
    if (parent[v] == v)
      return v;
    v = parent[v];
  }
}

static void roots(int n, const int *parent, int *of) {
#pragma sparse
  for (int v = 0; v < n; ++v)
    of[v] = root(parent, v);
}

/// A `do`, a `while`, and a `switch` that returns.
static int steps(unsigned long x) {
  int n = 0;
  do {
    switch (x % 4) {
    case 0:
      x /= 4;
      break;
    case 1:
      return n;
    case 2:
      x /= 2;
      ++n;
      [[fallthrough]];
    default:
      x = x * 3 + 1;
    }
    while (x > 1000000) {
      if (x % 7 == 0)
        return -n;
      x /= 10;
    }
  } while (++n < 40);
  return 1000;
}

static void chains(int n, int *y) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    y[i] = steps(i * 7919u + 3);
}

/// Called for its effect: how many are in front of the first mark, or -1.
static void countUntil(const int *row, int n, int mark, int *count) {
  *count = 0;
  for (int k = 0; k < n; ++k) {
    if (row[k] == mark)
      return;
    ++*count;
  }
  *count = -1;
}

static void marks(int m, int n, const int *a, int mark, int *y) {
#pragma sparse
  for (int i = 0; i < m; ++i) {
    int count;
    countUntil(a + i * n, n, mark, &count);
    y[i] = count;
  }
}

/// Nested calls, each of which returns from a loop.
static int firstCommon(const int *a, int n, const int *b, int m) {
  for (int k = 0; k < n; ++k) {
    const int at = place(b, 0, m, a[k]);
    if (at >= 0)
      return k * 50 + at;
  }
  return -7;
}

static void common(int m, const int *pos, const int *crd, int *y) {
#pragma sparse
  for (int i = 0; i + 1 < m; ++i)
    y[i] = firstCommon(crd + pos[i], pos[i + 1] - pos[i], crd + pos[i + 1],
                       pos[i + 2] - pos[i + 1]);
}

struct Entry {
  int k;
  double v;
};

/// A range-based loop, and a choice between two calls.
static double valueAt(std::span<const Entry> row, int j) {
  for (const auto &[k, v] : row)
    if (k == j)
      return v;
  return 0;
}

static void column(int m, const int *pos, const Entry *entries, int j,
                   double *y) {
#pragma sparse
  for (int i = 0; i < m; ++i) {
    const std::span row(entries + pos[i], pos[i + 1] - pos[i]);
    y[i] = i % 2 ? valueAt(row, j) : 2 * valueAt(row, j + 1);
  }
}

/// A member function, and a lambda.
struct Band {
  int n;
  const int *low, *high;
  bool contains(int i, int j) const {
    for (int k = low[i]; k <= high[i]; ++k)
      if (k == j)
        return true;
    return false;
  }
};

static int inBand(const Band &b, int j) {
  int count = 0;
#pragma sparse
  for (int i = 0; i < b.n; ++i)
    count += b.contains(i, j);
  return count;
}

static int byLambda(int n, const int *low, const int *high) {
  auto prime = [](int k) {
    for (int d = 2; d * d <= k; ++d)
      if (k % d == 0)
        return false;
    return k > 1;
  };
  int count = 0;
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int k = low[i]; k < high[i]; ++k)
      if (prime(k))
        ++count;
  return count;
}

/// What stands behind the place that is found is not there.
static int shortest(int n, const int *const *rows, int key) {
  int sum = 0;
#pragma sparse
  for (int i = 0; i < n; ++i)
    sum += place(rows[i], 0, 1 << 30, key);
  return sum;
}

/// Rows of ascending coordinates, some of them empty.
static Matrix matrix(int m) {
  run::Random R(m + 3);
  Matrix A{"found", m, m, {0}, {}, {}};
  for (int i = 0; i < m; ++i) {
    for (int j = R.below(9); j < m; j += 1 + R.below(9)) {
      A.crd.push_back(j);
      A.val.push_back(R.value<double>());
    }
    A.pos.push_back(A.crd.size());
  }
  return A;
}

int main() {
  for (int m : {0, 1, 7, 300}) {
    const Matrix A = matrix(m);
    Vector d(m + 1, 5);
    diagonal(m, A.pos.data(), A.crd.data(), A.val.data(), d.data());
    run::record("diagonal", d);
    std::vector<int> y(m + 1, 3), z(m + 1, 4);
    y[0] = answered(m, A.pos.data(), A.crd.data());
    std::vector<std::vector<int>> rows(m);
    std::vector<Entry> entries;
    for (int i = 0; i < m; ++i)
      for (int p = A.pos[i]; p < A.pos[i + 1]; ++p) {
        rows[i].push_back(i % 3 ? A.crd[p] : A.crd[p] * 7 % 11);
        entries.push_back({A.crd[p], A.val[p]});
      }
    z[0] = sortedRows(rows);
    run::record("answered", Vector(y.begin(), y.end()));
    run::record("sorted", Vector(z.begin(), z.end()));
    Vector a(m * 12);
    for (size_t k = 0; k < a.size(); ++k)
      a[k] = (k * 37 % 101) * 0.01;
    images(m, 3, 4, a.data(), 0.93, d.data(), z.data());
    run::record("images", d);
    run::record("looked", Vector(z.begin(), z.end()));
    for (int v = 0; v < m; ++v)
      z[v] = v % 5 ? v - v % 5 / 2 - 1 : v;
    roots(m, z.data(), y.data());
    run::record("roots", Vector(y.begin(), y.end()));
    chains(m, y.data());
    run::record("chains", Vector(y.begin(), y.end()));
    std::vector<int> marked(m * 9);
    for (size_t k = 0; k < marked.size(); ++k)
      marked[k] = k * 13 % 17;
    marks(m, 9, marked.data(), 4, y.data());
    run::record("marks", Vector(y.begin(), y.end()));
    common(m, A.pos.data(), A.crd.data(), y.data());
    run::record("common", Vector(y.begin(), y.end()));
    column(m, A.pos.data(), entries.data(), 3, d.data());
    run::record("column", d);
    std::vector<int> low(m), high(m);
    for (int i = 0; i < m; ++i)
      low[i] = i * 7 % 13, high[i] = low[i] + i % 6 - 1;
    y[0] = inBand({m, low.data(), high.data()}, 9);
    z[0] = byLambda(m, low.data(), high.data());
    run::record("band", Vector(y.begin(), y.end()));
    run::record("primes", Vector(z.begin(), z.end()));
    std::vector<const int *> ends(m);
    for (int i = 0; i < m; ++i)
      ends[i] = low.data() + i;
    if (m > 0)
      low[m - 1] = 99;
    y[0] = shortest(m, ends.data(), 99);
    run::record("shortest", Vector(y.begin(), y.end()));
  }
}
