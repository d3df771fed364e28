// What positions in equal shares, or pieces of balanced work, cannot do is refused
// in front of code generation.
// RUN: %clangxx -std=c++20 -ferror-limit=0 -w %plugin -fsyntax-only \
// RUN:   -Xclang -verify %s

/// Columns between the parts of the positions: on a CPU each of them would go
/// through the rows again.
void columnsBetween(int m, const int *pos, const int *crd, const double *v, const double *B, double *C, int K) {
#pragma sparse fuse(i, p, f) split(f, a, b, 64) order(a, k, b) parallelize(a, cpu_thread, temporary) // expected-error {{'k' stands between 'a' and 'b', which are parts of the same positions; only a GPU ('target(cuda)') runs other loops in there}}
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      int j = crd[p];
      for (int k = 0; k < K; ++k)
        C[i * K + k] += v[p] * B[j * K + k];
    }
}

/// The same without threads, and of parts of the columns.
void partOfColumnsBetween(int m, const int *pos, const int *crd, const double *v, const double *B, double *C, int K) {
#pragma sparse split(k, k0, k1, 8) fuse(i, p, f) split(f, a, b, 64) order(a, k0, b, k1) // expected-error {{'k0' stands between 'a' and 'b'}}
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      int j = crd[p];
      for (int k = 0; k < K; ++k)
        C[i * K + k] += v[p] * B[j * K + k];
    }
}

/// Outside of all parts they are as good as inside.
void columnsOutside(int m, const int *pos, const int *crd, const double *v, const double *B, double *C, int K) {
#pragma sparse fuse(i, p, f) split(f, a, b, 64) order(k, a, b) parallelize(a, cpu_thread, temporary)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      int j = crd[p];
      for (int k = 0; k < K; ++k)
        C[i * K + k] += v[p] * B[j * K + k];
    }
}

/// The CPU finds out where pieces begin.
void balanced(int m, const int *ap, const int *ac, const double *av, const double *bv, double *y) {
#pragma sparse assume(extent(bv, m)) target(cuda) divide(i, t, ir, 128, balance(p)) split(ir, a, b, 64) parallelize(t, gpu_block, no_races) parallelize(b, gpu_thread, no_races) // expected-error {{pieces of balanced work are for threads of the CPU; on a GPU 'fuse(i, p, f)' shares positions out equally}}
  for (int i = 0; i < m; ++i) {
    double s = 0;
    for (int p = ap[i]; p < ap[i + 1]; ++p) {
      int j = ac[p];
      s += av[p] * bv[j];
    }
    y[i] = s;
  }
}

/// A variable of the function, which no row has for itself.
double sumOfAll(int m, const int *ap, const int *ac, const double *av, const double *x) {
  double t = 0;
#pragma sparse assume(extent(x, m)) target(cuda) fuse(i, p, f) split(f, block, thr, 256) parallelize(block, gpu_block, temporary) parallelize(thr, gpu_thread, temporary) // expected-error {{'temporary' over fused positions joins what the positions of a row add up, but 't' is a variable that all rows update}}
  for (int i = 0; i < m; ++i)
    for (int p = ap[i]; p < ap[i + 1]; ++p) {
      int j = ac[p];
      t += av[p] * x[j];
    }
  return t;
}
double sumOfAllByAtomics(int m, const int *ap, const int *ac, const double *av, const double *x) {
  double t = 0;
#pragma sparse assume(extent(x, m)) target(cuda) fuse(i, p, f) split(f, block, thr, 256) parallelize(block, gpu_block, atomics) parallelize(thr, gpu_thread, atomics) // expected-error {{'atomics' over fused positions joins what the positions of a row add up, but 't' is a variable that all rows update}}
  for (int i = 0; i < m; ++i)
    for (int p = ap[i]; p < ap[i + 1]; ++p) {
      int j = ac[p];
      t += av[p] * x[j];
    }
  return t;
}
