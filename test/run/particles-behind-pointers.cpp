// Members of records behind a pointer that pairs of them update: how many there
// are copies of is what the loops go through.
// RUN: %check-run %s -fplugin-arg-sparse-min-work=0 -o %t
// RUN: env OMP_NUM_THREADS=3 %t.sparse 2>&1 >/dev/null | FileCheck %s

#include "support/support.h"

struct Particle {
  double x, y, fx, fy;
  int neighbours;
};

// CHECK: [[@LINE+4]]: generated 4, fallback 0
static double forces(Particle *p, int n, double cut) {
  double e = 0;
#pragma sparse
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++) {
      double dx = p[i].x - p[j].x, dy = p[i].y - p[j].y;
      double r = dx * dx + dy * dy + .01;
      if (r > cut)
        continue;
      double f = 1 / r;
      e += f;
      p[i].fx += f * dx;
      p[i].fy += f * dy;
      p[j].fx -= f * dx;
      p[j].fy -= f * dy;
      p[j].neighbours++;
    }
  return e;
}

int main() {
  const int N = 90;
  run::Random R(7);
  std::vector<Particle> p(N + 2);
  for (Particle &q : p)
    q = {R.value<double>() * 3, R.value<double>() * 3, 0, 0, 0};
  // Sums are reassociated.
  std::vector<double> e, f;
  std::vector<int> n;
  for (int k : {0, 2, 3, N})
    e.push_back(forces(p.data() + 1, k, 3));
  for (const Particle &q : p) {
    f.push_back(q.fx);
    f.push_back(q.fy);
    n.push_back(q.neighbours);
  }
  run::record("energy", e, std::vector<double>(e.size(), 1e-9));
  run::record("forces", f, std::vector<double>(f.size(), 1e-9));
  run::record("neighbours", n);
}
