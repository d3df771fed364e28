// A cursor that runs on over the rows: where these do not follow each other, or
// it does not start with the first one, the user's loop runs.
// RUN: %check-run --fallback 3 %s -o %t

#include "support/support.h"

int cursor(int m, int p, const int *pos, const std::vector<double> &val,
           double *y) {
#pragma sparse split(i, i0, i1, 2) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (; p < pos[i + 1]; ++p)
      sum += val[p];
    y[i] = sum;
  }
  return p;
}

void pointer(int m, const int *pos, const double *v, double *y) {
#pragma sparse split(i, i0, i1, 2) parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += *v++;
    y[i] = sum;
  }
}

/// Ends that are counted in: rows begin behind them.
int inclusive(int m, const int *pos, const std::vector<double> &val,
              double *y) {
  int p = 0;
#pragma sparse split(i, i0, i1, 2)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (; p <= pos[i + 1]; ++p)
      sum += val[p];
    y[i] = sum;
  }
  return p;
}

int main() {
  const std::vector<double> val = {1, 2, 4, 8, 16, 32, 64};
  const int good[] = {0, 2, 2, 5, 6}, bad[] = {0, 4, 2, 5, 6};
  for (const int *pos : {good, bad})
    for (int start : {0, 1}) {
      double y[4] = {};
      run::record("end", cursor(4, start, pos, val, y));
      run::record("cursor", y, 4);
    }
  run::record("end of no rows", cursor(0, 5, nullptr, val, nullptr));
  // In the order in which they lie, since where v ends is not known.
  double z[4 + 7] = {};
  std::copy(val.begin(), val.end(), z + 4);
  pointer(4, good, z + 4, z);
  run::record("pointer", z, 4);
  double y[4] = {};
  run::record("end, counted in", inclusive(4, good, val, y));
  run::record("counted in", y, 4);
}
