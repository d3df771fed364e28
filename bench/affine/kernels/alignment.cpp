//===- alignment.cpp - local alignment of two sequences -------------------===//
//
// sizes: n 4000, m 4100

#include "Kernel.h"

static int align(int n, int m, const int *a, const int *b, int *H) {
  int best = 0;
  KERNEL
  for (int i = 1; i <= n; ++i)
    for (int j = 1; j <= m; ++j) {
      const int score = a[i - 1] == b[j - 1] ? 2 : -1;
      const int h =
          std::max({0, H[(i - 1) * (m + 1) + j - 1] + score,
                    H[(i - 1) * (m + 1) + j] - 1, H[i * (m + 1) + j - 1] - 1});
      H[i * (m + 1) + j] = h;
      best = std::max(best, h);
    }
  return best;
}

int main(int argc, char **argv) {
  const int n = size(argc, argv, 1), m = size(argc, argv, 2);
  Integers a = letters(n, 1), b = letters(m, 2), H(1l * (n + 1) * (m + 1)),
           best(1);
  return measure([&] { best[0] = align(n, m, a.data(), b.data(), H.data()); },
                 {&H, &best});
}
