// A variable that a function sets again in a branch or in a loop, and that nothing but
// the last `return` reads: its value is what was set, not what it began with.
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 6 %s -o %t
// RUN: %check-run -fplugin-arg-sparse-min-work=0 --lines 6 --threads 3 %s -o %t --reuse

#include "support/support.h"

static double inBranch(double x) {
  double v = 0;
  if (x > 3)
    v = x;
  return v;
}

static double inLoop(const int *pos, const int *crd, const double *val, int i, int k) {
  double v = -1;
  for (int p = pos[i]; p < pos[i + 1]; ++p)
    if (crd[p] == k)
      v = val[p];
  return v * 2;
}

static bool isFound(const int *pos, const int *crd, int i, int k) {
  bool found = false;
  for (int p = pos[i]; p < pos[i + 1]; ++p)
    if (crd[p] == k)
      found = true;
  return found;
}

static double replacedTwice(double x) {
  double v = 1;
  v = x + 2;
  if (x > 3)
    v = 4;
  return v;
}

struct Pair {
  double first, second;
};

static Pair both(double x) {
  double a = 1, b = 2;
  if (x > 3)
    a = x;
  else
    b = x;
  return {a, b};
}

static double nested(double x) {
  double v = 0;
  if (x > 3)
    v = inBranch(x + 1);
  const Pair p = both(v);
  return p.first + 3 * p.second;
}

int main() {
  const int n = 40;
  std::vector<int> pos = {0}, crd;
  std::vector<double> val, x(n), y(n);
  for (int i = 0; i < n; ++i) {
    x[i] = i % 7;
    for (int k = i % 3; k < 9; k += 2) {
      crd.push_back(k);
      val.push_back(i + k * 0.25);
    }
    pos.push_back(int(crd.size()));
  }
  const int *const first = pos.data(), *const at = crd.data();
  const double *const entries = val.data();
#pragma sparse
  for (int i = 0; i < n; ++i)
    y[i] = inBranch(x[i]);
  run::record("branch", y);
#pragma sparse
  for (int i = 0; i < n; ++i)
    y[i] = inLoop(first, at, entries, i, 4);
  run::record("loop", y);
#pragma sparse
  for (int i = 0; i < n; ++i)
    y[i] += isFound(first, at, i, 4);
  run::record("found", y);
#pragma sparse
  for (int i = 0; i < n; ++i)
    y[i] = replacedTwice(x[i]);
  run::record("twice", y);
#pragma sparse
  for (int i = 0; i < n; ++i) {
    const Pair p = both(x[i]);
    y[i] = p.first * 10 + p.second;
  }
  run::record("record", y);
#pragma sparse
  for (int i = 0; i < n; ++i)
    y[i] = nested(x[i]);
  run::record("nested", y);
}
