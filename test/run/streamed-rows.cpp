// Rows that are stored past the caches, where they begin a cache line and where
// they do not.
// RUN: %check-run %s -o %t

#include "support/support.h"
#include <cstdlib>

// clang-format off
#define PRAGMA(...) _Pragma(#__VA_ARGS__)
#define SPMM(Name, T, K, ...)                                                  \
  void Name(int m, const int *pos, const int *crd, const T *val, const T *B,   \
            T *C) {                                                            \
    PRAGMA(__VA_ARGS__)                                                        \
    for (int i = 0; i < m; ++i) {                                              \
      for (int l = 0; l < K; ++l)                                              \
        C[i * K + l] = 0;                                                      \
      for (int p = pos[i]; p < pos[i + 1]; ++p)                                \
        for (int k = 0; k < K; ++k)                                            \
          C[i * K + k] += val[p] * B[crd[p] * K + k];                          \
    }                                                                          \
  }
SPMM(serial, double, 8, sparse nontemporal(C) parallelize(k, cpu_vector, no_races))
SPMM(threads, double, 32, sparse nontemporal(C) parallelize(i, cpu_thread, no_races) parallelize(k, cpu_vector, no_races))
SPMM(blocks, float, 32, sparse split(i, i0, i1, 3) parallelize(i0, cpu_thread, no_races) parallelize(k, cpu_vector, no_races) nontemporal(C))
SPMM(dynamic, unsigned char, 64, sparse parallelize(i, cpu_thread, no_races, schedule(dynamic, 2)) parallelize(k, cpu_vector, no_races) nontemporal(C))
// clang-format on

/// Accumulators of the user's.
void own(int m, const int *pos, const int *crd, const long *val, const long *B,
         long *C) {
#pragma sparse nontemporal(C) parallelize(i, cpu_thread, no_races) parallelize(k, cpu_vector, no_races) parallelize(l, cpu_vector, no_races)
  for (int i = 0; i < m; ++i) {
    long sum[16] = {0};
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int k = 0; k < 16; ++k)
        sum[k] += val[p] * B[crd[p] * 16 + k];
    for (int l = 0; l < 16; ++l)
      C[l + i * 16] = sum[l];
  }
}

/// The row is read before it is stored.
void added(int m, const int *pos, const int *crd, const double *val,
           const double *B, double *C) {
#pragma sparse nontemporal(C) parallelize(i, cpu_thread, no_races) parallelize(k, cpu_vector, no_races)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int k = 0; k < 8; ++k)
        C[i * 8 + k] += val[p] * B[crd[p] * 8 + k];
}

template <class T, class Kernel>
static void test(const std::string &Name, int K, Kernel Run) {
  for (int Rows : {0, 1, 7, 40})
    for (size_t Offset : {size_t(0), size_t(1), 64 / sizeof(T)}) {
      run::Random R(Rows + 1);
      std::vector<int> Pos = {0}, Crd;
      for (int Row = 0; Row < Rows; ++Row)
        Pos.push_back(Pos.back() + int(R.below(4)));
      for (int P = 0; P < Pos.back(); ++P)
        Crd.push_back(int(R.below(9)));
      std::vector<T> Val = R.vector<T>(Crd.size()),
                     B = R.vector<T>(size_t(9 * K));
      const size_t Count = size_t(Rows * K);
      void *Memory = std::aligned_alloc(64, (Count * sizeof(T) / 64 + 3) * 64);
      T *C = static_cast<T *>(Memory) + Offset;
      std::fill_n(C, Count, T(3));
      Run(Rows, Pos.data(), Crd.data(), Val.data(), B.data(), C);
      run::record(Name + ", rows " + std::to_string(Rows) + ", offset " +
                      std::to_string(Offset),
                  std::vector<T>(C, C + Count));
      std::free(Memory);
    }
}

int main() {
  test<double>("serial", 8, serial);
  test<double>("threads", 32, threads);
  test<float>("blocks", 32, blocks);
  test<unsigned char>("dynamic", 64, dynamic);
  test<long>("own", 16, own);
  test<double>("added", 8, added);
}
