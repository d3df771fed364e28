// Statements and conditions in other words are the same nest.
// RUN: %clangxx %plugin -fopenmp -fplugin-arg-sparse-dump=graph -fsyntax-only %s 2>&1 \
// RUN:   | FileCheck %s

// Each part of a comma is a statement, done once.
// CHECK-LABEL: nest @commas
// CHECK: loop p {
// CHECK-NEXT: s += a[p]
// CHECK-NEXT: n += 1
// CHECK-NEXT: }
// CHECK: n += 1
// CHECK-NEXT: y[i] =
void commas(int m, const int *pos, const double *a, double *y) {
  double s;
  int n;
#pragma sparse split(i, i0, i1, 3)
  for (int i = 0; i < m; ++i) {
    s = 0, n = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      s += a[p], n++;
    (n++);
    y[i] = s / n;
  }
}

// CHECK-LABEL: nest @chained
// CHECK: y[i + 1] = 0.0:f32
// CHECK-NEXT: y[i] = 0.0:f32
// CHECK: y[i + 3] += x[i]
// CHECK-NEXT: y[i + 2] = y[i + 3]
void chained(int m, float *y, const float *x) {
#pragma sparse split(i, i0, i1, 3)
  for (int i = 0; i < m; ++i) {
    y[i] = y[i + 1] = 0;
    y[i + 2] = y[i + 3] += x[i];
  }
}

// CHECK-LABEL: nest @choices
// CHECK: if x[i] < 0.0 {
// CHECK-NEXT: y[i] = 1.0
// CHECK-NEXT: } else {
// CHECK-NEXT: y[i] += x[i]
// CHECK: if !(x[i] > 5.0) {
// CHECK-NEXT: y[i] = 0.0
void choices(int m, double *y, const double *x) {
#pragma sparse split(i, i0, i1, 3)
  for (int i = 0; i < m; ++i) {
    x[i] < 0 ? y[i] = 1 : y[i] += x[i];
    x[i] > 5 || (y[i] = 0);
    x[i] > 6 ? (void)0 : (void)1;
  }
}

// CHECK-LABEL: nest @plusConstants
// CHECK: index i : u64 in 0:u64 .. max(n, 1:u64) - 1:u64
// CHECK: index p : i32 in pos[i] .. pos[i + 1:u64]
// CHECK-NEXT: index q : i32 in 0 .. m - 3
// CHECK-NEXT: split
// CHECK-NEXT: guard "'m' is too small" m >= -2147483645
void plusConstants(unsigned long n, int m, const int *pos, double *y) {
#pragma sparse split(i, i0, i1, 3)
  for (unsigned long i = 0; i + 1 < n; ++i) {
    for (int p = pos[i]; p + 1 <= pos[i + 1]; ++p)
      y[i] += p;
    for (int q = 0; 2 + q + 1 < m; ++q)
      y[i] += q;
  }
}

// A pointer that runs on through two loops is a variable of the nest.
// CHECK-LABEL: nest @blocksOfAnySize
// CHECK: var v : i64 = i64(at[p])
// CHECK: loop r {
// CHECK-NEXT: y[r] += val[v] * x[c]
// CHECK-NEXT: v += 1
void blocksOfAnySize(int m, const int *first, const int *pos, const int *crd,
                     const int *at, const double *val, const double *x,
                     double *y) {
#pragma sparse split(i, i0, i1, 3)
  for (int i = 0; i < m; ++i)
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      const double *v = val + at[p];
      for (int c = first[crd[p]]; c < first[crd[p] + 1]; ++c)
        for (int r = first[i]; r < first[i + 1]; ++r)
          y[r] += *v++ * x[c];
    }
}

// What a function computes by statements is computed in front, where it is
// always called.
double sum(int n, const double *x) {
  double s = 0;
  for (int k = 0; k < n; ++k)
    s += x[k];
  return s;
}
double least(int n, const double *x) {
  if (n == 0)
    return 1;
  double m = x[0];
  for (int l = 1; l < n; ++l)
    if (x[l] < m)
      m = x[l];
  return m;
}
// CHECK-LABEL: nest @computed
// CHECK: var s : f64 = 0.0
// CHECK: let returned = s
// CHECK: var returned_2 : f64
// CHECK: if n == 0 {
// CHECK-NEXT: returned_2 = 1.0
// CHECK: returned_2 = m_2
// CHECK: y[i] = returned + returned_2
void computed(int m, int n, const double *x, double *y) {
#pragma sparse split(i, i0, i1, 3)
  for (int i = 0; i < m; ++i)
    y[i] = sum(n, x) + least(n, x);
}

// Not where it may be skipped.
double chosen(int i, int n, const double *x) {
  if (i == 7)
    return 3;
  return sum(n, x);
}
// CHECK-LABEL: nest @skipped
// CHECK: loop i1 {
// CHECK-NEXT: if x[i] > 0.0 {
// CHECK-NEXT: var s : f64 = 0.0
// CHECK: if !(returned < 1.0) {
// CHECK-NEXT: var returned_2 : f64
// CHECK-NEXT: if i == 7 {
// CHECK-NEXT: returned_2 = 3.0
// CHECK-NEXT: } else {
// CHECK-NEXT: var s_2 : f64 = 0.0
void skipped(int m, int n, const double *x, double *y) {
#pragma sparse split(i, i0, i1, 3)
  for (int i = 0; i < m; ++i)
    if (x[i] > 0) {
      if (sum(n, x) < 1)
        continue;
      y[i] = chosen(i, n, x);
    }
}

// CHECK-LABEL: nest @vectorLoop
// CHECK: loop k {
void vectorLoop(int m, int n, const double *x, double *y) {
#pragma sparse split(i, i0, i1, 3)
  for (int i = 0; i < m; ++i) {
    double s = 0;
#pragma omp simd reduction(+ : s) simdlen(4)
    for (int k = 0; k < n; ++k)
      s += x[k];
    y[i] = s;
  }
}
