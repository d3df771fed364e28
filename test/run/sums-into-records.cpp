// Sums into arrays that lie in records: threads have copies of all of them, of
// one number behind the other.
// RUN: %check-run --loops 5 --fallback 0 %s -fplugin-arg-sparse-min-work=0 -o %t

#include "support/support.h"

#include <array>

struct Node {
  double x, f[2], sig[2][3];
  std::array<int, 3> count;
  int elements;
};
struct Element {
  int n[3];
  double area, sig[3];
};
using Nodes = std::vector<Node>;
using Elements = std::vector<Element>;

void gravity(const Elements &elements, Nodes &nodes, double g) {
#pragma sparse parallelize(e, cpu_thread, parallel_reduction)
  for (const Element &e : elements)
    for (int k = 0; k < 3; ++k)
      nodes[e.n[k]].f[1] -= g * e.area;
}

void stresses(const Elements &elements, Nodes &nodes) {
#pragma sparse parallelize(e, cpu_thread, parallel_reduction)
  for (auto e = elements.begin(); e != elements.end(); ++e)
    for (int k = 0; k < 3; ++k) {
      Node &n = nodes[e->n[k]];
      for (int s = 0; s < 3; ++s)
        n.sig[k % 2][s] += e->sig[s] * e->area;
      ++n.elements;
    }
}

void counts(const Elements &elements, Nodes &nodes) {
#pragma sparse parallelize(e, cpu_thread, parallel_reduction)
  for (size_t e = 0; e < elements.size(); ++e)
    for (int k = 0; k < 3; ++k)
      nodes[elements[e].n[k]].count[k] += int(e) + k;
}

struct Vec2 {
  double x, y;
};
Vec2 operator+(const Vec2 &a, const Vec2 &b) { return {a.x + b.x, a.y + b.y}; }
Vec2 operator-(const Vec2 &a, const Vec2 &b) { return {a.x - b.x, a.y - b.y}; }
Vec2 operator*(double t, const Vec2 &v) { return {t * v.x, t * v.y}; }
struct Gradient {
  Vec2 g[4];
};
/// Vectors in records, by operators that return another one.
void gradients(const Elements &elements, const Nodes &nodes, std::vector<Gradient> &grad) {
#pragma sparse parallelize(e, cpu_thread, parallel_reduction)
  for (const Element &e : elements)
    for (int k = 0; k < 4; ++k) {
      const Vec2 c = e.area * Vec2{nodes[e.n[0]].x, e.sig[k % 3]};
      grad[e.n[0]].g[k] = grad[e.n[0]].g[k] + c;
      if (e.n[2] != 5)
        grad[e.n[2]].g[k] = grad[e.n[2]].g[k] - c;
    }
}

void largest(const Elements &elements, Nodes &nodes) {
#pragma sparse parallelize(e, cpu_thread, parallel_reduction)
  for (size_t e = 0; e < elements.size(); ++e) {
    int &most = nodes[elements[e].n[0]].count[1];
    most = std::max(most, int(elements[e].area));
  }
}

int main() {
  for (int m : {1, 7, 400}) {
    Nodes nodes(50);
    for (size_t i = 0; i < nodes.size(); ++i)
      nodes[i] = {double(i), {1, double(i)}, {{1, 2, 3}, {4, 5, -0.0}}, {1, 2, 3}, 0};
    Elements elements(m);
    for (int i = 0; i < m; ++i)
      elements[i] = {{i % 47, i * 7 % 50, i * 3 % 29}, double(i % 5 + 1), {1.0 * i, 2, 0}};
    gravity(elements, nodes, 0.5);
    stresses(elements, nodes);
    counts(elements, nodes);
    largest(elements, nodes);
    std::vector<Gradient> grad(50, Gradient{});
    gradients(elements, nodes, grad);
    std::vector<double> all;
    for (const Gradient &each : grad)
      for (const Vec2 &g : each.g)
        all.insert(all.end(), {g.x, g.y});
    for (const Node &n : nodes) {
      all.insert(all.end(), {n.x, n.f[0], n.f[1], double(n.elements)});
      for (const auto &row : n.sig)
        all.insert(all.end(), row, row + 3);
      all.insert(all.end(), n.count.begin(), n.count.end());
    }
    run::record("nodes", all);
  }
}
