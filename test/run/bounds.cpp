// Loops whose ranges are bound: right where the bound holds, and the user's
// loop where it does not.
// RUN: %check-run --loops 6 --fallback 298 %s -o %t

#include "support/spmm.h"
#include "support/support.h"

using Matrix = run::Csr<>;
using Vector = std::vector<double>;

// clang-format off
#define SCHEDULES(X)                                                           \
  X(exact, sparse bound(k, kb, 16, max_exact) split(kb, k0, k1, 8) order(i, k0, p, k1) unroll(k1)) \
  X(full, sparse bound(k, kb, 4, divisible) split(kb, k0, k1, 4) parallelize(i, cpu_thread, no_races)) \
  X(few, sparse bound(k, kb, 7, max_constraint) split(kb, k0, k1, 8))          \
  X(outer, sparse split(k, k0, k1, 8) bound(k0, kb, 2, max_exact) order(i, p, k1, kb)) \
  X(pairs, sparse bound(p, pb, 2, divisible) split(pb, p0, p1, 2) order(i, p0, k, p1)) \
  X(four, sparse pos(j, jp, val) bound(jp, jb, 4, max_exact) unroll(jb))
// clang-format on

#define FUNCTION(NAME, ...) SPMM(NAME, K, __VA_ARGS__)
SCHEDULES(FUNCTION)

int main() {
  std::vector<Matrix> All = run::shapes();
  run::Random R(3);
  All.push_back(run::makeCsr<double, int, int>("rows of four", 33, 20, R,
                                               [](long) { return 4; }));
  for (const Matrix &A : All) {
    auto Run = [&](std::string Name, auto Kernel, int K) {
      Vector B = run::Random(7).vector<double>(A.Cols * K);
      Vector C = run::Random(8).vector<double>(A.Rows * K + 1);
      Kernel(int(A.Rows), K, A.pos.data(), A.crd.data(), A.val.data(), B.data(),
             C.data());
      run::record(Name + ", " + A.Name, C);
    };
#define CALL(NAME, ...)                                                        \
  for (int K : {0, 7, 16, 19})                                                 \
    Run(#NAME ", width " + std::to_string(K), NAME, K);
    SCHEDULES(CALL)
  }
}
