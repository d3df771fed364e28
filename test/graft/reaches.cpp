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
