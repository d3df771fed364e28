// clang-format off: what is checked is long
// Assignments inside of expressions, to elements behind accessors and range
// variables: statements in front; what was read before keeps its value.
// RUN: %check-run --loops 3 --fallback 0 -fplugin-arg-sparse-min-work=0 -fno-math-errno %s -o %t

#include "support/support.h"
#include <cmath>
struct Field { int nx, ny; std::vector<double> d; Field(int x, int y) : nx(x), ny(y), d(x * y) {}
  double &operator()(int x, int y) { return d[y * nx + x]; } double operator()(int x, int y) const { return d[y * nx + x]; } };
struct Lattice { Field f, ux, uy;
void collide() {
#pragma sparse
  for (int y = 0; y < f.ny; ++y)
    for (int x = 0; x < f.nx; ++x) {
      double rho = 1 + f(x, y), mx = f(x, y) * 2, my = 3;
      const double u = ux(x, y) = mx / rho, v = uy(x, y) = my / rho, q = 1.5 * (u * u + v * v);
      f(x, y) += q - u;
    }
} };
double soft(std::vector<double> &v, double m) {
  double sum = 0;
#pragma sparse
  for (auto &x : v) sum += x = std::exp(x - m);
  return sum;
}
void order(std::vector<int> &a, std::vector<int> &b, std::vector<int> &c) {
#pragma sparse
  for (size_t i = 0; i < a.size(); ++i) { c[i] = a[i] + (b[i] = 2 * c[i]) + c[i]; int k = (a[i] = b[i] * 3) - a[i] + 1; c[i] += k; }
}

int main() {
  Lattice l{Field(30, 20), Field(30, 20), Field(30, 20)};
  for (int i = 0; i < 600; ++i)
    l.f.d[i] = i * .125;
  l.collide();
  run::record("f", l.f.d);
  run::record("ux", l.ux.d);
  run::record("uy", l.uy.d);
  std::vector<double> v(500);
  for (int i = 0; i < 500; ++i)
    v[i] = i * 1e-3;
  run::record("sum", std::vector<double>{soft(v, 3)}, std::vector<double>{1e-12});
  run::record("v", v);
  std::vector<int> a(500), b(500), c(500);
  for (int i = 0; i < 500; ++i) {
    a[i] = i;
    b[i] = i % 7;
    c[i] = i % 13;
  }
  order(a, b, c);
  run::record("a", a);
  run::record("b", b);
  run::record("c", c);
}
