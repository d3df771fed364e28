// Blocks of coordinates: every row keeps the order of its sum, on ascending
// coordinates and on any others.
// RUN: %check-run --loops 10 %s -o %t

#include "support/support.h"

#define PRAGMA(...) _Pragma(#__VA_ARGS__)

// clang-format off
#define KERNELS(Name, ...)                                                     \
  template <class Val, class Pos, class Crd> struct Name {                     \
    static void spmv(int m, const Pos *pos, const Crd *crd, const Val *val,    \
                     const Val *x, Val *y) {                                   \
      PRAGMA(__VA_ARGS__)                                                      \
      for (int i = 0; i < m; ++i) {                                            \
        Val sum = 0;                                                           \
        for (Pos p = pos[i]; p < pos[i + 1]; ++p) {                            \
          Crd j = crd[p];                                                      \
          sum += val[p] * x[j];                                                \
        }                                                                      \
        y[i] = sum;                                                            \
      }                                                                        \
    }                                                                          \
    static void straight(int m, const Pos *pos, const Crd *crd,                \
                         const Val *val, const Val *x, Val *y) {               \
      PRAGMA(__VA_ARGS__)                                                      \
      for (int i = 0; i < m; ++i) {                                            \
        const Val scale = x[0];                                                \
        y[i] *= 2;                                                             \
        for (Pos p = pos[i]; p < pos[i + 1]; ++p) {                            \
          Crd j = crd[p];                                                      \
          y[i] += scale * val[p] * x[j];                                       \
        }                                                                      \
      }                                                                        \
    }                                                                          \
  };

KERNELS(inRow, sparse coord(p, j) split(j, j0, j1, 16))
KERNELS(whole, sparse coord(p, c))
KERNELS(columns, sparse coord(p, j) split(j, j0, j1, 64) reorder(i, j0))
KERNELS(blocks, sparse split(i, i0, i1, 8) coord(p, j) split(j, j0, j1, 7) order(i0, j0, i1, j1) parallelize(i0, cpu_thread, no_races))
KERNELS(rows, sparse coord(p, j) split(j, j0, j1, 100) unroll(j1, 3) parallelize(i, cpu_thread, no_races))
// clang-format on

template <template <class, class, class> class K, class Val, class Pos,
          class Crd>
void runAll(const std::string &Name) {
  for (auto A : run::shapes<Val, Pos, Crd>()) {
    run::Random R(5);
    auto x = R.vector<Val>(A.Cols + 1);
    for (bool Sorted : {true, false}) {
      if (!Sorted)
        std::reverse(A.crd.begin(), A.crd.end());
      std::string Where =
          Name + ", " + A.Name + (Sorted ? "" : ", in any order");
      auto y = R.vector<Val>(A.Rows + 1);
      K<Val, Pos, Crd>::spmv(int(A.Rows), A.pos.data(), A.crd.data(),
                             A.val.data(), x.data(), y.data());
      run::record(Where, y);
      K<Val, Pos, Crd>::straight(int(A.Rows), A.pos.data(), A.crd.data(),
                                 A.val.data(), x.data(), y.data());
      run::record(Where, y);
    }
  }
}

template <template <class, class, class> class K>
void types(const std::string &Name) {
  runAll<K, double, int, int>(Name);
  runAll<K, float, long, unsigned>(Name + " unsigned");
  runAll<K, double, unsigned short, short>(Name + " narrow");
  runAll<K, double, size_t, size_t>(Name + " wide");
}

int main() {
  types<inRow>("in row");
  types<whole>("whole");
  types<columns>("columns");
  types<blocks>("blocks");
  types<rows>("rows");
}
