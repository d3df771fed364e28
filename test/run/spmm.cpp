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
  }
}
