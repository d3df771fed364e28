// A vector that is written beside rows of vectors: whether it is one of them is
// told by where it begins, whatever elements data choose.
// RUN: %check-run --fallback-each 3 %s -fplugin-arg-sparse-min-work=0 -o %t
// RUN: env OMP_NUM_THREADS=3 %t.sparse 2>&1 >/dev/null | FileCheck %s

#include "support/support.h"

using Numbers = std::vector<long>;

// CHECK: [[@LINE+5]]: generated 5, fallback 1 (1: 's' overlaps a row of 'w'
/// Scores of a word against a table, from each letter on.
static void scores(int n, int m, const std::vector<Numbers> &w,
                   const std::vector<int> &letter, Numbers &s) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    long t = 0;
    for (int k = 0; k < m; ++k)
      t += w[k][letter[i + k]];
    s[i] = t;
  }
}

// CHECK: [[@LINE+5]]: generated 1, fallback 1 (1: 's' overlaps a row of 'w'
/// Rows that are written where data choose.
static void placed(int m, std::vector<Numbers> &w,
                   const std::vector<int> &letter, const Numbers &s) {
#pragma sparse parallelize(k, cpu_thread, no_races)
  for (int k = 0; k < m; ++k)
    w[k][letter[k]] += s[k];
}

int main() {
  const int N = 40, M = 4;
  std::vector<int> letter(N + M);
  for (int K = 0; K < N + M; ++K)
    letter[K] = K * K % 5;
  std::vector<Numbers> w(M + 2);
  for (int K = 0; K < M; ++K)
    for (int L = 0; L < N; ++L)
      w[K].push_back(K * 100 + L * 7);
  Numbers s(N);
  // Rows that are not there, or are empty, are no obstacle.
  for (int m : {0, 1, M})
    scores(N, m, w, letter, s), run::record("scores", s);
  scores(0, M, w, letter, s);
  scores(N, 2, w, letter, w[3]);
  run::record("row behind", w[3]);
  // Each element is read by the rows that follow.
  scores(N, M, w, letter, w[1]);
  run::record("row among", w[1]);
  placed(M, w, letter, s);
  run::record("placed", w[2]);
  placed(M, w, letter, w[2]);
  for (const Numbers &row : w)
    run::record("placed by a row", row);
}
