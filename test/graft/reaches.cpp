// Where results decide what is read, plain pointers may lie over each other unless
// somebody says that they do not.
// RUN: %clangxx -std=c++20 -O1 -w %plugin -fopenmp -Rpass-missed=sparse -fsyntax-only -Xclang -verify %s

void steered(int m, const int *crd, const double *x, double *y) {
#pragma sparse split(i, i0, i1, 4) // expected-error {{'x' may reach into 'y', but how far it is read depends on what the loop stores}} expected-note {{'assume(noalias(y, x))' vouches that they lie apart}}
  for (int i = 0; i < m; ++i)
    if (y[i] > 0)
      y[i] += x[crd[i]];
}

/// A bare directive is never an error.
void bare(int m, const int *crd, const double *x, double *y) {
#pragma sparse // expected-note {{'assume(noalias(y, x))' vouches that they lie apart}}
  for (int i = 0; i < m; ++i) // expected-remark {{loop left unchanged: 'x' may reach into 'y', but how far it is read depends on what the loop stores}}
    if (y[i] > 0)
      y[i] += x[crd[i]];
}

/// The coordinate is read in any case.
void relaxed(int m, const int *pos, const int *crd, const double *x, double *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (x[crd[p]] < y[i])
        y[i] = x[crd[p]];
}

void vouched(int m, const int *crd, const double *x, double *y) {
#pragma sparse assume(noalias(y, x)) split(i, i0, i1, 4)
  for (int i = 0; i < m; ++i)
    if (y[i] > 0)
      y[i] += x[crd[i]];
}

void known(int m, int n, const int *crd, const double *x, double *y) {
#pragma sparse assume(extent(x, n)) split(i, i0, i1, 4)
  for (int i = 0; i < m; ++i)
    if (y[i] > 0)
      y[i] += x[crd[i]];
}

/// Numbers are no coordinates.
void apart(int m, const int *crd, const double *x, int *count) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < m; ++i)
    if (count[i] > 0)
      count[i] += x[crd[i]] > 1;
}

/// A cursor is not advanced more often than the loop runs.
void compressed(int m, const double *x, double *y, int *idx, int *count) {
  int n = *count;
#pragma sparse parallelize(i, cpu_thread, scan)
  for (int i = 0; i < m; ++i)
    if (x[i] > y[i])
      idx[n++] = i;
  *count = n;
}

void nested(int m, const int *pos, const double *val, double *y, double *kept) {
  int n = 0;
#pragma sparse parallelize(i, cpu_thread, scan)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (val[p] > y[i])
        kept[n++] = val[p];
}

struct Sizes {
  long n;
};

void unknown(Sizes &sizes, const int *crd, long *y) {
#pragma sparse split(i, i0, i1, 4) // expected-error {{'y' may reach into 'sizes_n', but how far it is stored to depends on what the loop stores}} expected-note {{accepted is a copy of 'sizes_n' in a local variable}}
  for (long i = 0; i < sizes.n; ++i)
    if (y[i] > 0)
      y[crd[i]] = 1;
}
