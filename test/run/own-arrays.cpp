// Arrays that iterations declare, in all the spellings of the language and the library.
// RUN: %check-run -Wno-vla-cxx-extension -fplugin-arg-sparse-min-work=0 --lines 10 %s -o %t
// RUN: %check-run -Wno-vla-cxx-extension -fplugin-arg-sparse-min-work=0 --lines 10 --threads 3 %s -o %t --reuse
// RUN: %check-run -Wno-vla-cxx-extension -O1 -fplugin-arg-sparse-min-work=0 -fplugin-arg-sparse-verify --lines 10 %s -o %t.verified

#include "support/support.h"
#include <array>
#include <numeric>

using Vector = std::vector<double>;
using Three = std::array<double, 3>;
using Matrix = std::array<std::array<double, 3>, 3>;

static void sums(int m, int n, const Vector &x, Vector &y) {
#pragma sparse fp(strict)
  for (int i = 0; i < m; ++i) {
    std::array<double, 4> w{}, v = {1, x[i]};
    for (int j = 0; j < n; ++j)
      w[j % 4] += x[j] * i;
    for (double &e : w)
      e += v[1] - v.at(3);
    y[i] = w[0] + w.back() + double(w.size()) + std::accumulate(w.begin(), w.end(), 0.0);
  }
}

// Without values to begin with, and with those of expressions.
static void chosen(int m, const Vector &x, Vector &y) {
#pragma sparse
  for (int i = 0; i < m; ++i) {
    std::array<float, 2> a;
    a[0] = float(x[i]);
    a[1] = a[0] * 2;
    const std::array<int, 5> offsets = {i, 2, i - 7, 4, i % 3};
    const int *last = offsets.data() + 4;
    y[i] = a[offsets[4] % 2] + offsets.front() + *last + offsets[2];
  }
}

static double dot(const Three &a, const Three &b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
static void scale(Three &a, double by) {
  for (auto &e : a)
    e *= by;
}

// Elements of an array of arrays are copied, and handed to functions.
static void forces(int m, const std::vector<Three> &at, std::vector<Three> &force) {
#pragma sparse fp(strict)
  for (int i = 0; i < m; ++i) {
    Three sum{};
    const Three me = at[i];
    for (int j = 0; j < m; ++j) {
      Three d = at[j];
      for (int c = 0; c < 3; ++c)
        d[c] -= me[c];
      scale(d, 0.5);
      const auto other = d;
      d[0] = 1;
      const double r = 1 + dot(other, d);
      for (int c = 0; c < 3; ++c)
        sum[c] += other[c] / r;
    }
    for (int c = 0; c < 3; ++c)
      force[i][c] = sum[c];
  }
}

static void products(int m, const std::vector<Matrix> &A, Vector &y) {
#pragma sparse fp(strict)
  for (int i = 0; i < m; ++i) {
    Matrix C{}, unit = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c)
        for (int k = 0; k < 3; ++k)
          C[r][c] += A[i][r][k] * A[i][k][c] + unit[r][k];
    const Matrix D = C;
    C[1][1] = 0;
    y[i] = D[0][0] + D[1][1] * D[2][2] - D[0][2] + C[1][1];
  }
}

// The size is known in front of the nest.
static void variable(int m, int n, const double *x, double *y) {
#pragma sparse fp(strict)
  for (int i = 0; i < m; ++i) {
    double w[n], pairs[n + 1][2];
    for (int j = 0; j < n; ++j)
      w[j] = x[j] * i;
    for (int j = 0; j <= n; ++j)
      pairs[j][0] = j, pairs[j][1] = i;
    double sum = 0;
    for (int j = 0; j < n; ++j)
      sum += w[j] * w[n - 1 - j] + pairs[j + 1][0] * pairs[j][1];
    y[i] = sum;
  }
}

struct Solver {
  int n = 0;
  void run(int m, const Vector &x, Vector &y) const {
#pragma sparse fp(strict)
    for (int i = 0; i < m; ++i) {
      Vector w(n, 0.25), v(2 * n + 1);
      for (int j = 0; j < n; ++j)
        w[j] += x[j] * i, v[2 * j] = w[j];
      y[i] = w[0] + w[n - 1] + v[n];
    }
  }
};

// Copies, of whole vectors and of parts, keep what the others then lose.
static void copies(int m, const Vector &x, Vector &y) {
#pragma sparse fp(strict)
  for (int i = 0; i < m; ++i) {
    Vector w(x), v = w, part(x.begin() + 1, x.end());
    w[i % 3] *= 2;
    v[1] = i;
    part[0] -= v[1];
    const Vector late(w.begin(), w.begin() + 2);
    w[0] = 100;
    y[i] = w[1] + v[0] + part[0] + late[0] + double(part.size());
  }
}

static void lists(int m, const Vector &x, Vector &y) {
#pragma sparse
  for (int i = 0; i < m; ++i) {
    std::vector<double> w = {1, x[i], 3};
    std::vector<int> zeros{0, 0, 0, 0}, v{i, i + 1};
    w[i % 3] *= 2;
    zeros[i % 4] = v[1];
    y[i] = w[0] + w[1] + w.back() + zeros[2] + double(v.size());
  }
}

template <class T> static void any(int m, size_t n, const std::vector<T> &x, std::vector<T> &y) {
#pragma sparse fp(strict)
  for (int i = 0; i < m; ++i) {
    std::vector<T> w(n, T(1));
    std::array<T, 3> a{T(2), T(i)};
    for (size_t j = 0; j < n; ++j)
      w[j] = T(w[j] + x[j] * a[j % 3]);
    y[i] = T(w.front() + w[n - 1]);
  }
}

// What begins an array of an iteration may be what the loop stores to.
static void inPlace(int m, Vector &y) {
#pragma sparse
  for (int i = 0; i < m; ++i) {
    std::array<double, 2> a = {y[i], y[i] + 1};
    y[i] = a[1];
    a[0] += y[i];
    y[i] += a[0];
  }
}

int main() {
  run::Random R(5);
  for (int n : {3, 4, 7, 40})
    for (int m : {0, 1, 5, 300}) {
      const int most = std::max(m, n);
      auto x = R.vector<double>(most), y = R.vector<double>(most);
      auto Record = [&](const char *What) {
        run::record(What + (", " + std::to_string(m) + " by " + std::to_string(n)), y);
      };
      auto Next = [&] { return R.vector<double>(1)[0]; };
      sums(m, n, x, y);
      Record("sums");
      chosen(m, x, y);
      Record("chosen");
      std::vector<Three> at(m), force(m);
      for (auto &One : at)
        One = {Next(), Next(), Next()};
      forces(m / 4, at, force);
      for (int i = 0; i < m; ++i)
        y[i] = force[i][0] + 2 * force[i][1] - force[i][2];
      Record("forces");
      std::vector<Matrix> A(m);
      for (auto &One : A)
        for (auto &Row : One)
          Row = {Next(), Next(), Next()};
      products(m, A, y);
      Record("products");
      variable(m, n, x.data(), y.data());
      Record("variable");
      Solver{n}.run(m, x, y);
      Record("members");
      copies(m, x, y);
      Record("copies");
      lists(m, x, y);
      Record("lists");
      any(m, size_t(n), x, y);
      Record("any");
      std::vector<float> f(x.begin(), x.end()), g(most);
      any(m, size_t(n), f, g);
      run::record("floats", g);
      std::vector<short> s(most, 7), t(most);
      any(m, size_t(n), s, t);
      run::record("shorts", t);
      inPlace(m, y);
      Record("in place");
    }
}
