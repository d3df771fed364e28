// `assume(independent(i))`: loops whose data keep iterations apart run on
// threads. check=full sees where the promise does not hold, and says of what.
// clang-format off
// RUN: %check-run --loops 5 %s -o %t --threads 3
// RUN: %check-run --loops 6 --fallback 2 -fplugin-arg-sparse-check=full -DBROKEN %s -o %t.full
// RUN: env LACUNA_LOG=1 OMP_NUM_THREADS=2 %t.full.sparse 2>%t.log >%t.records
// RUN: FileCheck %s --input-file=%t.log
// CHECK: independent.cpp:[[#]]: the user's loop runs: iterations of 'k' are not independent: one writes an element of 'y' that another one accesses
// CHECK: independent.cpp:[[#]]: the user's loop runs: iterations of 'i' are not independent: one writes an element of 'x' that another one accesses
// CHECK-NOT: the user's loop runs
// clang-format on

#include "support/support.h"

using Vector = std::vector<double>;
using Indices = std::vector<int>;

/// Elements of one colour share no node.
void assemble(int colours, const Indices &first, const Indices &element,
              const Indices &node, Vector &y) {
  for (int c = 0; c < colours; ++c) {
#pragma sparse assume(independent(k)) parallelize(k, cpu_thread, no_races)
    for (int k = first[c]; k < first[c + 1]; ++k) {
      const int e = element[k];
      for (int a = 0; a < 3; ++a)
        y[node[3 * e + a]] += 0.1 * e + a;
    }
  }
}

/// Colours and elements in one nest.
void assembleAll(int colours, const Indices &first, const Indices &element,
                 const Indices &node, Vector &y) {
#pragma sparse assume(independent(k)) split(k, k0, k1, 4)                      \
    parallelize(k0, cpu_thread, no_races)
  for (int c = 0; c < colours; ++c)
    for (int k = first[c]; k < first[c + 1]; ++k)
      for (int a = 0; a < 3; ++a)
        y[node[3 * element[k] + a]] += 0.3 * k + a;
}

/// Rows of one level need those of levels before alone.
void solve(int levels, const Indices &level, const Indices &order,
           const Indices &pos, const Indices &crd, const Vector &val,
           Vector &x) {
  for (int l = 0; l < levels; ++l) {
#pragma sparse assume(independent(k)) parallelize(k, cpu_thread, no_races)
    for (int k = level[l]; k < level[l + 1]; ++k) {
      const int i = order[k];
      double s = x[i];
      for (int p = pos[i]; p < pos[i + 1]; ++p)
        s -= val[p] * x[crd[p]];
      x[i] = s;
    }
  }
}

/// Red and black points, of which each reads the others.
void sweep(int n, int colour, Vector &x) {
#pragma sparse assume(independent(i)) parallelize(i, cpu_thread, no_races)
  for (int i = 1; i < n - 1; ++i)
    if (i % 2 == colour)
      x[i] = 0.5 * (x[i - 1] + x[i + 1]);
}

void shuffle(int n, const Indices &to, Vector &x) {
#pragma sparse assume(independent(i)) parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    x[to[i]] = 2 * x[to[i]] + i;
}

/// Neighbours, of which the promise does not hold.
void pull(int n, Vector &x) {
#pragma sparse assume(independent(i)) parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    x[i] = x[i] + 2 * x[i + 1];
}

int main() {
  // A strip of triangles: e touches nodes e, e + 1 and e + 2.
  const int count = 400, colours = 3;
  Indices first = {0}, element, node;
  for (int c = 0; c < colours; ++c) {
    for (int e = c; e < count; e += colours)
      element.push_back(e);
    first.push_back(int(element.size()));
  }
  for (int e = 0; e < count; ++e)
    node.insert(node.end(), {e, e + 1, e + 2});
  Vector y(count + 2, 1.5);
  assemble(colours, first, element, node, y);
  run::record("assembled", y);
  assembleAll(colours, first, element, node, y);
  run::record("assembled in one nest", y);
  Indices level = {0, 100, 250, 400}, order, pos = {0}, crd;
  Vector val, x(400, 2);
  for (int i = 0; i < 400; ++i) {
    order.push_back(i < 100 ? 99 - i : i);
    for (int j = i < 100 ? 0 : i < 250 ? 3 : 6; j > 0; --j) {
      crd.push_back((i * 7 + j * 13) % (i < 250 ? 100 : 250));
      val.push_back(0.01 * j);
    }
    pos.push_back(int(crd.size()));
  }
  solve(3, level, order, pos, crd, val, x);
  run::record("solved", x);
  for (int s = 0; s < 6; ++s)
    sweep(399, s % 2, x);
  run::record("swept", x);
  Indices to;
  for (int i = 0; i < 400; ++i)
    to.push_back(i * 123 % 400);
  shuffle(400, to, x);
  run::record("shuffled", x);
#ifdef BROKEN
  first = {0, count};
  for (int e = 0; e < count; ++e)
    element[e] = e;
  assemble(1, first, element, node, y);
  run::record("all of one colour", y);
  pull(399, x);
  run::record("pulled", x);
#endif
}
