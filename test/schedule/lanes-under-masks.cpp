// clang-format off: what is checked is long
// Sums along triangles beside updates, under a condition: lanes where they can
// be masked, and where what is updated lies side by side, which members of
// records do not.
// RUN: %clangxx_sparse -march=skylake-avx512 -fsyntax-only -Rpass=sparse %s 2>&1 | FileCheck %s

struct Atom {
  double x, f;
};

double arrays(int n, const double *x, double *f, double cut) {
  double e = 0;
  // CHECK: :[[@LINE+2]]:{{.*}}parallelize(j, cpu_vector, parallel_reduction)
#pragma sparse assume(noalias(x, f))
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++) {
      double d = x[i] - x[j];
      if (d * d > cut)
        continue;
      e += d;
      f[i] += d;
      f[j] -= d;
    }
  return e;
}

double members(int n, Atom *a, double cut) {
  double e = 0;
  // CHECK-NOT: cpu_vector
#pragma sparse
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++) {
      double d = a[i].x - a[j].x;
      if (d * d > cut)
        continue;
      e += d;
      a[i].f += d;
      a[j].f -= d;
    }
  return e;
}

// Without a condition members are gathered and scattered.
double always(int n, Atom *a) {
  double e = 0;
  // CHECK: :[[@LINE+2]]:{{.*}}parallelize(j, cpu_vector, parallel_reduction)
#pragma sparse
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++) {
      double d = a[i].x - a[j].x;
      e += d;
      a[i].f += d;
      a[j].f -= d;
    }
  return e;
}
