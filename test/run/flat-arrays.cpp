// Stencils over flat arrays, whose rows' lengths are numbers of the run: with the
// bits of the loops as they stand, whatever the sizes are.
// RUN: %check-run --lines 13 --fallback 0 %s -o %t
// RUN: %check-run --lines 13 --fallback 0 --threads 3 %s -o %t --reuse
// RUN: %check-run --lines 13 --fallback 0 %s -O1 -fplugin-arg-sparse-verify -Wno-pass-failed -o %t.verify
// Rows that overlap, or planes that do not begin where a row does, are left.
// RUN: %check-run --lines 13 --fallback 142 --threads 3 -DOVERLAP %s -o %t.overlap

#include "support/support.h"

using std::size_t;
using Values = std::vector<double>;

static void turns(double *a, int n, int T) {
#pragma sparse tile(t, i, j; 8, 3, 16; hexagonal)                              \
    parallelize(i_tile, cpu_thread, no_races)
  for (int t = 0; t < T; ++t)
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        a[(t + 1) % 2 * n * n + i * n + j] =
            a[t % 2 * n * n + (i - 1) * n + j] / 3 -
            a[t % 2 * n * n + i * n + j + 1];
}

#define AT(i, j) ((i) * n + (j))
static void macros(double *a, double *b, int n, int T) {
#pragma sparse tile(t, i, j; 4, 3, 16; hexagonal)                              \
    parallelize(i_tile, cpu_thread, no_races)
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        b[AT(i, j)] = 0.25 * (a[AT(i - 1, j)] + a[AT(i + 1, j)] +
                              a[AT(i, j - 1)] + a[AT(i, j + 1)]);
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        a[AT(i, j)] = b[AT(i, j)];
  }
}

static void unsignedSizes(Values &a, Values &b, size_t n, size_t m, int T) {
#pragma sparse tile(t, i, j; 4, 3, 16; hexagonal)                              \
    parallelize(i_tile, cpu_thread, no_races)
  for (int t = 0; t < T; ++t) {
    for (size_t i = 1; i + 1 < n; ++i)
      for (size_t j = 1; j + 1 < m; ++j)
        b[i * m + j] = a[(i - 1) * m + j] - a[i * m + j - 1] / 7;
    for (size_t i = 1; i + 1 < n; ++i)
      for (size_t j = 1; j + 1 < m; ++j)
        a[i * m + j] = b[i * m + j];
  }
}

struct Grid {
  double *Data;
  int Width;
  double &operator()(int i, int j) const { return Data[i * Width + j]; }
};

static void accessors(Grid a, Grid b, int n, int T) {
#pragma sparse tile(t, i, j; 4, 3, 16; hexagonal)                              \
    parallelize(i_tile, cpu_thread, no_races)
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        b(i, j) = a(i - 1, j) / 3 - a(i, j + 1);
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        a(i, j) = b(i, j);
  }
}

static void ghosts(double *a, double *b, int n, int T) {
#pragma sparse tile(t, i, j; 4, 3, 16; hexagonal)                              \
    parallelize(i_tile, cpu_thread, no_races)
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i <= n; ++i)
      for (int j = 1; j <= n; ++j)
        b[i * (n + 2) + j] = a[(i - 1) * (n + 2) + j] / 3 -
                             a[i * (n + 2) + j + 1];
    for (int i = 1; i <= n; ++i)
      for (int j = 1; j <= n; ++j)
        a[i * (n + 2) + j] = b[i * (n + 2) + j];
  }
}

// In place, and with neighbours that are told from the element itself.
static void centres(double *a, int n, int T) {
#pragma sparse tile(t, i, j; 4, 6, 16; parallelogram)                          \
    parallelize(i_tile, cpu_thread, no_races)
  for (int t = 0; t < T; ++t)
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j) {
        const int c = i * n + j;
        a[c] = (a[c - n] + a[c] + a[c + n] - a[c - 1]) / 3;
      }
}

static void boxes(double *a, double *b, int nx, int ny, int nz, int T) {
#pragma sparse tile(t, i, j, k; 4, 3, 4, 0; hexagonal)                         \
    parallelize(i_tile, cpu_thread, no_races)
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < nx - 1; ++i)
      for (int j = 1; j < ny - 1; ++j)
        for (int k = 1; k < nz - 1; ++k)
          b[(i * ny + j) * nz + k] = a[((i + 1) * ny + j) * nz + k] -
                                     a[(i * ny + j - 1) * nz + k] / 3 +
                                     a[(i * ny + j) * nz + k + 1];
    for (int i = 1; i < nx - 1; ++i)
      for (int j = 1; j < ny - 1; ++j)
        for (int k = 1; k < nz - 1; ++k)
          a[(i * ny + j) * nz + k] = b[(i * ny + j) * nz + k];
  }
}

// The size of a plane has a name.
static void planes(double *a, double *b, int nx, int ny, int nz, int nxy,
                   int T) {
#pragma sparse tile(t, k, j, i; 4, 3, 4, 0; hexagonal)                         \
    parallelize(k_tile, cpu_thread, no_races)
  for (int t = 0; t < T; ++t) {
    for (int k = 1; k < nz - 1; ++k)
      for (int j = 1; j < ny - 1; ++j)
        for (int i = 1; i < nx - 1; ++i) {
          const int c = k * nxy + j * nx + i;
          b[c] = a[c - 1] / 3 + a[c + nx] - a[c - nxy];
        }
    for (int k = 1; k < nz - 1; ++k)
      for (int j = 1; j < ny - 1; ++j)
        for (int i = 1; i < nx - 1; ++i)
          a[k * nxy + j * nx + i] = b[k * nxy + j * nx + i];
  }
}

static void cubes(double *a, double *b, int n, int T) {
#pragma sparse tile(t, k, j; 4, 3, 4; hexagonal)                               \
    parallelize(k_tile, cpu_thread, no_races)
  for (int t = 0; t < T; ++t) {
    for (int k = 1; k < n - 1; ++k)
      for (int j = 1; j < n - 1; ++j)
        for (int i = 1; i < n - 1; ++i) {
          const int c = k * n * n + j * n + i;
          b[c] = a[c - 1] / 3 + a[c + n] - a[c - n * n];
        }
    for (int k = 1; k < n - 1; ++k)
      for (int j = 1; j < n - 1; ++j)
        for (int i = 1; i < n - 1; ++i)
          a[(k * n + j) * n + i] = b[(k * n + j) * n + i];
  }
}

static void product(const double *A, const double *B, double *C, int n, int m) {
#pragma sparse reorder(j, k) tile(i, k, j; 4, 3, 8)                            \
    parallelize(j, cpu_vector, no_races)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < n; ++k)
        C[i * m + j] += A[i * n + k] * B[k * m + j];
}

static void transposition(const double *A, double *B, int n, int m) {
#pragma sparse tile(i, j; 4, 8) parallelize(i_tile, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      B[j * n + i] = A[i * m + j];
}

// The row's last elements, backwards.
static void mirror(double *A, int n) {
#pragma sparse tile(i, j; 4, 8) parallelize(i_tile, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n / 2; ++j)
      A[i * n + (n - 1 - j)] = A[i * n + j];
}

// Rows that are as far apart as the user says.
static void pitches(double *a, int n, int w, int T) {
#pragma sparse tile(t, i, j; 4, 6, 16; parallelogram)                          \
    parallelize(i_tile, cpu_thread, no_races)
  for (int t = 0; t < T; ++t)
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        a[i * w + j] = (a[(i - 1) * w + j] - a[i * w + j + 1]) / 3;
}

static Values values(size_t Count) {
  Values V(Count);
  for (size_t K = 0; K < Count; ++K)
    V[K] = double(K * 37 % 101) / 7 - 5;
  return V;
}

/// Arrays that are far from each other: a guard takes their hulls.
static void flat(int n, int T) {
  const int m = n + 3;
  const size_t Count = size_t(2 * (n + 2) * (m + 2));
  Values All = values(8 * Count);
  double *A = All.data(), *B = A + 4 * Count;
  turns(A, n, T);
  macros(A, B, n, T);
  Values U = values(Count), V = values(Count);
  unsignedSizes(U, V, n, m, T);
  accessors({A, m}, {B, n}, n, T);
  ghosts(A, B, n, T);
  centres(A, n, T);
  product(A, A + 2 * Count, B, n, m);
  transposition(A, B, n, m);
  mirror(A, n);
  run::record("All", All);
  run::record("U", U);
#ifdef OVERLAP
  const std::vector<int> Widths = {n / 2, n - 2, n - 1, n, m};
#else
  const std::vector<int> Widths = {n, m};
#endif
  for (int w : Widths)
    pitches(A, n, w, T);
  run::record("All", All);
}

static void solid(int n, int T) {
  const int m = n + 3;
  const size_t Count = size_t(n + 2) * (m + 2) * (n + 3);
  Values All = values(6 * Count);
  double *A = All.data(), *B = A + 3 * Count;
  boxes(A, B, n, m, n + 1, T);
  cubes(A, B, n, T);
#ifdef OVERLAP
  const std::vector<int> Planes = {n * m, n * m - n, n * m - 1, n};
#else
  const std::vector<int> Planes = {n * m, n * m + n};
#endif
  for (int nxy : Planes)
    planes(A, B, n, m, n + 1, nxy, T);
  run::record("All", All);
}

int main() {
  for (int n : {1, 2, 3, 4, 5, 8, 17, 33})
    for (int T : {0, 1, 2, 3, 9}) {
      flat(n, T);
      if (n < 20)
        solid(n, T);
    }
}
