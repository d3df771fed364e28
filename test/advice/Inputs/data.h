// Small data for programs that try advice: whole numbers, whose sums do not depend
// on their order.
#ifndef LACUNA_TEST_ADVICE_DATA_H
#define LACUNA_TEST_ADVICE_DATA_H

#include <cstdio>
#include <vector>

using Ints = std::vector<int>;
using Values = std::vector<double>;

constexpr int M = 60;

/// Rows of up to five ascending columns, each once in a row.
struct Matrix {
  Ints pos = {0}, crd;
  Values val;
  explicit Matrix(int Seed) {
    for (int i = 0; i < M; ++i) {
      for (int j = (i * 7 + Seed) % 11; j < M; j += 11 + (i + Seed) % 5) {
        crd.push_back(j);
        val.push_back((i + 2 * j) % 9 - 4);
      }
      pos.push_back(int(crd.size()));
    }
  }
};

/// The numbers below M, each once.
inline Ints permutation() {
  Ints P(M);
  for (int i = 0; i < M; ++i)
    P[i] = i * 7 % M;
  return P;
}

inline Values numbers(int Count) {
  Values V(Count);
  for (int i = 0; i < Count; ++i)
    V[i] = i % 13 - 5;
  return V;
}

template <class T> void show(const std::vector<T> &V) {
  for (const T &E : V)
    std::printf("%.17g ", double(E));
  std::printf("\n");
}

#endif
