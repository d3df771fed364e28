// An array behind a pointer need not be there where the loop does not run,
// however long it is said to be.
// clang-format off
// RUN: %clangxx_sparse -std=c++20 -O0 -fplugin-arg-sparse-min-work=0 -Rpass=sparse %s -o %t 2>&1 | FileCheck %s
// RUN: env OMP_NUM_THREADS=3 %t
// clang-format on

#include <array>

static int ends[3];

void shifted(int n, const int (*d)[3], double *y, const double *x) {
  // CHECK: [[#@LINE+2]]:{{.*}}runs as
#pragma sparse
  for (int i = 0; i < n; ++i)
    y[i * 2] = x[i + (*d)[0]];
}

void ofClass(int n, const std::array<int, 3> *d, double *y, const double *x) {
  // CHECK: [[#@LINE+2]]:{{.*}}runs as
#pragma sparse
  for (int i = 0; i < n; ++i)
    y[i * 2] = x[i + (*d)[0]];
}

/// Copies of 'w' for threads, if it were known how large.
void copied(int n, const int (*d)[3], double *y, const double *x, double *w) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 20; ++k)
      w[k + (*d)[0]] = x[i] + k;
    for (int k = 0; k < 20; ++k)
      y[i] += w[k + (*d)[0]];
  }
}

/// An array of the file's is there.
void own(int n, double *y, const double *x, double *w) {
  // CHECK: [[#@LINE+2]]:{{.*}}runs as private(w)
#pragma sparse
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 20; ++k)
      w[k + ends[0]] = x[i] + k;
    for (int k = 0; k < 20; ++k)
      y[i] += w[k + ends[0]];
  }
}

int main() {
  double x[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, y[9] = {}, w[20];
  shifted(0, nullptr, y, x);
  ofClass(0, nullptr, y, x);
  copied(0, nullptr, y, x, nullptr);
  own(9, y, x, w);
  return y[8] == 9 * 20 + 190 && w[19] == 28 ? 0 : 1;
}
