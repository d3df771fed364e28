//===- appendix-a.cpp - the CPU schedules of a thesis's appendix A --------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Schedules of R. Senanayake's thesis as clauses on loops, each explained in
// docs/appendix-a.md. The values are small whole numbers, so that no sum is
// rounded and every schedule prints what the plain loops print.
//
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <random>
#include <vector>

using Indices = std::vector<int>;
using Values = std::vector<double>;

/// A.1: y = A x, blocks of 32 rows on threads.
static void a1(int m, const int *pos, const int *crd, const double *val,
               const double *x, double *y) {
#pragma sparse split(i, i0, i1, 32) order(i0, i1, j)
#pragma sparse parallelize(i0, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      int j = crd[p];
      s += val[p] * x[j];
    }
    y[i] = s;
  }
}

/// A.3: C = A B, blocks of 8 rows on threads, columns in vector lanes, 8
/// positions of a row for each visit of a row of C.
static void a3(int m, int K, const int *pos, const int *crd, const double *val,
               const double *B, double *C) {
#pragma sparse split(i, i0, i1, 8)
#pragma sparse pos(j, jp, val) split(jp, jp0, jp1, 8)
#pragma sparse order(i0, i1, jp0, k, jp1)
#pragma sparse parallelize(i0, cpu_thread, no_races)
#pragma sparse parallelize(k, cpu_vector, ignore_races)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      int j = crd[p];
      for (int k = 0; k < K; ++k)
        C[i * K + k] += val[p] * B[j * K + k];
    }
}

/// A.12: A.3 without parallel loops.
static void a12(int m, int K, const int *pos, const int *crd, const double *val,
                const double *B, double *C) {
#pragma sparse pos(j, jp, val) split(jp, jp0, jp1, 8)
#pragma sparse order(i, jp0, k, jp1)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      int j = crd[p];
      for (int k = 0; k < K; ++k)
        C[i * K + k] += val[p] * B[j * K + k];
    }
}

/// A.13: the loops as they stand.
static void a13(int m, int K, const int *pos, const int *crd, const double *val,
                const double *B, double *C) {
#pragma sparse order(i, j, k)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      int j = crd[p];
      for (int k = 0; k < K; ++k)
        C[i * K + k] += val[p] * B[j * K + k];
    }
}

/// A tensor of order 5 whose leading levels are tensors of orders 3 and 4.
struct Tensor {
  int I;
  Indices pos1, crd1, pos2, crd2, pos3, crd3, pos4, crd4;
  Values val;
};

constexpr int J = 16;

/// A.5: MTTKRP of order 3, a fibre of l summed in w first.
static void a5(int I, const int *pos1, const int *crd1, const int *pos2,
               const int *crd2, const double *val, const double *C,
               const double *D, double *A) {
#pragma sparse order(i, k, l, j)
#pragma sparse precompute(val[pl] * D[l * J + j], j, j, w)
#pragma sparse split(i, i1, i2, 32) parallelize(i1, cpu_thread, no_races)
  for (int i = 0; i < I; ++i)
    for (int pk = pos1[i]; pk < pos1[i + 1]; ++pk) {
      int k = crd1[pk];
      for (int pl = pos2[pk]; pl < pos2[pk + 1]; ++pl) {
        int l = crd2[pl];
        for (int j = 0; j < J; ++j)
          A[i * J + j] += val[pl] * C[k * J + j] * D[l * J + j];
      }
    }
}

/// A.6: of order 4, fibres of m and of l summed first.
static void a6(int I, const int *pos1, const int *crd1, const int *pos2,
               const int *crd2, const int *pos3, const int *crd3,
               const double *val, const double *C, const double *D,
               const double *E, double *A) {
#pragma sparse order(i, k, l, m, j)
#pragma sparse precompute(val[pm] * E[m * J + j] * D[l * J + j], j, j, bde)
#pragma sparse precompute(val[pm] * E[m * J + j], j, j, be)
#pragma sparse split(i, i1, i2, 32) parallelize(i1, cpu_thread, no_races)
  for (int i = 0; i < I; ++i)
    for (int pk = pos1[i]; pk < pos1[i + 1]; ++pk) {
      int k = crd1[pk];
      for (int pl = pos2[pk]; pl < pos2[pk + 1]; ++pl) {
        int l = crd2[pl];
        for (int pm = pos3[pl]; pm < pos3[pl + 1]; ++pm) {
          int m = crd3[pm];
          for (int j = 0; j < J; ++j)
            A[i * J + j] +=
                val[pm] * C[k * J + j] * D[l * J + j] * E[m * J + j];
        }
      }
    }
}

/// A.7: of order 5.
static void a7(int I, const int *pos1, const int *crd1, const int *pos2,
               const int *crd2, const int *pos3, const int *crd3,
               const int *pos4, const int *crd4, const double *val,
               const double *C, const double *D, const double *E,
               const double *F, double *A) {
#pragma sparse order(i, k, l, m, n, j)
#pragma sparse precompute(                                                     \
    val[pn] * F[n * J + j] * E[m * J + j] * D[l * J + j], j, j, bfed)
#pragma sparse precompute(val[pn] * F[n * J + j] * E[m * J + j], j, j, bfe)
#pragma sparse precompute(val[pn] * F[n * J + j], j, j, bf)
#pragma sparse split(i, i1, i2, 32) parallelize(i1, cpu_thread, no_races)
  for (int i = 0; i < I; ++i)
    for (int pk = pos1[i]; pk < pos1[i + 1]; ++pk) {
      int k = crd1[pk];
      for (int pl = pos2[pk]; pl < pos2[pk + 1]; ++pl) {
        int l = crd2[pl];
        for (int pm = pos3[pl]; pm < pos3[pl + 1]; ++pm) {
          int m = crd3[pm];
          for (int pn = pos4[pm]; pn < pos4[pm + 1]; ++pn) {
            int n = crd4[pn];
            for (int j = 0; j < J; ++j)
              A[i * J + j] += val[pn] * C[k * J + j] * D[l * J + j] *
                              E[m * J + j] * F[n * J + j];
          }
        }
      }
    }
}

//===-- data --------------------------------------------------------------===//

constexpr int Size = 40;

static std::mt19937 Generator;

static int below(int Bound) {
  return int(Generator() % static_cast<unsigned>(Bound));
}

static Values values(size_t Count) {
  Values V(Count);
  for (double &E : V)
    E = below(7) - 3;
  return V;
}

/// For each of Parents fibres 0 to Most coordinates.
static void addLevel(size_t Parents, int Most, Indices &pos, Indices &crd) {
  pos = {0};
  for (size_t P = 0; P < Parents; ++P) {
    int First = below(Size - Most);
    for (int N = below(Most + 1), Q = 0; Q < N; ++Q)
      crd.push_back(First + Q);
    pos.push_back(int(crd.size()));
  }
}

static Tensor tensor() {
  Tensor T;
  T.I = 75;
  addLevel(T.I, 12, T.pos1, T.crd1);
  addLevel(T.crd1.size(), 5, T.pos2, T.crd2);
  addLevel(T.crd2.size(), 4, T.pos3, T.crd3);
  addLevel(T.crd3.size(), 3, T.pos4, T.crd4);
  T.val = values(T.crd4.size());
  return T;
}

static void print(const char *Name, const Values &V) {
  double Sum = 0, Weighted = 0;
  for (size_t I = 0; I < V.size(); ++I) {
    Sum += V[I];
    Weighted += V[I] * double(I % 101);
  }
  std::printf("%s: %.0f %.0f\n", Name, Sum, Weighted);
}

int main() {
  Tensor T = tensor();
  Values B = values(Size * J), D = values(Size * J), E = values(Size * J);
  Values F = values(Size * J), x = values(Size), y(T.I);
  a1(T.I, T.pos1.data(), T.crd1.data(), T.val.data(), x.data(), y.data());
  print("A.1", y);

  int K = 21;
  Values Wide = values(Size * K);
  const auto Product = [&](const char *Name, auto Kernel) {
    Values C(T.I * K);
    Kernel(T.I, K, T.pos1.data(), T.crd1.data(), T.val.data(), Wide.data(),
           C.data());
    print(Name, C);
  };
  Product("A.3", a3);
  Product("A.12", a12);
  Product("A.13", a13);

  Values A(T.I * J);
  a5(T.I, T.pos1.data(), T.crd1.data(), T.pos2.data(), T.crd2.data(),
     T.val.data(), B.data(), D.data(), A.data());
  print("A.5", A);
  a6(T.I, T.pos1.data(), T.crd1.data(), T.pos2.data(), T.crd2.data(),
     T.pos3.data(), T.crd3.data(), T.val.data(), B.data(), D.data(), E.data(),
     A.data());
  print("A.6", A);
  a7(T.I, T.pos1.data(), T.crd1.data(), T.pos2.data(), T.crd2.data(),
     T.pos3.data(), T.crd3.data(), T.pos4.data(), T.crd4.data(), T.val.data(),
     B.data(), D.data(), E.data(), F.data(), A.data());
  print("A.7", A);
}
