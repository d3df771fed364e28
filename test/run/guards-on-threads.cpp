// Where guards have much to look at threads share it; one of them finds what
// does not hold.
// RUN: %check-run --loops 2 --fallback 3 %s -o %t

#include "support/support.h"

void scaledByRow(int m, const int *pos, const double *s, double *val) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      val[p] *= s[i];
}

void scaled(int m, double **rows, const double *s) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    for (int k = 0; k < 2; ++k)
      rows[i][k] *= s[i];
}

int main() {
  const int m = 70000;
  std::vector<int> pos(m + 1);
  for (int i = 0; i < m; ++i)
    pos[i + 1] = pos[i] + i % 3;
  std::vector<double> val(pos[m] + 3, 1.5), s(m, 3);
  for (int i = 0; i < m; ++i)
    s[i] += i % 5;
  scaledByRow(m, pos.data(), s.data(), val.data());
  run::record("by row", val);
  std::swap(pos[m - 4], pos[m - 7]);
  scaledByRow(m, pos.data(), s.data(), val.data());
  run::record("by row, which descend", val);

  std::vector<double> data(2 * m + 1, 2);
  std::vector<double *> rows;
  for (int i = 0; i < m; ++i)
    rows.push_back(&data[2 * i]);
  scaled(m, rows.data(), s.data());
  run::record("scaled", data);
  rows[m - 2] = &s[m - 2];
  scaled(m - 1, rows.data(), s.data());
  run::record("scaled by itself", s);
  rows[m - 2] = rows[m / 2] + 1;
  scaled(m, rows.data(), s.data());
  run::record("scaled twice", data);
}
