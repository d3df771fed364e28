// What the loops call: accessors, operators, helpers of classes and templates.
// REQUIRES: cholmod
// RUN: xz -dc %examples/data/bcsstk16.mtx.xz >%t.mtx
// RUN: %check-run --loops 23 %s %examples/spmv/Csr.cpp \
// RUN:   -I %examples/spmv -lcholmod -march=native \
// RUN:   -Wno-unknown-warning-option -Wno-invalid-feature-combination -o %t
// --argument %t.mtx

#include "support/wild.h"
#define NDEBUG
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <span>

using namespace wild;

/// A vector of a library: private pointer, checked in debug builds.
template <class T> class Array {
public:
  Array(T *data, size_t size) : data_(data), size_(size) {}
  T &operator[](size_t i) { return data_[i]; }
  const T &operator[](size_t i) const { return data_[i]; }
  T &operator()(size_t i) { return data_[i]; }
  const T &operator()(size_t i) const { return data_[i]; }
  size_t size() const { return size_; }

private:
  T *data_;
  size_t size_;
};

/// A dense matrix that counts by (row, column).
class Dense {
public:
  Dense(int rows, int cols) : values_(size_t(rows) * cols), cols_(cols) {}
  double &operator()(int i, int j) { return values_[index(i, j)]; }
  double operator()(int i, int j) const { return values_[index(i, j)]; }
  const double *row(int i) const { return values_.data() + i * cols_; }
  double *row(int i) { return values_.data() + i * cols_; }
  int cols() const { return cols_; }
  Vector &values() { return values_; }

private:
  int index(int i, int j) const { return i * cols_ + j; }

  Vector values_;
  int cols_;
};

/// The graph of a matrix, and the matrix, which hides what it inherits.
struct Graph {
  int rows_;
  const int *start_, *neighbour_;
};

class Matrix : private Graph {
public:
  explicit Matrix(const Data &D) : Graph{D.m, D.pos, D.crd}, value_(D.val) {}
  int rows() const { return rows_; }
  int rowBegin(int i) const { return start_[i]; }
  int rowEnd(int i) const { return start_[i + 1]; }
  int rowLength(int i) const { return rowEnd(i) - rowBegin(i); }
  int column(int p) const { return neighbour_[p]; }
  double value(int p) const { return value_[p]; }
  const int *columnsOf(int i) const { return neighbour_ + start_[i]; }
  const double *valuesOf(int i) const { return value_ + rowBegin(i); }

  void apply(const Array<double> &x, Array<double> &y) const {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
    for (int i = 0; i < rows(); ++i) {
      double sum = 0;
      for (int p = rowBegin(i); p < rowEnd(i); ++p)
        sum += value(p) * x[column(p)];
      y[i] = sum;
    }
  }

private:
  const double *value_;
};

void throughAccessors(const Matrix &A, const Array<double> &x,
                      Array<double> &y) {
#pragma sparse divide(i, t, r, threads, balance(p))                            \
    parallelize(t, cpu_thread, no_races)
  for (int i = 0; i < A.rows(); ++i) {
    double sum = 0;
    for (int p = A.rowBegin(i); p < A.rowEnd(i); ++p)
      sum += A.value(p) * x(A.column(p));
    y(i) = sum;
  }
}

/// Rows as pointers and lengths, asked for in each row.
void rowByRow(const Matrix &A, const double *x, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < A.rows(); ++i) {
    const int n = A.rowLength(i);
    const int *columns = A.columnsOf(i);
    const double *values = A.valuesOf(i);
    double sum = 0;
    for (int k = 0; k < n; ++k)
      sum += values[k] * x[columns[k]];
    y[i] = sum;
  }
}

void timesDense(const Matrix *A, const Dense &X, Dense &Y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < A->rows(); ++i)
    for (int p = A->rowBegin(i); p < A->rowEnd(i); ++p)
      for (int k = 0; k < X.cols(); ++k)
        Y(i, k) += A->value(p) * X(A->column(p), k);
}

void timesDenseByRows(const Matrix &A, const Dense &X, Dense &Y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < A.rows(); ++i) {
    double *out = Y.row(i);
    for (int p = A.rowBegin(i); p < A.rowEnd(i); ++p) {
      const double *in = X.row(A.column(p));
      for (int k = 0; k < X.cols(); ++k)
        out[k] += A.value(p) * in[k];
    }
  }
}

/// Small functions of numbers.
inline double square(double v) { return v * v; }
template <class T> T clamp(T v, T lo, T hi) {
  if (v < lo)
    return lo;
  return v > hi ? hi : v;
}
inline double weight(const double *val, int p) {
  const double v = val[p];
  const double a = v < 0 ? -v : v;
  return a / (1 + a);
}

void weighted(int m, const int *pos, const int *crd, const double *val,
              const double *x, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += square(weight(val, p)) * clamp(x[crd[p]], -0.5, 0.5);
    y[i] = sum;
  }
}

/// The kernel of a block, as BSR codes have it.
inline void blockTimesVector(const double *a, const double *x, double *y) {
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c)
      y[r] += a[3 * r + c] * x[c];
}

void blockRows(int m, const int *pos, const int *crd, const double *blocks,
               const double *x, double *y) {
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      blockTimesVector(blocks + 9 * p, x + 3 * crd[p], y + 3 * i);
}

inline void add(double &to, double what) { to += what; }
inline void addProduct(double &to, double a, const double &b) {
  assert(a == a || b != b);
  add(to, a * b);
}

void byReference(int m, const int *pos, const int *crd, const double *val,
                 const double *x, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      addProduct(sum, val[p], x[crd[p]]);
    add(y[i], sum);
  }
}

/// A policy as template argument.
struct Plus {
  static double identity() { return 0; }
  double operator()(double a, double b) const { return a + b; }
};
struct Least {
  static double identity() { return 1e300; }
  double operator()(double a, double b) const { return b < a ? b : a; }
};

template <class Combine>
void overRows(int m, const int *pos, const double *val, Combine combine,
              double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double all = Combine::identity();
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      all = combine(all, val[p]);
    y[i] = all;
  }
}

/// Handles that are cheap to copy.
struct View {
  const int *pos, *crd;
  const double *val;
  int begin(int i) const { return pos[i]; }
  int end(int i) const { return pos[i + 1]; }
};
inline int first(View A, int i) { return A.begin(i); }
inline int last(const View &A, int i) { return A.end(i); }

void views(int m, View A, std::span<const double> x, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = first(A, i); p < last(A, i); ++p)
      sum += A.val[p] * x[A.crd[p]];
    y[i] = sum;
  }
}

/// Members reached through members.
struct Level {
  Matrix A;
  Array<double> x;
};

void residual(const Level &L, const double *b, double *r) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < L.A.rows(); ++i) {
    double sum = b[i];
    for (int p = L.A.rowBegin(i); p < L.A.rowEnd(i); ++p)
      sum -= L.A.value(p) * L.x[L.A.column(p)];
    r[i] = sum;
  }
}

/// Helpers of the class itself, static ones too.
class Smoother {
public:
  Smoother(const Data &D, double omega) : D(D), omega_(omega) {}
  void apply(double *out) const {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
    for (int i = 0; i < D.m; ++i) {
      double sum = 0, diagonal = 1;
      for (int p = D.pos[i]; p < D.pos[i + 1]; ++p) {
        if (onDiagonal(i, p))
          diagonal = D.val[p];
        else
          sum += D.val[p] * D.x[D.crd[p]];
      }
      out[i] = relax(sum, diagonal);
    }
  }

private:
  bool onDiagonal(int i, int p) const { return D.crd[p] == i; }
  double relax(double sum, double diagonal) const {
    return omega_ * quotient(sum, diagonal);
  }
  static double quotient(double a, double b) { return b == 0 ? a : a / b; }

  const Data &D;
  double omega_;
};

void scaled(int n, double alpha, const Array<double> &in, Array<double> &out) {
#pragma sparse split(i, i0, i1, 64) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    add(out(i), alpha * in(i));
}

/// Every subscript is checked that can be.
void checked(const std::vector<int> &pos, const std::vector<int> &crd,
             const Vector &val, const Vector &x, std::vector<double> &y) {
#pragma sparse split(i, i0, i1, 32) parallelize(i0, cpu_thread, no_races)
  for (std::size_t i = 0; i < y.size(); ++i) {
    y.at(i) = 0;
    for (int p = pos.at(i); p < pos.at(i + 1); ++p)
      y.at(i) += val.at(p) * x[crd.at(p)];
  }
}

/// Each row is handed to a body, as portability layers do.
template <class Body> inline void forAll(int n, const Body &body) {
  for (int i = 0; i < n; ++i)
    body(i);
}

void forAllRows(int m, const int *pos, const int *crd, const double *val,
                const double *x, double *y) {
#pragma sparse split(i, i0, i1, 32) parallelize(i0, cpu_thread, no_races)
  forAll(m, [=](int i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  });
}

void lambdas(int m, const int *pos, const int *crd, const double *val,
             const double *x, double *y) {
  auto product = [&](int p) { return val[p] * x[crd[p]]; };
#pragma sparse split(i, i0, i1, 32) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double least = 0;
    auto take = [&](double v) {
      if (v < least)
        least = v;
    };
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      take(product(p));
    y[i] = least;
  }
}

/// The sum over a row, by a function that leaves early.
double rowSum(int length, const int *crd, const double *val, const double *x) {
  if (length == 0)
    return 0;
  double sum = 0;
  for (int k = 0; k < length; ++k)
    sum += val[k] * x[crd[k]];
  return sum;
}

void byRowSums(int m, const int *pos, const int *crd, const double *val,
               const double *x, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    y[i] =
        0.5 * y[i] + rowSum(pos[i + 1] - pos[i], crd + pos[i], val + pos[i], x);
}

void byAlgorithms(int m, const int *pos, const int *, const double *val,
                  const double *, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    y[i] =
        y[i] * std::accumulate(val + pos[i], val + pos[i + 1], 0.0) -
        std::inner_product(val + pos[i], val + pos[i + 1], val + pos[i], 0.0);
}

void byLambda(int m, const int *pos, const int *crd, const double *val,
              const double *x, double *y) {
  auto largest = [&](int i) {
    double most = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (std::abs(val[p] * x[crd[p]]) > most)
        most = std::abs(val[p] * x[crd[p]]);
    return most;
  };
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    if (largest(i) < 1)
      y[i] -= largest(i);
}

/// Rows that are checked when they are asked for.
class CheckedVector {
public:
  CheckedVector(double *data, int size) : data_(data), size_(size) {}
  int size() const { return size_; }
  double &at(int i) {
    if (i < 0 || i >= size())
      throw i;
    return data_[i];
  }

private:
  double *data_;
  int size_;
};

static void checkedRows(int m, const int *pos, const int *crd,
                        const double *val, const double *x, double *y) {
  CheckedVector v(y, m);
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    v.at(i) = sum;
  }
}

/// A sweep that tells how it gets on, if asked to, and gives up where it
/// cannot.
static bool Verbose = std::getenv("WILD_VERBOSE") != nullptr;

static void reported(int m, const int *pos, const int *crd, const double *val,
                     const double *x, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    if (Verbose)
      std::fprintf(stderr, "row %d\n", i);
    if (m > 100000000) {
      std::puts("too many rows");
      std::exit(1);
    }
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}

/// Functions that return out of their loops.
static int place(const int *crd, int b, int e, int j) {
  for (int p = b; p < e; ++p)
    if (crd[p] == j)
      return p;
  return -1;
}

static bool ascends(const int *b, const int *e) {
  for (; b != e && b + 1 != e; ++b)
    if (b[0] >= b[1])
      return false;
  return true;
}

void diagonalBySearch(int m, const int *pos, const int *crd, const double *val,
                      const double *, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    const int p = place(crd, pos[i], pos[i + 1], i);
    y[i] = p < 0 ? 0 : val[p];
  }
}

int sortedRows(int m, const int *pos, const int *crd) {
  int count = 0;
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  for (int i = 0; i < m; ++i)
    if (pos[i] < pos[i + 1] && ascends(crd + pos[i], crd + pos[i + 1]))
      ++count;
  return count;
}

int main(int argc, char **argv) {
  return forEach(argc, argv, [](const Data &D) {
    const int m = D.m, n = D.n, *pos = D.pos, *crd = D.crd;
    const double *val = D.val, *x = D.x.data();
    Matrix A(D);
    Vector own = D.x;
    Array<double> in(own.data(), own.size());
    auto Out = [&](const char *Name, auto Kernel) {
      D.record(Name, m, [&](double *y) {
        Array<double> out(y, size_t(m));
        Kernel(out);
      });
    };
    Out("member", [&](Array<double> &y) { A.apply(in, y); });
    Out("accessors", [&](Array<double> &y) { throughAccessors(A, in, y); });
    Out("scaled", [&](Array<double> &y) {
      Vector b = D.b;
      scaled(m, 1.5, Array<double>(b.data(), b.size()), y);
    });
    auto Row = [&](const char *Name, auto Kernel) {
      D.record(Name, m, [&](double *y) { Kernel(m, pos, crd, val, x, y); });
    };
    Row("weighted", weighted);
    Row("by row sums", byRowSums);
    Row("by algorithms", byAlgorithms);
    Row("by a lambda", byLambda);
    Row("by reference", byReference);
    D.recordValue("checked", [&] {
      std::vector<double> y(m);
      checked(std::vector<int>(pos, pos + m + 1),
              std::vector<int>(crd, crd + D.count()),
              Vector(val, val + D.count()), D.x, y);
      return y;
    });
    Row("for all rows", forAllRows);
    Row("checked rows", checkedRows);
    Row("reported", reported);
    Row("lambdas", lambdas);
    Row("diagonal by search", diagonalBySearch);
    D.recordValue("sorted rows",
                  [&] { return Vector{double(sortedRows(m, pos, crd))}; });
    D.record("row by row", m, [&](double *y) { rowByRow(A, x, y); });
    constexpr int K = 5;
    Dense X(n, K), Y(m, K), Z(m, K);
    X.values() = run::Random(5).vector<double>(size_t(n) * K);
    timesDense(&A, X, Y);
    timesDenseByRows(A, X, Z);
    D.recordValue("times dense", [&] { return Y.values(); });
    D.recordValue("times dense by rows", [&] { return Z.values(); });
    if (m < 1000) {
      Vector blocks = run::Random(6).vector<double>(size_t(D.count()) * 9);
      Vector wide = run::Random(8).vector<double>(size_t(n) * 3);
      D.record("block rows", 3 * m, [&](double *y) {
        blockRows(m, pos, crd, blocks.data(), wide.data(), y);
      });
    }
    D.record("plus", m, [&](double *y) { overRows(m, pos, val, Plus(), y); });
    D.record("least", m, [&](double *y) { overRows(m, pos, val, Least(), y); });
    D.record("views", m, [&](double *y) { views(m, {pos, crd, val}, D.x, y); });
    D.record("residual", m,
             [&](double *y) { residual({A, in}, D.b.data(), y); });
    D.record("smoother", m, [&](double *y) { Smoother(D, 0.7).apply(y); });
  });
}
