// Loops over all columns that look for each in a row run over what is stored, and give
// the bits of the loops as written: rows that do not ascend, coordinates outside, factors
// that are not finite, zeros and sums of either sign.
// RUN: %check-run -fplugin-arg-sparse-min-work=0 -mfma --lines 9 --fallback 66 %s -o %t
// RUN: %check-run -fplugin-arg-sparse-min-work=0 -mfma --lines 9 --fallback 66 --threads 3 %s -o %t --reuse

#include "support/support.h"
#include <algorithm>
#include <cmath>
#include <limits>

struct Csr {
  int n;
  std::vector<int> pos, crd;
  std::vector<double> val;

  double operator()(int i, int j) const {
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (crd[p] == j)
        return val[p];
    return 0.0;
  }
  double halving(int i, int j) const {
    int low = pos[i], high = pos[i + 1] - 1;
    while (low <= high) {
      const int middle = (low + high) / 2;
      if (crd[middle] == j)
        return val[middle];
      if (crd[middle] < j)
        low = middle + 1;
      else
        high = middle - 1;
    }
    return 0;
  }
  double atBound(int i, int j) const {
    auto end = crd.begin() + pos[i + 1];
    auto found = std::lower_bound(crd.begin() + pos[i], end, j);
    return found != end && *found == j ? val[found - crd.begin()] : 0.0;
  }
  bool has(int i, int j) const {
    bool isFound = false;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (crd[p] == j)
        isFound = true;
    return isFound;
  }
};

static void intoResult(const Csr &A, const double *x, double *y) {
#pragma sparse
  for (int i = 0; i < A.n; ++i)
    for (int j = 0; j < A.n; ++j)
      y[i] += A(i, j) * x[j];
}

static void intoVariable(const Csr &A, const double *x, double *y) {
#pragma sparse
  for (int i = 0; i < A.n; ++i) {
    double s = -0.0;
    for (int j = 0; j < A.n; ++j)
      s += A.halving(i, j) * x[j];
    y[i] = s;
  }
}

static void jacobi(const Csr &A, const double *x, const double *b, double *y) {
#pragma sparse
  for (int i = 0; i < A.n; ++i) {
    double r = b[i];
    for (int j = 0; j < A.n; ++j)
      if (j != i)
        r -= A.atBound(i, j) * x[j];
    y[i] = r;
  }
}

static void whereStored(const Csr &A, const double *x, double *y) {
#pragma sparse
  for (int i = 0; i < A.n; ++i)
    for (int j = 0; j < A.n; ++j)
      if (A.has(i, j))
        y[i] += x[j] * x[j];
}

static double entry(const int *pos, const int *crd, const double *val, int i, int j) {
  for (int p = pos[i]; p < pos[i + 1]; ++p)
    if (crd[p] == j)
      return val[p];
  return 0;
}

// Where it does not search, the matrix need not be there.
static void optional(const int *pos, const int *crd, const double *val, bool has, int n,
                     const double *x, double *y) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int j = 0; j < n; ++j) {
      s += x[j];
      if (has)
        s += entry(pos, crd, val, i, j) * x[j];
    }
    y[i] = s;
  }
}

// Names of variables mean nothing, what a search leaves behind may be used, and a term
// that is chosen is rounded before it is added.
static void inPlace(const Csr &A, const double *x, double *y, double factor) {
  const int *pos = A.pos.data(), *crd = A.crd.data();
  const double *val = A.val.data();
#pragma sparse
  for (int i = 0; i < A.n; ++i) {
    double s = 0;
    if (i % 3 == 1)
      s = y[i];
    for (int j = 0; j < A.n; ++j) {
      int stops = 0, p = pos[i];
      while (p < pos[i + 1]) {
        if (crd[p] == j)
          stops = 1;
        ++p;
      }
      if (stops && p == pos[i + 1])
        s += 2;
    }
    y[i] = s;
  }
#pragma sparse
  for (int i = 0; i < A.n; ++i) {
    double s = factor;
    for (int j = 0; j < A.n; ++j) {
      int p = pos[i];
      while (p < pos[i + 1] && crd[p] != j)
        ++p;
      s += p < pos[i + 1] ? val[p] * factor : 0.0;
    }
    y[i] += s;
  }
#pragma sparse
  for (int i = 0; i < A.n; ++i) {
    int s = 0;
    for (int j = 0; j < A.n; ++j) {
      int low = pos[i], high = pos[i + 1] - 1;
      bool isFound = false;
      while (!isFound && low <= high) {
        const int middle = (low + high) / 2;
        if (crd[middle] == j)
          isFound = true;
        else if (crd[middle] < j)
          low = middle + 1;
        else
          high = middle - 1;
      }
      s += isFound ? 1 : high - pos[i];
    }
    y[i] += s * x[i];
  }
}

// Something is done for each column: a cursor moves along.
static void everywhere(const Csr &A, const double *x, double *y) {
#pragma sparse
  for (int i = 0; i < A.n; ++i) {
    double s = 0;
    for (int j = 0; j < A.n; ++j)
      s += (1 + A.halving(i, j)) * x[j];
    y[i] = s;
  }
}

static Csr make(run::Random &R, int n, bool isSorted) {
  Csr A{n, {0}, {}, {}};
  for (int i = 0; i < n; ++i) {
    std::vector<int> row;
    for (int k = 0; k < i % 6; ++k)
      row.push_back(int(R.below(n)));
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    if (!isSorted)
      std::reverse(row.begin(), row.end());
    for (int j : row) {
      A.crd.push_back(j);
      A.val.push_back(j % 3 == 0 ? -1e-200 : j % 3 == 1 ? 0.0 : 1.5 - j);
    }
    A.pos.push_back(int(A.crd.size()));
  }
  return A;
}

static void all(const Csr &A, const std::vector<double> &x) {
  const int n = A.n;
  for (double first : {-0.0, 0.0, 2.5}) {
    std::vector<double> y(n, first);
    intoResult(A, x.data(), y.data());
    run::record("result", y);
    intoVariable(A, x.data(), y.data());
    run::record("variable", y);
    std::vector<double> b(n, first);
    jacobi(A, x.data(), b.data(), y.data());
    run::record("jacobi", y);
    whereStored(A, x.data(), y.data());
    run::record("stored", y);
    everywhere(A, x.data(), y.data());
    run::record("everywhere", y);
    inPlace(A, x.data(), y.data(), 1 / 3.0);
    run::record("inPlace", y);
  }
}

// The last row is said to go on far behind the array, and no search goes there: each
// column is found.
static void beyond(int n) {
  Csr A{n, {0}, {}, {}};
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      A.crd.push_back(j);
      A.val.push_back(i - j);
    }
    A.pos.push_back(int(A.crd.size()));
  }
  A.pos[n] = 1 << 29;
  const std::vector<double> x(n, 1.5);
  std::vector<double> y(n);
  intoResult(A, x.data(), y.data());
  run::record("beyond", y);
}

int main() {
  run::Random R(5);
  beyond(9);
  std::vector<double> ones(30, 1), sums(30);
  optional(nullptr, nullptr, nullptr, false, 30, ones.data(), sums.data());
  run::record("optional", sums);
  const double infinity = std::numeric_limits<double>::infinity();
  for (int n : {0, 1, 2, 23})
    for (bool isSorted : {true, false}) {
      Csr A = make(R, n, isSorted);
      std::vector<double> x(n);
      for (int j = 0; j < n; ++j)
        x[j] = j % 4 == 0 ? -0.0 : j % 4 == 1 ? 1e-200 : j - 4.5;
      all(A, x);
      if (n == 0)
        continue;
      x[n / 2] = infinity;
      all(A, x);
      x[n / 2] = 1;
      if (!A.crd.empty()) {
        A.crd.back() = n + 7;
        all(A, x);
      }
    }
}
