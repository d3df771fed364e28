// Updates whose order matters only because each of them converts: said.
// RUN: %clangxx_sparse -fsyntax-only -Xclang -verify %s
template <class T>
void rows(int m, const int *pos, const double *val, T *y) {
  // expected-error@+2 {{iterations of 'f0' depend on each other: one reads 'y' where another may have written it}}
  // expected-note@+1 {{each update of 'y' converts from 'double' to 'short', so that their order matters}}
#pragma sparse fuse(i, p, f) split(f, f0, f1, 8) parallelize(f0, cpu_thread, temporary)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[i] += val[p];
}
template void rows(int, const int *, const double *, short *);
template void rows(int, const int *, const double *, float *);
template void rows(int, const int *, const double *, double *);
