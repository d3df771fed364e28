// Loops that are no wavefronts: where it is not known first what iterations access,
// or a variable goes from one to the next.
// RUN: %clangxx_sparse -std=c++20 -w -fsyntax-only -Xclang -verify %s

#include <vector>

double norm(int n, const int *pos, const int *crd, const double *val, double *x) {
  double sum = 0;
#pragma sparse parallelize(i, cpu_thread, wavefront) // expected-error {{'wavefront' orders elements of arrays, but 'sum' is carried from iteration to iteration}}
  for (int i = 0; i < n; ++i) {
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      x[i] -= val[p] * x[crd[p]];
    sum += x[i] * x[i];
  }
  return sum;
}

// Which element is read next was stored before.
void chase(int n, const int *first, int *next) {
#pragma sparse parallelize(i, cpu_thread, wavefront) // expected-error {{'wavefront' cannot find out first what iterations of 'i' access: loops or subscripts depend on what the nest stores}}
  for (int i = 0; i < n; ++i)
    next[i] = next[next[first[i]]];
}

// As far as a row is read depends on what was stored.
void untilSmall(int n, const int *pos, const int *crd, double *x) {
#pragma sparse parallelize(i, cpu_thread, wavefront) // expected-error {{'wavefront' cannot find out first what iterations of 'i' access: loops or subscripts depend on what the nest stores}}
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (x[crd[p]] > 0)
        x[i] += x[crd[p + int(x[i])]];
}

void rowsOfVectors(int n, const int *pos, const int *crd, std::vector<std::vector<double>> &X) {
#pragma sparse parallelize(i, cpu_thread, wavefront) // expected-error {{'wavefront' orders elements of one array; 'X' is an array of rows}}
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      X[i][0] -= X[crd[p]][0];
}

// A column of which nothing is used is not looked at: it need not be there.
void skipped(int n, const int *pos, const int *crd, const double *val, double *x) {
#pragma sparse parallelize(j, cpu_thread, wavefront) // expected-error {{'wavefront' cannot find out first what iterations of 'j' access: loops or subscripts depend on what the nest stores}}
  for (int j = 0; j < n; ++j)
    if (x[j] != 0)
      for (int p = pos[j]; p < pos[j + 1]; ++p)
        x[crd[p]] -= val[p] * x[j];
}

// How far crd is read it says itself, and nobody knows how long it is.
void belowDiagonal(int n, const int *pos, const int *crd, const double *val, double *x) {
#pragma sparse parallelize(i, cpu_thread, wavefront) // expected-error {{'wavefront' compares 'crd' with what it was, but it is not known how far it is read}} expected-note {{extent(crd}}
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1] && crd[p] < i; ++p)
      x[i] -= val[p] * x[crd[p]];
}
