// Functions of <cmath> that set errno run on threads, and errno is what the
// loop as it stands leaves: that of the last call that fails, and as it was
// where none does.
// clang-format off
// RUN: %check-run --lines 14 --fallback 0 %s -fplugin-arg-sparse-min-work=0 -o %t
// RUN: env LANG=de_DE sh -c 'for run in 1 2 3 4 5 6 7 8 9 10 11 12; do %t.sparse once || exit 1; done'
// RUN: %check-run --lines 14 --fallback 0 --threads 3 %s -fplugin-arg-sparse-min-work=0 -o %t --reuse
// RUN: %check-run --lines 14 --fallback 0 --threads 4 %s -O3 -march=native -fplugin-arg-sparse-min-work=0 -o %t.O3
// RUN: %check-run --lines 14 --fallback 0 --threads 3 %s -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fplugin-arg-sparse-min-work=0 -o %t.san
// RUN: %check-run --lines 14 --fallback 0 --threads 3 %s -O1 -fplugin-arg-sparse-min-work=0 -fplugin-arg-sparse-verify -o %t.verify
// clang-format on

#include "support/support.h"
#include <cerrno>
#include <cmath>
#include <complex>

using Numbers = std::vector<double>;

static void logs(const Numbers &x, Numbers &y) {
#pragma sparse
  for (size_t i = 0; i < x.size(); ++i)
    y[i] = std::log(x[i]);
}

/// From the end on: the first element is the last one.
static void powers(int n, const Numbers &x, Numbers &y) {
#pragma sparse
  for (int i = n; i-- > 0;)
    y[i] = std::pow(x[i], 0.5) + std::exp(-700 * x[i]);
}

static double sum(int n, const float *x) {
  double s = 0;
#pragma sparse
  for (int i = 0; i < n; ++i)
    s += std::sqrt(x[i]) >= 0 ? 1 : 2;
  return s;
}

static double most(int n, const Numbers &x, int &at) {
  double best = -1e300;
  at = -1;
#pragma sparse
  for (int i = 0; i < n; ++i)
    if (std::exp(x[i]) > best) {
      best = std::exp(x[i]);
      at = i;
    }
  return best;
}

/// Rows, and calls under conditions, perhaps of some.
static void rows(int n, const std::vector<int> &pos, const Numbers &x, Numbers &y) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (x[p] > -3)
        s += std::log(x[p]);
      else
        s -= std::exp(-300 * x[p]);
    y[i] = s;
  }
}

static void handedOut(int n, const Numbers &x, Numbers &y) {
#pragma sparse parallelize(i, cpu_thread, no_races, schedule(dynamic, 3))
  for (int i = 0; i < n; ++i) {
    y[i] = 0;
    for (int j = 0; j <= i; ++j)
      y[i] += std::fmod(x[j], x[i] + 1);
  }
}

/// Sums into an array, which threads have copies of.
static void bins(int n, const Numbers &x, std::vector<int> &bins) {
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  for (int i = 0; i < n; ++i)
    bins[(int)std::fabs(x[i])] += std::log(x[i]) < 1 ? 1 : 2;
}

/// The loop inside has the threads: errno is kept once for each row.
static void inside(int n, const Numbers &x, Numbers &y) {
#pragma sparse split(j, j0, j1, 4) parallelize(j0, cpu_thread, no_races)
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < n; ++j)
      y[j] = std::log(x[j] - y[j] * 0 + i % 2);
}

static void complexes(int n, const Numbers &x, Numbers &y) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    y[i] = std::abs(std::complex<double>(x[i] * 1e300, x[i] * 1e300));
}

/// Rounded to integers, and the sign of what underflows.
static void rounded(int n, const Numbers &x, Numbers &y) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    y[i] = x[i] < -2 ? std::ldexp(x[i], -2000) : std::tgamma(x[i]);
}

static double product(int n, const Numbers &x) {
  double s = 0;
#pragma sparse
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 8; ++j)
      s += int(std::log2(x[i] + j) > 1);
  return s;
}

/// \p Run, and what errno is then.
template <class F> static void told(const char *Name, int Before, F Run) {
  errno = Before;
  Run();
  const int After = errno;
  run::record(Name, std::vector<int>{After});
}

/// Of rows, which guards look at first.
static void ofRows(const std::vector<Numbers> &rows, Numbers &y) {
#pragma sparse
  for (size_t i = 0; i < rows.size(); ++i) {
    double s = 0;
    for (double v : rows[i])
      s += v;
    y[i] = std::exp(s);
  }
}

template <class F> static void visit(int n, int i, F f) {
  for (int k = i; k < i + 3 && k < n; ++k)
    f(k, 0.5 * k, k - i);
}

/// What visitors get and do not read sets nothing, as long as no call makes it.
static void unread(int n, const Numbers &x, Numbers &y) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    double s = 0;
    [[maybe_unused]] const int nobodys = i * 2;
    visit(n, i, [&](int k, double, int) { s += std::exp(x[k]); });
    y[i] = s;
  }
}

/// Small functions that use twice what was called once.
static double difference(double x, double y) {
  const double a = std::log(x), b = std::sqrt(y);
  return a * a - b / (a + b);
}
static double square(double x) { return x * x; }
static void twice(const Numbers &x, Numbers &y) {
#pragma sparse
  for (size_t i = 0; i < x.size(); ++i)
    y[i] = difference(x[i], x[i] + 2) + square(std::pow(x[i], 1.5));
}

int main(int Arguments, char **) {
  // Now and then OpenMP, which is asked for the first time, sets errno itself.
  const Numbers Ones(500, 1);
  Numbers First(500);
  errno = 0;
  logs(Ones, First);
  if (errno != 0 || Arguments > 1)
    return errno != 0;
  // Numbers of which no, some or most calls fail, in several places.
  for (int n : {0, 1, 5, 64, 257})
    for (int Kind = 0; Kind < 7; ++Kind) {
      Numbers x(n), y(n);
      for (int K = 0; K < n; ++K)
        x[K] = 1 + K % 7;
      auto Set = [&](int At, double To) {
        if (n > 0)
          x[At * (n - 1) / 8] = To;
      };
      if (Kind == 1)
        Set(3, -1);
      if (Kind == 2)
        Set(5, 0);
      if (Kind == 3)
        Set(2, 0), Set(6, -1);
      if (Kind == 4)
        Set(2, -1), Set(6, 0);
      if (Kind == 5)
        Set(0, -5), Set(8, 0);
      if (Kind == 6)
        Set(4, 800), Set(7, -2);
      for (int Before : {0, ENOENT}) {
        told("logs", Before, [&] { logs(x, y); });
        run::record("logs", y);
        std::vector<Numbers> table(n);
        for (int K = 0; K < n; ++K)
          table[K].assign(K % 3, x[K] * 300);
        told("twice", Before, [&] { twice(x, y); });
        run::record("twice", y);
        told("of rows", Before, [&] { ofRows(table, y); });
        run::record("rows", y);
        told("powers", Before, [&] { powers(n, x, y); });
        run::record("powers", y);
        const std::vector<float> f(x.begin(), x.end());
        told("sum", Before, [&] { run::record("sum", Numbers{sum(n, f.data())}); });
        int At = 0;
        told("most", Before, [&] { run::record("most", Numbers{most(n, x, At), double(At)}); });
        std::vector<int> pos(n + 1);
        for (int K = 0; K < n; ++K)
          pos[K + 1] = std::min(n, pos[K] + K % 3);
        told("rows", Before, [&] { rows(n, pos, x, y); });
        run::record("rows", y);
        told("handed", Before, [&] { handedOut(n, x, y); });
        run::record("handed", y);
        std::vector<int> b(801);
        told("bins", Before, [&] { bins(n, x, b); });
        run::record("bins", b);
        told("inside", Before, [&] { inside(n, x, y); });
        run::record("inside", y);
        told("complex", Before, [&] { complexes(n, x, y); });
        run::record("complex", y);
        told("rounded", Before, [&] { rounded(n, x, y); });
        run::record("rounded", y);
        told("unread", Before, [&] { unread(n, x, y); });
        run::record("unread", y);
        told("product", Before, [&] { run::record("product", Numbers{product(n, x)}); });
      }
    }
}
