// Loops that reduce into several elements of one array, each with partial
// results of its own.
// RUN: %check-run %s -o %t

#include "support/fibres.h"

// clang-format off
void moments(int n, const double *x, double *y) {
#pragma sparse parallelize(i, cpu_thread, temporary)
  for (int i = 0; i < n; ++i) {
    y[0] += x[i];
    if (x[i] > 0)
      y[1] -= 2 * x[i];
    y[2] += x[i] * x[i];
  }
}

void momentsOfLanes(int n, const double *x, double *y) {
#pragma sparse parallelize(i, cpu_vector, parallel_reduction)
  for (int i = 0; i < n; ++i) {
    y[0] += x[i];
    y[2] += x[i] * x[i];
  }
}

void rows(int m, const int *pos, const double *val, double *y) {
#pragma sparse parallelize(p, cpu_vector, parallel_reduction) parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      y[2 * i] += val[p];
      y[2 * i + 1] -= 2 * val[p];
    }
}
// clang-format on

int main() {
  for (int Rows : {0, 1, 40}) {
    run::Random R(Rows + 1);
    std::vector<int> Pos = run::segments(R, Rows, 9);
    auto Val = R.vector<double>(Pos.back()), Y = R.vector<double>(2 * Rows),
         Few = R.vector<double>(3);
    const std::string Of = ", rows " + std::to_string(Rows);
    moments(Pos.back(), Val.data(), Few.data());
    run::record("moments" + Of, Few, std::vector<double>(3, 1e-9));
    momentsOfLanes(Pos.back(), Val.data(), Few.data());
    run::record("lanes" + Of, Few, std::vector<double>(3, 1e-9));
    rows(Rows, Pos.data(), Val.data(), Y.data());
    run::record("rows" + Of, Y, std::vector<double>(Y.size(), 1e-9));
  }
}
