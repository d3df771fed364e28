// Rows of which nothing says how much work they are: threads take them as they
// get on, and results are those of the plain loop.
// RUN: %check-run --loops 5 -fplugin-arg-sparse-min-work=0 %s -o %t

#include "support/support.h"

using Matrix = run::Csr<>;

/// Up to the row's own number, searching along the other row.
long triangles(int n, const int *pos, const int *crd) {
  long total = 0;
#pragma sparse
  for (int u = 0; u < n; ++u)
    for (int p = pos[u]; p < pos[u + 1]; ++p) {
      int v = crd[p];
      if (v > u)
        break;
      int it = pos[v];
      for (int q = pos[u]; q < pos[u + 1]; ++q) {
        int w = crd[q];
        if (w > v)
          break;
        while (it < pos[v + 1] && crd[it] < w)
          ++it;
        if (it < pos[v + 1] && crd[it] == w)
          ++total;
      }
    }
  return total;
}

/// Rows behind rows.
void reached(int m, const int *pos, const int *crd, const double *val,
             const double *x, double *y) {
#pragma sparse
  for (int i = 0; i < m; ++i) {
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      int j = crd[p];
      for (int q = pos[j]; q < pos[j + 1]; ++q)
        s += val[p] * val[q] * x[crd[q]];
    }
    y[i] = s;
  }
}

/// The greatest of what each row finds.
int longest(int m, const int *pos, const int *crd, const int *next) {
  int most = -1;
#pragma sparse
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      int at = crd[p], steps = 0;
      while (next[at] != at && steps < 50) {
        at = next[at];
        ++steps;
      }
      if (steps > most)
        most = steps;
    }
  return most;
}

/// Terms found by halving.
void found(int m, int n, const int *pos, const int *crd, const double *val,
           const int *wanted, double *y) {
#pragma sparse
  for (int i = 0; i < m; ++i)
    for (int k = 0; k < n; ++k) {
      int lo = pos[i], hi = pos[i + 1];
      while (lo < hi) {
        int mid = lo + (hi - lo) / 2;
        if (crd[mid] < wanted[k])
          lo = mid + 1;
        else
          hi = mid;
      }
      if (lo < pos[i + 1] && crd[lo] == wanted[k])
        y[i] += val[lo];
    }
}

/// A sum in floating point keeps its parts.
double weight(int m, const int *pos, const int *crd, const double *val) {
  double s = 0;
#pragma sparse
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      int j = crd[p];
      for (int q = pos[j]; q < pos[j + 1]; ++q)
        s += val[p] * val[q];
    }
  return s;
}

int main() {
  for (const Matrix &A : run::shapes()) {
    // Coordinates are rows as well.
    const int n = int(std::max(A.Rows, A.Cols));
    std::vector<int> pos(A.pos);
    pos.resize(n + 1, pos.back());
    const int *crd = A.crd.data();
    const double *val = A.val.data();
    run::record(A.Name + " triangles", triangles(n, pos.data(), crd));
    run::Random R(3);
    const auto x = R.vector<double>(n + 1);
    std::vector<double> y(n + 1, 1);
    reached(n, pos.data(), crd, val, x.data(), y.data());
    run::record(A.Name + " reached", y);
    std::vector<int> next(n + 7);
    for (int &E : next)
      E = int(R.below(n + 1));
    run::record(A.Name + " longest", longest(n, pos.data(), crd, next.data()));
    found(n, 7, pos.data(), crd, val, next.data(), y.data());
    run::record(A.Name + " found", y);
    const double Sum = weight(n, pos.data(), crd, val);
    const std::vector<double> Rough(1, 1e-9);
    run::record(A.Name + " weight", &Sum, 1, &Rough);
  }
}
