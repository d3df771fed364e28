// Arrays between the loops on blocks and those on threads: of the user's, of
// `precompute`, and copies of the user's for each block.

#include "../../run/support/support.h"

// clang-format off
#define PRAGMA(...) _Pragma(#__VA_ARGS__)

/// A workspace for each block or warp, of constant size or not.
#define MTTKRP(Name, ...)                                                      \
  void Name(int I, int J, const int *pos1, const int *crd1, const int *pos2, const int *crd2, const double *val, const std::vector<double> &C, const std::vector<double> &D, double *A) { \
    PRAGMA(__VA_ARGS__)                                                        \
    for (int i = 0; i < I; ++i)                                                \
      for (int pk = pos1[i]; pk < pos1[i + 1]; ++pk) {                         \
        int k = crd1[pk];                                                      \
        for (int pl = pos2[pk]; pl < pos2[pk + 1]; ++pl) {                     \
          int l = crd2[pl];                                                    \
          for (int j = 0; j < J; ++j)                                          \
            A[i * J + j] += val[pl] * D[l * J + j] * C[k * J + j];             \
        }                                                                      \
      }                                                                        \
  }
MTTKRP(sizedOfBlocks, sparse target(cuda) precompute(val[pl] * D[l * J + j], j, jp, w) split(jp, jp0, jp1, 96) split(j, j0, j1, 32) parallelize(i, gpu_block, no_races) parallelize(jp1, gpu_thread, no_races) parallelize(j1, gpu_thread, no_races))
MTTKRP(sizedOfWarps, sparse target(cuda) precompute(val[pl] * D[l * J + j], j, jp, w) split(jp, jp0, jp1, 32) split(j, j0, j1, 32) split(i, block, warp, 4) parallelize(block, gpu_block, no_races) parallelize(warp, gpu_warp, no_races) parallelize(jp1, gpu_thread, no_races) parallelize(j1, gpu_thread, no_races))
MTTKRP(constantOfWarps, sparse target(cuda) bound(j, jb, 40, max_exact) precompute(val[pl] * D[l * J + j], jb, jp, w) split(jp, jp0, jp1, 32) split(jb, j0, j1, 16) split(i, block, warp, 4) parallelize(block, gpu_block, no_races) parallelize(warp, gpu_warp, no_races) parallelize(jp1, gpu_thread, no_races) parallelize(j1, gpu_thread, no_races))
MTTKRP(ofThreads, sparse target(cuda) bound(j, jb, 40, max_exact) precompute(val[pl] * D[l * J + j], jb, jp, w) split(i, block, thread, 32) parallelize(block, gpu_block, no_races) parallelize(thread, gpu_thread, no_races))

/// Rows that all threads of a block read back to front, kept in its memory.
#define TILES(Name, ...)                                                       \
  void Name(int I, int J, const std::vector<double> &X, std::vector<double> &Y) { \
    PRAGMA(__VA_ARGS__)                                                        \
    for (int i = 0; i < I; ++i) {                                              \
      double row[64], sums[64] = {}, first = X[i * J];                         \
      for (int j = 0; j < J; ++j)                                              \
        row[j] = X[i * J + j] * first;                                         \
      for (int h = 0; h < J; ++h)                                              \
        for (int k = 0; k < J; ++k)                                            \
          sums[k] += row[h] * X[k];                                            \
      if (row[J - 1] > 0)                                                      \
        row[0] = sums[J - 1];                                                  \
      while (row[0] > 0.5)                                                     \
        row[0] *= 0.5;                                                         \
      for (int l = 0; l < J; ++l)                                              \
        Y[i * J + l] = sums[l] + row[J - 1 - l];                               \
    }                                                                          \
  }
TILES(tilesOfBlocks, sparse target(cuda) split(j, j0, j1, 32) split(k, k0, k1, 48) split(l, l0, l1, 16) parallelize(i, gpu_block, no_races) parallelize(j1, gpu_thread, no_races) parallelize(k1, gpu_thread, no_races) parallelize(l1, gpu_thread, no_races))
TILES(tilesOfWarps, sparse target(cuda) split(i, block, warp, 3) split(j, j0, j1, 32) split(k, k0, k1, 8) split(l, l0, l1, 32) parallelize(block, gpu_block, no_races) parallelize(warp, gpu_warp, no_races) parallelize(j1, gpu_thread, no_races) parallelize(k1, gpu_thread, no_races) parallelize(l1, gpu_thread, no_races))

/// Rows of a product of matrices added up in a dense row, of which each block has
/// a copy.
void accumulated(int m, int n, const std::vector<int> &pos, const std::vector<int> &crd, const std::vector<float> &val, std::vector<float> acc, std::vector<char> seen, std::vector<float> &C, std::vector<int> &length) {
#pragma sparse private(acc, seen) assume(extent(length, m)) target(cuda) split(j, j0, j1, 64) split(q, q0, q1, 64) split(k, k0, k1, 64) parallelize(i, gpu_block, no_races) parallelize(j1, gpu_thread, no_races) parallelize(q1, gpu_thread, atomics) parallelize(k1, gpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < n; ++j)
      acc[j] = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int q = pos[crd[p]]; q < pos[crd[p] + 1]; ++q)
        acc[crd[q]] += val[p] * val[q];
    int count = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int r = pos[crd[p]]; r < pos[crd[p] + 1]; ++r) {
        count += !seen[crd[r]];
        seen[crd[r]] = 1;
      }
    length[i] = count;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int r = pos[crd[p]]; r < pos[crd[p] + 1]; ++r)
        seen[crd[r]] = 0;
    for (int k = 0; k < n; ++k)
      C[i * n + k] = acc[k];
  }
}

/// A sum of all blocks beside the copies.
long distinct(int m, const std::vector<int> &pos, const std::vector<int> &crd, std::vector<int> mark) {
  long total = 0;
#pragma sparse private(mark) target(cuda) parallelize(i, gpu_block, parallel_reduction)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      total += mark[crd[p]] != i;
      mark[crd[p]] = i;
    }
  return total;
}

/// Above the blocks: an array that one kernel leaves for the other.
void chained(int n, const double *a, const double *b, const double *c, double *y) {
#pragma sparse target(cuda) precompute(a[i] * b[i], i, ip, w) split(ip, pb, pt, 64) split(i, cb, ct, 32) parallelize(pb, gpu_block, no_races) parallelize(pt, gpu_thread, no_races) parallelize(cb, gpu_block, no_races) parallelize(ct, gpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    y[i] += a[i] * b[i] * c[i];
}
// clang-format on

static void record(const std::string &Name, const std::vector<double> &Values) {
  run::record(Name, Values, std::vector<double>(Values.size(), 1e-9));
}

static void products(int I, int J) {
  run::Random R(unsigned(I * 100 + J));
  std::vector<int> Pos1 = {0}, Pos2 = {0}, Crd1, Crd2;
  for (int Slice = 0; Slice < I; ++Slice) {
    for (int K = 0; K < Slice % 4; ++K) {
      Crd1.push_back(K);
      for (long L = R.below(4); L > 0; --L)
        Crd2.push_back(int(R.below(5)));
      Pos2.push_back(int(Crd2.size()));
    }
    Pos1.push_back(int(Crd1.size()));
  }
  auto Val = R.vector<double>(Crd2.size()), C = R.vector<double>(size_t(4 * J)),
       D = R.vector<double>(size_t(5 * J)), A = R.vector<double>(size_t(I * J));
  for (auto *Multiply : {sizedOfBlocks, sizedOfWarps, constantOfWarps, ofThreads}) {
    if (J != 40 && Multiply != sizedOfBlocks &&
        (Multiply != sizedOfWarps || J > 2000))
      continue;
    Multiply(I, J, Pos1.data(), Crd1.data(), Pos2.data(), Crd2.data(), Val.data(), C, D, A.data());
    record("mttkrp, columns " + std::to_string(J), A);
  }
}

int main(int Count, char **) {
  if (Count > 1) {
    products(2, 19993);
    products(1, 19993);
    return 0;
  }
  // More than 48 KiB is asked for.
  for (auto [I, J] : {std::pair(0, 40), {9, 1}, {9, 40}, {9, 100}, {3, 2000}})
    products(I, J);
  for (int J : {1, 33, 64}) {
    run::Random R(J);
    auto X = R.vector<double>(size_t(7 * J));
    std::vector<double> Y(X.size());
    tilesOfBlocks(7, J, X, Y);
    record("tiles of blocks", Y);
    tilesOfWarps(7, J, X, Y);
    record("tiles of warps", Y);
  }
  for (int M : {0, 1, 50}) {
    run::Random R(M + 7);
    std::vector<int> Pos = {0}, Crd, Length(M), Mark(M, -1);
    for (int Row = 0; Row < M; ++Row) {
      for (long P = R.below(5); P > 0; --P)
        Crd.push_back(int(R.below(M)));
      Pos.push_back(int(Crd.size()));
    }
    auto Val = R.vector<float>(Crd.size());
    for (float &V : Val)
      V = std::round(V * 8); // sums in any order
    std::vector<float> Acc(M, 3), C(size_t(M) * M);
    std::vector<char> Seen(M);
    accumulated(M, M, Pos, Crd, Val, Acc, Seen, C, Length);
    run::record("accumulated", C);
    run::record("lengths", Length);
    run::record("distinct", std::vector<long>{distinct(M, Pos, Crd, Mark)});
    std::vector<double> B(C.begin(), C.end()), Y(C.size());
    chained(int(B.size()), B.data(), B.data(), B.data(), Y.data());
    record("chained", Y);
  }
}
