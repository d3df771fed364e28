// Products with a dense row-major matrix, of constant and of run-time width.
// RUN: %check-run %s -o %t

#include "support/spmm.h"
#include "support/support.h"

using Matrix = run::Csr<>;
using Vector = std::vector<double>;

// clang-format off
#define SCHEDULES(X)                                                           \
  X(rows, sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races))    \
  X(columns, sparse parallelize(k, cpu_vector, no_races))                      \
  X(lanes, sparse parallelize(k, cpu_vector, no_races, width(2)))              \
  X(both, sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races) parallelize(k, cpu_vector, no_races)) \
  X(blocks, sparse split(k, k0, k1, 4) unroll(k1))                             \
  X(swapped, sparse reorder(p, k))                                             \
  X(outermost, sparse order(k, i, p))                                          \
  X(kBlocksOuter, sparse split(k, k0, k1, 4) order(i, k0, p, k1) parallelize(k1, cpu_vector, no_races)) \
  X(positionBlocks, sparse split(p, p0, p1, 8) order(i, p0, k, p1))            \
  X(figure, sparse split(i, i0, i1, 8) split(p, p0, p1, 8) order(i0, i1, p0, p1, k) parallelize(i0, cpu_thread, no_races) parallelize(k, cpu_vector, ignore_races))
// clang-format on

#define CONSTANT_WIDTH(NAME, ...) SPMM(NAME##_8, 8, __VA_ARGS__)
#define ODD_WIDTH(NAME, ...) SPMM(NAME##_5, 5, __VA_ARGS__)
#define RUN_TIME_WIDTH(NAME, ...) SPMM(NAME##_K, K, __VA_ARGS__)
SCHEDULES(CONSTANT_WIDTH)
SCHEDULES(ODD_WIDTH)
SCHEDULES(RUN_TIME_WIDTH)

// Rows that are set in front: C = A B.
#define ASSIGNED(Name, Width, ...)                                             \
  void Name(int m, int K, const int *pos, const int *crd, const double *val,   \
            const double *B, double *C) {                                      \
    (void)K;                                                                   \
    PRAGMA(__VA_ARGS__)                                                        \
    for (int i = 0; i < m; ++i) {                                              \
      for (int l = 0; l < Width; ++l)                                          \
        C[i * Width + l] = 0;                                                  \
      for (int p = pos[i]; p < pos[i + 1]; ++p)                                \
        for (int k = 0; k < Width; ++k)                                        \
          C[i * Width + k] += val[p] * B[crd[p] * Width + k];                  \
    }                                                                          \
  }

// clang-format off
#define ASSIGNMENTS(X)                                                         \
  X(setColumns, sparse parallelize(k, cpu_vector, no_races))                   \
  X(setBoth, sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races) parallelize(k, cpu_vector, no_races) parallelize(l, cpu_vector, no_races))
// clang-format on

#define ASSIGNED_8(NAME, ...) ASSIGNED(NAME##_8, 8, __VA_ARGS__)
#define ASSIGNED_K(NAME, ...) ASSIGNED(NAME##_K, K, __VA_ARGS__)
ASSIGNMENTS(ASSIGNED_8)
ASSIGNMENTS(ASSIGNED_K)

int main() {
  for (const Matrix &A : run::shapes()) {
    auto Run = [&](std::string Name, auto Kernel, int K) {
      Vector B = run::Random(7).vector<double>(A.Cols * K);
      Vector C = run::Random(8).vector<double>(A.Rows * K + 1);
      Kernel(int(A.Rows), K, A.pos.data(), A.crd.data(), A.val.data(), B.data(),
             C.data());
      run::record(Name + ", " + A.Name, C);
    };
#define CALL(NAME, ...)                                                        \
  Run(#NAME "_8", NAME##_8, 8);                                                \
  Run(#NAME "_5", NAME##_5, 5);                                                \
  for (int K : {0, 1, 16, 19})                                                 \
    Run(#NAME ", width " + std::to_string(K), NAME##_K, K);
    SCHEDULES(CALL)
#undef CALL
#define CALL(NAME, ...)                                                        \
  Run(#NAME "_8", NAME##_8, 8);                                                \
  Run(#NAME ", width 19", NAME##_K, 19);
    ASSIGNMENTS(CALL)
  }
}
