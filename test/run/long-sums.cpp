// Sums over all iterations behind a bare directive: in lanes on one thread, in
// blocks of lanes on several. Data are such that no order of sums rounds.
// clang-format off
// RUN: %check-run --lines 10 --fallback-each 9 %s -o %t
// RUN: %check-run --lines 10 --fallback-each 9 --threads 3 %s -o %t --reuse
// RUN: %check-run --lines 10 --fallback-each 9 -O1 -fplugin-arg-sparse-verify %s -o %t.verify
// RUN: %clangxx_sparse -std=c++20 -fsyntax-only -Rpass=sparse %s 2>&1 | FileCheck %s
// clang-format on

#include "support/support.h"

using Values = std::vector<double>;

static double sum(int n, const double *x) {
  double s = 0;
  // CHECK: :[[#@LINE+4]]:{{.*}}remark: loop runs as parallelize(i, cpu_vector, parallel_reduction) where 'i' has fewer than 100000 iterations, and elsewhere as
  // CHECK-SAME: split(i, i0, i1, 2048) parallelize(i0, cpu_thread, parallel_reduction)
  // CHECK-SAME: parallelize(i1, cpu_vector, parallel_reduction)
#pragma sparse
  for (int i = 0; i < n; ++i)
    s += x[i];
  return s;
}

static double dot(const std::vector<double> &x, const std::vector<float> &y) {
  double s = -0.0;
  // CHECK: :[[#@LINE+2]]:{{.*}}split(i, i0, i1, 2048)
#pragma sparse
  for (size_t i = 0; i < x.size(); i++)
    s += x[i] * y[i];
  return s;
}

/// Of a part, from an offset, some in front of others.
static double part(long from, long to, const double *x, const double *y) {
  double s = 1;
  // CHECK: :[[#@LINE+2]]:{{.*}}split(i, i0, i1, 2048)
#pragma sparse
  for (long i = from; i < to; ++i) {
    const double d = x[i] - y[i - 1];
    s -= d * std::fabs(y[i]);
  }
  return s;
}

/// A step of conjugate gradients: what is summed is stored as well.
static Values step(int n, double alpha, const double *p, double *r) {
  double s = 0;
  int steps = 0;
  // CHECK: :[[#@LINE+2]]:{{.*}}split(i, i0, i1, 2048)
#pragma sparse
  for (int i = 0; i < n; ++i) {
    r[i] -= alpha * p[i];
    s += r[i] * r[i];
    steps += i & 3;
  }
  return {s, double(steps)};
}

static Values several(int n, const double *x, const int *w) {
  double mean = 0, squares = 0, product = 1;
  // CHECK: :[[#@LINE+2]]:{{.*}}split(i, i0, i1, 2048)
#pragma sparse
  for (int i = 0; i < n; ++i) {
    mean += w[i] * x[i];
    squares += x[i] * x[i];
    product *= 1 - 2 * (w[i] & 1);
  }
  return {mean, squares, product};
}

static float inFloat(int n, const float *x) {
  float s = 0;
  // CHECK: :[[#@LINE+2]]:{{.*}}split(i, i0, i1, 2048)
#pragma sparse
  for (int i = 0; i < n; ++i)
    s += x[i];
  return s;
}

struct Norms {
  double one = 0, two = 0;
  void add(double v) {
    one += std::fabs(v);
    two += v * v;
  }
};

static Values members(int n, const double *x) {
  Norms norms;
  // CHECK: :[[#@LINE+2]]:{{.*}}split(i, i0, i1, 2048)
#pragma sparse
  for (int i = 0; i < n; ++i)
    norms.add(x[i]);
  return {norms.one, norms.two};
}

// What the compiler makes no vectors of is for threads alone: what conditions
// decide to read, what lies anywhere or apart, the least element.
// CHECK-NOT: split
static Values others(int n, const double *x, const int *at) {
  double positive = 0, anywhere = 0, apart = 0, least = 0;
#pragma sparse
  for (int i = 0; i < n; ++i)
    if (at[i] > 0)
      positive += x[i];
#pragma sparse
  for (int i = 0; i < n; ++i)
    anywhere += x[at[i]];
#pragma sparse
  for (int i = 0; i < n; ++i) {
    apart += x[i];
    least = std::min(least, x[i]);
  }
  return {positive, anywhere, apart, least};
}

int main() {
  for (int n : {0, 1, 19999, 20000, 22529, 99999, 100000, 102400, 131071}) {
    Values x(n + 1), y(n + 1), r(n + 1), zeros(n + 1, -0.0);
    std::vector<float> z(n + 1);
    std::vector<int> w(n + 1);
    run::Random random(n);
    for (int i = 0; i <= n; ++i) {
      x[i] = random.value<int>();
      y[i] = random.value<int>();
      r[i] = random.value<int>();
      z[i] = float(random.value<int>());
      w[i] = int(random.below(n + 1));
    }
    const std::string At = ", " + std::to_string(n);
    auto record = [&](const std::string &What, Values All) {
      run::record(What + At, All);
    };
    record("sum", {sum(n, x.data()), sum(n, zeros.data())});
    record("dot", {dot(x, z)});
    record("part", {part(1, n + 1, x.data(), y.data())});
    record("step", step(n, 0.5, x.data(), r.data()));
    record("stored", r);
    record("several", several(n, x.data(), w.data()));
    record("float", {inFloat(n, z.data())});
    record("members", members(n, x.data()));
    record("others", others(n, x.data(), w.data()));
  }
}
