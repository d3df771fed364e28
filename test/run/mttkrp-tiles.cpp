// Rows of the result kept in registers over all fibres. A row without entries
// is neither read nor written: the last ones have no memory at all.
// RUN: %check-run %s -o %t

#include "support/fibres.h"
#include "support/guarded.h"

using Vector = std::vector<double>;
using Indices = std::vector<int>;

#define PRAGMA(...) _Pragma(#__VA_ARGS__)
#define MTTKRP(Name, Width, Condition, ...)                                    \
  void Name(int I, int J, const int *pos1, const int *crd1, const int *pos2,   \
            const int *crd2, const double *val, const double *C,               \
            const double *D, double *A) {                                      \
    (void)J;                                                                   \
    PRAGMA(__VA_ARGS__)                                                        \
    for (int i = 0; i < I; ++i)                                                \
      for (int pk = pos1[i]; pk < pos1[i + 1]; ++pk) {                         \
        int k = crd1[pk];                                                      \
        for (int pl = pos2[pk]; pl < pos2[pk + 1]; ++pl) {                     \
          int l = crd2[pl];                                                    \
          Condition for (int j = 0; j < Width; ++j) A[i * Width + j] +=        \
              val[pl] * C[k * Width + j] * D[l * Width + j];                   \
        }                                                                      \
      }                                                                        \
  }

// clang-format off
#define SCHEDULES(X)                                                           \
  X(vectors, sparse parallelize(j, cpu_vector, no_races))                      \
  X(rows, sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races) parallelize(j, cpu_vector, no_races)) \
  X(positions, sparse fuse(i, pk, f) split(f, c, q, 4) parallelize(c, cpu_thread, temporary) parallelize(j, cpu_vector, no_races)) \
  X(added, sparse fuse(i, pk, f) split(f, c, q, 4) parallelize(c, cpu_thread, atomics))

#define EIGHT(NAME, ...) MTTKRP(NAME##_8, 8, , __VA_ARGS__)
#define MASKED(NAME, ...) MTTKRP(NAME##_masked, 8, if (val[pl] > 0), __VA_ARGS__)
SCHEDULES(EIGHT)
SCHEDULES(MASKED)
MTTKRP(blocks, J, , sparse split(j, j0, j1, 8) order(i, j0, pk, pl, j1) parallelize(j1, cpu_vector, no_races))
MTTKRP(precomputed, 8, , sparse precompute(val[pl]*D[l*8+j], j, jp, w) parallelize(jp, cpu_vector, no_races) parallelize(j, cpu_vector, no_races))
// clang-format on

int main() {
  for (int Rows : {0, 1, 7, 70})
    for (int Most : {1, 3, 6}) {
      run::Random R(Rows * 10 + Most + 1);
      Indices Pos1 = run::segments(R, Rows, Most);
      Indices Pos2 = run::segments(R, Pos1.back(), Most);
      // Ten rows of empty fibres.
      for (int Row = 0; Row < 10; ++Row) {
        Pos1.push_back(Pos1.back() + 2);
        Pos2.push_back(Pos2.back());
        Pos2.push_back(Pos2.back());
      }
      Indices Crd1 = run::coordinates(R, Pos1.back(), 9);
      Indices Crd2 = run::coordinates(R, Pos2.back(), 9);
      Vector Val = R.vector<double>(Pos2.back() + 1);
      Vector C = R.vector<double>(9 * 19), D = R.vector<double>(9 * 19);
      auto Run = [&](std::string Name, auto Kernel, int J, double Tolerance) {
        double *A = run::guarded(Vector(size_t(Rows * J), 1.0));
        Kernel(Rows + 10, J, Pos1.data(), Crd1.data(), Pos2.data(), Crd2.data(),
               Val.data(), C.data(), D.data(), A);
        run::record(Name + ", rows " + std::to_string(Rows) + ", most " +
                        std::to_string(Most) + ", columns " + std::to_string(J),
                    Vector(A, A + Rows * J),
                    Vector(size_t(Rows * J), Tolerance));
      };
#define CALL(NAME, ...)                                                        \
  Run(#NAME, NAME##_8, 8, 1e-10);                                              \
  Run(#NAME " masked", NAME##_masked, 8, 1e-10);
      SCHEDULES(CALL)
      for (int J : {1, 8, 19})
        Run("blocks", blocks, J, 0);
      Run("precomputed", precomputed, 8, 1e-10);
    }
}
