// Positions of a row on threads where a condition decides which of them update
// the result. A row that none updates is neither read nor written: the last
// ones have no memory at all.
// RUN: %check-run %s -o %t

#include "support/fibres.h"
#include "support/guarded.h"

using Indices = std::vector<int>;

#define PRAGMA(...) _Pragma(#__VA_ARGS__)
#define ROWS(Name, Ty, Update, ...)                                            \
  void Name(int Rows, const int *pos, const int *crd, const Ty *val,           \
            const Ty *x, Ty *y) {                                              \
    PRAGMA(__VA_ARGS__)                                                        \
    for (int i = 0; i < Rows; ++i)                                             \
      for (int p = pos[i]; p < pos[i + 1]; ++p)                                \
        if (val[p] > 0)                                                        \
          Update;                                                              \
  }

// clang-format off
ROWS(sum, double, y[i] += val[p] * x[crd[p]], sparse fuse(i, p, f) split(f, c, q, 4) parallelize(c, cpu_thread, temporary))
ROWS(sumOfLanes, double, y[i] += val[p] * x[crd[p]], sparse fuse(i, p, f) split(f, c, q, 16) parallelize(c, cpu_thread, temporary) parallelize(q, cpu_vector, parallel_reduction))
ROWS(sumAtomically, double, y[i] += val[p] * x[crd[p]], sparse fuse(i, p, f) split(f, c, q, 4) parallelize(c, cpu_thread, atomics))
ROWS(smallestFloat, double, y[i] = std::min(y[i], x[crd[p]]), sparse fuse(i, p, f) split(f, c, q, 4) parallelize(c, cpu_thread, temporary))
ROWS(smallest, int, y[i] = std::min(y[i], x[crd[p]]), sparse fuse(i, p, f) split(f, c, q, 4) parallelize(c, cpu_thread, temporary))
ROWS(sumOfThreads, double, y[i] += val[p] * x[crd[p]], sparse parallelize(p, cpu_thread, parallel_reduction))
ROWS(smallestOfThreads, double, y[i] = std::min(y[i], x[crd[p]]), sparse parallelize(p, cpu_thread, parallel_reduction))
ROWS(smallestOfLanes, double, y[i] = std::min(y[i], x[crd[p]]), sparse parallelize(p, cpu_vector, parallel_reduction))
// clang-format on

template <class T, class KernelFn>
static void runAll(const char *Name, KernelFn Kernel, double Tolerance) {
  for (int Rows : {0, 1, 40})
    for (int Most : {1, 4, 90}) {
      run::Random R(Rows * 100 + Most + 1);
      Indices Pos = run::segments(R, Rows, Most);
      std::vector<T> Val = R.vector<T>(Pos.back());
      for (int Row = 0; Row < 10; ++Row) {
        Pos.push_back(Pos.back() + 5);
        Val.resize(Pos.back(), -1);
      }
      Indices Crd = run::coordinates(R, Pos.back(), 9);
      std::vector<T> X = R.vector<T>(9);
      T *Y = run::guarded(std::vector<T>(Rows, 1));
      Kernel(Rows + 10, Pos.data(), Crd.data(), Val.data(), X.data(), Y);
      run::record(std::string(Name) + ", rows " + std::to_string(Rows) +
                      ", most " + std::to_string(Most),
                  std::vector<T>(Y, Y + Rows),
                  std::vector<double>(Rows, Tolerance));
    }
}

int main() {
  runAll<double>("sum", sum, 1e-10);
  runAll<double>("lanes", sumOfLanes, 1e-10);
  runAll<double>("atomics", sumAtomically, 1e-10);
  runAll<double>("sum of threads", sumOfThreads, 1e-10);
  runAll<double>("smallest float", smallestFloat, 0);
  runAll<double>("smallest of threads", smallestOfThreads, 0);
  runAll<double>("smallest of lanes", smallestOfLanes, 0);
  runAll<int>("smallest", smallest, 0);
}
