//===- edit-distance.cpp - edits from one sequence to another -------------===//
//
// sizes: n 4000, m 4100

#include "Kernel.h"

static void count(int n, int m, const int *a, const int *b,
                  std::vector<Integers> &d) {
  KERNEL
  for (int i = 1; i <= n; ++i) {
    d[i][0] = i;
    for (int j = 1; j <= m; ++j) {
      const int cost = a[i - 1] == b[j - 1] ? 0 : 1;
      d[i][j] =
          std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + cost});
    }
  }
}

int main(int argc, char **argv) {
  const int n = size(argc, argv, 1), m = size(argc, argv, 2);
  Integers a = letters(n, 1), b = letters(m, 2);
  std::vector<Integers> d(n + 1, Integers(m + 1));
  for (int j = 0; j <= m; ++j)
    d[0][j] = j;
  return measure([&] { count(n, m, a.data(), b.data(), d); }, {&d[n]});
}
