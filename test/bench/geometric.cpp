// Matrices of skewed rows have as many entries as they are to have, also where
// the longest row is more times as long as the shortest than a double holds.
//
// RUN: %clangxx -std=c++20 -O1 -I %source_dir/bench %s %source_dir/bench/matrix/Generators.cpp %source_dir/bench/matrix/Csr.cpp -o %t
// RUN: %t
#include "matrix/Generators.h"
#include <algorithm>
#include <cstdio>

using namespace lacuna::bench;

int main() {
  int Wrong = 0;
  for (int Skew : {0, 1000, 100000}) {
    const Csr A = geometricRows(4000, Skew);
    int Longest = 0;
    for (int i = 0; i < A.Rows; ++i)
      Longest = std::max(Longest, A.Pos[i + 1] - A.Pos[i]);
    std::printf("%d: %zu entries, %d in the longest row\n", Skew, A.entries(),
                Longest);
    // The longest has 1 - 1 / c of them.
    const double Expected =
        Skew == 0 ? 400 : 4e6 * (1 - 1 / (1 + Skew * 1e-6));
    Wrong += A.entries() != 4000000 || Longest < Expected * 0.99 ||
             Longest > Expected * 1.01;
  }
  return Wrong;
}
