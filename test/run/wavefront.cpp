// Sweeps, solves and updates in which rows need others run on threads with the
// bits of the loop as it stands: in the order that the data allow.
// RUN: %check-run --lines 14 --fallback-each 63 %s -L%build_dir/lib -llacuna_rt -Wl,-rpath,%build_dir/lib -o %t
// RUN: %check-run --lines 14 --fallback-each 63 --threads 2 %s -L%build_dir/lib -llacuna_rt -Wl,-rpath,%build_dir/lib -o %t --reuse
// RUN: %check-run --lines 14 --fallback-each 63 --threads 7 %s -L%build_dir/lib -llacuna_rt -Wl,-rpath,%build_dir/lib -o %t --reuse
// RUN: %check-run --lines 14 --fallback-each 63 %s -O1 -fplugin-arg-sparse-verify -Wno-pass-failed -L%build_dir/lib -llacuna_rt -Wl,-rpath,%build_dir/lib -o %t.verify

#include "support/support.h"

using Matrix = run::Csr<double, int, int>;
using Vector = std::vector<double>;

// A sweep of Gauss and Seidel, forwards and backwards.
static void forward(int n, const int *pos, const int *crd, const double *val,
                    const double *b, double *x) {
#pragma sparse parallelize(i, cpu_thread, wavefront, schedule(list))
  for (int i = 0; i < n; ++i) {
    double s = b[i];
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s -= val[p] * x[crd[p]];
    x[i] = s * 0.125;
  }
}

static void backward(int n, const int *pos, const int *crd, const double *val,
                     const double *b, double *x) {
#pragma sparse parallelize(i, cpu_thread, wavefront, schedule(levels))
  for (int i = n - 1; i >= 0; --i) {
    double s = b[i];
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s -= val[p] * x[crd[p]];
    x[i] = s * 0.125;
  }
}

// Over-relaxation with the diagonal among the entries, in blocks of rows.
static void relax(int n, double omega, const int *pos, const int *crd,
                  const double *val, const double *b, double *x) {
#pragma sparse split(i, i0, i1, 4) parallelize(i0, cpu_thread, wavefront, schedule(list))
  for (int i = 0; i < n; ++i) {
    double sum = b[i], diagonal = 1;
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      if (crd[p] == i)
        diagonal += val[p] * val[p];
      else
        sum -= val[p] * x[crd[p]];
    }
    x[i] += omega * (sum / diagonal - x[i]);
  }
}

// Triangular solves: by rows, of which only a part is looked at, and by columns,
// whose updates keep their order.
static void lowerSolve(const Matrix &A, const Vector &d, Vector &x) {
#pragma sparse parallelize(i, cpu_thread, wavefront, schedule(levels))
  for (long i = 0; i < A.Rows; ++i) {
    double sum = x[i];
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      if (A.crd[p] < i)
        sum -= A.val[p] * x[A.crd[p]];
    x[i] = sum / d[i];
  }
}

static void byColumns(const Matrix &A, const Vector &d, Vector &x) {
#pragma sparse parallelize(j, cpu_thread, wavefront, schedule(list))
  for (long j = 0; j < A.Rows; ++j) {
    x[j] /= d[j];
    for (int p = A.pos[j]; p < A.pos[j + 1]; ++p)
      if (A.crd[p] > j)
        x[A.crd[p]] -= A.val[p] * x[j];
  }
}

// With a right-hand side of several columns.
static void columns(int n, int K, const int *pos, const int *crd,
                    const double *val, const double *b, double *x) {
#pragma sparse parallelize(i, cpu_thread, wavefront, schedule(list))
  for (int i = 0; i < n; ++i) {
    for (int l = 0; l < K; ++l)
      x[i * K + l] = b[i * K + l];
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (crd[p] != i)
        for (int k = 0; k < K; ++k)
          x[i * K + k] -= val[p] * x[crd[p] * K + k];
  }
}

// Two arrays in conflict; labels under conditions on what is stored; rows in
// another order; unsigned indices; records.
static void both(int n, const int *pos, const int *crd, double *x, double *y) {
#pragma sparse parallelize(i, cpu_thread, wavefront, schedule(list))
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      y[crd[p]] += 0.5 * x[i];
      x[i] -= 0.25 * y[crd[p]];
    }
}

static void labels(int n, const int *pos, const int *crd, int *label) {
#pragma sparse parallelize(v, cpu_thread, wavefront, schedule(levels))
  for (int v = 0; v < n; ++v)
    for (int e = pos[v]; e < pos[v + 1]; ++e)
      if (label[crd[e]] < label[v])
        label[v] = label[crd[e]];
}

static void permuted(int n, const int *order, const int *pos, const int *crd,
                     const double *val, double *x) {
#pragma sparse parallelize(q, cpu_thread, wavefront, schedule(list))
  for (int q = 0; q < n; ++q) {
    const int i = order[q];
    double s = x[i];
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s -= val[p] * x[crd[p]];
    x[i] = s * 0.25;
  }
}

static void unsignedRows(unsigned n, const size_t *pos, const unsigned *crd,
                         const float *val, float *x) {
#pragma sparse parallelize(i, cpu_thread, wavefront, schedule(list))
  for (unsigned i = 0; i < n; ++i) {
    float s = x[i];
    for (size_t p = pos[i]; p < pos[i + 1]; ++p)
      s -= val[p] * x[crd[p]];
    x[i] = s * 0.5f;
  }
}

struct Entry {
  int col;
  double val;
};

static void records(int n, const int *pos, const Entry *entries, double *x) {
#pragma sparse parallelize(i, cpu_thread, wavefront, schedule(levels))
  for (int i = 0; i < n; ++i) {
    double s = x[i];
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s -= entries[p].val * x[entries[p].col];
    x[i] = s * 0.5;
  }
}

// A list of edges, relaxed one after the other.
static void edges(int m, const int *from, const int *to, const int *weight,
                  int *dist) {
#pragma sparse parallelize(e, cpu_thread, wavefront, schedule(list))
  for (int e = 0; e < m; ++e)
    dist[to[e]] = std::min(dist[to[e]], dist[from[e]] + weight[e]);
}

// The planner chooses: small loops run as they stand.
static void chosen(int n, const int *pos, const int *crd, const double *val,
                   double *x) {
#pragma sparse parallelize(i, cpu_thread, wavefront)
  for (int i = 0; i < n; ++i) {
    double s = x[i];
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s -= val[p] * x[crd[p]];
    x[i] = s * 0.125;
  }
}

// Nothing is shared: rows are free.
static void nothingShared(int n, const int *pos, const int *crd,
                          const double *val, const double *x, double *y) {
#pragma sparse parallelize(i, cpu_thread, wavefront)
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[i] += val[p] * x[crd[p]];
}

static void all(Matrix A, run::Random &R) {
  // Coordinates of rows, in rectangular ones as well.
  for (int &c : A.crd)
    c = A.Rows ? c % int(A.Rows) : 0;
  const int n = int(A.Rows), K = 3;
  const int *pos = A.pos.data(), *crd = A.crd.data();
  const double *val = A.val.data();
  const Vector Start = R.vector<double>(n * K + 1), b = R.vector<double>(n * K + 1);
  Vector d(n + 1, 3.0), x = Start;
  std::vector<int> order(n + 1), from, weight;
  std::vector<Entry> Entries;
  for (int i = 0; i < n; ++i) {
    order[i] = (i * 5 + 2) % n;
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      from.push_back(i);
      weight.push_back(p % 13);
      Entries.push_back({crd[p], val[p]});
    }
  }
  const std::vector<size_t> Positions(A.pos.begin(), A.pos.end());
  const std::vector<unsigned> Coordinates(A.crd.begin(), A.crd.end());
  const std::vector<float> values(A.val.begin(), A.val.end());
  std::vector<float> f(n + 1);
  // Later runs find a plan; who does not use plans often gets no more of them.
  int Run = 0;
  auto Record = [&](const char *What) {
    if (Run < 2)
      run::record(What + (", " + A.Name), x);
    x = Start;
  };
  for (; Run < 21; ++Run) {
    forward(n, pos, crd, val, b.data(), x.data());
    backward(n, pos, crd, val, b.data(), x.data());
    Record("symmetric sweep");
    relax(n, 1.5, pos, crd, val, b.data(), x.data());
    Record("over-relaxation");
    lowerSolve(A, d, x);
    Record("solve by rows");
    byColumns(A, d, x);
    Record("solve by columns");
    columns(n, K, pos, crd, val, b.data(), x.data());
    Record("columns");
    Vector y = b;
    both(n, pos, crd, x.data(), y.data());
    if (Run < 2)
      run::record("both, " + A.Name, y);
    Record("both");
    std::vector<int> label(n + 1);
    for (int v = 0; v < n; ++v)
      label[v] = (v * 7 + 3) % 11;
    labels(n, pos, crd, label.data());
    if (Run < 2)
      run::record("labels, " + A.Name, label);
    permuted(n, order.data(), pos, crd, val, x.data());
    Record("permuted");
    nothingShared(n, pos, crd, val, b.data(), x.data());
    Record("nothing shared");
    std::fill(f.begin(), f.end(), 1.5f);
    unsignedRows(n, Positions.data(), Coordinates.data(), values.data(),
                 f.data());
    records(n, pos, Entries.data(), x.data());
    Record("records");
    std::vector<int> dist(n + 1, 1000);
    edges(int(from.size()), from.data(), crd, weight.data(), dist.data());
    if (Run < 2) {
      run::record("unsigned, " + A.Name, f);
      run::record("edges, " + A.Name, dist);
    }
  }
  Run = 0;
  chosen(n, pos, crd, val, x.data());
  Record("chosen");
}

int main() {
  run::Random R(5);
  for (const Matrix &A : run::shapes<double>())
    all(A, R);
  auto Length = [&](long) { return R.below(7); };
  Matrix Large = run::makeCsr<double, int, int>("large", 30000, 30000, R, [](long) { return 0; });
  // Rows with neighbours near and far, sorted nowhere.
  Large.crd.clear();
  for (int i = 0; i < 30000; ++i) {
    for (long l = Length(i); l > 0; --l)
      Large.crd.push_back(int(l % 2 ? std::max<long>(0, i - R.below(40)) : R.below(30000)));
    Large.pos[i + 1] = int(Large.crd.size());
  }
  Large.val = R.vector<double>(Large.crd.size());
  all(Large, R);
  // In place, another matrix.
  Vector x(30000, 1.0), b(30000, 0.5);
  for (int Run = 0; Run < 4; ++Run) {
    Large.crd[Run * 977] = Run * 3;
    forward(30000, Large.pos.data(), Large.crd.data(), Large.val.data(), b.data(), x.data());
    run::record("changed in place", x);
  }
}
