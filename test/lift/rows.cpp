// Arrays of rows: all rows together are one operand, whatever holds them.
// RUN: %clangxx -std=c++20 -w %plugin -fplugin-arg-sparse-dump=graph \
// RUN:   -fsyntax-only %s 2>&1 | FileCheck %s
#include <memory>
#include <vector>

struct Edge {
  int to;
  float weight;
};
struct Node {
  double rank;
  std::vector<Edge> edges;
  float *scores;
  int kind[3];
};

void everywhere(int n, const std::vector<Node> &nodes, double *const *A,
                const std::vector<std::unique_ptr<short[]>> &B,
                const double (&table)[8][4], double *y) {
#pragma sparse order(i, k)
  for (int i = 0; i < n; ++i)
    for (unsigned long k = 0; k < nodes[i].edges.size(); ++k) {
      const auto &node = nodes[i];
      y[i] += node.edges[k].weight * node.rank * node.scores[k];
      y[i] += A[node.kind[2]][k] + (*(A + i))[k] + B[i][k] + table[i][k];
    }
}
// CHECK-LABEL: nest @everywhere {
// CHECK:         operand nodes_edges_size : u64[] of nodes "edges.size()" extent nodes_size
// CHECK:         operand y : f64[] written
// CHECK-NEXT:    operand nodes_weight : f32[] of nodes "weight" row ".edges.data()"
// CHECK-NEXT:    operand nodes_rank : f64[] of nodes "rank" extent nodes_size
// CHECK-NEXT:    operand nodes_scores : f32[] of nodes "" row ".scores"
// CHECK-NEXT:    operand nodes_kind : i32[] of nodes "" row ".kind"
// CHECK-NEXT:    operand A : f64[] of A "" row ""
// CHECK-NEXT:    operand B_size : i64
// CHECK-NEXT:    operand B : i16[] of B "" row ".get()"
// CHECK-NEXT:    operand table : f64[] extent 32:i64 inner 4:i64
// CHECK-NEXT:    index i : i32 in 0 .. n
// CHECK-NEXT:    index k : u64 in 0:u64 .. nodes_edges_size[i]
// CHECK:             y[i] += f64(nodes_weight[i][k]) * nodes_rank[i] * f64(nodes_scores[i][k])
// CHECK-NEXT:        y[i] += A[nodes_kind[i][2]][k] + A[i64(i)][k] + f64(i32(B[i][k])) + table[i64(i) * 4:i64 + i64(k)]

/// A pointer walks along a row; the row is that of its first value.
void walk(int n, const int *row, const int *length, double **A, double *y) {
#pragma sparse order(i, v)
  for (int i = 0; i < n; ++i) {
    double *first = A[row[i]];
    for (const double *v = first, *end = first + length[i]; v != end; ++v)
      y[i] += *v;
  }
}
// CHECK-LABEL: nest @walk {
// CHECK:         index v : i64 in 0:i64 .. i64(length[i])
// CHECK:             y[i] += A[row[i]][v]
