//===- spmm.cpp - features of a graph's neighbours, summed up -------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C = A B with a sparse A and a dense, row-major B of run-time width: the step
// of a graph neural network that adds up what a vertex's neighbours know. The
// same source without the plugin computes the same bits.
//
//===----------------------------------------------------------------------===//

#include <cstdint>
#include <cstdio>
#include <vector>

struct Graph {
  int vertices;
  std::vector<int64_t> pos;
  std::vector<int> crd;
  std::vector<float> weight;
};

/// A ring with chords of growing length, so that degrees differ.
static Graph makeGraph(int Vertices) {
  Graph G{Vertices, {0}, {}, {}};
  for (int V = 0; V < Vertices; ++V) {
    for (int Step = 1; Step <= 1 + V % 29; ++Step) {
      G.crd.push_back(int((V + int64_t(Step) * Step) % Vertices));
      G.weight.push_back(1.0f / float(Step));
    }
    G.pos.push_back(int64_t(G.crd.size()));
  }
  return G;
}

static void aggregate(const Graph &G, int K, const std::vector<float> &B,
                      std::vector<float> &C) {
#pragma sparse split(v, v0, v1, 32) parallelize(v0, cpu_thread, no_races)
#pragma sparse parallelize(k, cpu_vector, no_races)
  for (int v = 0; v < G.vertices; ++v)
    for (int64_t p = G.pos[v]; p < G.pos[v + 1]; ++p)
      for (int k = 0; k < K; ++k)
        C[v * K + k] += G.weight[p] * B[G.crd[p] * K + k];
}

int main() {
  const Graph G = makeGraph(20000);
  const int K = 24;
  std::vector<float> B(size_t(G.vertices) * K), C(B.size(), 0);
  for (size_t I = 0; I < B.size(); ++I)
    B[I] = float(I % 101) / 101;
  aggregate(G, K, B, C);

  uint32_t Checksum = 0;
  for (float Value : C) {
    uint32_t Bits;
    __builtin_memcpy(&Bits, &Value, sizeof Bits);
    Checksum = Checksum * 31 + Bits;
  }
  printf("%d vertices, %zu edges, width %d: checksum %08x\n", G.vertices,
         G.crd.size(), K, Checksum);
}
