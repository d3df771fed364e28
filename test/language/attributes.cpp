// Functions that threads become have no attributes of the function around them.
// RUN: %clangxx -std=c++20 -O2 %plugin -fopenmp -Rpass-missed=sparse -fsyntax-only -Xclang -verify=both,plain %s
// RUN: %clangxx -std=c++20 -O2 %plugin -fopenmp -Rpass-missed=sparse -fsanitize=address -fsyntax-only -Xclang -verify=both,address %s
// RUN: %clangxx -std=c++20 -O2 %plugin -fopenmp-simd -fsyntax-only %s

__attribute__((target("avx2,fma"))) void fused(int n, const double *x, double *y) {
#pragma sparse
  for (int i = 0; i < n; ++i) // both-remark {{loop left unchanged: threads of OpenMP would run code without the attribute 'target' of 'fused'; accepted are options of the compiler for the whole file, or commands without threads}}
    y[i] += 1.1 * x[i];
}

__attribute__((target_clones("fma", "default"))) void clones(int n, const double *x, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i) // both-error {{threads of OpenMP would run code without the attribute 'target_clones' of 'clones'}}
    y[i] += 1.1 * x[i];
}

__attribute__((target("fma"))) void onOneThread(int n, const double *x, double *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i)
    y[i] += 1.1 * x[i];
}

__attribute__((target("fma"))) void byLambda(int n, const double *x, double *y) {
  [&] {
#pragma sparse parallelize(i, cpu_thread, no_races)
    for (int i = 0; i < n; ++i)
      y[i] += 1.1 * x[i];
  }();
}

__attribute__((no_sanitize("address"))) void unchecked(int n, const double *x, double *y) {
#pragma sparse
  for (int i = 0; i < n; ++i) // address-remark {{without the attribute 'no_sanitize' of 'unchecked'}}
    y[i] += 1.1 * x[i];
}

__attribute__((target("fma"))) static inline double fusedSum(double a, double b, double c) { return a * b + c; }

void inlines(int n, const double *x, double *y) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    y[i] = fusedSum(x[i], x[i], y[i]); // both-remark {{loop left unchanged: 'fusedSum' has the attribute 'target', which the nest would be compiled without; accepted are functions without it}}
}

__attribute__((no_sanitize("address"))) static inline double twice(double x) { return x * 2; }

void inlinesUnchecked(int n, const double *x, double *y) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    y[i] = twice(x[i]); // address-remark {{'twice' has the attribute 'no_sanitize'}}
}
