// What directives about data keep on the device, and for how long.

#include "../../run/support/support.h"
#include <array>
#include <memory>
#include <stdexcept>

/// A Laplacian on a line with a few long rows.
struct Matrix {
  int n;
  std::vector<int> pos = {0}, crd;
  std::vector<double> val;

  explicit Matrix(int n) : n(n) {
    for (int i = 0; i < n; ++i) {
      double off = 0;
      auto add = [&](int j) {
        crd.push_back(j);
        val.push_back(-1);
        ++off;
      };
      if (i > 0)
        add(i - 1);
      if (i + 1 < n)
        add(i + 1);
      for (int j = 5; i % 40 == 3 && j < n; j += 7)
        if (j < i - 1 || j > i + 1)
          add(j);
      crd.push_back(i);
      val.push_back(off + 1);
      pos.push_back(int(crd.size()));
    }
  }
};

/// r = b - A x.
void residual(const Matrix &A, const std::vector<double> &b,
              const std::vector<double> &x, std::vector<double> &r) {
#pragma sparse target(cuda)
  for (int i = 0; i < A.n; ++i) {
    double sum = b[i];
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      sum -= A.val[p] * x[A.crd[p]];
    r[i] = sum;
  }
}

/// x += w D^-1 r.
void correct(const Matrix &A, const std::vector<double> &r,
             std::vector<double> &x) {
#pragma sparse target(cuda)
  for (int i = 0; i < A.n; ++i)
    x[i] = x[i] + 0.5 * r[i] / A.val[A.pos[i + 1] - 1];
}

/// Solves A x = b; the number of steps that it took. All stays on the device
/// but the residual, which the host looks at.
int solve(const Matrix &A, const std::vector<double> &b,
          std::vector<double> &x) {
  std::vector<double> r(x.size());
#pragma sparse data copyin(A.pos, A.crd, A.val, b) copy(x) create(r)
  for (int step = 0;; ++step) {
    residual(A, b, x, r);
#pragma sparse update host(r)
    double norm = 0;
    for (double e : r)
      norm += e * e;
    if (norm < 1e-8 || step == 40)
      return step;
    correct(A, r, x);
  }
}

/// y *= 2, in memory of any kind.
void twice(int from, int to, double *y) {
#pragma sparse assume(extent(y, to)) target(cuda)
  for (int i = from; i < to; ++i)
    y[i] = 2 * y[i];
}

/// A region that is left by an exception, a return, a jump out of a loop.
int leave(int how, double *y, int n) {
  for (int round = 0; round < 3; ++round) {
#pragma sparse data copy(y[0:n])
    {
      twice(0, n, y);
      if (how == 0)
        throw std::runtime_error("left");
      if (how == 1)
        return round;
      if (how == 2)
        break;
      if (how == 3)
        continue;
    }
  }
  return -1;
}

/// Regions inside each other: the inner one finds what is there, and what it
/// wants back comes when the outer one ends.
void nested(double *y, int n) {
#pragma sparse data copyin(y[0:n])
  {
    twice(0, n, y);
#pragma sparse data copyout(y[2:n - 2])
#pragma sparse data present(y[0:n])
    twice(3, n, y);
    twice(0, n - 1, y);
  }
}

/// Directives that stand alone, for a range that begins anywhere. How the code
/// around them computes means nothing to them.
void alone(double *y, int n) {
#pragma STDC FP_CONTRACT OFF
#pragma sparse enter data copyin(y[1:n - 1])
  twice(1, n, y);
  y[0] = 7;
#pragma sparse update host(y[1:2])
  y[1] += y[2];
#pragma sparse update device(y[1:1])
  twice(1, n, y);
#pragma sparse exit data copyout(y[1:n - 1])
}

/// What a type says is known for each instance alone.
template <class T> void instance(T &v, int n) {
  const int before = 2;
#pragma sparse data copy(v)
  {
#pragma sparse target(cuda)
    for (int i = 0; i < n; ++i)
      v[i] = v[i] + n;
    auto more = [&] {
#pragma sparse update host(v)
      double sum = v[before];
      v[before] = sum * 3;
#pragma sparse update device(v)
    };
    more();
#pragma sparse target(cuda)
    for (int i = 0; i < n; ++i)
      v[i] = v[i] * n;
  }
}

struct Owner {
  std::unique_ptr<double[]> own;
  double rows[4][5];
  int n;

  Owner(int n) : own(new double[n]), n(n) {
    for (int i = 0; i < n; ++i)
      own[i] = i;
    for (auto &row : rows)
      for (double &e : row)
        e = 2;
#pragma sparse enter data copyin(own[0:n], rows[1:2])
    twice(0, n, own.get());
    twice(0, 10, rows[1]);
  }
  ~Owner() {
#pragma sparse exit data copyout(own[0:n], rows[1:2])
    run::record("owned", std::vector<double>(own.get(), own.get() + n));
    run::record("rows", std::vector<double>(&rows[0][0], &rows[0][0] + 20));
  }
};

/// What the compiler evaluates has no devices.
constexpr int evaluated(int n) {
  int a[4] = {n, n, n, n};
#pragma sparse data copy(a)
  for (int &e : a)
    ++e;
#pragma sparse update host(a)
  return a[3];
}
static_assert(evaluated(3) == 4);

void solved(int n) {
  Matrix A(n);
  run::Random R(n);
  auto b = R.vector<double>(n), x = R.vector<double>(n);
  run::record("steps", std::vector<int>{solve(A, b, x)});
  run::record("solution", x, std::vector<double>(n, 1e-9));
}

int main(int argc, char **) {
  if (argc > 1)
    return solved(90), 0;
  for (int n : {1, 2, 90})
    solved(n);
  for (int how : {0, 1, 2, 3, 4}) {
    std::vector<double> y(50, how + 1);
    int result = -2;
    try {
      result = leave(how, y.data(), 50);
    } catch (const std::runtime_error &) {
    }
    run::record("left", std::vector<int>{result});
    run::record("left, y", y);
  }
  std::vector<double> y(30, 1), z(30, 1);
  nested(y.data(), 30);
  // The rest was only copied in.
  run::record("nested", std::vector<double>(y.begin() + 2, y.end()));
  alone(z.data(), 30);
  run::record("alone", z);
  std::vector<float> v(20, 1);
  std::array<long, 20> a{};
  instance(v, 20);
  instance(a, 17);
  run::record("vector", v);
  run::record("array", std::vector<long>(a.begin(), a.end()));
  Owner Own(9);
  return evaluated(int(v.size())) == 21 ? 0 : 1;
}
