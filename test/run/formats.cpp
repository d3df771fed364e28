// Loops over layouts compute to the last bit what loops over the user's arrays
// do: with empty rows, equal coordinates, infinities, and after changes of what
// layouts were made of. Nothing is read that the user's loops do not read.
// clang-format off
// RUN: %check-run --loops 15 %s -L%build_dir/lib -llacuna_rt -Wl,-rpath,%build_dir/lib -o %t --threads 1
// RUN: %check-run --loops 15 %s -L%build_dir/lib -llacuna_rt -Wl,-rpath,%build_dir/lib -o %t --threads 3 --reuse
// RUN: env LACUNA_LOG=1 OMP_NUM_THREADS=2 %t.sparse 2>&1 >/dev/null | FileCheck %s
// CHECK: measuredTransposed: '{{.*}}val' is csc now: 50000 rows
// clang-format on
#include "support/support.h"
#include <complex>

using Ints = std::vector<int>;
using Reals = std::vector<double>;

struct Csr {
  int rows;
  Ints pos, crd;
  Reals val;
};

static void product(const Csr &A, const Reals &x, Reals &y) {
#pragma sparse format(A.val : sell(8, 64)) parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < A.rows; ++i) {
    double s = 0;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      s += A.val[p] * x[A.crd[p]];
    y[i] = s;
  }
}

// Rows are added to, and only those that have positions.
static void added(int n, const int *pos, const int *crd, const double *val,
                  const double *x, double *y) {
#pragma sparse format(val : sell(4, all)) parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[i] += val[p] * x[crd[p]];
}

static void jacobi(const Csr &A, const Reals &b, const Reals &d, const Reals &x,
                   Reals &y) {
#pragma sparse format(A.val : sell(16, 128))                                   \
    parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < A.rows; ++i) {
    const double di = d[i];
    double s = b[i];
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p) {
      const int j = A.crd[p];
      const double v = A.val[p];
      if (j != i)
        s -= v * x[j];
    }
    y[i] = s / di;
  }
}

// The shortest way along one edge, and the largest value at its end.
static void minPlus(const Csr &A, const Reals &x, Reals &y, Reals &z) {
#pragma sparse format(A.val : sell(8, 8)) parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < A.rows; ++i) {
    double least = y[i], most = 0;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p) {
      const double way = A.val[p] + x[A.crd[p]];
      least = way < least ? way : least;
      most = std::max(most, A.val[p]);
    }
    y[i] = least;
    z[i] = most;
  }
}

static void narrow(int n, const std::vector<size_t> &pos,
                   const std::vector<unsigned short> &crd,
                   const std::vector<float> &val, const Reals &x, Reals &y) {
#pragma sparse format(val : sell(32, 32)) parallelize(i, cpu_thread, no_races)
  for (int i = 1; i < n; ++i) {
    double s = 0;
    for (size_t p = pos[i]; p < pos[i + 1]; ++p)
      s += double(val[p]) * x[crd[p] - 1];
    y[i] = s;
  }
}

// At a row's own memory, y[i * n + j] would be another row's.
static void rowsOfTable(int n, const Ints &pos, const Ints &crd,
                        const Reals &table, Reals &y) {
#pragma sparse format(crd : sell(8, 64)) parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s += table[i * (i + 1) / 2 + crd[p]];
    y[i] = s;
  }
}

static void transposed(const Csr &A, const Reals &x, Reals &y) {
#pragma sparse fp(strict) format(A.val : csc)                                  \
    parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < A.rows; ++i)
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      y[A.crd[p]] += A.val[p] * x[i];
}

static void onThreads(const Csr &A, const Ints &w, Ints &y) {
#pragma sparse format(A.crd : csc)                                             \
    parallelize(i, cpu_thread, parallel_reduction)
  for (int i = 0; i < A.rows; ++i) {
    const int wi = w[i];
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      y[A.crd[p]] += wi;
  }
}

static void columns(const Csr &A, const Reals &X, Reals &Y) {
#pragma sparse format(A.val : csc)
  for (int i = 0; i < A.rows; ++i)
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p) {
      const int j = A.crd[p];
      for (int k = 0; k < 4; ++k)
        Y[j * 4 + k] += A.val[p] * X[i * 4 + k];
    }
}

// Runs show whether layouts make them faster.
static void measured(const Csr &A, const Reals &x, Reals &y) {
#pragma sparse format(A.val : auto) parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < A.rows; ++i) {
    double s = 0;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      s += A.val[p] * x[A.crd[p]];
    y[i] = s;
  }
}

static void measuredTransposed(const Csr &A, const Reals &x, Reals &y) {
#pragma sparse format(A.val : auto) parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < A.rows; ++i)
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      y[A.crd[p]] += A.val[p] * x[i];
}

// Constants of a row that are made of each other, and of a variable.
static void scaled(const Csr &A, const Reals &d, const Reals &x, Reals &y) {
#pragma sparse format(A.val : sell(8, 64)) parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < A.rows; ++i) {
    const double di = d[i];
    const double wi = 1.5 / di;
    double s = d[i] * 0.5;
    const double t = s + 1;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      s += A.val[p] * x[A.crd[p]] * t;
    y[i] = s * wi;
  }
}

// The user's conversion of a coordinate stays.
static void converted(const Csr &A, const std::vector<long> &crd,
                      const Reals &x, Reals &y) {
#pragma sparse format(A.val : bsr(3, 3)) parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < A.rows; ++i) {
    double s = 0;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      s += A.val[p] * x[(unsigned char)crd[p]];
    y[i] = s;
  }
}

static void blocks(const Csr &A, const Reals &x, Reals &y) {
#pragma sparse format(A.val : bsr(3, 3)) parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < A.rows; ++i) {
    double s = 0;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      s += A.val[p] * x[A.crd[p]];
    y[i] = s;
  }
}

static void diagonals(const Csr &A, const Reals &x, Reals &y) {
#pragma sparse format(A.val : dia) parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < A.rows; ++i)
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      y[i] -= A.val[p] * x[A.crd[p]];
}

/// Rows of very different lengths, \p Many of them.
static Csr matrix(int Many, run::Random &Numbers) {
  Csr A{Many, {0}, {}, {}};
  for (int i = 0; i < Many; ++i) {
    const long Length = i % 23 == 4  ? 30 + Numbers.below(40)
                        : i % 3 == 0 ? 0
                                     : Numbers.below(9);
    for (long k = 0; k < Length; ++k) {
      A.crd.push_back(int(Numbers.below(Many)));
      A.val.push_back(Numbers.value<double>());
    }
    A.pos.push_back(int(A.crd.size()));
  }
  return A;
}

static void runAll(const Csr &A, const Reals &x, const Ints &w) {
  const auto n = size_t(A.rows);
  Reals y(n, -3.5);
  product(A, x, y);
  run::record("product", y);
  added(A.rows, A.pos.data(), A.crd.data(), A.val.data(), x.data(), y.data());
  run::record("added", y);
  Reals z(n), d(n, 1.5);
  jacobi(A, y, d, x, z);
  run::record("jacobi", z);
  minPlus(A, x, y, z);
  run::record("least", y);
  run::record("most", z);
  y.assign(n, 0.25);
  transposed(A, x, y);
  run::record("transposed", y);
  Ints sums(n, 1);
  onThreads(A, w, sums);
  run::record("on threads", sums);
  Reals X(4 * n), Y(4 * n, 0.5);
  for (size_t k = 0; k < X.size(); ++k)
    X[k] = double(k % 17) * 0.125;
  columns(A, X, Y);
  run::record("columns", Y);
}

/// More runs than are measured before there is a layout; values change.
static void measureAll(Csr A, const Reals &x) {
  const auto n = size_t(A.rows);
  Reals y(n), z(n);
  for (int Time = 0; Time < 250; ++Time) {
    measured(A, x, y);
    if (Time % 20 == 0)
      z.assign(n, 0.5);
    measuredTransposed(A, x, z);
    if (Time % 25 == 24) {
      run::record("measured", y);
      run::record("measured transposed", z);
    }
    if (Time == 225 && !A.val.empty())
      A.val[A.val.size() / 2] += 1;
  }
}

static void triangle(int n) {
  Ints pos = {0}, crd;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; j += 1 + i % 3)
      crd.push_back(j);
    pos.push_back(int(crd.size()));
  }
  Reals table(size_t(n) * (n + 1) / 2), y(n);
  for (size_t k = 0; k < table.size(); ++k)
    table[k] = double(k % 31);
  rowsOfTable(n, pos, crd, table, y);
  run::record("table", y);
}

int main() {
  run::Random Numbers(7);
  // Small matrices are compared, the large one's pages are tracked.
  for (const int Many : {3, 8, 100, 40000}) {
    Csr A = matrix(Many, Numbers);
    Reals x(Many);
    Ints w(Many);
    for (int i = 0; i < Many; ++i) {
      x[i] = i % 97 == 5   ? std::numeric_limits<double>::infinity()
             : i % 11 == 3 ? -0.0
                           : Numbers.value<double>();
      w[i] = int(Numbers.below(100));
    }
    for (int Time = 0; Time < 5; ++Time) {
      runAll(A, x, w);
      // What is kept is no longer right, at an end, in the middle, in the rows.
      if (Time == 1 && !A.val.empty())
        A.val.back() = 2.0;
      if (Time == 2)
        for (size_t p = 0; p < A.crd.size(); p += 1001)
          A.crd[p] = int(Numbers.below(Many));
      if (Time == 3)
        for (int i = 1; i < Many; ++i)
          if (A.pos[i] + 1 < A.pos[i + 1] && i % 5 == 0)
            ++A.pos[i];
    }
  }
  for (const int Rows : {2, 10, 3001}) {
    // Dense blocks, then a row behind them; three diagonals.
    Csr Blocks{Rows, {0}, {}, {}}, Band{Rows, {0}, {}, {}};
    for (int i = 0; i < Rows; ++i) {
      for (int j = i / 3 * 3 - 3; j < i / 3 * 3 + 6; ++j)
        if (j >= 0 && j < Rows / 3 * 3)
          Blocks.crd.push_back(j);
      for (int j : {i - 2, i, i + 1})
        if (j >= 0 && j < Rows)
          Band.crd.push_back(j);
      Blocks.pos.push_back(int(Blocks.crd.size()));
      Band.pos.push_back(int(Band.crd.size()));
    }
    Blocks.val = Numbers.vector<double>(Blocks.crd.size());
    Band.val = Numbers.vector<double>(Band.crd.size());
    Reals v = Numbers.vector<double>(Rows), w(Rows, 0.5);
    v[Rows / 2] = std::numeric_limits<double>::infinity();
    for (int Time = 0; Time < 3; ++Time) {
      blocks(Blocks, v, w);
      run::record("blocks", w);
      const Reals Bytes(Numbers.vector<double>(256));
      std::vector<long> crd(Blocks.crd.begin(), Blocks.crd.end());
      converted(Blocks, crd, Bytes, w);
      run::record("converted", w);
      diagonals(Band, v, w);
      run::record("diagonals", w);
      scaled(Band, Reals(Rows, 3.0), v, w);
      run::record("scaled", w);
      if (Time == 1 && Rows > 9)
        Blocks.val[Rows / 2] = Band.val[Rows / 2] = 0.25;
    }
  }
  measureAll(matrix(50000, Numbers), Reals(50000, 0.125));
  triangle(60);
  triangle(700);
  std::vector<size_t> pos = {0};
  std::vector<unsigned short> crd;
  std::vector<float> val;
  for (int i = 0; i < 500; ++i) {
    for (long k = Numbers.below(7); k > 0; --k) {
      crd.push_back((unsigned short)(1 + Numbers.below(500)));
      val.push_back(Numbers.value<float>());
    }
    pos.push_back(crd.size());
  }
  const Reals x = Numbers.vector<double>(500);
  Reals y(500, 1.0);
  narrow(500, pos, crd, val, x, y);
  run::record("narrow", y);
}
