// Loops over time whose elements are complex numbers are no tiles of time, and
// no reason to fail either.
//
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --fallback-each 9 %s -o %t

#include "../run/support/support.h"

using Complex = std::complex<double>;

static void forwards(int T, int n, Complex *u, const Complex *v) {
#pragma sparse
  for (int t = 0; t < T; ++t)
    for (int j = 1; j < n - 1; ++j)
      u[j] = v[j - 1] + v[j + 1];
}

static void inPlace(int T, int n, Complex *u) {
#pragma sparse
  for (int t = 0; t < T; ++t)
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        u[i * n + j] = .25 * (u[(i - 1) * n + j] + u[i * n + j - 1]);
}

int main() {
  run::Random Any(5);
  std::vector<Complex> u(400), v(400);
  for (size_t k = 0; k < u.size(); ++k)
    u[k] = Any.value<Complex>(), v[k] = Any.value<Complex>();
  forwards(3, 300, u.data(), v.data());
  inPlace(3, 20, u.data());
  run::record("u", u);
}
