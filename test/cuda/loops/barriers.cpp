// Where the threads of a block meet in elements of an array that they share, and
// where each has its own.

#include "../../run/support/support.h"

// clang-format off
#define PRAGMA(...) _Pragma(#__VA_ARGS__)
#define ROWS(Name, Body, ...)                                                  \
  void Name(int m, int n, const std::vector<double> &x, std::vector<double> &y) { \
    PRAGMA(__VA_ARGS__)                                                        \
    for (int i = 0; i < m; ++i) {                                              \
      double w[200];                                                           \
      for (int z = 0; z < 200; ++z) w[z] = z + i;                              \
      Body                                                                     \
    }                                                                          \
  }
#define LOOP(V, From, To) for (int V = From; V < To; ++V)
ROWS(neighbours, LOOP(j, 1, n) w[j] = x[j] + i; LOOP(k, 0, n - 1) y[i * 200 + k] = w[k + 1] + w[k];, sparse target(cuda) split(z, z0, z1, 64) split(j, j0, j1, 64) split(k, k0, k1, 64) parallelize(i, gpu_block, no_races) parallelize(z1, gpu_thread, no_races) parallelize(j1, gpu_thread, no_races) parallelize(k1, gpu_thread, no_races))
ROWS(otherThreads, LOOP(j, 0, n) w[j] += x[j]; LOOP(k, 0, n) w[k] *= 2; LOOP(l, 0, n) y[i * 200 + l] = w[l];, sparse target(cuda) split(z, z0, z1, 32) split(j, j0, j1, 64) split(k, k0, k1, 48) divide(l, l0, l1, 64) parallelize(i, gpu_block, no_races) parallelize(z1, gpu_thread, no_races) parallelize(j1, gpu_thread, no_races) parallelize(k1, gpu_thread, no_races) parallelize(l0, gpu_thread, no_races))
ROWS(againAndAgain, double v[200]; LOOP(r, 0, 3) { LOOP(j, 0, n) v[j] = w[j] + r; LOOP(k, 0, n) w[k] = v[n - 1 - k]; } LOOP(l, 0, n) y[i * 200 + l] = w[l];, sparse target(cuda) split(z, z0, z1, 32) split(j, j0, j1, 32) split(k, k0, k1, 32) split(l, l0, l1, 32) parallelize(i, gpu_block, no_races) parallelize(z1, gpu_thread, no_races) parallelize(j1, gpu_thread, no_races) parallelize(k1, gpu_thread, no_races) parallelize(l1, gpu_thread, no_races))
ROWS(oneAndAll, LOOP(j, 0, n) w[j] = x[j]; double s = w[0]; if (s > 0) { w[1] = s; s += w[2]; } else w[0] = 4; LOOP(r, 0, 4) { w[r] += s; s += w[3 - r]; } LOOP(k, 0, n) y[i * 200 + k] = w[k] + s;, sparse target(cuda) split(z, z0, z1, 32) split(j, j0, j1, 32) split(k, k0, k1, 32) parallelize(i, gpu_block, no_races) parallelize(z1, gpu_thread, no_races) parallelize(j1, gpu_thread, no_races) parallelize(k1, gpu_thread, no_races))
ROWS(ofWarps, LOOP(j, 0, n) w[j] = x[j] * i; LOOP(k, 0, n) y[i * 200 + k] = w[n - 1 - k] + w[k];, sparse target(cuda) split(j, j0, j1, 32) split(j0, jo, jw, 4) split(k, k0, k1, 32) split(k0, ko, kw, 4) parallelize(i, gpu_block, no_races) parallelize(jw, gpu_warp, no_races) parallelize(j1, gpu_thread, no_races) parallelize(kw, gpu_warp, no_races) parallelize(k1, gpu_thread, no_races))

/// Several rows for each block, at other elements each.
void shifted(int m, int n, const std::vector<double> &x, std::vector<double> &y) {
#pragma sparse target(cuda) split(i, b, r, 3) split(j, j0, j1, 32) split(k, k0, k1, 32) parallelize(b, gpu_block, no_races) parallelize(j1, gpu_thread, no_races) parallelize(k1, gpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double w[300];
    for (int j = 0; j < n; ++j)
      w[j + i] = x[j];
    for (int k = 0; k < n; ++k)
      y[i * 200 + k] = w[k + i] * 2;
  }
}
// clang-format on

int main() {
  for (int N : {4, 64, 97})
    for (int M : {0, 5}) {
      run::Random R(N);
      auto X = R.vector<double>(200);
      int Which = 0;
      for (auto *Run : {neighbours, otherThreads, againAndAgain, oneAndAll,
                        ofWarps, shifted}) {
        std::vector<double> Y(size_t(M) * 200);
        Run(M, N, X, Y);
        run::record("loop " + std::to_string(++Which), Y);
      }
    }
}
