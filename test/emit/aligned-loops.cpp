// A small loop that is not unrolled begins where a line of the instruction cache
// does; loops around it stay where the compiler puts them.
// Clang 16 has no such attribute.
// UNSUPPORTED: clang-16
// RUN: %clangxx -fopenmp %plugin -O2 -fplugin-arg-sparse-check=off -S -emit-llvm %s -o - | FileCheck %s
// CHECK-DAG: [[ALIGN:![0-9]+]] = !{!"llvm.loop.align", i32 64}
// CHECK-DAG: !{{[0-9]+}} = distinct !{!{{[0-9]+}}, {{.*}}[[ALIGN]]{{.*}}}

// RUN: sed 's/ unroll(p, 1)/ unroll(i, 1)/' %s > %t.cpp
// RUN: %clangxx -fopenmp %plugin -O2 -fplugin-arg-sparse-check=off -S -emit-llvm %t.cpp -o - | FileCheck %s --check-prefix=OUTER --implicit-check-not=llvm.loop.align
// OUTER: llvm.loop.unroll.disable
void product(int m, const int *pos, const int *crd, const double *val,
             const double *x, double *y) {
#pragma sparse unroll(p, 1)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}
