// Row products lift the same however they are written: bounds direct or
// hoisted, accumulators with any seed, coordinates named or not.
// RUN: %clangxx -std=c++20 %plugin -fplugin-arg-sparse-dump=graph \
// RUN:   -fsyntax-only %s 2>&1 | FileCheck %s

void plain(int m, const int *pos, const int *crd, const double *val,
           const double *x, double *y) {
#pragma sparse order(i, p)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[i] = sum;
  }
}
// CHECK-LABEL: nest @plain {
// CHECK-NEXT:    operand m : i32
// CHECK-NEXT:    operand pos : i32[]
// CHECK-NEXT:    operand val : f64[]
// CHECK-NEXT:    operand x : f64[]
// CHECK-NEXT:    operand crd : i32[]
// CHECK-NEXT:    operand y : f64[] written
// CHECK-NEXT:    index i : i32 in 0 .. m
// CHECK-NEXT:    index p : i32 in pos[i] .. pos[i + 1]
// CHECK-NEXT:    tensor val : dense(i), compressed(p; pos, crd) values val
// CHECK-NEXT:    body {
// CHECK-NEXT:      loop i {
// CHECK-NEXT:        var sum : f64 = 0.0
// CHECK-NEXT:        loop p {
// CHECK-NEXT:          sum += val[p] * x[crd[p]]
// CHECK-NEXT:        }
// CHECK-NEXT:        y[i] = sum
// CHECK-NEXT:      }
// CHECK-NEXT:    }

void hoisted(int m, const int *pos, const int *crd, const float *val,
             const float *x, float *y, float beta) {
#pragma sparse order(i, j)
  for (int i = 0; m > i; i += 1) {
    const int begin = pos[i];
    int end = pos[1 + i];
    double sum = beta * y[i];
    for (int p = begin; p != end; p = p + 1) {
      const auto j = crd[p];
      sum = sum + val[p] * x[j];
    }
    y[i] = sum;
  }
}
// CHECK-LABEL: nest @hoisted {
// CHECK:         index p : i32 in pos[i] .. pos[1 + i] coordinate j
// CHECK-NEXT:    tensor val : dense(i), compressed(p; pos, crd) values val
// CHECK:         loop i {
// CHECK-NEXT:      var sum : f64 = f64(beta * y[i])
// CHECK-NEXT:      loop p {
// CHECK-NEXT:        let j = crd[p]
// CHECK-NEXT:        sum += f64(val[p] * x[j])
// CHECK-NEXT:      }
// CHECK-NEXT:      y[i] = f32(sum)

void straight(long m, const long *pos, const int *crd, const double *val,
              const double *x, double *y) {
#pragma sparse order(i, p)
  for (long i = 0; i < m; i++)
    for (long p = pos[i], end = pos[i + 1]; p < end; p++)
      y[i] -= val[p] * x[crd[p]];
}
// CHECK-LABEL: nest @straight {
// CHECK:         index p : i64 in pos[i] .. pos[i + 1:i64]
// CHECK:         loop i {
// CHECK-NEXT:      loop p {
// CHECK-NEXT:        y[i] += -(val[p] * x[crd[p]])

void rows(int n, const int *rows, const int *pos, const int *crd,
          const double *val, const double *x, double *y) {
#pragma sparse order(k, p)
  for (int k = 0; k < n; ++k) {
    int r = rows[k];
    double sum = 0;
    for (int p = pos[r]; p < pos[r + 1]; ++p)
      sum += val[p] * x[crd[p]];
    y[r] = sum;
  }
}
// CHECK-LABEL: nest @rows {
// CHECK:         index p : i32 in pos[rows[k]] .. pos[rows[k] + 1]
// CHECK-NOT:     tensor
// CHECK:         loop k {
// CHECK-NEXT:      let r = rows[k]
// CHECK-NEXT:      var sum

void scatter(int n, const int *pos, const int *crd, const double *val,
             const double *x, double *y) {
#pragma sparse order(j, p)
  for (int j = 0; j < n; ++j)
    for (int p = pos[j]; p < pos[j + 1]; ++p)
      if (crd[p] >= j)
        y[crd[p]] += val[p] * x[j];
      else
        y[j] += x[crd[p]] > 0 ? val[p] : -val[p];
}
// CHECK-LABEL: nest @scatter {
// CHECK:         loop p {
// CHECK-NEXT:      if crd[p] >= j {
// CHECK-NEXT:        y[crd[p]] += val[p] * x[j]
// CHECK-NEXT:      } else {
// CHECK-NEXT:        y[j] += x[crd[p]] > 0.0 ? val[p] : -val[p]
// CHECK-NEXT:      }
