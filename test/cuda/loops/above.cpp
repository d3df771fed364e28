// Workspaces of `precompute` above the loops on blocks: kernels leave each other
// sums in the device's memory, and whether there are any. Where there are none,
// factors that would make NaNs of zeros stay out.

#include "../../run/support/support.h"

using Matrix = run::Csr<double>;

// clang-format off
#define PRAGMA(...) _Pragma(#__VA_ARGS__)

/// A row of sums, each times a factor: columns of a dense matrix.
#define DENSE(Name, Ty, ...)                                                   \
  void Name(int m, int n, const std::vector<Ty> &a, const std::vector<Ty> &B, const Ty *c, Ty *A) { \
    PRAGMA(__VA_ARGS__)                                                        \
    for (int p = 0; p < m; ++p)                                                \
      for (int j = 0; j < n; ++j)                                              \
        A[j] += a[p] * B[p * n + j] * c[j];                                    \
  }
DENSE(columnsOfThreads, double, sparse target(cuda) precompute(a[p] * B[p * n + j], j, jp, w) order(jp, p) split(jp, pb, pt, 32) split(j, cb, ct, 64) parallelize(pb, gpu_block, no_races) parallelize(pt, gpu_thread, no_races) parallelize(cb, gpu_block, no_races) parallelize(ct, gpu_thread, no_races))
DENSE(rowsOfBlocks, float, sparse target(cuda) precompute(a[p] * B[p * n + j], j, jp, w) split(jp, jp0, pt, 32) parallelize(p, gpu_block, atomics) parallelize(pt, gpu_thread, no_races) parallelize(j, gpu_block, no_races))
DENSE(rowsOfThreads, unsigned, sparse target(cuda) precompute(a[p] * B[p * n + j], j, jp, w) split(p, pb, pt, 32) split(j, cb, ct, 16) parallelize(pb, gpu_block, atomics) parallelize(pt, gpu_thread, atomics) parallelize(cb, gpu_block, no_races) parallelize(ct, gpu_warp, no_races))
DENSE(splitBefore, double, sparse target(cuda) split(p, pb, pt, 32) bound(j, jb, 40, max_exact) precompute(a[p] * B[p * n + j], jb, jp, w) parallelize(pb, gpu_block, atomics) parallelize(pt, gpu_thread, atomics) parallelize(jb, gpu_block, no_races))

/// The same of a sparse one, whose rows may all be empty.
#define SPARSE(Name, ...)                                                      \
  void Name(int m, int n, const std::vector<int> &pos, const std::vector<int> &crd, const std::vector<double> &val, const std::vector<double> &B, const double *c, double *A) { \
    PRAGMA(__VA_ARGS__)                                                        \
    for (int i = 0; i < m; ++i)                                                \
      for (int p = pos[i]; p < pos[i + 1]; ++p) {                              \
        int k = crd[p];                                                        \
        for (int j = 0; j < n; ++j)                                            \
          A[j] += val[p] * B[k * n + j] * c[j];                                \
      }                                                                        \
  }
SPARSE(entriesOfWarps, sparse target(cuda) precompute(val[p] * B[k * n + j], j, jp, w) split(i, block, warp, 4) split(jp, jp0, lane, 32) split(j, cb, ct, 32) parallelize(block, gpu_block, atomics) parallelize(warp, gpu_warp, atomics) parallelize(lane, gpu_thread, no_races) parallelize(cb, gpu_block, no_races) parallelize(ct, gpu_thread, no_races))
SPARSE(entriesOfThreads, sparse target(cuda) precompute(val[p] * B[k * n + j], j, jp, w) split(p, p0, p1, 8) split(j, cb, ct, 32) parallelize(i, gpu_block, atomics) parallelize(p1, gpu_thread, atomics) parallelize(cb, gpu_block, no_races) parallelize(ct, gpu_thread, no_races))
SPARSE(sharesOfThreads, sparse target(cuda) precompute(val[p] * B[k * n + j], j, jp, w) fuse(i, p, f) split(f, block, fr, 64) split(fr, thread, nz, 4) split(j, cb, ct, 32) parallelize(block, gpu_block, ignore_races) parallelize(thread, gpu_thread, atomics) parallelize(cb, gpu_block, no_races) parallelize(ct, gpu_thread, no_races))
SPARSE(sharesOfWarps, sparse target(cuda) precompute(val[p] * B[k * n + j], j, jp, w) fuse(i, p, f) split(f, block, fr, 64) split(fr, warp, nz, 16) split(jp, jp0, lane, 32) order(block, warp, jp0, lane, nz) split(j, cb, ct, 32) parallelize(block, gpu_block, ignore_races) parallelize(warp, gpu_warp, ignore_races) parallelize(lane, gpu_thread, atomics) parallelize(cb, gpu_block, no_races) parallelize(ct, gpu_thread, no_races))
/// Two workspaces above the blocks.
SPARSE(twice, sparse target(cuda) precompute(val[p] * B[k * n + j], j, jp, w) split(i, block, br, 4) parallelize(block, gpu_block, atomics) parallelize(br, gpu_thread, atomics) precompute(w[j] * c[j], j, jq, u) parallelize(jq, gpu_block, no_races) parallelize(j, gpu_block, no_races))

/// Rows that lie anywhere: whether there is an entry only the loops know. The
/// sums are added to columns, some of which are the same.
#define RANGES(Name, ...)                                                      \
  void Name(int m, int n, const std::vector<int> &from, const std::vector<int> &to, const std::vector<double> &B, const std::vector<int> &column, const double *c, std::vector<double> &A) { \
    PRAGMA(__VA_ARGS__)                                                        \
    for (int i = 0; i < m; ++i)                                                \
      for (int q = from[i]; q < to[i]; ++q)                                    \
        for (int j = 0; j < n; ++j)                                            \
          A[column[j]] += B[q * n + j] * c[j];                                 \
  }
RANGES(rangesOfThreads, sparse target(cuda) precompute(B[q * n + j], j, jp, w) split(i, block, thread, 32) parallelize(block, gpu_block, atomics) parallelize(thread, gpu_thread, atomics) parallelize(j, gpu_block, atomics))
RANGES(rangesOfBlocks, sparse target(cuda) precompute(B[q * n + j], j, jp, w) split(jp, jp0, jp1, 32) split(j, cb, ct, 32) parallelize(i, gpu_block, atomics) parallelize(jp1, gpu_thread, no_races) parallelize(cb, gpu_block, atomics) parallelize(ct, gpu_thread, atomics))

/// A workspace of each block, whose threads note whether it is used.
void ofBlocks(int m, int n, const std::vector<int> &pos, const std::vector<int> &from, const std::vector<int> &to, const std::vector<double> &B, const double *c, std::vector<double> &A) {
#pragma sparse target(cuda) precompute(B[q * n + j], j, jp, w) split(p, p0, p1, 32) split(j, j0, j1, 32) parallelize(i, gpu_block, no_races) parallelize(p1, gpu_thread, atomics) parallelize(j1, gpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int q = from[p]; q < to[p]; ++q)
        for (int j = 0; j < n; ++j)
          A[i * n + j] += B[q * n + j] * c[j];
}

/// A sum of sums.
double total(int m, int n, const std::vector<double> &a, const std::vector<double> &B, const double *c) {
  double sum = 3;
#pragma sparse target(cuda) precompute(a[p] * B[p * n + j], j, jp, w) split(j, cb, ct, 32) parallelize(p, gpu_block, atomics) parallelize(cb, gpu_block, parallel_reduction) parallelize(ct, gpu_thread, parallel_reduction)
  for (int p = 0; p < m; ++p)
    for (int j = 0; j < n; ++j)
      sum += a[p] * B[p * n + j] * c[j];
  return sum;
}
// clang-format on

template <class T> static std::vector<T> small(run::Random &R, size_t Size) {
  std::vector<T> V(Size);
  for (T &E : V)
    E = T(R.below(9)) - 4; // sums in any order
  return V;
}

template <class T, class Loop>
static void dense(const std::string &Name, Loop Multiply, int Columns) {
  for (int M : {0, 1, 70}) {
    run::Random R(M);
    auto a = small<T>(R, M), B = small<T>(R, size_t(M) * Columns),
         c = small<T>(R, Columns), A = small<T>(R, Columns);
    Multiply(M, Columns, a, B, M ? c.data() : nullptr, A.data());
    run::record(Name + " of " + std::to_string(M), A);
  }
}

int main() {
  for (int Columns : {0, 1, 40, 100}) {
    dense<double>("columns of threads", columnsOfThreads, Columns);
    dense<float>("rows of blocks", rowsOfBlocks, Columns);
    dense<unsigned>("rows of threads", rowsOfThreads, Columns);
  }
  dense<double>("split before", splitBefore, 40);
  dense<double>("total", [](int M, int N, auto &a, auto &B, auto *c, auto *A) { *A = total(M, N, a, B, c); }, 40);
  for (const Matrix &M : run::shapes()) {
    if (M.Rows > 70)
      continue;
    run::Random R(M.Rows);
    const int Columns = 35;
    auto val = small<double>(R, M.val.size()),
         B = small<double>(R, size_t(M.Cols) * Columns),
         c = small<double>(R, Columns), A = small<double>(R, Columns);
    if (M.val.empty())
      c.assign(Columns, INFINITY);
    for (auto *Multiply : {entriesOfWarps, entriesOfThreads, sharesOfThreads, sharesOfWarps, twice}) {
      Multiply(int(M.Rows), Columns, M.pos, M.crd, val, B, c.data(), A.data());
      run::record(M.Name, A);
    }
    std::vector<int> from(M.crd.size()), to(from), column(Columns);
    for (size_t P = 0; P < from.size(); ++P) {
      from[P] = int(R.below(M.Cols));
      to[P] = M.Name == "alike" ? from[P] : int(R.below(M.Cols));
    }
    for (int &J : column)
      J = int(R.below(Columns));
    std::vector<double> OfRows(size_t(M.Rows) * Columns);
    ofBlocks(int(M.Rows), Columns, M.pos, from, to, B, c.data(), OfRows);
    run::record(M.Name + ", workspaces of blocks", OfRows);
    for (auto *Multiply : {rangesOfThreads, rangesOfBlocks}) {
      Multiply(int(from.size()), Columns, from, to, B, column, c.data(), A);
      run::record(M.Name + ", ranges", A);
    }
  }
}
