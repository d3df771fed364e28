// Objects whose constructors give some members values and leave others as they are, which the loop
// sets before it reads them.
// RUN: %check-run --loops 2 --fallback 0 %s -o %t

#include "support/support.h"

struct Vec {
  double x = 0, y = 0, z = 3;
};
struct Star {
  Vec pos, vel;
  double mass;
};
struct Pair {
  double first, second;
  Pair(double a) : first(a) {}
};

static void stars(int n, const double *a, std::vector<Star> &out) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i) {
    Star s;
    s.pos = {a[i], 1, 2};
    s.vel.x = i;
    s.mass = a[i] + 1;
    out[i] = s;
  }
}

static void pairs(int n, const double *a, double *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i) {
    Pair p(a[i]);
    p.second = 2 * p.first;
    y[i] = p.first + p.second;
  }
}

int main() {
  const int n = 100;
  std::vector<double> a = run::Random(2).vector<double>(n), y(n), all;
  std::vector<Star> out(n);
  stars(n, a.data(), out);
  for (const Star &s : out)
    for (double v : {s.pos.x, s.pos.y, s.pos.z, s.vel.x, s.vel.y, s.vel.z, s.mass})
      all.push_back(v);
  run::record("stars", all);
  pairs(n, a.data(), y.data());
  run::record("pairs", y);
}
