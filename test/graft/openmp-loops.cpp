// A loop that an OpenMP directive shares out stays; the loops inside it are
// scheduled, whichever of the two pragmas comes first.
// RUN: %clangxx -std=c++20 -O2 -fopenmp -w %s -o %t.plain
// RUN: %clangxx_sparse -std=c++20 -O2 -Wall -Werror -Wno-unused %s -fplugin-arg-sparse-count -o %t.sparse
// RUN: %t.plain > %t.expected
// RUN: %t.sparse > %t.actual 2> %t.counters
// RUN: cmp %t.expected %t.actual
// RUN: FileCheck --input-file=%t.counters %s --implicit-check-not='fallback {{[1-9]}}'
// CHECK: generated 60, fallback 0
// CHECK: generated 60, fallback 0
// CHECK: generated 60, fallback 0
// CHECK: generated 480, fallback 0
// CHECK: generated 60, fallback 0
// CHECK: generated 60, fallback 0
// CHECK: generated 60, fallback 0
// CHECK: generated 60, fallback 0
// CHECK-NOT: lacuna

#include <cstdio>
#include <vector>

constexpr int n = 60, K = 8;

#define ARGS                                                                   \
  const int *pos, const int *crd, const double *val, const double *x, double *y

void inFront(ARGS) {
#pragma sparse split(p, p0, p1, 4)
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i * K] = sum;
  }
}

// Without braces around the inner loop.
void behind(ARGS) {
#pragma omp parallel for
#pragma sparse reorder(p, k)
  for (int i = 0; i < n; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      for (int k = 0; k < K; ++k)
        y[i * K + k] += val[p] * x[crd[p] + k];
}

// Inside a parallel region, with the counter and a temporary in front.
void insideParallel(ARGS) {
  int i, p, k;
#pragma omp parallel private(p, k)
  {
    double scale = 2;
#pragma omp for nowait
#pragma sparse unroll(k, 4) split(p, p0, p1, 2)
    for (i = 0; i < n; ++i)
      for (p = pos[i]; p < pos[i + 1]; ++p)
        for (k = 0; k < K; ++k)
          y[i * K + k] += scale * val[p] * x[crd[p] + k];
  }
}

// Two loops are shared out; statements stand beside the loop inside.
void collapsed(ARGS) {
#pragma omp parallel for collapse(2)
#pragma sparse split(p, p0, p1, 2)
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < K; ++k) {
      double sum = y[i * K + k], other = 1;
      for (int p = pos[i]; p < pos[i + 1]; ++p)
        sum += val[p] * x[crd[p] + k];
      for (int q = 0; q < 3; ++q)
        other *= 1.5;
      y[i * K + k] = sum * other;
    }
}

// The clauses' own variables.
void clauses(ARGS) {
  double total = 0, last = 0;
  int step = 3;
#pragma omp parallel for reduction(max : total) lastprivate(last) firstprivate(step)
#pragma sparse split(p, p0, p1, 4)
  for (int i = 0; i < n; ++i) {
    last = i;
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      last += val[p] * step;
      if (val[p] > total)
        total = val[p];
    }
  }
  y[0] = total;
  y[1] = last;
}

template <class T> struct Matrix {
  const int *pos, *crd;
  const T *val;
  void multiply(const T *x, T *y) const {
#pragma omp parallel for
#pragma sparse parallelize(p, cpu_vector, parallel_reduction)
    for (int i = 0; i < n; ++i) {
      T sum = 0;
      for (int p = pos[i]; p < pos[i + 1]; ++p)
        sum += val[p] * x[crd[p]];
      y[i * K] = sum;
    }
  }
};

// A team inside a team is one thread.
void threads(ARGS) {
#pragma omp parallel for
#pragma sparse parallelize(p, cpu_thread, parallel_reduction) num_threads(3)
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i * K] = sum;
  }
}

void tasks(ARGS) {
#pragma omp parallel
#pragma omp single
  {
    auto all = [=] {
#pragma omp taskloop grainsize(7)
#pragma sparse split(p, p0, p1, 4)
      for (int i = 0; i < n; ++i)
        for (int p = pos[i]; p < pos[i + 1]; ++p)
          y[i] += val[p] * x[crd[p]];
    };
    all();
  }
}

template <class F> void show(const char *name, F f) {
  std::vector<double> y(n * K, 0.25);
  f(y.data());
  std::printf("%s:", name);
  for (double v : y)
    std::printf(" %a", v);
  std::printf("\n");
}

int main() {
  std::vector<int> Pos{0}, Crd;
  std::vector<double> Val, X;
  unsigned seed = 7;
  auto random = [&] {
    return (seed = seed * 1103515245u + 12345u) >> 16 & 1023;
  };
  for (int i = 0; i < n; i++) {
    for (int k = random() % 9; k > 0; --k) {
      Crd.push_back(random() % n);
      // Sums of these are exact in any order.
      Val.push_back(random() / 512.0);
    }
    Pos.push_back(Crd.size());
  }
  for (int i = 0; i < n + K; ++i)
    X.push_back(random() / 1024.0);
  const int *pos = Pos.data(), *crd = Crd.data();
  const double *val = Val.data(), *x = X.data();
  show("in front", [&](double *y) { inFront(pos, crd, val, x, y); });
  show("behind", [&](double *y) { behind(pos, crd, val, x, y); });
  show("inside", [&](double *y) { insideParallel(pos, crd, val, x, y); });
  show("collapsed", [&](double *y) { collapsed(pos, crd, val, x, y); });
  show("clauses", [&](double *y) { clauses(pos, crd, val, x, y); });
  Matrix<double> m{pos, crd, val};
  show("member", [&](double *y) { m.multiply(x, y); });
  show("threads", [&](double *y) { threads(pos, crd, val, x, y); });
  show("tasks", [&](double *y) { tasks(pos, crd, val, x, y); });
}
