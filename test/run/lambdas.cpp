// Loops in functions that are given a lambda, and lambdas called in the nest.
// RUN: %check-run --fallback 1 %s -o %t

#include "support/support.h"
#include <utility>

using Vector = std::vector<double>;

template <class F> inline void forall(int n, F &&f) {
  for (int i = 0; i < n; ++i)
    f(i);
}
template <class F> void forRange(int lo, int hi, F f) {
  for (int i = lo; i < hi; ++i)
    f(i);
}
template <class F> void twoDeep(int n, F &&f) { forall(n, std::forward<F>(f)); }
namespace loops {
struct Policy {
  template <class F> void run(int n, const F &f) const {
    for (int row = 0; row < n; ++row)
      f(row);
  }
};
} // namespace loops

void byCopy(int n, const int *pos, const int *crd, const double *val,
            const double *x, double *y, double a) {
#pragma sparse split(i, i0, i1, 4) parallelize(i0, cpu_thread, no_races)
  forRange(0, n, [=](int i) {
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s += val[p] * x[crd[p]];
    y[i] = a * s;
  });
}

struct Matrix {
  int n;
  std::vector<int> pos, crd;
  Vector val;
  void apply(const double *x, double *y) const {
#pragma sparse parallelize(i, cpu_thread, no_races)
    ::forall(n, [=, this](int i) {
      double s = 0;
      for (int p = pos[i]; p < pos[i + 1]; ++p)
        s += val[p] * x[crd[p]];
      y[i] = s;
    });
  }
  void rows(const loops::Policy &policy, const Vector &x, Vector &y) const {
#pragma sparse split(row, r0, r1, 8) parallelize(r0, cpu_thread, no_races)
    policy.run(n, [&](const auto row) {
      y[row] = 0;
      for (int p = pos[row]; p < pos[row + 1]; ++p)
        y[row] += val[p] * x[crd[p]];
    });
  }
};

double named(int n, const double *x, double *y) {
  const auto scale = [](double v) { return 2 * v; };
  double sum = 0;
  auto add = [&](int i) {
    sum += x[i];
    y[i] = scale(x[i]);
  };
#pragma sparse split(i, i0, i1, 4)
  twoDeep(n, add);
  return sum;
}

void inTheNest(int n, const int *pos, const double *val, double *y) {
#pragma sparse split(i, i0, i1, 16) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < n; ++i) {
    const double shift = i % 3;
    auto term = [=](int p) { return val[p] - shift; };
    auto put = [&y, i](double v) { y[i] = v; };
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s += term(p);
    put([&] { return 2 * s; }());
  }
}

/// Counts what it does in a variable that the nest itself does not name.
static int Calls;
static void count() { ++Calls; }
int counted(int n, double *y) {
  Calls = 7;
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) {
    y[i] = i;
    count();
  }
  return Calls;
}

// Functions that are given lambdas, whose loops have the directive themselves:
// what these captured are members of an object.
template <class F> static void map(const Vector &x, Vector &y, F f) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (size_t i = 0; i < x.size(); ++i)
    y[i] = f(x[i]);
}
template <class F> static void each(int n, const F &f) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    f(i);
}
template <class F> static void eachOfCopy(int n, const F &f) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i) {
    auto g = f;
    g(i);
  }
}
template <class F> static double sum(int n, F &&f) {
  double s = 0;
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i)
    s += f(i);
  return s;
}

struct Scaled {
  Vector x;
  double by;
  void run(Vector &y) const {
    each(int(x.size()), [this, &y](int i) { y[i] += by * x[i]; });
    each(int(x.size()), [=, this, &y](int i) { y[i] -= x[i] / by; });
  }
};

/// Stores to what the lambda itself captured.
static unsigned char *Where;
static void overItself(std::vector<int> &y) {
  long add = 5;
  auto set = [add](int i) { Where[i] = (unsigned char)(add * 2 + i); };
  Where = reinterpret_cast<unsigned char *>(&set);
  each(8, set);
  y.assign(Where, Where + sizeof set);
}

static void given(const run::Csr<> &A, const Vector &x, Vector &y) {
  double a = 2.5, b = -1;
  Vector z(y.size());
  map(y, z, [a, b](double v) { return a * v + b; });
  map(z, y, [](double v) { return v > 0 ? v : -v; });
  a = 3;
  map(y, z, [&, c = a * 2](double v) { return v * b + c; });
  auto row = [&](int i) {
    double s = z[i];
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      s += A.val[p] * x[A.crd[p]];
    y[i] = s * a;
  };
  each(int(y.size()), row);
  eachOfCopy(int(y.size()), [&y, b](int i) { y[i] -= b; });
  // A copy has elements of its own; two references may be to one object.
  Vector &same = y;
  each(int(y.size()), [&same, &y, z](int i) {
    y[i] += z[i];
    same[i] *= 2;
  });
  const auto twice = [&](const auto &f) { return sum(int(y.size()), f); };
  y.push_back(twice([&](int i) { return y[i] * z[i]; }));
  Scaled{z, 3}.run(y);
}

int main() {
  std::vector<int> bytes;
  overItself(bytes);
  run::record("over itself", bytes);
  for (const run::Csr<> &A : run::shapes()) {
    int n = int(A.Rows);
    run::Random R(n + 1);
    Vector x = R.vector<double>(A.Cols);
    auto Record = [&](const char *Name, auto Kernel) {
      Vector y(n, 1);
      Kernel(y);
      run::record(A.Name + ", " + Name, y);
    };
    Record("by copy", [&](Vector &y) {
      byCopy(n, A.pos.data(), A.crd.data(), A.val.data(), x.data(), y.data(),
             0.5);
    });
    Matrix M{n, A.pos, A.crd, A.val};
    Record("this", [&](Vector &y) { M.apply(x.data(), y.data()); });
    Record("rows", [&](Vector &y) { M.rows({}, x, y); });
    Vector z = R.vector<double>(n);
    Record("named", [&](Vector &y) {
      double Sum = named(n, z.data(), y.data());
      y.push_back(Sum);
    });
    Record("in the nest", [&](Vector &y) {
      inTheNest(n, A.pos.data(), A.val.data(), y.data());
    });
    Record("given", [&](Vector &y) { given(A, x, y); });
    Record("counted", [&](Vector &y) { y.push_back(counted(n, y.data())); });
  }
}
