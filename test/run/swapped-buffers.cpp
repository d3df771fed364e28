// Buffers that are swapped behind each step run tile by tile, with the bits of
// the loops as they stand; behind the loops the pointers lead where the user's
// loops leave them, however many steps there are.
// REQUIRES: affine
// RUN: %check-run --lines 13 --fallback 70 %s -Wno-unknown-warning-option -Wno-vla-cxx-extension -o %t
// RUN: %check-run --lines 13 --fallback 70 --threads 2 %s -Wno-unknown-warning-option -Wno-vla-cxx-extension -o %t --reuse
// RUN: %check-run --lines 13 --fallback 70 %s -Wno-unknown-warning-option -Wno-vla-cxx-extension -O1 -fplugin-arg-sparse-verify -o %t.verify

#include "support/support.h"
#include <utility>

constexpr int Size = 70;

static std::vector<double> values(int Count, int Seed) {
  std::vector<double> V(Count);
  for (int K = 0; K < Count; ++K)
    V[K] = ((K + Seed) * 37 % 101) / 7.0 - 5;
  return V;
}

/// The buffers, and which of them the pointers lead to.
template <class T>
static void recordAll(const char *Name, std::initializer_list<T *> Pointers,
                      std::initializer_list<const std::vector<double> *> All) {
  std::vector<int> Leads;
  for (T *P : Pointers)
    for (const std::vector<double> *V : All)
      Leads.push_back(static_cast<const void *>(P) == V->data());
  run::record(Name, Leads);
  for (const std::vector<double> *V : All)
    run::record(Name, *V);
}

using Row = double[Size];

static void swapped(int T, int n, Row *&First, Row *&Second) {
  Row *A = First, *B = Second;
#pragma sparse tile(t, i, j; 4, 8, 16; parallelogram)                          \
    parallelize(i_tile, cpu_thread, no_races)                                  \
        parallelize(j, cpu_vector, no_races)
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        B[i][j] = 0.2 * (A[i][j] + A[i - 1][j] + A[i + 1][j] + A[i][j - 1] +
                         A[i][j + 1]);
    std::swap(A, B);
  }
  First = A;
  Second = B;
}

static void hexagons(int T, int n, Row *A, Row *B, Row **Ends) {
#pragma sparse tile(t, i, j; 4, 9, 16; hexagonal)                              \
    parallelize(i_tile, cpu_thread, no_races)
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        B[i][j] = 0.2 * (A[i][j] + A[i - 1][j] + A[i + 1][j] + A[i][j - 1] +
                         A[i][j + 1]);
    Row *tmp = A;
    A = B;
    B = tmp;
  }
  Ends[0] = A;
  Ends[1] = B;
}

// Odd sizes, a pointer that is declared in front, a first step that is not 0,
// a step's number in what is computed.
static void line(int t0, int T, int n, double *a, double *b, double **Ends) {
  double *tmp;
#pragma sparse tile(t, i; 3, 7; parallelogram)                                 \
    parallelize(i_tile, cpu_thread, no_races)
  for (int t = t0; t < T; ++t) {
    for (int i = 1; i < n - 1; ++i) {
      const double sum = a[i - 1] + a[i + 1];
      b[i] = 0.5 * sum + t;
    }
    tmp = a, a = b, b = tmp;
  }
  Ends[0] = a;
  Ends[1] = b;
}

// Steps that go backwards, without a sign.
static void back(unsigned T, unsigned n, double *a, double *b, double **Ends) {
#pragma sparse tile(t, i; 2, 8; parallelogram)
  for (unsigned t = T; t > 0; --t) {
    for (unsigned i = 1; i + 1 < n; ++i)
      b[i] = a[i - 1] - a[i + 1] + t;
    {
      double *const tmp = b;
      b = a;
      a = tmp;
    }
  }
  Ends[0] = a;
  Ends[1] = b;
}

// The wave equation: three buffers that are passed on.
static void wave(int T, int n, Row *prev, Row *cur, Row *next, Row **Ends) {
#pragma sparse tile(t, i, j; 4, 8, 16; parallelogram)                          \
    parallelize(i_tile, cpu_thread, no_races)
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        next[i][j] = 2 * cur[i][j] - prev[i][j] +
                     0.1 * (cur[i - 1][j] + cur[i + 1][j] + cur[i][j - 1] +
                            cur[i][j + 1] - 4 * cur[i][j]);
    Row *tmp = prev;
    prev = cur;
    cur = next;
    next = tmp;
  }
  Ends[0] = prev;
  Ends[1] = cur;
  Ends[2] = next;
}

static void waveInHexagons(int T, int n, double *prev, double *cur,
                           double *next, double **Ends) {
#pragma sparse tile(t, i; 4, 9; hexagonal)                                     \
    parallelize(i_tile, cpu_thread, no_races)
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; ++i)
      next[i] = 2 * cur[i] - prev[i] + 0.1 * (cur[i - 1] + cur[i + 1]);
    std::swap(prev, cur);
    std::swap(cur, next);
  }
  Ends[0] = prev;
  Ends[1] = cur;
  Ends[2] = next;
}

// Two pairs, a boundary that is set between the loops, conditions.
static void pairs(int T, int n, const double *c, Row *u, Row *v, Row *u2,
                  Row *v2, Row **Ends) {
#pragma sparse tile(t, i, j; 2, 8, 16; parallelogram)                          \
    parallelize(i_tile, cpu_thread, no_races)
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; ++i) {
      u2[i][0] = u[i][1];
      for (int j = 1; j < n - 1; ++j) {
        double x = u[i][j] + 0.1 * v[i][j];
        if (c[j] > 0)
          x -= u[i - 1][j];
        u2[i][j] = x * 0.5;
        v2[i][j] = v[i + 1][j] + c[i];
      }
    }
    std::swap(u, u2);
    std::swap(v2, v);
  }
  Ends[0] = u;
  Ends[1] = v;
  Ends[2] = u2;
  Ends[3] = v2;
}

// Rows of a length that only the run tells.
static void rows(int T, int n, double *First, double *Second, double **Ends) {
  typedef double Line[n];
  auto *a = reinterpret_cast<Line *>(First),
       *b = reinterpret_cast<Line *>(Second);
#pragma sparse tile(t, i, j; 3, 6, 9; parallelogram)
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        b[i][j] = a[i - 1][j] - a[i][j + 1];
    auto *tmp = a;
    a = b;
    b = tmp;
  }
  Ends[0] = *a;
  Ends[1] = *b;
}

// Rows of flat arrays.
static void flat(int T, int n, double *a, double *b, double **Ends) {
#pragma sparse tile(t, i, j; 4, 9, 16; hexagonal) \
    parallelize(i_tile, cpu_thread, no_races)
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j) {
        const int c = i * n + j;
        b[c] = 0.25 * (a[c - n] + a[c + n] + a[c - 1] + a[c + 1]);
      }
    std::swap(a, b);
  }
  Ends[0] = a;
  Ends[1] = b;
}

// One loop behind the other: what was generated for the first one is no reason
// to refuse the second.
struct Factors {
  double first, second;
};

static void twice(int T, int n, double *a, double *b, const Factors *by,
                  double **Ends) {
#pragma sparse tile(t, i; 3, 7; parallelogram)
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; ++i)
      b[i] = by->first * a[i - 1] + a[i + 1];
    std::swap(a, b);
  }
#pragma sparse tile(t, i; 4, 7; hexagonal)
  for (int t = 0; t < T + 1; ++t) {
    for (int i = 1; i < n - 1; ++i)
      b[i] = by->second * a[i - 1] - a[i];
    std::swap(a, b);
  }
  Ends[0] = a;
  Ends[1] = b;
}

static double mean(const double *x, int i) { return (x[i - 1] + x[i + 1]) / 2; }

// In a template, in a loop around, through a function.
template <class Int, class Pointer>
static void sweeps(Int T, Int n, Pointer a, Pointer b, double **Ends) {
  for (Int s = 0; s < 3; ++s) {
    Int t;
#pragma sparse tile(t, i; 4, 7; hexagonal)                                     \
    parallelize(i_tile, cpu_thread, no_races)
    for (t = 0; t < T; ++t) {
      for (Int i = 1; i < n - 1; ++i)
        b[i] = mean(a, i) + s;
      std::swap(a, b);
    }
    b[0] = t;
  }
  Ends[0] = a;
  Ends[1] = b;
}

// Another pointer leads to one of the buffers: the user's loop runs.
static void alias(int T, int n, double *a, double *b, double **Ends) {
  const double *const first = a;
#pragma sparse tile(t, i; 3, 7; parallelogram)
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; ++i)
      b[i] = a[i - 1] + first[i];
    std::swap(a, b);
  }
  Ends[0] = a;
  Ends[1] = b;
}

int main() {
  for (int n : {0, 1, 2, 3, 7, 8, 9, 17, 18, 33, Size})
    for (int T : {0, 1, 2, 3, 4, 5, 8, 9}) {
      std::vector<double> A = values(Size * Size, 1),
                          B = values(Size * Size, 2),
                          C = values(Size * Size, 3),
                          D = values(Size * Size, 4);
      auto Rows = [](std::vector<double> &V) {
        return reinterpret_cast<Row *>(V.data());
      };
      Row *Ends[4] = {Rows(A), Rows(B)};
      swapped(T, n, Ends[0], Ends[1]);
      recordAll("swapped", {Ends[0], Ends[1]}, {&A, &B});
      hexagons(T, n, Rows(A), Rows(B), Ends);
      recordAll("hexagons", {Ends[0], Ends[1]}, {&A, &B});
      double *Flat[3];
      line(T / 3, T, n, A.data(), B.data(), Flat);
      recordAll("line", {Flat[0], Flat[1]}, {&A, &B});
      back(T, n, A.data(), B.data(), Flat);
      recordAll("back", {Flat[0], Flat[1]}, {&A, &B});
      wave(T, n, Rows(A), Rows(B), Rows(C), Ends);
      recordAll("wave", {Ends[0], Ends[1], Ends[2]}, {&A, &B, &C});
      waveInHexagons(T, n, A.data(), B.data(), C.data(), Flat);
      recordAll("wave in hexagons", {Flat[0], Flat[1], Flat[2]}, {&A, &B, &C});
      rows(T, n, A.data(), B.data(), Flat);
      recordAll("rows", {Flat[0], Flat[1]}, {&A, &B});
      flat(T, n, A.data(), B.data(), Flat);
      recordAll("flat", {Flat[0], Flat[1]}, {&A, &B});
      const Factors By = {0.5, 0.25};
      twice(T, n, A.data(), B.data(), &By, Flat);
      recordAll("twice", {Flat[0], Flat[1]}, {&A, &B});
      sweeps<long, double *__restrict>(T, n, A.data(), B.data(), Flat);
      recordAll("sweeps", {Flat[0], Flat[1]}, {&A, &B});
      alias(T, n, A.data(), B.data(), Flat);
      recordAll("alias", {Flat[0], Flat[1]}, {&A, &B});
      const std::vector<double> Factors = values(Size, 5);
      pairs(T, n, Factors.data(), Rows(A), Rows(B), Rows(C), Rows(D), Ends);
      recordAll("pairs", {Ends[0], Ends[1], Ends[2], Ends[3]},
                {&A, &B, &C, &D});
    }
  // One buffer, or two that lie over each other: the user's loops run.
  for (int T : {1, 2, 3, 4, 5, 8, 9}) {
    std::vector<double> A = values(Size * Size, 1);
    double *Flat[3];
    line(0, T, Size, A.data(), A.data(), Flat);
    recordAll("one", {Flat[0], Flat[1]}, {&A});
    line(0, T, Size, A.data(), A.data() + 5, Flat);
    recordAll("over each other", {Flat[0], Flat[1]}, {&A});
  }
}
