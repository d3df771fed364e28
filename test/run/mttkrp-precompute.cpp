// MTTKRP with sums over inner fibres in workspaces, on tensors with empty rows
// and fibres, and with factors that an empty fibre must not touch.
// RUN: %check-run -Wno-pass-failed --fallback 0 %s -o %t
// RUN: %check-run -Wno-pass-failed --fallback 0 --threads 3 --reuse %s -o %t
// RUN: %clangxx_sparse -std=c++20 -O1 -fplugin-arg-sparse-verify %s \
// RUN:   -o %t.verified
// RUN: %t.verified 2>%t.log >%t.records
// RUN: count 0 < %t.log

#include "support/fibres.h"
#include <limits>

using Vector = std::vector<double>;
using Indices = std::vector<int>;

#define PRAGMA(...) _Pragma(#__VA_ARGS__)
#define MTTKRP3(Name, Width, ...)                                              \
  void Name(int I, const int *pos1, const int *crd1, const int *pos2,          \
            const int *crd2, const double *val, const double *C,               \
            const double *D, double *A) {                                      \
    constexpr int J = Width;                                                   \
    PRAGMA(__VA_ARGS__)                                                        \
    for (int i = 0; i < I; ++i)                                                \
      for (int pk = pos1[i]; pk < pos1[i + 1]; ++pk) {                         \
        int k = crd1[pk];                                                      \
        for (int pl = pos2[pk]; pl < pos2[pk + 1]; ++pl) {                     \
          int l = crd2[pl];                                                    \
          for (int j = 0; j < J; ++j)                                          \
            A[i * J + j] += val[pl] * C[k * J + j] * D[l * J + j];             \
        }                                                                      \
      }                                                                        \
  }

#define MTTKRP4(Name, ...)                                                     \
  void Name(int I, const int *pos1, const int *crd1, const int *pos2,          \
            const int *crd2, const int *pos3, const int *crd3,                 \
            const double *val, const double *C, const double *D,               \
            const double *E, double *A) {                                      \
    constexpr int J = 8;                                                       \
    PRAGMA(__VA_ARGS__)                                                        \
    for (int i = 0; i < I; ++i)                                                \
      for (int pk = pos1[i]; pk < pos1[i + 1]; ++pk) {                         \
        int k = crd1[pk];                                                      \
        for (int pl = pos2[pk]; pl < pos2[pk + 1]; ++pl) {                     \
          int l = crd2[pl];                                                    \
          for (int pm = pos3[pl]; pm < pos3[pl + 1]; ++pm) {                   \
            int m = crd3[pm];                                                  \
            for (int j = 0; j < J; ++j)                                        \
              A[i * J + j] +=                                                  \
                  val[pm] * C[k * J + j] * D[l * J + j] * E[m * J + j];        \
          }                                                                    \
        }                                                                      \
      }                                                                        \
  }

// clang-format off
#define ORDER3(X)                                                              \
  X(thesisA5, sparse order(i, k, l, j) precompute(val[pl]*D[l*J+j], j, j, w) split(i, i1, i2, 32) parallelize(i1, cpu_thread, no_races)) \
  X(plain, sparse precompute(D[J * crd2[pl] + j] * (val[pl]), j, jp, w))       \
  X(vectors, sparse precompute(val[pl]*D[l*J+j], j, jp, w) parallelize(jp, cpu_vector, no_races) parallelize(j, cpu_vector, no_races)) \
  X(tiled, sparse precompute(val[pl]*D[l*J+j], j, jp, w) split(jp, j0, j1, 4) unroll(j1)) \
  X(fusedRows, sparse fuse(i, pk, fp) split(fp, c, q, 16) precompute(val[pl]*D[l*J+j], j, jp, w) parallelize(c, cpu_thread, temporary)) \
  X(fusedAfter, sparse precompute(val[pl]*D[l*J+j], j, jp, w) fuse(i, pk, fp) split(fp, c, q, 16) parallelize(c, cpu_thread, temporary)) \
  X(splitFibres, sparse split(pl, p0, p1, 2) precompute(val[pl]*D[l*J+j], j, j, w) split(i, i0, i1, 4)) \
  X(noReduction, sparse precompute(val[pl]*C[k*J+j], j, j, w))
#define ORDER4(X)                                                              \
  X(thesisA6, sparse order(i, k, l, m, j) precompute(val[pm]*E[m*J+j]*D[l*J+j], j, j, bde) precompute(val[pm]*E[m*J+j], j, j, be) split(i, i1, i2, 32) parallelize(i1, cpu_thread, no_races)) \
  X(vectors4, sparse precompute(val[pm]*E[m*J+j]*D[l*J+j], j, j, bde) precompute(val[pm]*E[m*J+j], j, jp, be) parallelize(jp, cpu_vector, no_races)) \
  X(twoLevels, sparse precompute(val[pm]*E[m*J+j]*D[l*J+j], j, j, bde))
// clang-format on

// clang-format off
#define MTTKRP5(Name, Declaration)                                             \
  void Name(int I, [[maybe_unused]] int Width, const int *pos1,                \
            const int *crd1, const int *pos2, const int *crd2,                 \
            const int *pos3, const int *crd3, const int *pos4,                 \
            const int *crd4, const double *val, const double *C,               \
            const double *D, const double *E, const double *F, double *A) {    \
    Declaration;                                                               \
    PRAGMA(sparse order(i, k, l, m, n, j))                                     \
    PRAGMA(sparse precompute(val[pn] * F[n * J + j] * E[m * J + j] * D[l * J + j], j, j, w1)) \
    PRAGMA(sparse precompute(val[pn] * F[n * J + j] * E[m * J + j], j, j, w2)) \
    PRAGMA(sparse precompute(val[pn] * F[n * J + j], j, j, w3))                \
    PRAGMA(sparse split(i, i1, i2, 32) parallelize(i1, cpu_thread, no_races))  \
    for (int i = 0; i < I; ++i)                                                \
      for (int pk = pos1[i]; pk < pos1[i + 1]; ++pk) {                         \
        int k = crd1[pk];                                                      \
        for (int pl = pos2[pk]; pl < pos2[pk + 1]; ++pl) {                     \
          int l = crd2[pl];                                                    \
          for (int pm = pos3[pl]; pm < pos3[pl + 1]; ++pm) {                   \
            int m = crd3[pm];                                                  \
            for (int pn = pos4[pm]; pn < pos4[pm + 1]; ++pn) {                 \
              int n = crd4[pn];                                                \
              for (int j = 0; j < J; ++j)                                      \
                A[i * J + j] += val[pn] * C[k * J + j] * D[l * J + j] *        \
                                E[m * J + j] * F[n * J + j];                   \
            }                                                                  \
          }                                                                    \
        }                                                                      \
      }                                                                        \
  }
// clang-format on
MTTKRP5(thesisA7, constexpr int J = 8)
MTTKRP5(thesisA7Runtime, const int J = Width)

#define EIGHT(NAME, ...) MTTKRP3(NAME##_8, 8, __VA_ARGS__)
#define FIVE(NAME, ...) MTTKRP3(NAME##_5, 5, __VA_ARGS__)
ORDER3(EIGHT)
ORDER3(FIVE)
ORDER4(MTTKRP4)

/// A run-time width, which a guard makes constant.
void bounded(int I, int J, const int *pos1, const int *crd1, const int *pos2,
             const int *crd2, const double *val, const double *C,
             const double *D, double *A) {
#pragma sparse bound(j, jb, 8, max_exact)
#pragma sparse precompute(val[pl] * D[l * J + j], jb, jp, w)
#pragma sparse parallelize(jp, cpu_vector, no_races)
#pragma sparse parallelize(jb, cpu_vector, no_races)
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

/// The same with the name of the bounded loop for the producer's, from 1.
void boundedFromOne(int I, int J, const int *pos1, const int *crd1,
                    const int *pos2, const int *crd2, const double *val,
                    const double *C, const double *D, double *A) {
#pragma sparse bound(j, jb, 8, max_exact)
#pragma sparse precompute(val[pl] * D[l * J + j], jb, jb, w)
#pragma sparse split(jb, j0, j1, 4) unroll(j1)
  for (int i = 0; i < I; ++i)
    for (int pk = pos1[i]; pk < pos1[i + 1]; ++pk) {
      int k = crd1[pk];
      for (int pl = pos2[pk]; pl < pos2[pk + 1]; ++pl) {
        int l = crd2[pl];
        for (int j = 1; j < J; ++j)
          A[i * J + j] += val[pl] * C[k * J + j] * D[l * J + j];
      }
    }
}

#define MTTKRP_RUNTIME(Name, Type, First, ...)                                 \
  void Name(int I, Type J, const int *pos1, const int *crd1, const int *pos2,  \
            const int *crd2, const double *val, const double *C,               \
            const double *D, double *A) {                                      \
    PRAGMA(__VA_ARGS__)                                                        \
    for (int i = 0; i < I; ++i)                                                \
      for (int pk = pos1[i]; pk < pos1[i + 1]; ++pk) {                         \
        int k = crd1[pk];                                                      \
        for (int pl = pos2[pk]; pl < pos2[pk + 1]; ++pl) {                     \
          int l = crd2[pl];                                                    \
          for (Type j = First; j < J; ++j)                                     \
            A[i * J + j] += val[pl] * C[k * J + j] * D[l * J + j];             \
        }                                                                      \
      }                                                                        \
  }

// Widths that are known at run time only: workspaces in allocated memory.
// clang-format off
#define RUNTIME(X)                                                             \
  X(serial, int, 0, sparse precompute(val[pl]*D[l*J+j], j, j, w))              \
  X(onThreads, int, 0, sparse precompute(val[pl]*D[l*J+j], j, jp, w) parallelize(i, cpu_thread, no_races)) \
  X(fromOne, long, 1, sparse precompute(val[pl]*D[l*J+j], j, jp, w) split(i, i0, i1, 4) parallelize(i0, cpu_thread, no_races, schedule(dynamic))) \
  X(fromTwo, size_t, 2, sparse precompute(val[pl]*D[l*J+j], j, jp, w) parallelize(i, cpu_thread, no_races)) \
  X(lanes, unsigned, 0, sparse precompute(val[pl]*D[l*J+j], j, jp, w) parallelize(jp, cpu_vector, no_races) parallelize(j, cpu_vector, no_races) parallelize(i, cpu_thread, no_races)) \
  X(blocks, int, 0, sparse precompute(val[pl]*D[l*J+j], j, jp, w) split(jp, j0, j1, 4) unroll(j1) split(j, j2, j3, 8) parallelize(j3, cpu_vector, no_races)) \
  X(fused, int, 0, sparse precompute(val[pl]*D[l*J+j], j, jp, w) fuse(i, pk, fp) split(fp, c, q, 16) parallelize(c, cpu_thread, temporary)) \
  X(withAtomics, int, 0, sparse fuse(i, pk, fp) precompute(val[pl]*D[l*J+j], j, jp, w) parallelize(fp, cpu_thread, atomics)) \
  X(onInnerThreads, int, 0, sparse precompute(val[pl]*D[l*J+j], j, jp, w) parallelize(jp, cpu_thread, no_races)) \
  X(fibresOnThreads, int, 0, sparse precompute(val[pl]*D[l*J+j], j, jp, w) parallelize(pk, cpu_thread, atomics)) \
  X(withoutSum, int, 0, sparse precompute(val[pl]*C[k*J+j], j, j, w) parallelize(i, cpu_thread, no_races)) \
  X(balanced, int, 0, sparse precompute(val[pl]*D[l*J+j], j, jp, w) divide(i, t, ir, threads, balance(pk)) parallelize(t, cpu_thread, no_races))
// clang-format on
RUNTIME(MTTKRP_RUNTIME)

void nestedRuntime(int I, int J, const int *pos1, const int *crd1,
                   const int *pos2, const int *crd2, const int *pos3,
                   const int *crd3, const double *val, const double *C,
                   const double *D, const double *E, double *A) {
#pragma sparse precompute(val[pm] * E[m * J + j] * D[l * J + j], j, j, bde)
#pragma sparse precompute(val[pm] * E[m * J + j], j, jp, be)
#pragma sparse split(i, i1, i2, 4) parallelize(i1, cpu_thread, no_races)
#pragma sparse parallelize(jp, cpu_vector, no_races)
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

/// All rows share the sums; threads note whether there is one.
void allRows(int I, int J, const Indices &pos, const Indices &crd,
             const Vector &val, const Vector &C, const double *D, Vector &A) {
#pragma sparse split(i, i0, i1, 4)                                             \
    precompute(val[p] * C[crd[p] * J + j], j, jp, w)                           \
    parallelize(i0, cpu_thread, atomics)
  for (int i = 0; i < I; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int j = 0; j < J; ++j)
        A[j] += val[p] * C[crd[p] * J + j] * D[j];
}

int main() {
  for (int Rows : {0, 1, 7, 70})
    for (int Most : {1, 3, 6}) {
      run::Random R(Rows * 10 + Most + 1);
      Indices Pos1 = run::segments(R, Rows, Most);
      Indices Pos2 = run::segments(R, Pos1.back(), Most);
      Indices Pos3 = run::segments(R, Pos2.back(), Most);
      Indices Pos4 = run::segments(R, Pos3.back(), Most);
      Indices Crd1 = run::coordinates(R, Pos1.back(), 9);
      Indices Crd2 = run::coordinates(R, Pos2.back(), 9);
      Indices Crd3 = run::coordinates(R, Pos3.back(), 9);
      Indices Crd4 = run::coordinates(R, Pos4.back(), 9);
      Vector Val = R.vector<double>(Pos4.back() + Pos3.back() + Pos2.back());
      Vector C = R.vector<double>(72), D = R.vector<double>(72);
      Vector E = R.vector<double>(72), F = R.vector<double>(72);
      // What only empty fibres name.
      Crd1.push_back(0);
      for (int P = 0; P < Pos1.back(); ++P)
        if (Pos2[P] == Pos2[P + 1])
          Crd1[P] = 9;
      C.resize(80, std::numeric_limits<double>::infinity());
      std::string Shape =
          ", rows " + std::to_string(Rows) + ", most " + std::to_string(Most);
      auto Run3 = [&](std::string Name, auto Kernel, int Columns = 8) {
        Vector A(Rows * Columns + 1, 1.0);
        Kernel(Rows, Pos1.data(), Crd1.data(), Pos2.data(), Crd2.data(),
               Val.data(), C.data(), D.data(), A.data());
        run::record(Name + Shape, A, Vector(A.size(), 1e-10));
      };
      auto Run4 = [&](std::string Name, auto Kernel, int Columns = 8) {
        Vector A(Rows * Columns + 1, 1.0);
        Kernel(Rows, Pos1.data(), Crd1.data(), Pos2.data(), Crd2.data(),
               Pos3.data(), Crd3.data(), Val.data(), C.data(), D.data(),
               E.data(), A.data());
        run::record(Name + Shape, A, Vector(A.size(), 1e-10));
      };
      auto Run5 = [&](std::string Name, auto Kernel, int Columns) {
        Vector A(Rows * Columns + 1, 1.0);
        Kernel(Rows, Columns, Pos1.data(), Crd1.data(), Pos2.data(),
               Crd2.data(), Pos3.data(), Crd3.data(), Pos4.data(), Crd4.data(),
               Val.data(), C.data(), D.data(), E.data(), F.data(), A.data());
        run::record(Name + Shape, A, Vector(A.size(), 1e-10));
      };
      auto OfWidth = [&](int J, auto Kernel) {
        return [=](int I, auto... Arrays) { Kernel(I, J, Arrays...); };
      };
      Run3("bounded", OfWidth(8, bounded));
      Run3("bounded from one", OfWidth(8, boundedFromOne));
#define CALL3(NAME, ...)                                                       \
  Run3(#NAME "_8", NAME##_8);                                                  \
  Run3(#NAME "_5", NAME##_5);
#define CALL4(NAME, ...) Run4(#NAME, NAME);
      ORDER3(CALL3)
      ORDER4(CALL4)
      Run5("thesisA7", thesisA7, 8);
      bool Any = false;
      for (int P = 0; P < Pos1.back(); ++P)
        Any |= Pos2[P] < Pos2[P + 1];
      Vector Sums(8, 1.0),
          Factors(8, Any ? 3.0 : std::numeric_limits<double>::infinity());
      allRows(Pos1.back(), 8, Pos2, Crd2, Val, D, Factors.data(), Sums);
      run::record("all rows" + Shape, Sums, Vector(8, 1e-10));
      for (int J : {0, 1, 7, 100}) {
        C = R.vector<double>(9 * J), D = R.vector<double>(9 * J);
        E = R.vector<double>(9 * J), F = R.vector<double>(9 * J);
        C.resize(10 * J, std::numeric_limits<double>::infinity());
        std::string Width = ", width " + std::to_string(J);
#define CALL_RUNTIME(NAME, ...) Run3(#NAME + Width, OfWidth(J, NAME), J);
        RUNTIME(CALL_RUNTIME)
        Run4("nested" + Width, OfWidth(J, nestedRuntime), J);
        Run5("thesisA7" + Width, thesisA7Runtime, J);
      }
    }
}
