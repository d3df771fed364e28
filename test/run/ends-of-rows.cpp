// What a row does behind its positions, where threads share it.
// RUN: %check-run %s -o %t

#include "support/fibres.h"

using Indices = std::vector<int>;

// clang-format off
/// The element is changed again at the end.
void scaled(int m, const int *pos, const int *crd, const double *val, const double *x, double *y, double *) {
#pragma sparse fuse(i, p, f) split(f, c, q, 4) parallelize(c, cpu_thread, atomics)
  for (int i = 0; i < m; ++i) {
    y[i] = 1;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      y[i] += val[p] * x[crd[p]];
    y[i] *= 2;
  }
}

/// Each sum has a place of its own.
void both(int m, const int *pos, const int *crd, const double *val, const double *x, double *y, double *z) {
#pragma sparse fuse(i, p, f) split(f, c, q, 4) parallelize(c, cpu_thread, atomics)
  for (int i = 0; i < m; ++i) {
    double s = 0, t = y[i];
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      s += val[p] * x[crd[p]];
      t += val[p];
    }
    z[i] -= 1;
    y[i] = t;
    z[i] += s;
  }
}

/// What is stored depends on another result.
void chained(int m, const int *pos, const int *crd, const double *val, const double *x, double *y, double *z) {
#pragma sparse fuse(i, p, f) split(f, c, q, 4) parallelize(c, cpu_thread, atomics)
  for (int i = 0; i < m; ++i) {
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s += val[p] * x[crd[p]];
    y[i] = s;
    z[i] = 2 * y[i];
  }
}

/// The element is found through the row.
void permuted(int m, const int *pos, const int *crd, const double *val, const double *x, double *y, double *) {
  std::vector<int> Places(m);
  for (int i = 0; i < m; ++i)
    Places[i] = m - 1 - i;
  const int *place = Places.data();
#pragma sparse fuse(i, p, f) split(f, c, q, 4) parallelize(c, cpu_thread, atomics) assume(injective(place))
  for (int i = 0; i < m; ++i) {
    int r = place[i];
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s += val[p] * x[crd[p]];
    y[r] = s;
  }
}
// clang-format on

template <class KernelFn>
static void runAll(const char *Name, KernelFn Kernel) {
  for (int Rows : {0, 1, 40})
    for (int Most : {1, 4, 90}) {
      run::Random R(Rows * 100 + Most + 1);
      Indices Pos = run::segments(R, Rows, Most);
      Indices Crd = run::coordinates(R, Pos.back(), 9);
      // Without rows, too, arrays are somewhere.
      auto Val = R.vector<double>(Pos.back() + 1), X = R.vector<double>(9),
           Y = R.vector<double>(Rows + 1), Z = R.vector<double>(Rows + 1);
      Kernel(Rows, Pos.data(), Crd.data(), Val.data(), X.data(), Y.data(),
             Z.data());
      std::vector<double> Tolerance(Rows + 1, 1e-10);
      const std::string Of = std::string(Name) + ", rows " +
                             std::to_string(Rows) + ", most " +
                             std::to_string(Most);
      run::record(Of + ", y", Y, Tolerance);
      run::record(Of + ", z", Z, Tolerance);
    }
}

int main() {
  runAll("scaled", scaled);
  runAll("both", both);
  runAll("chained", chained);
  runAll("permuted", permuted);
}
