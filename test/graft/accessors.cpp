// Member functions that only return what members hold, conversion operators
// and structured bindings may stand in bounds and elsewhere in the nest.
// RUN: %clangxx -std=c++20 -O2 -w %s -o %t.plain
// RUN: %clangxx_sparse -std=c++20 -O2 -Wall -Werror -Wno-unused %s -fplugin-arg-sparse-count -o %t.sparse
// RUN: %t.plain > %t.expected
// RUN: %t.sparse > %t.actual 2> %t.counters
// RUN: cmp %t.expected %t.actual
// RUN: FileCheck --input-file=%t.counters %s --implicit-check-not='fallback {{[1-9]}}'
// CHECK-COUNT-4: generated 1, fallback 0
// CHECK: generated 2, fallback 0
// CHECK-COUNT-5: generated 1, fallback 0
// CHECK: generated 0, fallback 1 (1: 'y' overlaps 'second_at')
// CHECK-NOT: lacuna

#include <cstdio>
#include <tuple>
#include <vector>

#define SCHEDULE split(i, i0, i1, 3)

class Matrix {
public:
  Matrix(int n) : n(n), pos(n + 1), crd(n), val(n) {
    for (int i = 0; i < n; ++i) {
      pos[i] = crd[i] = i;
      val[i] = 1.25 * i;
    }
    pos[n] = n;
  }
  int rows() const { return n; }
  long nonzeros() const { return static_cast<long>(crd.size()); }
  int last() const { return rows() - 1; }
  const int *rowPointers() const { return pos.data(); }
  const std::vector<int> &columnVector() const { return crd; }
  std::vector<double> &values() { return val; }
  double scale() const { return 2.5; }
  void multiply(const double *x, double *y) const;

private:
  int n;
  std::vector<int> pos, crd;
  std::vector<double> val;
};

void loops(Matrix &A, const double *x, double *y) {
#pragma sparse SCHEDULE
  for (int i = 0; i < A.rows(); ++i)
    for (int p = A.rowPointers()[i]; p < A.rowPointers()[i + 1]; ++p)
      y[i] += A.values()[p] * x[A.columnVector()[p]] * A.scale();
#pragma sparse SCHEDULE
  for (long i = 0; i < A.nonzeros(); ++i)
    y[i] += x[i];
#pragma sparse SCHEDULE
  for (int i = 0; i <= A.last(); ++i)
    y[i] += x[i];
}

void Matrix::multiply(const double *x, double *y) const {
#pragma sparse SCHEDULE
  for (int i = 0; i < rows(); ++i)
    for (int p = rowPointers()[i]; p < rowPointers()[i + 1]; ++p)
      y[i] += val[p] * x[crd[p]];
}

template <class M> void generic(const M *A, const double *x, double *y) {
  auto f = [&](auto n) {
#pragma sparse SCHEDULE
    for (decltype(n) i = 0; i < A->rows(); ++i)
      y[i] += x[i];
  };
  f(0);
  f(0l);
}

class Count {
  int n;

public:
  explicit Count(int n) : n(n) {}
  operator int() const { return n; }
};
void conversion(Count n, const double *x, double *y) {
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i)
    y[i] += x[i] * n;
}

struct Csr {
  int n;
  const int *pos, *crd;
  const double *val;
};
void members(const Csr &A, const double *x, double *y) {
  auto [n, pos, crd, val] = A;
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[i] += val[p] * x[crd[p]];
  const auto &[rn, rpos, rcrd, rval] = A;
#if __clang_major__ > 16 // which captures no bindings under -fopenmp
  auto f = [=]
#endif
  {
#pragma sparse SCHEDULE
    for (int i = 0; i < rn; ++i)
      for (int p = rpos[i]; p < rpos[i + 1]; ++p)
        y[i] += rval[p] * x[rcrd[p]];
  }
#if __clang_major__ > 16
  ;
  f();
#endif
}
void elements(int (&bounds)[2], const double *x, double *y) {
  auto &[lo, hi] = bounds;
#pragma sparse SCHEDULE
  for (int i = lo; i < hi; ++i)
    y[i] += x[i];
}
void tuples(std::tuple<int, std::vector<double>> t, double *y) {
  auto &&[n, x] = t;
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i)
    y[i] += x[i];
}
// The binding names an element that the nest stores to: the user's loop runs.
void aliased(int n, double *y) {
  auto &[first, second] = *reinterpret_cast<double (*)[2]>(y);
#pragma sparse SCHEDULE
  for (int i = 0; i < n; ++i)
    y[i] += second;
}

int main() {
  Matrix A(40);
  std::vector<double> x(40), y(40, 0.5);
  for (int i = 0; i < 40; ++i)
    x[i] = 1.0 / (i + 1);
  auto show = [&](const char *name) {
    std::printf("%s:", name);
    for (double v : y)
      std::printf(" %a", v);
    std::printf("\n");
  };
  loops(A, x.data(), y.data());
  show("loops");
  A.multiply(x.data(), y.data());
  show("this");
  generic(&A, x.data(), y.data());
  show("generic");
  conversion(Count(30), x.data(), y.data());
  show("conversion");
  members({40, A.rowPointers(), A.columnVector().data(), A.values().data()},
          x.data(), y.data());
  show("members");
  int bounds[] = {3, 33};
  elements(bounds, x.data(), y.data());
  show("elements");
  tuples({20, x}, y.data());
  show("tuples");
  aliased(40, y.data());
  show("aliased");
}
