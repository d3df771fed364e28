// Lambdas that capture names for elements: copies of a record that the nest
// does not change, by reference or by copy, and passed on to functions.
// RUN: %check-run %s -fplugin-arg-sparse-min-work=0 -o %t
// RUN: env OMP_NUM_THREADS=3 %t.sparse 2>&1 >/dev/null | FileCheck %s

#include "support/support.h"

struct Vec {
  double x, y;
};
static Vec operator-(const Vec &a, const Vec &b) {
  return {a.x - b.x, a.y - b.y};
}
static double length(Vec a) { return a.x * a.x + a.y * a.y; }

struct Particle {
  Vec at, speed;
};
struct Grid {
  std::vector<int> begin, list;
  template <class F> void forNeighbours(int c, F f) const {
    for (int k = begin[c]; k < begin[c + 1]; ++k)
      f(list[k]);
  }
};

// CHECK: [[@LINE+4]]: generated 1, fallback 0
static void flock(const std::vector<Particle> &p, const Grid &g,
                  std::vector<Vec> &out) {
#pragma sparse
  for (int i = 0; i < (int)p.size(); ++i) {
    Vec a{0, 0};
    const Vec mine = p[i].speed;
    g.forNeighbours(i, [&](int j) {
      Vec d = p[j].speed - mine;
      a.x += d.x;
      a.y += length(mine);
    });
    out[i] = a;
  }
}

// CHECK: [[@LINE+3]]: generated 1, fallback 0
static void byCopy(const std::vector<Particle> &p, std::vector<Vec> &out) {
#pragma sparse
  for (int i = 1; i < (int)p.size(); ++i) {
    Vec mine = p[i].at;
    const Vec &other = p[i - 1].at;
    auto from = [=](double s) { return mine.x * s - mine.y; };
    auto to = [&other, mine](double s) { return length(other) + mine.x * s; };
    out[i] = {from(2), to(3)};
  }
}

// CHECK: [[@LINE+5]]: generated 1, fallback 0
/// A copy that changes is a record of its own.
static void changed(const std::vector<Particle> &p, const Grid &g,
                    std::vector<Vec> &out) {
#pragma sparse
  for (int i = 0; i < (int)p.size(); ++i) {
    Vec mine = p[i].speed;
    g.forNeighbours(i, [&](int j) { mine.x += p[j].at.y; });
    out[i] = mine;
  }
}

/// Left as it is: a lambda stores to an element.
static void inPlace(std::vector<Particle> &p, const Grid &g) {
#pragma sparse
  for (int i = 0; i < (int)p.size(); ++i) {
    const Vec mine = p[i].at;
    p[i].at.x = 0;
    g.forNeighbours(i, [&](int j) { p[i].at.x += p[j].speed.x - mine.x; });
  }
}

int main() {
  const int N = 50;
  run::Random R(9);
  std::vector<Particle> p(N);
  for (Particle &q : p)
    q = {{R.value<double>(), R.value<double>()},
         {R.value<double>(), R.value<double>()}};
  Grid g;
  g.begin.push_back(0);
  for (int K = 0; K < N; ++K) {
    for (int J = 0; J < K % 4; ++J)
      g.list.push_back(int(R.below(N)));
    g.begin.push_back(int(g.list.size()));
  }
  std::vector<double> all;
  std::vector<Vec> out(N);
  auto add = [&] {
    for (const Vec &v : out)
      all.push_back(v.x), all.push_back(v.y);
  };
  flock(p, g, out), add();
  byCopy(p, out), add();
  changed(p, g, out), add();
  inPlace(p, g);
  for (const Particle &q : p)
    all.push_back(q.at.x);
  run::record("all", all);
}
