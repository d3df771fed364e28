//===- gpu.cpp - schedules for a GPU, from the literature -----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The GPU schedules of R. Senanayake's thesis and those that TACO is measured
// with, as clauses on loops, each explained in docs/appendix-a.md. The values
// are small whole numbers, so that no sum is rounded and every schedule prints
// what the plain loops print, on a GPU and without one.
//
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <random>
#include <vector>

using Indices = std::vector<int>;
using Values = std::vector<double>;

/// A.2: y = A x, seven entries for each thread, loaded at once.
static void a2(int m, const int *pos, const int *crd, const double *val,
               const Values &x, double *y) {
#pragma sparse target(cuda) fuse(i, j, f) pos(f, fpos, val)
#pragma sparse split(fpos, block, fpos1, 3584) split(fpos1, warp, fpos2, 224) split(fpos2, thread, thread_nz, 7)
#pragma sparse order(block, warp, thread, thread_nz)
#pragma sparse precompute(val[p] * x[j], thread_nz, thread_nz_pre, precomputed)
#pragma sparse parallelize(block, gpu_block, ignore_races) parallelize(warp, gpu_warp, ignore_races)
#pragma sparse parallelize(thread, gpu_thread, atomics)
  for (int i = 0; i < m; ++i) {
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      int j = crd[p];
      s += val[p] * x[j];
    }
    y[i] = s;
  }
}

/// A.4: C = A B, sixteen entries for each warp, 32 columns at a time.
static void a4(int m, int K, const int *pos, const int *crd, const double *val,
               const Values &B, double *C) {
#pragma sparse target(cuda) fuse(i, j, f) pos(f, fpos, val)
#pragma sparse split(fpos, block, fpos1, 256) split(fpos1, warp, nnz, 16)
#pragma sparse split(k, dense_val_unbounded, thread, 32) bound(dense_val_unbounded, dense_val, 4, max_exact)
#pragma sparse order(block, warp, dense_val, thread, nnz)
#pragma sparse parallelize(block, gpu_block, ignore_races) parallelize(warp, gpu_warp, ignore_races)
#pragma sparse parallelize(thread, gpu_thread, atomics)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      int j = crd[p];
      for (int k = 0; k < K; ++k)
        C[i * K + k] += val[p] * B[j * K + k];
    }
}

/// A.8: MTTKRP, four entries of the tensor for each warp.
static void a8(int I, int J, const int *pos1, const int *crd1, const int *pos2,
               const int *crd2, const double *val, const Values &C,
               const Values &D, double *A) {
#pragma sparse target(cuda) fuse(k, l, kl) fuse(i, kl, f) pos(f, fpos, val)
#pragma sparse split(fpos, block, fpos1, 64) split(fpos1, warp, nnz, 4)
#pragma sparse split(j, dense_val_unbounded, thread, 32) bound(dense_val_unbounded, dense_val, 1, max_exact)
#pragma sparse order(block, warp, dense_val, thread, nnz)
#pragma sparse parallelize(block, gpu_block, ignore_races) parallelize(warp, gpu_warp, ignore_races)
#pragma sparse parallelize(thread, gpu_thread, atomics)
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

/// A.9: y = A x, a row for each thread.
static void a9(int m, const int *pos, const int *crd, const double *val,
               const Values &x, double *y) {
#pragma sparse target(cuda) split(i, block, thread, 256)
#pragma sparse parallelize(block, gpu_block, no_races) parallelize(thread, gpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s += val[p] * x[crd[p]];
    y[i] = s;
  }
}

/// A.10: y = A x, a row for each warp.
static void a10(int m, const int *pos, const int *crd, const double *val,
                const Values &x, double *y) {
#pragma sparse target(cuda) split(i, block, block_row, 64) split(block_row, warp_row, warp, 16)
#pragma sparse split(p, thread_nz, thread, 32) order(block, warp, warp_row, thread, thread_nz)
#pragma sparse parallelize(block, gpu_block, ignore_races) parallelize(warp, gpu_warp, ignore_races)
#pragma sparse parallelize(thread, gpu_thread, temporary)
  for (int i = 0; i < m; ++i) {
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s += val[p] * x[crd[p]];
    y[i] = s;
  }
}

/// A.11: A.2 without the registers.
static void a11(int m, const int *pos, const int *crd, const double *val,
                const Values &x, double *y) {
#pragma sparse target(cuda) fuse(i, p, fpos) split(fpos, block, fpos1, 3584)
#pragma sparse split(fpos1, warp, fpos2, 224) split(fpos2, thread, thread_nz, 7)
#pragma sparse order(block, warp, thread, thread_nz)
#pragma sparse parallelize(block, gpu_block, ignore_races) parallelize(warp, gpu_warp, ignore_races)
#pragma sparse parallelize(thread, gpu_thread, atomics)
  for (int i = 0; i < m; ++i) {
    double s = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s += val[p] * x[crd[p]];
    y[i] = s;
  }
}

/// C = A B, a row for each warp, its columns across lanes.
static void spmmRows(int m, int K, const int *pos, const int *crd,
                     const double *val, const Values &B, double *C) {
#pragma sparse target(cuda) split(i, block, warp, 8) split(k, k0, lane, 32) order(block, warp, k0, lane, p)
#pragma sparse parallelize(block, gpu_block, no_races) parallelize(warp, gpu_warp, no_races)
#pragma sparse parallelize(lane, gpu_thread, no_races)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int k = 0; k < K; ++k)
        C[i * K + k] += val[p] * B[crd[p] * K + k];
}

/// The same over the rows that are not empty alone (DCSR).
static void spmmNonempty(int Rows, int K, const int *row, const int *pos,
                         const int *crd, const double *val, const Values &B,
                         double *C) {
#pragma sparse assume(injective(row))
#pragma sparse target(cuda) split(r, block, warp, 8) split(k, k0, lane, 32) order(block, warp, k0, lane, p)
#pragma sparse parallelize(block, gpu_block, no_races) parallelize(warp, gpu_warp, no_races)
#pragma sparse parallelize(lane, gpu_thread, no_races)
  for (int r = 0; r < Rows; ++r) {
    int i = row[r];
    for (int p = pos[r]; p < pos[r + 1]; ++p)
      for (int k = 0; k < K; ++k)
        C[i * K + k] += val[p] * B[crd[p] * K + k];
  }
}

/// A sampled product, a dot product across lanes.
static void sddmm(int m, int K, const int *pos, const int *crd,
                  const double *val, const Values &C, const Values &D,
                  double *out) {
#pragma sparse target(cuda) split(i, block, warp, 4) split(k, k0, lane, 32) order(block, warp, p, lane, k0)
#pragma sparse parallelize(block, gpu_block, no_races) parallelize(warp, gpu_warp, no_races)
#pragma sparse parallelize(lane, gpu_thread, parallel_reduction)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      double dot = 0;
      for (int k = 0; k < K; ++k)
        dot += C[i * K + k] * D[crd[p] * K + k];
      out[p] = val[p] * dot;
    }
}

/// A tensor times a vector: an element for each fibre.
static void ttv(int I, const int *pos1, const int *pos2, const int *crd2,
                const double *val, const Values &x, double *out) {
#pragma sparse target(cuda) fuse(pk, pl, kl) fuse(i, kl, f)
#pragma sparse split(f, block, f1, 3584) split(f1, warp, f2, 224) split(f2, thread, thread_nz, 7)
#pragma sparse parallelize(block, gpu_block, ignore_races) parallelize(warp, gpu_warp, ignore_races)
#pragma sparse parallelize(thread, gpu_thread, atomics)
  for (int i = 0; i < I; ++i)
    for (int pk = pos1[i]; pk < pos1[i + 1]; ++pk) {
      double s = 0;
      for (int pl = pos2[pk]; pl < pos2[pk + 1]; ++pl)
        s += val[pl] * x[crd2[pl]];
      out[pk] = s;
    }
}

/// A tensor times a matrix: a row for each fibre.
static void ttm(int I, int J, const int *pos1, const int *pos2, const int *crd2,
                const double *val, const Values &B, double *out) {
#pragma sparse target(cuda) fuse(pk, pl, kl) fuse(i, kl, f)
#pragma sparse split(f, block, f1, 128) split(f1, warp, nnz, 8) split(j, j0, thread, 32)
#pragma sparse order(block, warp, j0, thread, nnz)
#pragma sparse parallelize(block, gpu_block, ignore_races) parallelize(warp, gpu_warp, ignore_races)
#pragma sparse parallelize(thread, gpu_thread, atomics)
  for (int i = 0; i < I; ++i)
    for (int pk = pos1[i]; pk < pos1[i + 1]; ++pk)
      for (int pl = pos2[pk]; pl < pos2[pk + 1]; ++pl)
        for (int j = 0; j < J; ++j)
          out[pk * J + j] += val[pl] * B[crd2[pl] * J + j];
}

/// MTTKRP with the sum of a fibre in shared memory, one for each warp.
static void mttkrpFibres(int I, int J, const int *pos1, const int *crd1,
                         const int *pos2, const int *crd2, const double *val,
                         const Values &C, const Values &D, double *A) {
#pragma sparse target(cuda) precompute(val[pl] * D[l * J + j], j, jp, w)
#pragma sparse split(i, block, warp, 4) split(jp, jp0, producer, 32) split(j, j0, consumer, 32)
#pragma sparse parallelize(block, gpu_block, no_races) parallelize(warp, gpu_warp, no_races)
#pragma sparse parallelize(producer, gpu_thread, no_races) parallelize(consumer, gpu_thread, no_races)
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

static std::mt19937 Generator(8);

static int below(int End) {
  return int(Generator() % unsigned(End));
}

static Values values(size_t Count) {
  Values V(Count);
  for (double &Value : V)
    Value = below(9) - 4;
  return V;
}

/// A level under \p Parents positions: every third has nothing, others up to
/// \p Most coordinates below \p Size, some many times as many.
static void addLevel(size_t Parents, int Most, int Size, Indices &pos,
                     Indices &crd) {
  pos = {0};
  for (size_t P = 0; P < Parents; ++P) {
    int Count = P % 3 == 1 ? 0 : below(Most + 1) * (P % 40 == 7 ? 30 : 1);
    for (int N = 0; N < Count; ++N)
      crd.push_back(below(Size));
    pos.push_back(int(crd.size()));
  }
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
  constexpr int m = 200, Size = 37, K = 128, J = 32;
  Indices pos, crd, pos2, crd2, row, rows = {0};
  addLevel(m, 6, Size, pos, crd);
  addLevel(crd.size(), 3, Size, pos2, crd2);
  for (int i = 0; i < m; ++i)
    if (pos[i] < pos[i + 1]) {
      row.push_back(i);
      rows.push_back(pos[i + 1]);
    }
  Values val = values(crd.size()), val2 = values(crd2.size()),
         x = values(Size), B = values(Size * K), D = values(Size * J),
         Rows = values(m * K), y(m);

  const auto Vector = [&](const char *Name, auto Kernel) {
    Kernel(m, pos.data(), crd.data(), val.data(), x, y.data());
    print(Name, y);
  };
  Vector("A.2", a2);
  Vector("A.9", a9);
  Vector("A.10", a10);
  Vector("A.11", a11);

  Values C(m * K);
  a4(m, K, pos.data(), crd.data(), val.data(), B, C.data());
  print("A.4", C);
  spmmRows(m, K, pos.data(), crd.data(), val.data(), B, C.data());
  print("SpMM", C);
  spmmNonempty(int(row.size()), K, row.data(), rows.data(), crd.data(),
               val.data(), B, C.data());
  print("SpMM over nonempty rows", C);
  Values Sampled(crd.size());
  sddmm(m, K, pos.data(), crd.data(), val.data(), Rows, B, Sampled.data());
  print("SDDMM", Sampled);

  Values A(m * J), Fibres(crd.size()), Wide(crd.size() * J);
  a8(m, J, pos.data(), crd.data(), pos2.data(), crd2.data(), val2.data(), D, D,
     A.data());
  print("A.8", A);
  mttkrpFibres(m, J, pos.data(), crd.data(), pos2.data(), crd2.data(),
               val2.data(), D, D, A.data());
  print("MTTKRP by fibres", A);
  ttv(m, pos.data(), pos2.data(), crd2.data(), val2.data(), x, Fibres.data());
  print("TTV", Fibres);
  ttm(m, J, pos.data(), pos2.data(), crd2.data(), val2.data(), D, Wide.data());
  print("TTM", Wide);
}
