// `suggest` says what a bare directive would make of each outermost loop without one:
// what it makes of the loop when it stands there.
// RUN: %clangxx_sparse -O2 -std=c++20 -fplugin-arg-sparse-suggest -fsyntax-only -Xclang -verify %s
// Asked for as other remarks are, too; nothing else is said without an argument.
// RUN: %clangxx_sparse -O2 -std=c++20 -fplugin-arg-sparse-suggest=%t.json -Rpass-analysis=sparse -fsyntax-only -Xclang -verify %s
// RUN: %clangxx_sparse -std=c++20 -fplugin-arg-sparse-suggest=%t.json -fsyntax-only %s 2>&1 | count 0
// RUN: %clangxx_sparse -std=c++20 -fplugin-arg-sparse-suggest -fplugin-arg-sparse-off -fsyntax-only %s 2>&1 | count 0
// Without OpenMP threads are not claimed.
// RUN: %clangxx %plugin -std=c++20 -fplugin-arg-sparse-suggest -fsyntax-only -fno-caret-diagnostics %s 2>&1 | FileCheck --check-prefix=ALONE %s
// ALONE: this loop runs on one thread as divide(i, t, ir, threads, balance(p))
// ALONE-NOT: loop runs as

#include <algorithm>
#include <vector>

void print(int);

void product(int n, const int *pos, const int *crd, const double *val, const double *x, double *y) {
  // expected-remark@+1 {{with '#pragma sparse' this loop runs as divide(i, t, ir, threads, balance(p)) parallelize(t, cpu_thread, no_races) unroll(p, 1) where}}
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s += val[p] * x[crd[p]];
    y[i] = s;
  }
}

void refused(int n, const int *crd, const double *x, double *y) {
  for (int i = 1; i < n; ++i)
    y[i] = y[i - 1] * x[i];
  for (int i = 0; i < n; ++i)
    y[crd[i]] = x[i];
  for (int i = 0; i < 10; ++i)
    y[i] = x[i];
}

void inside(int n, const double *x, double *y) {
  // expected-remark@+1 {{with '#pragma sparse' 1 of 2 loops inside is rewritten}}
  for (int t = 0; t < n; ++t) {
    print(t);
    for (int i = 0; i < n; ++i) // expected-note {{loop runs as parallelize(i, cpu_thread, no_races)}}
      y[i] = x[i];
    for (int i = 1; i < n; ++i)
      y[i] = y[i - 1] * x[i];
  }
  // expected-remark@+1 {{with '#pragma sparse' the loop inside is rewritten}}
  while (y[0] > n)
    for (int i = 0; i < n; ++i) // expected-note {{loop runs as parallelize(i, cpu_thread, no_races)}}
      y[i] -= x[i];
}

// Loops with directives have all they need, as those in which nothing else would be
// rewritten.
void marked(int n, const double *x, double *y) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    y[i] = x[i];
  for (int t = 0; t < n; ++t) {
    print(t);
#pragma sparse
    for (int i = 0; i < n; ++i)
      y[i] = x[i];
  }
  // A directive in front of this one would be an error.
  for (int i = 0; i < n; ++i)
#pragma sparse
    for (int j = 0; j < n; ++j)
      y[i * n + j] = x[j];
  // expected-remark@+1 {{with '#pragma sparse' the loop inside is rewritten}}
  for (int t = 0; t < n; ++t) {
    print(t);
#pragma sparse
    for (int i = 0; i < n; ++i)
      y[i] = x[i];
    for (int i = 0; i < n; ++i) // expected-note {{loop runs as parallelize(i, cpu_thread, no_races)}}
      y[i] += x[i];
  }
}

// A lambda's loops are its own, also where it stands inside of a loop.
void lambdas(int m, int n, const double *x, double *y) {
  for (int t = 0; t < m; ++t) {
    print(t);
    auto copy = [&] {
      for (int i = 0; i < n; ++i) // expected-remark {{this loop runs as parallelize(i, cpu_thread, no_races)}}
        y[i] = x[i];
    };
    copy();
  }
}

inline void scale(int n, double *y) {
  for (int i = 0; i < n; ++i) // expected-remark {{this loop runs as parallelize(i, cpu_thread, no_races)}}
    y[i] *= 2;
}

void calls(int m, int n, std::vector<std::vector<double>> &rows) {
  for (int j = 0; j < m; ++j) // expected-remark {{this loop runs as parallelize(j, cpu_thread, no_races)}}
    scale(n, rows[j].data());
}

// One remark for all instantiations; there is something to gain if there is in one.
template <class T, int N> void fill(T *a) {
  for (int i = 0; i < N; ++i) // expected-remark {{this loop runs as parallelize(i, cpu_thread, no_races)}}
    a[i] = T();
}
template void fill<float, 3>(float *);
template void fill<float, 1000000>(float *);
template void fill<double, 1000000>(double *);

template <class T> void unused(int n, T *a) {
  for (int i = 0; i < n; ++i)
    a[i] = T();
}

void generic(int n, double *y) {
  auto set = [](auto n, double *y) {
    for (decltype(n) i = 0; i < n; ++i) // expected-remark {{this loop runs as parallelize(i, cpu_thread, no_races)}}
      y[i] = 1;
  };
  set(n, y);
}

struct Matrix {
  explicit Matrix(int n) : values(n) {
    for (auto &x : values) // expected-remark {{this loop runs as parallelize(x, cpu_thread, no_races)}}
      x = 1;
  }
  std::vector<double> values;
};

// What nobody reads behind the loop is known without braces, too.
void either(int n, const double *x, double *y) {
  if (n > 10)
    for (int i = 0; i < n; ++i, ++x) // expected-remark {{this loop runs as parallelize(i, cpu_thread, no_races)}}
      y[i] += *x;
  else
    for (int i = 0; i < n; ++i, ++x) // expected-remark {{this loop runs as parallelize(i, cpu_thread, no_races)}}
      y[i] -= *x;
}

// The standard library's own loops are not the user's.
void sorted(std::vector<double> &v) { std::sort(v.begin(), v.end()); }

// Where OpenMP shares out loops a bare directive does nothing.
void shared(int n, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    y[i] = 1;
#pragma omp parallel
  {
    for (int i = 0; i < n; ++i)
      y[i] = 1;
  }
}

#define LOOP(BODY)                                                                                                     \
  for (int i = 0; i < n; ++i)                                                                                          \
    BODY;
void macros(int n, double *y) {
  LOOP(y[i] = 1) // expected-remark {{this loop runs as parallelize(i, cpu_thread, no_races)}}
}

// As many times as there are loops, also on one line with the same words.
int total(const int *x) {
  int sum = 0;
  for (int i = 0; i < 1000000; ++i) // expected-remark {{this loop runs as parallelize(i, cpu_thread, parallel_reduction)}}
    sum += x[i];
  for (int i = 0; i < 1000000; ++i) // expected-remark {{this loop runs as parallelize(i, cpu_thread, parallel_reduction)}}
    sum -= x[i];
  return sum;
}
