// clang-format off: what is checked is long
// Sums of complex numbers into one variable on threads: their parts are added up
// in other orders, which of whole numbers makes no difference.
// RUN: %check-run --lines 7 --fallback 0 %s -o %t
// RUN: %check-run --lines 7 --fallback 0 --threads 3 %s -o %t --reuse
// RUN: %check-run --lines 7 --fallback 0 -O1 -fplugin-arg-sparse-verify -Wno-pass-failed %s -o %t.verify

// Lanes add numbers, a strict sum keeps its order, and products mix the parts.
// RUN: not %clangxx_sparse -std=c++20 -fsyntax-only -DLANES %s 2>&1 | FileCheck --check-prefix=REFUSED %s
// RUN: not %clangxx_sparse -std=c++20 -fsyntax-only -DPRODUCT %s 2>&1 | FileCheck --check-prefix=REFUSED %s
// RUN: not %clangxx_sparse -std=c++20 -fsyntax-only -DSTRICT %s 2>&1 | FileCheck --check-prefix=STRICT %s
// REFUSED: error: iterations of 'i' depend on each other: one reads 's' where another may have written it
// STRICT: error: 'parallel_reduction' over 'i' would reassociate the reduction into 's', which 'fp(strict)' forbids

#include "support/support.h"
#include <cmath>
#include <complex>

using Complex = std::complex<double>;

#ifdef LANES
#define CLAUSES "sparse parallelize(i, cpu_vector, parallel_reduction)"
#elif defined(STRICT)
#define CLAUSES "sparse fp(strict) parallelize(i, cpu_thread, parallel_reduction)"
#else
#define CLAUSES "sparse parallelize(i, cpu_thread, parallel_reduction)"
#endif

static Complex dot(int n, const Complex *x, const Complex *y) {
  Complex s = 0;
  _Pragma(CLAUSES)
  for (int i = 0; i < n; ++i)
    s += std::conj(x[i]) * y[i];
  return s;
}

#ifdef PRODUCT
static Complex product(int n, const Complex *x) {
  Complex s = 1;
  _Pragma(CLAUSES)
  for (int i = 0; i < n; ++i)
    s *= x[i];
  return s;
}
#endif

static std::complex<float> sum(int n, const std::vector<std::complex<float>> &x) {
  std::complex<float> s(1, -1);
  _Pragma(CLAUSES)
  for (int i = 0; i < n; ++i)
    if (x[i].real() < 3)
      s += x[i];
  return s;
}

static Complex trace(int m, const int *pos, const int *crd, const Complex *val) {
  Complex s;
  double moduli = 0;
  _Pragma(CLAUSES)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (crd[p] == i) {
        s += val[p];
        moduli += val[p].real();
      }
  return s + moduli;
}

static Complex zeros(int n, const Complex *x) {
  Complex s(-0.0, -0.0);
  _Pragma(CLAUSES)
  for (int i = 0; i < n; ++i)
    s += x[i];
  return s;
}

/// Into elements that data choose: an element that gets nothing, or -0.0 alone,
/// stays what it was.
static void scattered(int n, const int *to, const Complex *x, std::vector<Complex> &y) {
  _Pragma(CLAUSES)
  for (int i = 0; i < n; ++i)
    y[to[i]] += x[i];
}

static Complex table[9][9];
static void branches(int n, const int *from, const int *to, const Complex *x) {
  _Pragma(CLAUSES)
  for (int i = 0; i < n; ++i) {
    const Complex y = 2.0 * x[i];
    table[from[i]][from[i]] += y;
    table[to[i]][to[i]] += y;
    table[from[i]][to[i]] -= y;
    table[to[i]][from[i]] -= y;
  }
}

struct Bus {
  double v;
  std::complex<float> s;
};
static void injected(int n, const int *to, const Complex *x, std::vector<Bus> &buses) {
  _Pragma(CLAUSES)
  for (int i = 0; i < n; ++i)
    buses[to[i]].s += std::complex<float>(float(x[i].real()), float(buses[to[i]].v));
}

static std::vector<double> parts(Complex z) { return {z.real(), z.imag()}; }

int main() {
  for (int n : {0, 1, 2, 7, 100}) {
    std::vector<Complex> x, y, none(std::size_t(n), Complex(-0.0, -0.0));
    std::vector<std::complex<float>> f;
    std::vector<int> pos(1), crd;
    for (int i = 0; i < n; ++i) {
      x.emplace_back(i % 5 - 2, i % 3);
      y.emplace_back(i % 4, 1 - i % 7);
      f.emplace_back(float(i % 6), float(i % 5 - 2));
      crd.push_back(i - i % 2);
      pos.push_back(i + 1);
    }
    run::record("dot", parts(dot(n, x.data(), y.data())));
    run::record("sum", parts(sum(n, f)));
    run::record("trace", parts(trace(n, pos.data(), crd.data(), x.data())));
    run::record("zeros", parts(zeros(n, none.data())));
    std::vector<int> from, to;
    for (int i = 0; i < n; ++i) {
      from.push_back(i * 5 % 9);
      to.push_back(i * i % 7);
    }
    std::vector<Complex> sums(9, Complex(-0.0, 0.0));
    scattered(n, to.data(), none.data(), sums);
    scattered(n / 2, to.data(), x.data(), sums);
    branches(n, from.data(), to.data(), x.data());
    std::vector<Bus> buses(9, Bus{2, {1, -0.0f}});
    injected(n, to.data(), x.data(), buses);
    for (int i = 0; i < 9; ++i) {
      run::record("scattered", parts(sums[i]));
      run::record("signs", std::vector<double>{std::copysign(1, sums[i].real()), std::copysign(1, sums[i].imag())});
      run::record("injected", parts(buses[i].s));
      for (int k = 0; k < 9; ++k)
        run::record("branches", parts(table[i][k]));
    }
  }
}
