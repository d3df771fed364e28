// Sweeps and solves whose rows need others, level by level, and matrices whose
// levels are narrow, wide, one, or as many as rows.

#include "../../run/support/support.h"

using Matrix = run::Csr<double, int, int>;
using Vector = std::vector<double>;

// A sweep of Gauss and Seidel, forwards and backwards.
static void forward(int n, const int *pos, const int *crd, const double *val, const Vector &b, Vector &x) {
#pragma sparse target(cuda) parallelize(i, gpu_thread, wavefront, schedule(levels))
  for (int i = 0; i < n; ++i) {
    double s = b[i];
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s -= val[p] * x[crd[p]];
    x[i] = s * 0.125;
  }
}

static void backward(int n, const int *pos, const int *crd, const double *val, const Vector &b, Vector &x) {
#pragma sparse target(cuda) parallelize(i, gpu_thread, wavefront, schedule(levels))
  for (int i = n - 1; i >= 0; --i) {
    double s = b[i];
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s -= val[p] * x[crd[p]];
    x[i] = s * 0.125;
  }
}

// Triangular solves, of which each looks at a part of every row; not from row 0 on.
static void lowerSolve(long first, const Matrix &A, const Vector &d, Vector &x) {
#pragma sparse target(cuda) parallelize(i, gpu_thread, wavefront, schedule(levels))
  for (long i = first; i < A.Rows; ++i) {
    double sum = x[i];
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      if (A.crd[p] < i)
        sum -= A.val[p] * x[A.crd[p]];
    x[i] = sum / d[i];
  }
}

static void upperSolve(const Matrix &A, const Vector &d, Vector &x) {
#pragma sparse target(cuda) parallelize(i, gpu_thread, wavefront, schedule(levels))
  for (long i = A.Rows - 1; i >= 0; --i) {
    double sum = x[i];
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      if (A.crd[p] > i)
        sum -= A.val[p] * x[A.crd[p]];
    x[i] = sum / d[i];
  }
}

// By columns, whose updates of an element keep their order.
static void byColumns(const Matrix &A, const Vector &d, Vector &x) {
#pragma sparse target(cuda) parallelize(j, gpu_thread, wavefront, schedule(levels))
  for (long j = 0; j < A.Rows; ++j) {
    x[j] /= d[j];
    for (int p = A.pos[j]; p < A.pos[j + 1]; ++p)
      if (A.crd[p] > j)
        x[A.crd[p]] -= A.val[p] * x[j];
  }
}

// Over-relaxation in blocks of rows, which a thread runs as they stand.
static void relax(int n, double omega, const int *pos, const int *crd, const double *val, const Vector &b, Vector &x) {
#pragma sparse target(cuda) split(i, i0, i1, 4) parallelize(i0, gpu_thread, wavefront, schedule(levels))
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

// Conditions on what is stored; a small array of each thread's; two arrays.
static void labels(unsigned n, const int *pos, const int *crd, std::vector<int> &label, std::vector<short> &seen) {
#pragma sparse target(cuda) parallelize(v, gpu_thread, wavefront, schedule(levels))
  for (unsigned v = 0; v < n; ++v) {
    int last[2] = {label[v], 0};
    for (int e = pos[v]; e < pos[v + 1]; ++e)
      if (label[crd[e]] < label[v]) {
        label[v] = label[crd[e]];
        last[1] = last[0];
        last[0] = label[v];
        seen[crd[e]] += 1;
      }
    label[v] += last[1] & 1;
  }
}

// What does not pay: the planner lets the CPU run it.
static void chosen(int n, const int *pos, const int *crd, const double *val, Vector &x) {
#pragma sparse target(cuda) parallelize(i, gpu_thread, wavefront)
  for (int i = 0; i < n; ++i) {
    double s = x[i];
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s -= val[p] * x[crd[p]];
    x[i] = s * 0.125;
  }
}

// Rows that share nothing are one level.
static void free(int n, const int *pos, const int *crd, const double *val, const Vector &x, Vector &y) {
#pragma sparse target(cuda) parallelize(i, gpu_thread, wavefront, schedule(levels))
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[i] += val[p] * x[crd[p]];
}

static void all(Matrix A, run::Random &R) {
  for (int &c : A.crd)
    c = A.Rows ? c % int(A.Rows) : 0;
  const int n = int(A.Rows);
  const int *pos = A.pos.data(), *crd = A.crd.data();
  const double *val = A.val.data();
  const Vector Start = R.vector<double>(n + 1), b = R.vector<double>(n + 1);
  const Vector d(n + 1, 3.0);
  Vector x = Start;
  auto Record = [&](const char *What) {
    run::record(What + (", " + A.Name), x);
    x = Start;
  };
  for (int Run = 0; Run < 2; ++Run) {
    forward(n, pos, crd, val, b, x);
    Record("forward");
    forward(n, pos, crd, val, b, x);
    backward(n, pos, crd, val, b, x);
    Record("symmetric sweep");
    lowerSolve(n / 50, A, d, x);
    Record("lower solve");
    upperSolve(A, d, x);
    Record("upper solve");
    byColumns(A, d, x);
    Record("solve by columns");
    relax(n, 1.5, pos, crd, val, b, x);
    Record("over-relaxation");
    std::vector<int> label(n + 1);
    std::vector<short> seen(n + 1);
    for (int v = 0; v < n; ++v)
      label[v] = (v * 7 + 3) % 11;
    labels(unsigned(n), pos, crd, label, seen);
    run::record("labels, " + A.Name, label);
    run::record("seen, " + A.Name, seen);
    free(n, pos, crd, val, b, x);
    Record("free");
  }
}

/// Row I has the columns Of(I).
static Matrix matrix(std::string Name, int n, run::Random &R, const std::function<std::vector<int>(int)> &Of) {
  Matrix A{std::move(Name), n, n, {0}, {}, {}};
  for (int I = 0; I < n; ++I) {
    for (int J : Of(I))
      if (J >= 0 && J < n)
        A.crd.push_back(J);
    A.pos.push_back(int(A.crd.size()));
  }
  A.val = R.vector<double>(A.crd.size());
  return A;
}

// Index arrays that change in place, of a loop that makes plans of its own.
static void changing(int rows, const int *begin, const int *other, const double *weight, Vector &u) {
#pragma sparse target(cuda) parallelize(r, gpu_thread, wavefront, schedule(levels))
  for (int r = 0; r < rows; ++r)
    for (int q = begin[r]; q < begin[r + 1]; ++q)
      u[r] += weight[q] * u[other[q]];
}

// On the device, where kernels change index arrays, too.
static void resident(Matrix &A, Vector &u) {
  const int n = int(A.Rows), nnz = int(A.crd.size());
  int *crd = A.crd.data();
#pragma sparse data copyin(A.pos, A.val) copy(crd[0:nnz], u)
  for (int Run = 0; Run < 3; ++Run) {
    changing(n, A.pos.data(), crd, A.val.data(), u);
    changing(n, A.pos.data(), crd, A.val.data(), u);
#pragma sparse target(cuda)
    for (int p = 0; p < nnz; ++p)
      crd[p] = (crd[p] * 7 + 1) % n;
  }
}

int main() {
  run::Random R(7);
  // No more than there are plans for.
  all(matrix("as many levels as rows", 300, R, [](int I) { return std::vector{I - 1, I, I + 1}; }), R);
  all(matrix("one level", 700, R, [](int I) { return std::vector{I}; }), R);
  // Two levels of more rows than a block runs, then many of a few.
  all(matrix("wide, then narrow", 2700, R, [](int I) {
        return I < 1100 ? std::vector{I} : I < 2300 ? std::vector{I - 1100, I}
                                                    : std::vector{I - 100, I, I - 2000};
      }), R);
  all(matrix("a grid", 24 * 24, R, [](int I) {
        std::vector<int> Near;
        for (int Y = -1; Y <= 1; ++Y)
          for (int X = -1; X <= 1; ++X)
            if (I % 24 + X >= 0 && I % 24 + X < 24)
              Near.push_back(I + Y * 24 + X);
        return Near;
      }), R);
  all(matrix("one row", 1, R, [](int) { return std::vector{0, 0}; }), R);
  all(matrix("random rows, some empty", 800, R, [&](int) {
        std::vector<int> Any;
        for (long Left = R.below(5); Left > 0; --Left)
          Any.push_back(int(R.below(800)));
        return Any;
      }), R);
  all(matrix("no rows", 0, R, [](int) { return std::vector<int>(); }), R);
  Matrix A = matrix("changing", 500, R, [](int I) { return std::vector{I, I - 7}; });
  Vector u(500, 1.0);
  for (int Run = 0; Run < 4; ++Run) {
    A.crd[300 + 13 * Run] = Run * 100;
    changing(500, A.pos.data(), A.crd.data(), A.val.data(), u);
    run::record("changed in place", u);
  }
  u.assign(500, 1.0);
  resident(A, u);
  run::record("resident", u);
  run::record("crd", A.crd);
  chosen(500, A.pos.data(), A.crd.data(), A.val.data(), u);
  run::record("chosen", u);
}
