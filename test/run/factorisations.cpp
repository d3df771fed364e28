// Factorisations without fill, whose rows change in places that a marker, a merge or
// a search finds, run on threads with the bits of the loop as it stands.
// RUN: %check-run --lines 8 --fallback-each 24 --threads 2 %s -fno-math-errno -L%build_dir/lib -llacuna_rt -Wl,-rpath,%build_dir/lib -o %t
// RUN: %check-run --lines 8 --fallback-each 24 --threads 5 %s -fno-math-errno -L%build_dir/lib -llacuna_rt -Wl,-rpath,%build_dir/lib -o %t --reuse
// RUN: %check-run --lines 8 --fallback-each 24 %s -fno-math-errno -O1 -fplugin-arg-sparse-verify -Wno-pass-failed -L%build_dir/lib -llacuna_rt -Wl,-rpath,%build_dir/lib -o %t.verify

#include "support/support.h"

using Vector = std::vector<double>;
using Ints = std::vector<int>;

// Rows with diagonals, of an unsymmetric pattern.
struct Matrix {
  int n;
  Ints pos, crd, diag;
  Vector val;
};

// The marker forgets a row when it is done.
static void byMarker(int n, const int *pos, const int *crd, const int *diag, double *val) {
  Ints iw(n, -1);
#pragma sparse private(iw) assume(noalias(iw, pos), noalias(iw, crd), noalias(iw, diag)) parallelize(i, cpu_thread, wavefront, schedule(list))
  for (int i = 0; i < n; ++i) {
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      iw[crd[p]] = p;
    for (int p = pos[i]; p < diag[i]; ++p) {
      const int k = crd[p];
      val[p] /= val[diag[k]];
      for (int q = diag[k] + 1; q < pos[k + 1]; ++q) {
        const int z = iw[crd[q]];
        if (z >= 0)
          val[z] -= val[p] * val[q];
      }
    }
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      iw[crd[p]] = -1;
  }
}

// A workspace that is not clear in front of the loop: as written.
static void byUnclearMarker(int n, const int *pos, const int *crd, const int *diag, double *val) {
  Ints iw(n, -1);
  if (n > 2)
    iw[n - 1] = 0;
#pragma sparse private(iw) assume(noalias(iw, pos), noalias(iw, crd), noalias(iw, diag)) parallelize(i, cpu_thread, wavefront, schedule(levels))
  for (int i = 0; i < n; ++i) {
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      iw[crd[p]] = p;
    for (int p = pos[i]; p < diag[i]; ++p) {
      const int k = crd[p];
      val[p] /= val[diag[k]];
      for (int q = diag[k] + 1; q < pos[k + 1]; ++q) {
        const int z = iw[crd[q]];
        if (z != -1)
          val[z] -= val[p] * val[q];
      }
    }
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      iw[crd[p]] = -1;
  }
}

static void byMerge(int n, const int *pos, const int *crd, const int *diag, double *val) {
#pragma sparse parallelize(i, cpu_thread, wavefront, schedule(levels))
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < diag[i]; ++p) {
      const int k = crd[p];
      const double f = val[p] / val[diag[k]];
      val[p] = f;
      int a = p + 1, b = diag[k] + 1;
      while (a < pos[i + 1] && b < pos[k + 1]) {
        if (crd[a] == crd[b])
          val[a++] -= f * val[b++];
        else if (crd[a] < crd[b])
          ++a;
        else
          ++b;
      }
    }
}

static void bySearch(int n, const int *pos, const int *crd, const int *diag, double *val) {
#pragma sparse split(i, i0, i1, 4) parallelize(i0, cpu_thread, wavefront, schedule(list))
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < diag[i]; ++p) {
      const int k = crd[p];
      const double f = val[p] / val[diag[k]];
      val[p] = f;
      for (int q = diag[k] + 1; q < pos[k + 1]; ++q)
        for (int r = p + 1; r < pos[i + 1]; ++r)
          if (crd[r] == crd[q]) {
            val[r] -= f * val[q];
            break;
          }
    }
}

// Members of a class, and a binary search of the library.
static void byBinarySearch(Matrix &A) {
#pragma sparse parallelize(i, cpu_thread, wavefront, schedule(list))
  for (int i = 0; i < A.n; ++i)
    for (int p = A.pos[i]; p < A.diag[i]; ++p) {
      const int k = A.crd[p];
      const double f = A.val[p] / A.val[A.diag[k]];
      A.val[p] = f;
      for (int q = A.diag[k] + 1; q < A.pos[k + 1]; ++q) {
        const auto r = std::lower_bound(A.crd.begin() + p + 1, A.crd.begin() + A.pos[i + 1], A.crd[q]);
        if (r != A.crd.begin() + A.pos[i + 1] && *r == A.crd[q])
          A.val[r - A.crd.begin()] -= f * A.val[q];
      }
    }
}

// A row spread over a dense one.
static void denseRow(const Matrix &A, Vector &val) {
  Vector w(A.n, 0.0);
#pragma sparse private(w) parallelize(i, cpu_thread, wavefront, schedule(levels))
  for (int i = 0; i < A.n; ++i) {
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      w[A.crd[p]] = val[p];
    for (int p = A.pos[i]; p < A.diag[i]; ++p) {
      const int k = A.crd[p];
      const double f = w[k] / val[A.diag[k]];
      w[k] = f;
      for (int q = A.diag[k] + 1; q < A.pos[k + 1]; ++q)
        w[A.crd[q]] -= f * val[q];
    }
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      val[p] = w[A.crd[p]];
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      w[A.crd[p]] = 0;
    for (int p = A.pos[i]; p < A.diag[i]; ++p)
      for (int q = A.diag[A.crd[p]] + 1; q < A.pos[A.crd[p] + 1]; ++q)
        w[A.crd[q]] = 0;
  }
}

// Incomplete Cholesky factors: the lower half, with the diagonal last in its row.
static void cholesky(int n, const int *pos, const int *crd, double *val) {
#pragma sparse parallelize(i, cpu_thread, wavefront, schedule(list))
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      const int j = crd[p];
      double s = val[p];
      int a = pos[i], b = pos[j];
      while (a < p && b < pos[j + 1] - 1) {
        if (crd[a] == crd[b])
          s -= val[a++] * val[b++];
        else if (crd[a] < crd[b])
          ++a;
        else
          ++b;
      }
      val[p] = j < i ? s / val[pos[j + 1] - 1] : std::sqrt(std::fabs(s) + 1);
    }
}

static void choleskyDense(int n, const int *pos, const int *crd, double *val) {
  Vector w(n, 0.0);
#pragma sparse private(w) parallelize(i, cpu_thread, wavefront, schedule(list))
  for (int i = 0; i < n; ++i) {
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      const int j = crd[p];
      double s = val[p];
      for (int q = pos[j]; q < pos[j + 1] - 1; ++q)
        s -= val[q] * w[crd[q]];
      if (j < i)
        w[j] = val[p] = s / val[pos[j + 1] - 1];
      else
        val[p] = std::sqrt(std::fabs(s) + 1);
    }
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      w[crd[p]] = 0;
  }
}

// Columns around the diagonal and far from it; `Twice` has some of them twice.
static Matrix make(int n, run::Random &R, bool Lower, bool Twice) {
  Matrix A{n, {0}, {}, {}, {}};
  for (int i = 0; i < n; ++i) {
    Ints row = {i};
    for (int l = int(R.below(6)); l > 0; --l) {
      const int c = l % 2 ? int(R.below(n)) : std::min(n - 1, std::max(0, i - 4 + int(R.below(9))));
      if (!Lower || c < i)
        row.push_back(c);
    }
    std::sort(row.begin(), row.end());
    if (!Twice)
      row.erase(std::unique(row.begin(), row.end()), row.end());
    A.diag.push_back(int(A.crd.size() + (std::find(row.begin(), row.end(), i) - row.begin())));
    A.crd.insert(A.crd.end(), row.begin(), row.end());
    A.pos.push_back(int(A.crd.size()));
  }
  A.val = R.vector<double>(A.crd.size());
  for (int d : A.diag)
    A.val[d] = 40 + A.val[d];
  return A;
}

static void all(const Matrix &A, const Matrix &L) {
  for (int Run = 0; Run < 3; ++Run) {
    auto Record = [&](const char *What, Vector val) {
      run::record(What + (" of " + std::to_string(A.n)), val);
    };
    const int *pos = A.pos.data(), *crd = A.crd.data(), *diag = A.diag.data();
    Vector val = A.val;
    byMarker(A.n, pos, crd, diag, val.data());
    Record("marker", val);
    byUnclearMarker(A.n, pos, crd, diag, (val = A.val).data());
    Record("unclear marker", val);
    byMerge(A.n, pos, crd, diag, (val = A.val).data());
    Record("merge", val);
    bySearch(A.n, pos, crd, diag, (val = A.val).data());
    Record("search", val);
    Matrix B = A;
    byBinarySearch(B);
    Record("binary search", B.val);
    denseRow(A, val = A.val);
    Record("dense row", val);
    cholesky(L.n, L.pos.data(), L.crd.data(), (val = L.val).data());
    Record("Cholesky", val);
    choleskyDense(L.n, L.pos.data(), L.crd.data(), (val = L.val).data());
    Record("Cholesky, dense row", val);
  }
}

int main() {
  run::Random R(7);
  for (int n : {1, 2, 9, 60, 1500})
    for (bool Twice : {false, true})
      all(make(n, R, false, Twice), make(n, R, true, Twice));
  // In place, another matrix.
  Matrix A = make(700, R, false, false);
  for (int Run = 0; Run < 4; ++Run) {
    Vector val = A.val;
    byMarker(A.n, A.pos.data(), A.crd.data(), A.diag.data(), val.data());
    run::record("changed in place", val);
    for (int i = Run; i < 700; i += 9)
      if (A.diag[i] > A.pos[i])
        A.crd[A.pos[i]] = A.crd[A.pos[i]] > 0 ? A.crd[A.pos[i]] - 1 : 0;
  }
}
