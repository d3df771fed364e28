// Groups of lanes for rows, blocks that add up their rows, and columns in
// registers.

#include "../../run/support/support.h"

// clang-format off
#define PRAGMA(...) _Pragma(#__VA_ARGS__)
#define ROWS(Name, Ty, Index, To, Term, ...)                                   \
  void Name(int m, const int *pos, const int *crd, const int *perm,            \
            const Ty *val, const std::vector<Ty> &x, Ty *y) {                  \
    PRAGMA(__VA_ARGS__)                                                        \
    for (Index i = 0; i < m; ++i) {                                            \
      Ty sum = 0;                                                              \
      for (int p = pos[i]; p < pos[i + 1]; ++p)                                \
        Term;                                                                  \
      To;                                                                      \
    }                                                                          \
  }
#define PLAIN sum += val[p] * x[crd[p]]
#define STORE y[i] = sum

// So many rows for each block, so many lanes for each row.
#define LANES(Name, Ty, Rows, Lanes) ROWS(Name, Ty, int, STORE, PLAIN, sparse target(cuda) split(i, block, row, Rows) split(p, nz, lane, Lanes) order(block, row, lane, nz) parallelize(block, gpu_block, no_races) parallelize(row, gpu_warp, no_races) parallelize(lane, gpu_thread, temporary))
LANES(two, double, 64, 2)
LANES(four, float, 64, 4)
LANES(fourShort, short, 32, 4)
LANES(eight, double, 32, 8)
LANES(sixteen, long, 16, 16)
// Neither powers of two nor whole warps of the device.
LANES(threeOfFive, double, 5, 3)
LANES(sevenOfThree, double, 3, 7)
LANES(manyOfSixteen, int, 33, 16)
LANES(single, double, 96, 1)
ROWS(largest, double, int, STORE, sum = val[p] * x[crd[p]] > sum ? val[p] * x[crd[p]] : sum, sparse target(cuda) split(i, block, row, 32) split(p, nz, lane, 8) order(block, row, lane, nz) parallelize(block, gpu_block, no_races) parallelize(row, gpu_warp, no_races) parallelize(lane, gpu_thread, parallel_reduction))
ROWS(updated, double, int, y[i] = sum + 2 * y[i], PLAIN, sparse target(cuda) split(i, block, row, 32) split(p, nz, lane, 8) order(block, row, lane, nz) parallelize(block, gpu_block, no_races) parallelize(row, gpu_warp, no_races) parallelize(lane, gpu_thread, parallel_reduction))

// Blocks of few positions.
#define BLOCKS(Name, Ty, Index, To, Term, Strategy) ROWS(Name, Ty, Index, To, Term, sparse target(cuda) fuse(i, p, f) split(f, block, f1, 128) split(f1, warp, f2, 64) split(f2, thread, nz, 2) parallelize(block, gpu_block, ignore_races) parallelize(warp, gpu_warp, ignore_races) parallelize(thread, gpu_thread, Strategy))
BLOCKS(added, double, int, STORE, PLAIN, atomics)
BLOCKS(addedFloat, float, int, STORE, PLAIN, atomics)
BLOCKS(addedByte, unsigned char, int, STORE, PLAIN, atomics)
BLOCKS(addedShort, short, int, STORE, PLAIN, temporary)
BLOCKS(gathered, double, int, y[i] = 3 * sum + y[i], PLAIN, temporary)
BLOCKS(masked, double, long, STORE, if (val[p] > 0) sum += val[p] * x[crd[p]], atomics)
BLOCKS(bits, unsigned, int, STORE, sum ^= val[p] * x[crd[p]], atomics)
BLOCKS(least, int, int, STORE, sum = val[p] < sum ? val[p] : sum, atomics)
// Elements in another order; what an entry adds depends on its row.
BLOCKS(scattered, double, int, y[perm[i]] += sum, PLAIN, atomics)
BLOCKS(ofRows, double, int, STORE, sum += val[p] * x[crd[p]] * perm[i], atomics)
ROWS(noWarps, double, int, STORE, PLAIN, sparse target(cuda) fuse(i, p, f) split(f, block, f1, 256) split(f1, thread, nz, 4) parallelize(block, gpu_block, ignore_races) parallelize(thread, gpu_thread, atomics))
ROWS(bare, double, int, STORE, PLAIN, sparse target(cuda))

ROWS(warpsAlone, double, int, STORE, PLAIN, sparse target(cuda) fuse(i, p, f) split(f, block, f1, 512) split(f1, warp, f2, 32) parallelize(block, gpu_block, ignore_races) parallelize(warp, gpu_warp, atomics))
// Two rows for each element: what they do besides their entries is added, too.
ROWS(pairs, double, int, y[i / 2] += sum + 2, PLAIN, sparse target(cuda))

/// More sums than a block has shared memory for.
void manySums(int m, const int *pos, const int *crd, const int *,
              const double *val, const std::vector<double> &x, double *y) {
#pragma sparse target(cuda) fuse(i, p, f) split(f, block, f1, 1024) split(f1, warp, f2, 128) split(f2, thread, nz, 4) parallelize(block, gpu_block, ignore_races) parallelize(warp, gpu_warp, ignore_races) parallelize(thread, gpu_thread, temporary)
  for (int i = 0; i < m; ++i) {
    double a = 0, b = 0, c = 0, d = 0, e = 0, g = 0, h = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      a += val[p];
      b += x[crd[p]];
      c += val[p] * x[crd[p]];
      d += 1;
      e += val[p] * val[p];
      g += 2 * val[p];
      h += 3 * x[crd[p]];
    }
    y[i] = a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * g + 7 * h;
  }
}

/// Warps of 32 threads, and then seven of eight, in blocks of 96.
void siblings(int m, int K, const int *pos, const double *val,
              const std::vector<double> &x, double *y) {
#pragma sparse target(cuda) split(p, p0, p1, 96) split(p1, pw, pl, 32) split(k, k0, k1, 35) split(k1, kw, kl, 5) parallelize(i, gpu_block, no_races) parallelize(pw, gpu_warp, parallel_reduction) parallelize(pl, gpu_thread, parallel_reduction) parallelize(kw, gpu_warp, parallel_reduction) parallelize(kl, gpu_thread, parallel_reduction)
  for (int i = 0; i < m; ++i) {
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s += val[p];
    for (int k = 0; k < K; ++k)
      s += i * x[k];
    y[i] = s;
  }
}

/// Columns that are the same element.
void wrapped(int m, const int *pos, const double *val, double *y) {
#pragma sparse target(cuda) split(i, block, thread, 64) parallelize(block, gpu_block, ignore_races) parallelize(thread, gpu_thread, ignore_races)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int k = 0; k < 4; ++k)
        y[i * 256 + (unsigned char)(k * 128)] += val[p];
}

#define PRODUCT(Name, ...)                                                     \
  void Name(int m, int K, const int *pos, const int *crd, const double *val,   \
            const std::vector<double> &B, double *C) {                         \
    PRAGMA(__VA_ARGS__)                                                        \
    for (int i = 0; i < m; ++i)                                                \
      for (int p = pos[i]; p < pos[i + 1]; ++p) {                              \
        const int j = crd[p];                                                  \
        for (int k = 0; k < K; ++k)                                            \
          C[i * K + k] += val[p] * B[j * K + k];                               \
      }                                                                        \
  }
PRODUCT(registers, sparse target(cuda) split(i, block, warp, 4) split(k, tile, k1, 96) split(k1, kr, lane, 32) order(block, warp, tile, lane, p, kr) parallelize(block, gpu_block, no_races) parallelize(warp, gpu_warp, no_races) parallelize(lane, gpu_thread, no_races))
PRODUCT(groups, sparse target(cuda) split(i, block, row, 16) split(k, kb, lane, 16) order(block, row, kb, lane, p) parallelize(block, gpu_block, no_races) parallelize(row, gpu_warp, no_races) parallelize(lane, gpu_thread, no_races))
PRODUCT(bareProduct, sparse target(cuda))

void sampled(int m, int K, const int *pos, const int *crd, const double *val,
             const std::vector<double> &C, const std::vector<double> &D, double *P) {
#pragma sparse target(cuda) fuse(i, p, f) split(f, block, f1, 64) split(f1, entry, nz, 2) split(k, kb, lane, 8) order(block, entry, nz, lane, kb) parallelize(block, gpu_block, no_races) parallelize(entry, gpu_warp, no_races) parallelize(lane, gpu_thread, parallel_reduction)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      double dot = 0;
      for (int k = 0; k < K; ++k)
        dot += C[i * K + k] * D[crd[p] * K + k];
      P[p] = val[p] * dot;
    }
}
// clang-format on

/// Rows of one entry or none, of some tens, a run of empty ones, one that many
/// blocks share, and rows that end where blocks do.
static run::Csr<double> matrix(run::Random &R) {
  run::Csr<double> A;
  A.pos = {0};
  for (int i = 0; i < 700; ++i) {
    int Length = i % 7 == 0 ? 30 + R.below(40) : R.below(3);
    if (i >= 200 && i < 450)
      Length = 0;
    if (i == 500)
      Length = 1500;
    if (i > 600)
      Length = 64;
    for (int n = 0; n < Length; ++n) {
      A.crd.push_back(R.below(90));
      A.val.push_back(R.below(9) - 4);
    }
    A.pos.push_back(int(A.crd.size()));
  }
  return A;
}

template <typename Ty, typename Function>
static void check(const char *Name, Function *F, const run::Csr<double> &A) {
  const std::vector<Ty> Val(A.val.begin(), A.val.end());
  for (int m : {0, 1, 5, 33, 64, 199, 500, 700}) {
    std::vector<Ty> X(90), Y(700);
    std::vector<int> Perm(700);
    for (int i = 0; i < 700; ++i) {
      Y[i] = Ty(i % 5);
      Perm[i] = i * 11 % 700;
    }
    for (int j = 0; j < 90; ++j)
      X[j] = Ty(j % 4);
    F(m, A.pos.data(), A.crd.data(), Perm.data(), Val.data(), X, Y.data());
    run::record(Name, Y);
  }
}

int main() {
  run::Random R(7);
  const run::Csr<double> A = matrix(R);
#define CHECK(Name, Ty) check<Ty>(#Name, Name, A)
  CHECK(two, double);
  CHECK(four, float);
  CHECK(fourShort, short);
  CHECK(eight, double);
  CHECK(sixteen, long);
  CHECK(threeOfFive, double);
  CHECK(sevenOfThree, double);
  CHECK(manyOfSixteen, int);
  CHECK(single, double);
  CHECK(largest, double);
  CHECK(updated, double);
  CHECK(added, double);
  CHECK(addedFloat, float);
  CHECK(addedByte, unsigned char);
  CHECK(addedShort, short);
  CHECK(gathered, double);
  CHECK(masked, double);
  CHECK(bits, unsigned);
  CHECK(least, int);
  CHECK(scattered, double);
  CHECK(ofRows, double);
  CHECK(noWarps, double);
  CHECK(bare, double);
  CHECK(warpsAlone, double);
  CHECK(pairs, double);
  CHECK(manySums, double);
#undef CHECK
  std::vector<double> Y(50 * 256);
  wrapped(50, A.pos.data(), A.val.data(), Y.data());
  run::record("wrapped", Y);
  for (int K : {0, 3, 40, 80}) {
    std::vector<double> X(80, 2), S(300);
    siblings(300, K, A.pos.data(), A.val.data(), X, S.data());
    run::record("siblings", S);
  }
  for (int K : {0, 1, 16, 31, 32, 33, 64, 95, 96, 97, 100, 130}) {
    const int m = 150;
    std::vector<double> B(90 * K), D(m * K), P(A.crd.size());
    for (size_t n = 0; n < B.size(); ++n)
      B[n] = n % 5;
    for (size_t n = 0; n < D.size(); ++n)
      D[n] = n % 3;
    for (auto *F : {registers, groups, bareProduct}) {
      std::vector<double> C(m * K, 1);
      F(m, K, A.pos.data(), A.crd.data(), A.val.data(), B, C.data());
      run::record("product", C);
    }
    sampled(m, K, A.pos.data(), A.crd.data(), A.val.data(), D, B, P.data());
    run::record("sampled", P);
  }
}
