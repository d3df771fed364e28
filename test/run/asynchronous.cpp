// `assume(asynchronous(x))`: iterations that converge whether they read what
// others store before or after they do run on threads.
// clang-format off: what is checked is long
// RUN: %check-run --loops 4 -fplugin-arg-sparse-min-work=0 %s -o %t --threads 3
// RUN: %clangxx_sparse -O1 -Rpass=sparse -fplugin-arg-sparse-verify -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %clangxx_sparse -O1 -DREFUSED -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=REFUSED

#include "support/support.h"

using Indices = std::vector<int>;

/// The least number of each component, as label propagation finds it.
// CHECK: asynchronous.cpp:[[@LINE+9]]:5: warning: loop is not verified: what iterations read of 'label' may vary from run to run
// CHECK: asynchronous.cpp:[[@LINE+8]]:5: remark: loop runs as assume(asynchronous(label)) {{.*}}cpu_thread, parallel_reduction){{.*}}; iterations may read 'label' before or after others store there
int label(int n, const Indices &pos, const Indices &crd, Indices &label) {
  int rounds = 0;
  bool changes = true;
  while (changes) {
    changes = false;
    ++rounds;
#pragma sparse assume(asynchronous(label))
    for (int i = 0; i < n; ++i)
      for (int p = pos[i]; p < pos[i + 1]; ++p)
        if (label[crd[p]] < label[i]) {
          label[i] = label[crd[p]];
          changes = true;
        }
  }
  return rounds;
}

/// Each node gets the root of its tree.
// CHECK: remark: loop runs as assume(asynchronous(parent), {{.*}}parallelize(i, cpu_thread, no_races); iterations may read 'parent'
void compress(int n, int *parent) {
#pragma sparse assume(asynchronous(parent), extent(parent, n))                 \
    parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    while (parent[i] != parent[parent[i]])
      parent[i] = parent[parent[i]];
}

struct Node {
  int hops;
  bool isOpen;
};

/// Members of records: those that are only read need no promise.
// CHECK: remark: loop runs as assume(asynchronous(at)) {{.*}}; iterations may read 'at_hops' before
bool step(int n, const Indices &pos, const Indices &crd, std::vector<Node> &at) {
  bool changes = false;
#pragma sparse assume(asynchronous(at))                                       \
    parallelize(i, cpu_thread, parallel_reduction)
  for (int i = 0; i < n; ++i) {
    if (!at[i].isOpen)
      continue;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (at[crd[p]].hops + 1 < at[i].hops) {
        at[i].hops = at[crd[p]].hops + 1;
        changes = true;
      }
  }
  return changes;
}

/// Lanes and loops in order read what the user's loop reads.
// CHECK-NOT: iterations may read
// CHECK: remark: loop runs as assume(asynchronous(y)) split(i, i0, i1, 4) unroll(i1)
void inOrder(int n, const Indices &crd, Indices &y) {
#pragma sparse assume(asynchronous(y)) split(i, i0, i1, 4) unroll(i1)
  for (int i = 0; i < n; ++i)
    y[crd[i]] += y[i];
}

#ifdef REFUSED
void refused(int n, const int *crd, int *y, const int *x) {
  // REFUSED: [[@LINE+2]]:64: error: iterations of 'i' depend on each other: one reads 'y' where another may have written it
  // REFUSED: note: if the loop is right whether an iteration reads 'y' before or after another one stores there, as iterations that converge are, 'assume(asynchronous(y))' says so
#pragma sparse assume(extent(y, n)) parallelize(i, cpu_thread, ignore_races)
  for (int i = 0; i < n; ++i)
    y[i] = y[crd[i]] + x[i];
  // REFUSED: [[@LINE+1]]:36: error: 'x' is only read in the loops; 'asynchronous' is about what other iterations store
#pragma sparse assume(asynchronous(x))
  for (int i = 0; i < n; ++i)
    y[i] = x[crd[i]];
  // Lanes store together what they have read together.
  // REFUSED: error: iterations of 'i' depend on each other: one reads 'y' where
#pragma sparse assume(asynchronous(y)) parallelize(i, cpu_vector, no_races)
  for (int i = 0; i < n; ++i)
    y[i] = y[crd[i]] + x[i];
  // What iterations update is asked about all the same.
  // REFUSED: error: iterations of 'i' depend on each other: one reads 'y' where
#pragma sparse assume(asynchronous(y), extent(y, n)) parallelize(i, cpu_thread, ignore_races)
  for (int i = 0; i < n; ++i)
    y[crd[i]] += y[i];
  // REFUSED: error: iterations of 'i' depend on each other: one reads 'y' where
  // REFUSED-NOT: assume(asynchronous
#pragma sparse parallelize(i, cpu_thread, ignore_races)
  for (int i = 1; i < n; ++i)
    y[i] = y[i - 1] + 1;
}
#endif

int main() {
  const int n = 3000;
  std::vector<Indices> rows(n);
  for (int i = 0; i < n; ++i)
    for (int k : {i + 7, i + 91, i * 13 + 5})
      if (k < n && i % 11 && k % 11) {
        rows[i].push_back(k);
        rows[k].push_back(i);
      }
  Indices pos{0}, crd;
  for (const Indices &row : rows) {
    crd.insert(crd.end(), row.begin(), row.end());
    pos.push_back(int(crd.size()));
  }
  Indices labels(n), parent(n);
  std::vector<Node> at(n);
  for (int i = 0; i < n; ++i) {
    labels[i] = i;
    parent[i] = i % 5 ? i - 1 : i / 2;
    at[i] = {i == 1 ? 0 : n, i % 17 != 3};
  }
  const int rounds = label(n, pos, crd, labels);
  run::record("labels", labels);
  run::record("rounds", Indices{rounds > 0});
  compress(n, parent.data());
  run::record("parent", parent);
  while (step(n, pos, crd, at))
    ;
  Indices hops;
  for (const Node &node : at)
    hops.push_back(node.hops);
  run::record("hops", hops);
  inOrder(n, crd, labels);
  run::record("inOrder", labels);
}
