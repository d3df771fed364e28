// Loops over all columns that search rows run over what is stored, in whatever way they
// search.
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 14 --fallback 0 %s -o %t
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 14 --fallback 0 --threads 3 %s -o %t --reuse
// RUN: %clangxx_sparse -std=c++20 -O1 -Rpass=sparse -Rpass-missed=sparse -fsyntax-only %s 2>&1 | FileCheck %s

// CHECK-COUNT-14: are gone through instead of searched
// CHECK-NOT: remark

#include "support/support.h"
#include <algorithm>

struct Csr {
  int n;
  std::vector<int> pos, crd;
  std::vector<double> val;

  double checked(int i, int j) const {
    if (i < 0 || i >= n || j < 0 || j >= n)
      return 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (crd[p] == j)
        return val[p];
    return 0;
  }
  double sum(int i, int j) const {
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (crd[p] == j)
        s += val[p];
    return s;
  }
  const double &at(int i, int j) const {
    static const double zero = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (crd[p] == j)
        return val[p];
    return zero;
  }
  const double none = -0.0;
  const double &atOrNone(int i, int j) const {
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
    return none;
  }
  bool has(int i, int j) const {
    const auto end = crd.begin() + pos[i + 1];
    return std::find(crd.begin() + pos[i], end, j) != end;
  }
  double found(int i, int j) const {
    const auto end = crd.begin() + pos[i + 1], at = std::find(crd.begin() + pos[i], end, j);
    return at == end ? 0.0 : val[at - crd.begin()];
  }
};

// What is done stands where the column is found.
static void inPlace(const Csr &A, const double *x, double *y) {
  const int *pos = A.pos.data(), *crd = A.crd.data();
  const double *val = A.val.data();
#pragma sparse
  for (int i = 0; i < A.n; ++i)
    for (int j = 0; j < A.n; ++j)
      for (int p = pos[i]; p < pos[i + 1]; ++p)
        if (crd[p] == j) {
          y[i] += val[p] * x[j];
          break;
        }
#pragma sparse
  for (int i = 0; i < A.n; ++i)
    for (int j = 0; j < A.n; ++j)
      for (int p = pos[i]; p < pos[i + 1]; ++p)
        if (crd[p] == j)
          y[i] -= x[j] / val[p];
}

// A flag ends the loop.
static void untilFound(const Csr &A, const double *x, double *y) {
#pragma sparse
  for (int i = 0; i < A.n; ++i)
    for (int j = 0; j < A.n; ++j) {
      bool found = false;
      for (int p = A.pos[i]; p < A.pos[i + 1] && !found; ++p)
        if (A.crd[p] == j) {
          y[i] += A.val[p] * x[j];
          found = true;
        }
    }
#pragma sparse
  for (int i = 0; i < A.n; ++i) {
    double s = 0;
    for (int j = 0; j < A.n; ++j) {
      bool found = false;
      int p;
      for (p = A.pos[i]; !found && p < A.pos[i + 1]; ++p)
        found = A.crd[p] == j;
      if (found)
        s += A.val[p - 1] * x[j];
    }
    y[i] += s;
  }
}

// Accessors look at what they are asked for.
static void checked(const Csr &A, int n, const double *x, double *y) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int j = 0; j < n; ++j)
      s += A.checked(i, j) * x[j];
    y[i] += s;
  }
}

// What there may be several of is added up.
static void summed(const Csr &A, const double *x, double *y) {
#pragma sparse
  for (int i = 0; i < A.n; ++i) {
    double s = 0;
    for (int j = 0; j < A.n; ++j)
      s += A.sum(i, j) * x[j];
    y[i] += s;
  }
}

// Of a reference the value alone is asked for.
static void references(const Csr &A, const double *x, double *y) {
#pragma sparse
  for (int i = 0; i < A.n; ++i) {
    double s = 0;
    for (int j = 0; j < A.n; ++j)
      s += A.at(i, j) * x[j];
    y[i] += s;
  }
#pragma sparse
  for (int i = 0; i < A.n; ++i) {
    double s = 0;
    for (int j = 0; j < A.n; ++j)
      s += A.atOrNone(i, j) * x[j];
    y[i] += s;
  }
}

// The standard library looks at one after the other.
static void library(const Csr &A, const double *x, double *y) {
#pragma sparse
  for (int i = 0; i < A.n; ++i) {
    double s = 0;
    for (int j = 0; j < A.n; ++j)
      if (A.has(i, j))
        s += x[j];
    y[i] += s;
  }
#pragma sparse
  for (int i = 0; i < A.n; ++i) {
    double s = 0;
    for (int j = 0; j < A.n; ++j)
      s += A.found(i, j) * x[j];
    y[i] += s;
  }
}

// Rows and columns may begin with 1.
static void fromOne(int n, const std::vector<int> &pos, const std::vector<int> &crd,
                    const std::vector<double> &val, const double *x, double *y) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double a = 0;
      for (int p = pos[i] - 1; p < pos[i + 1] - 1; ++p)
        if (crd[p] - 1 == j)
          a = val[p];
      y[i] += a * x[j];
    }
#pragma sparse
  for (int i = 1; i <= n; ++i) {
    double s = 0;
    for (int j = 1; j <= n; ++j)
      for (int p = pos[i - 1]; p < pos[i]; ++p)
        if (crd[p - 1] == j) {
          s += val[p - 1] * x[j - 1];
          break;
        }
    y[i - 1] += s;
  }
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      int low = pos[i] - 1, high = pos[i + 1] - 1;
      while (low < high) {
        const int middle = low + (high - low) / 2;
        if (crd[middle] < j + 1)
          low = middle + 1;
        else
          high = middle;
      }
      y[i] += low < pos[i + 1] - 1 && crd[low] == j + 1 ? val[low] : x[j];
    }
}

// Where no row is asked for, none of these arrays need be there.
static void inFirstRows(const int *pos, const int *crd, const double *val, int rows, int n,
                        const double *x, double *y) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int j = 0; j < n; ++j)
      if (i < rows) {
        int p = pos[i];
        while (p < pos[i + 1] && crd[p] != j)
          ++p;
        s += (p < pos[i + 1] ? val[p] : 0) * x[j];
      }
    y[i] += s;
  }
}

int main() {
  const int n = 40;
  Csr A{n, {0}, {}, {}};
  run::Random R(3);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j)
      if (R.below(4) == 0) {
        A.crd.push_back(j);
        A.val.push_back(j % 5 ? j + 0.5 : -0.0);
      }
    A.pos.push_back(int(A.crd.size()));
  }
  std::vector<double> x(n), y(n, 1.0);
  for (int j = 0; j < n; ++j)
    x[j] = j / 7.0 - 2;
  inPlace(A, x.data(), y.data());
  run::record("inPlace", y);
  untilFound(A, x.data(), y.data());
  run::record("untilFound", y);
  summed(A, x.data(), y.data());
  Csr C = A;
  for (int &j : C.crd)
    j -= j % 2;
  summed(C, x.data(), y.data());
  run::record("summed", y);
  references(A, x.data(), y.data());
  run::record("references", y);
  library(A, x.data(), y.data());
  run::record("library", y);
  for (int more : {0, 5}) {
    std::vector<double> longer(n + more, 0.5), result(n + more);
    checked(A, n + more, longer.data(), result.data());
    run::record("checked", result);
  }
  Csr B = A;
  for (auto *numbers : {&B.pos, &B.crd})
    for (int &number : *numbers)
      ++number;
  fromOne(n, B.pos, B.crd, B.val, x.data(), y.data());
  run::record("fromOne", y);
  inFirstRows(A.pos.data(), A.crd.data(), A.val.data(), n - 3, n, x.data(), y.data());
  inFirstRows(nullptr, nullptr, nullptr, 0, n, nullptr, y.data());
  run::record("inFirstRows", y);
}
