// Rows fetched ahead: the same results, and no index is read that the user's
// loop does not read. Arrays end where no memory follows.
// RUN: %check-run %s -o %t

#include "support/guarded.h"
#include "support/support.h"

using Vector = std::vector<double>;
using Indices = std::vector<int>;

#define PRAGMA(...) _Pragma(#__VA_ARGS__)
#define LOOP(Name, Gather, ...)                                                \
  void Name(int m, int K, const int *pos, const int *crd, const double *val,   \
            const double *B, const bool *mask, double *C) {                    \
    (void)mask;                                                                \
    PRAGMA(__VA_ARGS__)                                                        \
    for (int i = 0; i < m; ++i)                                                \
      Gather                                                                   \
  }

// clang-format off
#define BY_NAME                                                                \
  for (int p = pos[i]; p < pos[i + 1]; ++p) {                                  \
    int j = crd[p];                                                            \
    for (int k = 0; k < K; ++k)                                                \
      C[i * K + k] += val[p] * B[j * K + k];                                   \
  }
#define INLINE                                                                 \
  for (int p = pos[i]; p < pos[i + 1]; ++p)                                    \
    for (int k = 0; k < K; ++k)                                                \
      C[i * K + k] += val[p] * B[crd[p] * K + k];
#define MASKED if (mask[i]) BY_NAME
#define DOT                                                                    \
  {                                                                            \
    double s = 0;                                                              \
    for (int p = pos[i]; p < pos[i + 1]; ++p)                                  \
      s += val[p] * B[crd[p]];                                                 \
    C[i] = s;                                                                  \
  }
LOOP(plain, BY_NAME, sparse prefetch(p, B, 3))
LOOP(far, BY_NAME, sparse prefetch(j, B, 4096))
LOOP(inlined, INLINE, sparse prefetch(p, B, 2))
LOOP(masked, MASKED, sparse prefetch(p, B, 2))
LOOP(dot, DOT, sparse prefetch(p, B, 5))
LOOP(threads, BY_NAME, sparse divide(i, t, ir, 3, balance(p)) split(k, k0, k1, 8) order(t, ir, k0, p, k1) parallelize(t, cpu_thread, no_races) parallelize(k1, cpu_vector, no_races) prefetch(p, B, 8))
LOOP(fused, BY_NAME, sparse prefetch(p, B, 2) fuse(i, p, fp) split(fp, c, q, 4) parallelize(c, cpu_thread, temporary))
LOOP(unrolled, BY_NAME, sparse prefetch(p, B, 2) unroll(p, 4))
// clang-format on

/// Arrays that are members are named as in the loop.
struct Members {
  const int *pos, *crd;
  const double *val;

  struct Vector {
    const double *x;
  };

  void dot(int m, const Vector &V, const Vector *W, double *y) const {
#pragma sparse prefetch(p, V.x, 4) prefetch(p, W -> x, 4)
    for (int i = 0; i < m; ++i) {
      double s = 0;
      for (int p = pos[i]; p < pos[i + 1]; ++p)
        s += val[p] * V.x[crd[p]] * W->x[crd[p]];
      y[i] = s;
    }
  }

  void gather(int m, double *y) const {
#pragma sparse prefetch(p, this->val, 4)
    for (int i = 0; i < m; ++i)
      for (int p = pos[i]; p < pos[i + 1]; ++p)
        y[i] += val[crd[p]];
  }
};

int main() {
  for (int Rows : {0, 1, 5, 40})
    for (int Most : {1, 2, 7}) {
      run::Random R(Rows + 100 * Most);
      Indices Pos = {0}, Crd;
      bool Mask[40];
      for (int Row = 0; Row < Rows; ++Row)
        Pos.push_back(Pos.back() + int(R.below(Most)));
      for (int P = 0; P < Pos.back(); ++P)
        Crd.push_back(int(R.below(9)));
      // What the mask hides has neither indices nor values.
      for (int Row = 0; Row < Rows; ++Row)
        Mask[Row] = Row < Rows / 2 && R.below(3) != 0;
      Indices Half(Crd.begin(), Crd.begin() + Pos[size_t(Rows / 2)]);
      Vector Val = R.vector<double>(Crd.size());
      const int *pos = run::guarded(Pos), *crd = run::guarded(Crd),
                *half = run::guarded(Half);
      const double *val = run::guarded(Val);
      auto Run = [&](std::string Name, auto Kernel, int K, const int *Index) {
        const double *B =
            run::guarded(run::Random(7).vector<double>(size_t(9 * K)));
        Vector C(size_t(Rows * K + 1), 1.0);
        Kernel(Rows, K, pos, Index, val, B, Mask, C.data());
        run::record(Name + ", rows " + std::to_string(Rows) + ", most " +
                        std::to_string(Most) + ", width " + std::to_string(K),
                    C, Vector(C.size(), 1e-12));
      };
      for (int K : {1, 3, 19, 70}) {
        Run("plain", plain, K, crd);
        Run("far", far, K, crd);
        Run("inlined", inlined, K, crd);
        Run("masked", masked, K, half);
        Run("threads", threads, K, crd);
        Run("fused", fused, K, crd);
        Run("unrolled", unrolled, K, crd);
      }
      Run("inlined", inlined, 0, nullptr);
      Run("dot", dot, 1, crd);
      auto AsMembers = [&](int M, int, const int *Pos, const int *Index,
                           const double *Values, const double *B, const bool *,
                           double *Y) {
        Members{Pos, Index, Values}.dot(M, {B}, new Members::Vector{B}, Y);
        Members{Pos, Index, B}.gather(M, Y);
      };
      Run("members", AsMembers, 1, crd);
    }
}
