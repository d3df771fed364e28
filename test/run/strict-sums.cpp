// One argument keeps the order of all floating-point sums of a project: results
// are those of the plain program, bit for bit. Without it the compiler says of
// which loops sums may come in another order.
// RUN: %clangxx -O2 -Wno-unknown-pragmas %s -o %t.plain && %t.plain >%t.expected
// RUN: %clangxx_sparse -O2 -fplugin-arg-sparse-fp=strict -fplugin-arg-sparse-min-work=0 -fplugin-arg-sparse-count %s -o %t.strict
// RUN: %t.strict >%t.actual 2>%t.log && diff %t.expected %t.actual
// RUN: FileCheck --check-prefix=RAN %s <%t.log
// RAN-COUNT-3: generated 1, fallback 0
// RUN: %clangxx_sparse -fsyntax-only -Rpass=sparse %s 2>&1 | FileCheck --check-prefix=LOOSE %s
// RUN: %clangxx_sparse -fsyntax-only -Rpass=sparse -fplugin-arg-sparse-fp=strict %s 2>&1 | FileCheck --check-prefix=STRICT %s --implicit-check-not=reassociated
// STRICT-COUNT-3: remark: loop runs as fp(strict)

// An explicit schedule that needs another order is refused, and it is said who
// forbids it; what the directive says stands once.
// RUN: not %clangxx_sparse -DEXPLICIT -fsyntax-only -fplugin-arg-sparse-fp=strict %s 2>&1 | FileCheck --check-prefix=EXPLICIT %s
// EXPLICIT: error: 'parallel_reduction' over 'i' would reassociate the reduction into 's', which 'fp(strict)' forbids
// EXPLICIT: note: '-fplugin-arg-sparse-fp=strict' asks for it

#include <cstdio>
#include <vector>

void product(int m, const int *pos, const int *crd, const double *val,
             const double *x, double *y) {
  // LOOSE: :[[#@LINE+2]]:3: remark: loop runs as {{.*}}; sums of 'p' are reassociated; fp(strict) keeps their order
#pragma sparse
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}

void columns(int m, int K, const int *pos, const int *crd, const double *val,
             const double *B, double *C) {
  // LOOSE: :[[#@LINE+2]]:3: remark: loop runs as {{[^;]*(; linked with [^;]*)?$}}
#pragma sparse
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int k = 0; k < K; ++k)
        C[i * K + k] += val[p] * B[crd[p] * K + k];
}

// Sums of integers are the same in any order.
void counts(int m, const int *pos, const int *crd, int *n) {
  // LOOSE: :[[#@LINE+2]]:3: remark: loop runs as {{[^;]*(; linked with [^;]*)?$}}
#pragma sparse
  for (int i = 0; i < m; ++i) {
    int count = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      count += crd[p];
    n[i] = count;
  }
}

#ifdef EXPLICIT
double sum(int n, const double *x) {
  double s = 0;
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  for (int i = 0; i < n; ++i)
    s += x[i];
  return s;
}
#endif

int main() {
  const int m = 200, K = 32;
  std::vector<int> pos = {0}, crd, n(m);
  std::vector<double> val, x(m), y(m), B(m * K), C(m * K);
  for (int i = 0; i < m; ++i) {
    for (int k = 0; k < 40 + i % 7; ++k) {
      crd.push_back((i * 37 + k * 11) % m);
      val.push_back(1.0 / (1 + (i * k) % 97));
    }
    pos.push_back(crd.size());
    x[i] = 1.0 / (3 + i);
  }
  for (int i = 0; i < m * K; ++i)
    B[i] = 1.0 / (1 + i % 101);
  product(m, pos.data(), crd.data(), val.data(), x.data(), y.data());
  columns(m, K, pos.data(), crd.data(), val.data(), B.data(), C.data());
  counts(m, pos.data(), crd.data(), n.data());
  for (double v : y)
    std::printf("%a ", v);
  for (double v : C)
    std::printf("%a ", v);
  for (int v : n)
    std::printf("%d ", v);
}
