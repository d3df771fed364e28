// unroll(p, 1) keeps the compiler from unrolling, and from nothing else: the sum
// keeps its order and is no vector.
// RUN: %clangxx -fopenmp %plugin -O1 -Xclang -disable-llvm-passes -S -emit-llvm %s -o - | FileCheck %s --implicit-check-not=vectorize.enable --implicit-check-not=reassoc
// RUN: %clangxx %plugin -O1 -Xclang -disable-llvm-passes -S -emit-llvm %s -o - | FileCheck %s --implicit-check-not=vectorize.enable --implicit-check-not=reassoc
// A bare pragma has lanes as well, which are marked.
// RUN: sed 's/ unroll(p, 1)//' %s > %t.cpp
// RUN: %clangxx -fopenmp %plugin -O1 -Xclang -disable-llvm-passes -S -emit-llvm %t.cpp -o - | FileCheck %s --check-prefix=BARE

// CHECK: llvm.loop.unroll.disable
// BARE-DAG: reassoc
// BARE-DAG: llvm.loop.vectorize.enable
// BARE-DAG: llvm.loop.unroll.disable
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
