// An element that an innermost loop updates is no place for a register where
// the loop moves its subscript.
//
// RUN: %check-run --loops 3 %s -o %t

#include "../run/support/support.h"

using Vector = std::vector<double>;

int byCursor(const Vector &x, Vector &y) {
  int n = 0;
#pragma sparse split(i, i0, i1, 4)
  for (size_t i = 0; i < x.size(); ++i) {
    y[n] += x[i];
    n += 2;
  }
  return n;
}

/// The cursor lies in memory.
void throughAnArray(const Vector &x, std::vector<int> &next, Vector &y) {
#pragma sparse split(i, i0, i1, 4)
  for (size_t i = 0; i < x.size(); ++i) {
    y[next[0]] += x[i];
    next[0] += 3;
  }
}

void inARow(const std::vector<int> &pos, const Vector &x, Vector &y) {
  const int m = int(pos.size()) - 1;
#pragma sparse parallelize(i, cpu_thread, ignore_races)
  for (int i = 0; i < m; ++i) {
    int n = 2 * pos[i];
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      y[n] += x[p];
      n += 2;
    }
  }
}

int main() {
  run::Random R(3);
  Vector x = R.vector<double>(50), y(200, 1), z = y, w = y;
  run::record("cursor", byCursor(x, y));
  run::record("by a cursor", y);
  std::vector<int> next{1};
  throughAnArray(x, next, z);
  run::record("next", next);
  run::record("through an array", z);
  inARow({0, 0, 7, 9, 30, 50}, x, w);
  run::record("in a row", w);
}
