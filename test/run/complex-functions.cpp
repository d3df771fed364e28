// Functions of complex numbers, and to them: Fourier transforms, phases,
// magnitudes. What may set errno runs on threads alone where that matters.
// clang-format off
// RUN: %check-run --loops 5 %s -fno-math-errno -fplugin-arg-sparse-min-work=0 -o %t
// RUN: %check-run --loops 5 %s -O3 -march=native -fno-math-errno -fplugin-arg-sparse-min-work=0 -o %t
// RUN: %check-run --loops 5 %s -fno-math-errno -fplugin-arg-sparse-verify -fplugin-arg-sparse-min-work=0 -o %t.verify
// RUN: %clangxx_sparse -std=c++20 -fmath-errno -fsyntax-only -Rpass=sparse -Rpass-missed=sparse %s 2>&1 | FileCheck %s
// clang-format on

#include "support/support.h"
#include <complex>

template <class T> using Complex = std::complex<T>;

template <class T>
static void fourier(int n, const Complex<T> *a, Complex<T> *out) {
  const T turn = T(-6.283185307179586) / T(n);
  // CHECK-DAG: [[@LINE+2]]:{{.*}}: remark: loop runs as {{.*}}no_races)
#pragma sparse fp(strict)
  for (int k = 0; k < n; ++k) {
    Complex<T> sum = 0;
    for (int t = 0; t < n; ++t)
      sum += a[t] * std::polar(T(1), turn * T(t * k % n));
    out[k] = sum;
  }
}

// CHECK-DAG: [[@LINE+3]]:{{.*}}: remark: loop runs as
static void magnitudes(int n, const Complex<double> *a, double *norms) {
#pragma sparse
  for (int k = 0; k < n; ++k)
    norms[k] = std::norm(a[k]) + std::conj(a[k]).imag();
}

static void phases(int n, const Complex<double> *a, const int *power,
                   double *parts, Complex<double> *out) {
  // CHECK-DAG: [[@LINE+2]]:{{.*}}: remark: loop runs as {{.*}}no_races)
#pragma sparse
  for (int k = 0; k < n; ++k) {
    parts[2 * k] = std::abs(a[k]);
    parts[2 * k + 1] = std::arg(a[k]) + std::real(std::sqrt(a[k]));
    out[k] = std::exp(Complex<double>(0, 0.1 * k)) * a[k] +
             std::pow(a[k], power[k]) + std::pow(2.5, a[k]) +
             std::pow(a[k], 1.5) - std::log(a[k]);
  }
#pragma sparse
  for (int k = 0; k < n; ++k)
    out[k] += std::sinh(a[k]) / std::atan(a[k] + 0.5);
}

// Only a function that the loop calls calls std::norm.
static int below(const Complex<double> *a, int n, double u) {
  int i = 0;
  while (i + 1 < n && (u -= std::norm(a[i])) >= 0)
    ++i;
  return i;
}
// CHECK-DAG: [[@LINE+3]]:{{.*}}: remark: loop runs as
static void samples(int n, const Complex<double> *a, double *places) {
#pragma sparse
  for (int k = 0; k < n; ++k)
    places[k] = below(a, n, k * 0.75);
}

template <class T>
static void record(const char *Name, const std::vector<Complex<T>> &All) {
  std::vector<T> Parts;
  for (const Complex<T> &Z : All) {
    Parts.push_back(Z.real());
    Parts.push_back(Z.imag());
  }
  run::record(Name, Parts);
}

int main() {
  const int n = 96;
  std::vector<Complex<double>> A(n), Out(n);
  std::vector<Complex<float>> F(n), OfFloat(n);
  std::vector<int> Power(n);
  for (int K = 0; K < n; ++K) {
    A[K] = {K % 13 / 3.0 - 2, K % 7 - 3.25};
    F[K] = Complex<float>(A[K]);
    Power[K] = K % 5 - 2;
  }
  A[3] = {-0.0, 0.0};
  A[4] = {INFINITY, -1};
  fourier(n, A.data(), Out.data());
  record("transform with inf", Out);
  A[4] = {1e-300, 1e300};
  fourier(n, A.data(), Out.data());
  record("transform", Out);
  fourier(n, F.data(), OfFloat.data());
  record("transform of float", OfFloat);
  std::vector<double> Norms(n), Parts(2 * n);
  magnitudes(n, A.data(), Norms.data());
  run::record("norms", Norms);
  phases(n, A.data(), Power.data(), Parts.data(), Out.data());
  run::record("parts", Parts);
  record("phases", Out);
  samples(n, A.data(), Norms.data());
  run::record("samples", Norms);
}
