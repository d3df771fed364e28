// clang-format off: what is checked is long
// std::complex is a value of its own kind: its operators stay operators.
// RUN: %clangxx -std=c++20 %plugin -fplugin-arg-sparse-dump=graph \
// RUN:   -fsyntax-only %s 2>&1 | FileCheck %s
#include <complex>
#include <vector>

template <class T>
void spmv(int m, const int *pos, const int *crd,
          const std::vector<std::complex<T>> &val, const std::complex<T> *x,
          std::complex<T> *y, T beta) {
#pragma sparse order(i, p)
  for (int i = 0; i < m; ++i) {
    std::complex<T> sum;
    std::complex<T> seed = beta * y[i];
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum + seed;
  }
}
template void spmv(int, const int *, const int *,
                   const std::vector<std::complex<float>> &,
                   const std::complex<float> *, std::complex<float> *, float);

// CHECK:         operand val : "std::complex<float>"[] own extent val_size
// CHECK:         loop i {
// CHECK-NEXT:      var sum : "std::complex<float>" = opaque "std::complex<float>" "std::complex<float>()" ()
// CHECK-NEXT:      let seed = opaque "std::complex<float>" "$0 * $1" (beta, y[i])
// CHECK-NEXT:      loop p {
// CHECK-NEXT:        sum += val[p] * x[crd[p]]
// CHECK-NEXT:      }
// CHECK-NEXT:      y[i] = sum + seed
