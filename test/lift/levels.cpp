// Levels of storage: rows of rows are one tensor; the same name twice is two
// loops.
// RUN: %clangxx -std=c++20 %plugin -fplugin-arg-sparse-dump=graph \
// RUN:   -fsyntax-only %s 2>&1 | FileCheck %s

void mttkrp(int I, int J, const int *pos1, const int *crd1, const int *pos2,
            const int *crd2, const double *val, const double *C,
            const double *D, double *A) {
#pragma sparse order(i, k, l, j)
  for (int i = 0; i < I; ++i)
    for (int pk = pos1[i]; pk < pos1[i + 1]; ++pk) {
      int k = crd1[pk];
      for (int pl = pos2[pk]; pl < pos2[pk + 1]; ++pl) {
        int l = crd2[pl];
        for (int j = 0; j < J; ++j)
          A[i * J + j] += val[pl] * C[k * J + j] * D[l * J + j];
      }
    }
}
// CHECK-LABEL: nest @mttkrp {
// CHECK:         index pk : i32 in pos1[i] .. pos1[i + 1] coordinate k
// CHECK-NEXT:    index pl : i32 in pos2[pk] .. pos2[pk + 1] coordinate l
// CHECK-NEXT:    index j : i32 in 0 .. J
// CHECK-NEXT:    tensor val : dense(i), compressed(pk; pos1, crd1), compressed(pl; pos2, crd2) values val

void twoMatrices(int m, const int *pos, const int *crd, const double *val,
                 const int *pos2, const int *crd2, const double *v,
                 const double *w, const double *x, double *y) {
#pragma sparse order(i, p@1)
  for (int i = 0; i < m; ++i) {
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[i] += val[p] * x[crd[p]];
    for (int p = pos2[i]; p < pos2[i + 1]; ++p)
      y[i] += v[p] * w[p] * x[crd2[p]];
  }
}
// CHECK-LABEL: nest @twoMatrices {
// CHECK:         tensor val : dense(i), compressed(p@1; pos, crd) values val
// CHECK-NEXT:    tensor A : dense(i), compressed(p@2; pos2, crd2) values v, w
