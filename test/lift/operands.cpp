// clang-format off: what is checked is long
// Where arrays and scalars may come from, and under which names.
// RUN: %clangxx -std=c++20 %plugin -fplugin-arg-sparse-dump=graph \
// RUN:   -fsyntax-only %s 2>&1 | FileCheck %s
#include <array>
#include <memory>
#include <span>
#include <vector>

struct Csr {
  int n;
  std::vector<int> pos, crd;
  double *val;

  void multiply(std::span<const double> x, std::vector<double> &y) const {
#pragma sparse order(i, p)
    for (int i = 0; i < n; ++i) {
      double sum = 0;
      for (int p = pos[i]; p < pos[i + 1]; ++p)
        sum += val[p] * x[crd[p]];
      y[i] = sum;
    }
  }
};
// A scalar in memory brings its memory along, for overlap checks.
// CHECK-LABEL: nest @multiply {
// CHECK-NEXT:    operand n : i32
// CHECK-NEXT:    operand n_at : i32[] extent 1:i64
// CHECK-NEXT:    operand pos_size : i64
// CHECK-NEXT:    operand pos : i32[] own extent pos_size
// CHECK-NEXT:    operand val : f64[]
// CHECK-NEXT:    operand x_size : i64
// CHECK-NEXT:    operand x : f64[] extent x_size
// CHECK-NEXT:    operand crd_size : i64
// CHECK-NEXT:    operand crd : i32[] own extent crd_size
// CHECK-NEXT:    operand y_size : i64
// CHECK-NEXT:    operand y : f64[] own written extent y_size
// CHECK-NEXT:    index i : i32 in 0 .. n

void members(const Csr *A, Csr &B, const std::unique_ptr<double[]> &x,
             const double &alpha) {
#pragma sparse order(i, p)
  for (int i = 0; i < A->n; ++i)
    for (int p = A->pos.data()[i]; p < (*A).pos[i + 1]; ++p)
      B.val[i] += alpha * A->val[p] * x[A->crd[p]];
}
// One object is one operand, however it is spelled.
// CHECK-LABEL: nest @members {
// CHECK-NEXT:    operand A_n : i32
// CHECK-NEXT:    operand A_n_at : i32[] extent 1:i64
// CHECK-NEXT:    operand A_pos_size : i64
// CHECK-NEXT:    operand A_pos : i32[] own extent A_pos_size
// CHECK-NEXT:    operand B_val : f64[] written
// CHECK-NEXT:    operand alpha : f64
// CHECK-NEXT:    operand alpha_at : f64[] extent 1:i64
// CHECK-NEXT:    operand A_val : f64[]
// CHECK-NEXT:    operand x : f64[]
// CHECK-NEXT:    operand A_crd_size : i64
// CHECK-NEXT:    operand A_crd : i32[] own extent A_crd_size

double table[16];

void arrays(int n, double scale, std::array<double, 8> &y, double *z) {
  int local[4] = {1, 2, 3, 4};
#pragma sparse order(i)
  for (int i = 0; i < n; ++i) {
    y[i] = table[local[i]] * scale;
    *(z + i) = *z + 3[z];
  }
}
// CHECK-LABEL: nest @arrays {
// CHECK:         operand y_size : i64
// CHECK-NEXT:    operand y : f64[] written extent y_size
// CHECK-NEXT:    operand table : f64[] extent 16:i64
// CHECK-NEXT:    operand local : i32[] extent 4:i64
// CHECK-NEXT:    operand scale : f64
// CHECK-NEXT:    operand z : f64[] written
// CHECK:         y[i] = table[local[i]] * scale
// CHECK-NEXT:    z[i64(i)] = z[0:i64] + z[3]

void sizes(const std::vector<double> &x, std::vector<double> &y) {
#pragma sparse order(i)
  for (std::size_t i = 0; i < x.size(); ++i)
    y[i] = x[i];
}
// CHECK-LABEL: nest @sizes {
// CHECK:         index i : u64 in 0:u64 .. u64(x_size)
// CHECK-NOT:     guard

void blocks(int m, int K, const int *pos, const int *crd, const double *val,
            const double *B, double *C) {
#pragma sparse order(i, p, k@1)
  for (int i = 0; i < m; ++i) {
    double acc[8] = {};
    double *Ci = C + i * K;
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      const double *Bj = &B[crd[p] * K];
      const double &a = val[p];
      for (int k = 0; k < 8; ++k)
        acc[k] += a * Bj[k];
    }
    for (int k = 0; k < 8; ++k)
      Ci[k] = acc[k];
  }
}
// Pointers into arrays and references to elements are subscripts.
// CHECK-LABEL: nest @blocks {
// CHECK:         index k@1 : i32 in 0 .. 8
// CHECK-NEXT:    index k@2 : i32 in 0 .. 8
// CHECK:         loop i {
// CHECK-NEXT:      array acc : f64[8:i64] = 0.0
// CHECK-NEXT:      loop p {
// CHECK-NEXT:        let Bj_at = i64(crd[p] * K)
// CHECK-NEXT:        loop k@1 {
// CHECK-NEXT:          acc[k@1] += val[p] * B[Bj_at + i64(k@1)]
// CHECK:           loop k@2 {
// CHECK-NEXT:        C[i64(i * K) + i64(k@2)] = acc[k@2]
