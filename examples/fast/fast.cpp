//===- fast.cpp - the loops of docs/fast.md -------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three products of one random sparse matrix with dense operands and one of a
// tensor, each as it is and as it becomes fast, compared with each other.
//
//===----------------------------------------------------------------------===//

#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

struct Csr {
  int m = 0, n = 0;
  std::vector<int> pos{0}, crd;
  std::vector<double> val;
};

static void spmvPlain(const Csr &A, const double *x, double *y) {
  for (int i = 0; i < A.m; ++i) {
    double sum = 0;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      sum += A.val[p] * x[A.crd[p]];
    y[i] = sum;
  }
}

static void spmvFast(const Csr &A, const double *x, double *y) {
#pragma sparse divide(i, t, ir, threads, balance(p))
#pragma sparse parallelize(t, cpu_thread, no_races)
#pragma sparse parallelize(p, cpu_vector, parallel_reduction, width(4))
  for (int i = 0; i < A.m; ++i) {
    double sum = 0;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      sum += A.val[p] * x[A.crd[p]];
    y[i] = sum;
  }
}

static void spmmPlain(const Csr &A, int K, const double *B, double *C) {
  for (int i = 0; i < A.m; ++i)
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      for (int k = 0; k < K; ++k)
        C[i * K + k] += A.val[p] * B[A.crd[p] * K + k];
}

static void spmmFast(const Csr &A, int K, const double *B, double *C) {
#pragma sparse divide(i, t, ir, threads, balance(p)) bound(k, kb, 32, max_exact)
#pragma sparse parallelize(t, cpu_thread, no_races)
#pragma sparse parallelize(kb, cpu_vector, no_races)
  for (int i = 0; i < A.m; ++i)
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p)
      for (int k = 0; k < K; ++k)
        C[i * K + k] += A.val[p] * B[A.crd[p] * K + k];
}

static void sddmmPlain(const Csr &A, int K, const double *C, const double *D,
                       double *P) {
  for (int i = 0; i < A.m; ++i)
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p) {
      int j = A.crd[p];
      double sum = 0;
      for (int k = 0; k < K; ++k)
        sum += C[i * K + k] * D[j * K + k];
      P[p] = A.val[p] * sum;
    }
}

static void sddmmFast(const Csr &A, int K, const double *C, const double *D,
                      double *P) {
#pragma sparse divide(i, t, ir, threads, balance(p)) bound(k, kb, 32, max_exact)
#pragma sparse parallelize(t, cpu_thread, no_races)
#pragma sparse parallelize(kb, cpu_vector, parallel_reduction, width(8))
  for (int i = 0; i < A.m; ++i)
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p) {
      int j = A.crd[p];
      double sum = 0;
      for (int k = 0; k < K; ++k)
        sum += C[i * K + k] * D[j * K + k];
      P[p] = A.val[p] * sum;
    }
}

/// A tensor of order 3: rows i, and in them fibres at k with entries at l.
struct Csf {
  int m = 0;
  std::vector<int> pos1{0}, crd1, pos2{0}, crd2;
  std::vector<double> val;
};

static void mttkrpPlain(const Csf &T, int R, const double *C, const double *D,
                        double *A) {
  for (int i = 0; i < T.m; ++i)
    for (int pk = T.pos1[i]; pk < T.pos1[i + 1]; ++pk) {
      int k = T.crd1[pk];
      for (int pl = T.pos2[pk]; pl < T.pos2[pk + 1]; ++pl) {
        int l = T.crd2[pl];
        for (int r = 0; r < R; ++r)
          A[i * R + r] += T.val[pl] * C[k * R + r] * D[l * R + r];
      }
    }
}

static void mttkrpFast(const Csf &T, int R, const double *C, const double *D,
                       double *A) {
#pragma sparse divide(i, t, ir, threads, balance(pk))
#pragma sparse bound(r, rb, 32, max_exact)
#pragma sparse precompute(T.val[pl] * D[l * R + r], rb, rb, w)
#pragma sparse parallelize(t, cpu_thread, no_races)
#pragma sparse parallelize(rb, cpu_vector, no_races)
#pragma sparse parallelize(rb_w, cpu_vector, no_races)
  for (int i = 0; i < T.m; ++i)
    for (int pk = T.pos1[i]; pk < T.pos1[i + 1]; ++pk) {
      int k = T.crd1[pk];
      for (int pl = T.pos2[pk]; pl < T.pos2[pk + 1]; ++pl) {
        int l = T.crd2[pl];
        for (int r = 0; r < R; ++r)
          A[i * R + r] += T.val[pl] * C[k * R + r] * D[l * R + r];
      }
    }
}

static Csr randomMatrix(std::mt19937 &Random) {
  Csr A;
  A.m = 300;
  A.n = 200;
  for (int i = 0; i < A.m; ++i) {
    // Rows of many lengths, empty ones among them.
    unsigned Gap = 1 + Random() % 60;
    for (unsigned j = Random() % Gap; j < unsigned(A.n);
         j += 1 + Random() % Gap) {
      A.crd.push_back(int(j));
      A.val.push_back(1 + Random() % 7);
    }
    A.pos.push_back(int(A.crd.size()));
  }
  return A;
}

/// Fibres of 0 to 4 entries in the places of \p A's entries.
static Csf randomTensor(std::mt19937 &Random, const Csr &A) {
  Csf T;
  T.m = A.m;
  T.pos1 = A.pos;
  T.crd1 = A.crd;
  for (size_t pk = 0; pk < T.crd1.size(); ++pk) {
    for (int Entries = int(Random() % 5); Entries > 0; --Entries) {
      T.crd2.push_back(int(Random() % unsigned(A.n)));
      T.val.push_back(1 + Random() % 7);
    }
    T.pos2.push_back(int(T.crd2.size()));
  }
  return T;
}

static std::vector<double> randomVector(std::mt19937 &Random, size_t Size) {
  std::vector<double> V(Size);
  for (double &X : V)
    X = 0.1 * double(1 + Random() % 9);
  return V;
}

/// Sums of positive terms: a relative difference says it all.
static bool agree(const std::vector<double> &A, const std::vector<double> &B) {
  for (size_t I = 0; I < A.size(); ++I)
    if (!(std::fabs(A[I] - B[I]) <= 1e-12 * std::fabs(A[I])))
      return false;
  return true;
}

int main() {
  std::mt19937 Random(1);
  Csr A = randomMatrix(Random);
  const int K = 32;
  auto X = randomVector(Random, size_t(A.n) * K);
  auto Z = randomVector(Random, size_t(A.m) * K);
  auto Test = [](const char *Name, size_t Size, auto Plain, auto Fast) {
    std::vector<double> Expected(Size), Found(Size);
    Plain(Expected.data());
    Fast(Found.data());
    printf("%s %s\n", Name, agree(Expected, Found) ? "agrees" : "differs");
  };
  Test(
      "spmv", A.m, [&](double *y) { spmvPlain(A, X.data(), y); },
      [&](double *y) { spmvFast(A, X.data(), y); });
  Test(
      "spmm", size_t(A.m) * K, [&](double *C) { spmmPlain(A, K, X.data(), C); },
      [&](double *C) { spmmFast(A, K, X.data(), C); });
  Test(
      "sddmm", A.crd.size(),
      [&](double *P) { sddmmPlain(A, K, Z.data(), X.data(), P); },
      [&](double *P) { sddmmFast(A, K, Z.data(), X.data(), P); });
  Csf T = randomTensor(Random, A);
  Test(
      "mttkrp", size_t(T.m) * K,
      [&](double *Y) { mttkrpPlain(T, K, X.data(), Z.data(), Y); },
      [&](double *Y) { mttkrpFast(T, K, X.data(), Z.data(), Y); });
}
