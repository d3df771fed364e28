// Nests inside OpenMP regions see the variables that the regions' clauses make;
// a team inside a team is one thread, and the nest one chunk.
// RUN: %clangxx -std=c++20 -O2 -fopenmp -w %s -o %t.plain
// RUN: %clangxx_sparse -std=c++20 -O2 -Wall -Werror -Wno-unused %s -fplugin-arg-sparse-count -o %t.sparse
// RUN: %t.plain > %t.expected
// RUN: %t.sparse > %t.actual 2> %t.counters
// RUN: cmp %t.expected %t.actual
// RUN: FileCheck --input-file=%t.counters %s --implicit-check-not='fallback {{[1-9]}}'
// CHECK-COUNT-19: generated {{[1-9][0-9]*}}, fallback 0
// CHECK-NOT: lacuna

#include "Inputs/matrix.h"
#include <omp.h>

constexpr int N = 97;
#define SCHEDULE                                                               \
  _Pragma("sparse split(i, i0, i1, 8) parallelize(i0, cpu_thread, no_races)")
#define LOOP(LO, HI)                                                           \
  SCHEDULE for (int i = LO; i < HI; i++) for (int p = pos[i]; p < pos[i + 1];  \
                                              p++) y[i] += val[p] * x[crd[p]];

// Each thread its own rows.
void shared(ARGS) {
#pragma omp parallel default(none) shared(y, x) firstprivate(pos, crd, val)
  {
    const int lo = N * omp_get_thread_num() / omp_get_num_threads();
    const int hi = N * (omp_get_thread_num() + 1) / omp_get_num_threads();
    LOOP(lo, hi)
  }
}

// The directive stands in front of either pragma.
void single(int n, ARGS) {
#pragma omp parallel
#pragma omp single
  LOOP(0, n)
#pragma omp parallel
#pragma omp master
  {
    LOOP(0, n)
  }
}

void critical(int n, ARGS) {
#pragma omp parallel num_threads(3)
  {
#pragma omp critical
    LOOP(0, n)
  }
}

// Private copies, written and read afterwards.
void privates(ARGS) {
  double last = -1, sum = 0.5;
  int count = 1, row = 7;
#pragma omp parallel num_threads(3) private(row, last) firstprivate(count)     \
    reduction(+ : sum)
  {
    last = 2;
#pragma sparse split(row, r0, r1, 8)
    for (row = 0; row < N; row++)
      for (int p = pos[row]; p < pos[row + 1]; p++) {
        last = val[p] + count;
        sum += x[crd[p]];
        ++count;
      }
#pragma omp critical
    {
      y[0] += row;
      y[1] += last;
      y[2] += count;
    }
  }
  y[3] += last + count + row;
  y[4] = sum;
}

// The pointer and its elements are the thread's own.
void reducedArray(ARGS) {
#pragma omp parallel num_threads(1) reduction(+ : y[ : N])
  LOOP(0, N)
}

void task(int n, ARGS) {
#pragma omp parallel
#pragma omp single
  for (int part = 0; part < 4; ++part) {
    int lo = n * part / 4, hi = n * (part + 1) / 4;
#pragma omp task firstprivate(lo, hi) shared(n)
    LOOP(lo, hi)
  }
}

void taskloop(int n, ARGS) {
#pragma omp parallel
#pragma omp single
#pragma omp taskloop
  for (int part = 0; part < 4; ++part) {
    LOOP(n * part / 4, n * (part + 1) / 4)
  }
}

void sections(int n, ARGS) {
#pragma omp parallel sections
  {
#pragma omp section
    LOOP(0, n / 2)
#pragma omp section
    LOOP(n / 2, n)
  }
}

void insideFor(int n, ARGS) {
#pragma omp parallel for schedule(dynamic)
  for (int part = 0; part < 9; ++part) {
    if (part % 2 == 0) {
      LOOP(n * part / 9, n * (part + 1) / 9)
    } else {
      LOOP(n * part / 9, n * (part + 1) / 9)
    }
  }
}

// A lambda in a region, and a region in a lambda.
void lambdas(int n, ARGS) {
#pragma omp parallel num_threads(2)
  {
    const int lo = omp_get_thread_num() == 0 ? 0 : n / 2;
    const int hi = omp_get_thread_num() == 0 ? n / 2 : n;
    auto half = [&, y] { LOOP(lo, hi) };
    if (omp_get_num_threads() == 2)
      half();
  }
  auto whole = [=] {
#pragma omp parallel for
    for (int part = 0; part < 3; ++part) {
      auto third = [&] { LOOP(n * part / 3, n * (part + 1) / 3) };
      third();
#pragma omp critical
      LOOP(0, 1)
    }
  };
  whole();
}

template <class T, int Parts> struct Matrix {
  const int *pos, *crd;
  const T *val;
  int n;
  void multiply(const T *x, T *y) const {
#pragma omp parallel for
    for (int part = 0; part < Parts; ++part)
      LOOP(n *part / Parts, n *(part + 1) / Parts)
  }
};

// Names of clauses mean what they mean in the region.
void constants(int n, ARGS) {
  constexpr int Tile = 64;
#pragma omp parallel num_threads(1)
  {
    constexpr int Tile = 4;
    const int Half = 2;
#pragma sparse split(i, i0, i1, Tile * Half)
    for (int i = 0; i < n; i++)
      for (int p = pos[i]; p < pos[i + 1]; p++)
        y[i] += val[p] * x[crd[p]] * Tile;
  }
}

// Sums keep the order of one chunk.
void reduction(int n, ARGS) {
  double total = 0;
#pragma omp parallel num_threads(2) reduction(+ : total)
  {
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
    for (int i = 0; i < n; i++)
      for (int p = pos[i]; p < pos[i + 1]; p++)
        total += val[p] * x[crd[p]];
  }
  y[0] = total;
}

double orphaned(int n, ARGS) {
  double total = 0;
#pragma sparse parallelize(i, cpu_thread, parallel_reduction) num_threads(5)
  for (int i = 0; i < n; i++)
    for (int p = pos[i]; p < pos[i + 1]; p++)
      total += val[p] * x[crd[p]];
  return total;
}

int main() {
  fillMatrix(N);
  const int *pos = Pos.data(), *crd = Crd.data();
  const double *val = Val.data(), *x = X.data();
  show("shared", N, [&](double *y) { shared(pos, crd, val, x, y); });
  show("single", N, [&](double *y) { single(N, pos, crd, val, x, y); });
  show("critical", N, [&](double *y) { critical(N, pos, crd, val, x, y); });
  show("privates", N, [&](double *y) { privates(pos, crd, val, x, y); });
  show("array", N, [&](double *y) { reducedArray(pos, crd, val, x, y); });
  show("task", N, [&](double *y) { task(N, pos, crd, val, x, y); });
  show("taskloop", N, [&](double *y) { taskloop(N, pos, crd, val, x, y); });
  show("sections", N, [&](double *y) { sections(N, pos, crd, val, x, y); });
  show("for", N, [&](double *y) { insideFor(N, pos, crd, val, x, y); });
  show("lambdas", N, [&](double *y) { lambdas(N, pos, crd, val, x, y); });
  Matrix<double, 5> m{pos, crd, val, N};
  show("member", N, [&](double *y) { m.multiply(x, y); });
  show("constants", N, [&](double *y) { constants(N, pos, crd, val, x, y); });
  show("reduction", N, [&](double *y) { reduction(N, pos, crd, val, x, y); });
  show("orphaned", N, [&](double *y) {
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 1)
      y[0] = orphaned(N, pos, crd, val, x, y);
  });
}
