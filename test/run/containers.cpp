// Where the arrays live: vectors, spans, C arrays, members, lambdas, classes.
// RUN: %check-run %s -o %t

#include "support/support.h"
#include <array>
#include <memory>
#include <span>

using Matrix = run::Csr<>;
using Vector = std::vector<double>;

void vectors(const std::vector<int> &pos, const std::vector<int> &crd,
             const Vector &val, const Vector &x, Vector &y) {
  int m = int(pos.size()) - 1;
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}

void spans(std::span<const int> pos, std::span<const int> crd,
           std::span<const double> val, std::span<const double> x,
           std::span<double> y) {
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)
  for (size_t i = 0; i < y.size(); ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}

void members(const Matrix &A, const Vector &x, Vector &y) {
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < A.Rows; ++i) {
    double sum = 0;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      sum += A.val[p] * x[A.crd[p]];
    y[i] = sum;
  }
}

struct Operator {
  int m;
  const int *pos, *crd;
  Vector val;
  double scale;

  void apply(const double *x, double *y) const {
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)
    for (int i = 0; i < m; ++i) {
      double sum = 0;
      for (int p = pos[i]; p < pos[i + 1]; ++p)
        sum += scale * val[p] * x[crd[p]];
      y[i] = sum;
    }
  }
};

template <class T> struct TemplateOperator {
  int m;
  std::unique_ptr<int[]> pos, crd;
  std::unique_ptr<T[]> val;

  explicit TemplateOperator(const Matrix &A)
      : m(int(A.Rows)), pos(new int[A.pos.size()]),
        crd(new int[A.crd.size() + 1]), val(new T[A.val.size() + 1]) {
    std::copy(A.pos.begin(), A.pos.end(), pos.get());
    std::copy(A.crd.begin(), A.crd.end(), crd.get());
    std::copy(A.val.begin(), A.val.end(), val.get());
  }

  void apply(const std::vector<T> &x, std::vector<T> &y) const {
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)
    for (int i = 0; i < m; ++i) {
      T sum = 0;
      for (int p = pos[i]; p < pos[i + 1]; ++p)
        sum += val[p] * x[crd[p]];
      y[i] = sum;
    }
  }
};

int globalPos[5] = {0, 2, 2, 5, 6};
int globalCrd[6] = {0, 3, 1, 2, 3, 0};
double globalVal[6] = {1.5, -2, 0.25, 3, 7, 0.125};

void globals(const double (&x)[4], double (&y)[4]) {
#pragma sparse split(i, i0, i1, 2) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < 4; ++i) {
    double sum = 0;
    for (int p = globalPos[i]; p < globalPos[i + 1]; ++p)
      sum += globalVal[p] * x[globalCrd[p]];
    y[i] = sum;
  }
}

void arrays(double *out) {
  std::array<int, 4> pos = {0, 1, 3, 4};
  std::array<int, 4> crd = {1, 0, 1, 0};
  double val[] = {2, 3, 5, 7};
  std::array<double, 2> x = {0.5, -1};
  std::array<double, 3> y = {};
#pragma sparse split(i, i0, i1, 2) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < 3; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
  std::copy(y.begin(), y.end(), out);
}

int main() {
  for (const Matrix &A : run::shapes()) {
    Vector x = run::Random(7).vector<double>(A.Cols);
    Vector y(A.Rows, -7);
    auto Record = [&](const char *Name) {
      run::record(std::string(Name) + ", " + A.Name, y);
      std::fill(y.begin(), y.end(), -7);
    };
    vectors(A.pos, A.crd, A.val, x, y);
    Record("vectors");
    spans(A.pos, A.crd, A.val, x, y);
    Record("spans");
    members(A, x, y);
    Record("members");
    Operator{int(A.Rows), A.pos.data(), A.crd.data(), A.val, 1.5}.apply(
        x.data(), y.data());
    Record("member function");
    TemplateOperator<double>(A).apply(x, y);
    Record("member function of a template");

    auto ByReference = [&] {
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)
      for (int i = 0; i < A.Rows; ++i) {
        double sum = 0;
        for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
          sum += A.val[p] * x[A.crd[p]];
        y[i] = sum;
      }
    };
    ByReference();
    Record("lambda, by reference");

    auto ByValue = [m = int(A.Rows), pos = A.pos.data(), crd = A.crd.data(),
                    val = A.val.data(), in = x.data(), out = y.data()] {
#pragma sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)
      for (int i = 0; i < m; ++i) {
        double sum = 0;
        for (int p = pos[i]; p < pos[i + 1]; ++p)
          sum += val[p] * in[crd[p]];
        out[i] = sum;
      }
    };
    ByValue();
    Record("lambda, by value");
  }
  double x[4] = {1, 2, 3, 4}, y[4] = {}, z[3] = {};
  globals(x, y);
  run::record("globals", y, 4);
  arrays(z);
  run::record("arrays", z, 3);
}
