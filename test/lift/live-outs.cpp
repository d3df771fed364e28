// Variables declared in front of the nest get the values that the user's loops
// leave, if anything may read them.
// RUN: %clangxx -std=c++20 %plugin -fplugin-arg-sparse-dump=graph \
// RUN:   -fsyntax-only %s 2>&1 | FileCheck %s

void dead(int m, const int *pos, const int *crd, const double *val,
          const double *x, double *y) {
  int i, j, p;
  double s;
#pragma sparse order(i, p)
  for (i = 0; i < m; i++) {
    s = 0;
    for (p = pos[i]; p < pos[i + 1]; p++) {
      j = crd[p];
      s += val[p] * x[j];
    }
    y[i] = s;
  }
  for (i = 0; i < m; i++)
    y[i] *= 2;
}
// CHECK-LABEL: nest @dead {
// CHECK-NOT:     liveout
// CHECK:         var s : f64 = 0.0
// CHECK:         let j = crd[p]
// CHECK-NOT:     epilogue

double counters(int m, const int *pos, const int *crd, const double *val,
                const double *x, double *y) {
  int i, p;
#pragma sparse order(i, p)
  for (i = 0; i < m; i++)
    for (p = pos[i]; p < pos[i + 1]; p++)
      y[i] += val[p] * x[crd[p]];
  return i + p;
}
// CHECK-LABEL: nest @counters {
// CHECK:         operand i_out : i32 liveout
// CHECK-NEXT:    operand p_out : i32 liveout
// CHECK:         epilogue {
// CHECK-NEXT:      i_out = max(0, m)
// CHECK-NEXT:      if 0 < m {
// CHECK-NEXT:        let i_last = i32(i64(m) - 1:i64)
// CHECK-NEXT:        p_out = max(pos[i_last], pos[i_last + 1])
// CHECK-NEXT:      }

double accumulator(int m, const int *pos, const double *val, double *y) {
  double s = -1;
#pragma sparse order(i, p)
  for (int i = 0; i < m; i++) {
    s = 0;
    for (int p = pos[i]; p < pos[i + 1]; p++)
      s += val[p];
    y[i] = s;
  }
  return s;
}
// CHECK-LABEL: nest @accumulator {
// CHECK:         operand s_out : f64 liveout
// CHECK:         y[i] = s
// CHECK-NEXT:    if i64(i) == i64(m) - 1:i64 {
// CHECK-NEXT:      s_out = s
// CHECK-NEXT:    }

int coordinate(int m, const int *pos, const int *crd, double *y) {
  int j = -1;
#pragma sparse order(i, p)
  for (int i = 0; i < m; i++)
    for (int p = pos[i]; p < pos[i + 1]; p++) {
      j = crd[p];
      y[j] += 1;
    }
  return j;
}
// The last row that has a position at all is the last to set j.
// CHECK-LABEL: nest @coordinate {
// CHECK:         epilogue {
// CHECK-NEXT:      var found : bool = false
// CHECK-NEXT:      {
// CHECK-NEXT:        var i_last : i32 = m
// CHECK-NEXT:        while !found && 0 < i_last {
// CHECK-NEXT:          i_last = i32(i64(i_last) - 1:i64)
// CHECK-NEXT:          if pos[i_last] < pos[i_last + 1] {
// CHECK-NEXT:            found = true
// CHECK-NEXT:            let p_last = i32(i64(pos[i_last + 1]) - 1:i64)
// CHECK-NEXT:            j_out = crd[p_last]

void escaped(int m, double *y, void (*use)(int *)) {
  int i;
  use(&i);
#pragma sparse order(i)
  for (i = 0; i < m; i++)
    y[i] = 0;
}
// No array may look at the memory of i while it counts.
// CHECK-LABEL: nest @escaped {
// CHECK:         operand i_out : i32 liveout
// CHECK-NEXT:    operand i_at : i32[] written extent 1:i64

double carried(int m, const double *x) {
  double norm = 0;
  int zeros = 0;
  double last = 0;
#pragma sparse order(i)
  for (int i = 0; i < m; i++) {
    norm += x[i] * x[i];
    if (x[i] == 0)
      ++zeros;
    else
      last = x[i];
  }
  return norm + zeros + last;
}
// CHECK-LABEL: nest @carried {
// CHECK:         body {
// CHECK-NEXT:      var norm : f64 = norm_in
// CHECK-NEXT:      var zeros : i32 = zeros_in
// CHECK-NEXT:      var last : f64 = last_in
// CHECK-NEXT:      loop i {
// CHECK-NEXT:        norm += x[i] * x[i]
// CHECK-NEXT:        if x[i] == 0.0 {
// CHECK-NEXT:          zeros += 1
// CHECK-NEXT:        } else {
// CHECK-NEXT:          last = x[i]
// CHECK-NEXT:        }
// CHECK-NEXT:      }
// CHECK-NEXT:      norm_out = norm
// CHECK-NEXT:      zeros_out = zeros
// CHECK-NEXT:      last_out = last

// A loop's header covers what follows it, here behind an annotated loop too;
// at the end of a loop's body the next iteration may read, as in `k`.
int covered(int n, double *y) {
  int i, k = 0, last = 0;
  for (int t = 0; t < n; ++t) {
    last += k;
#pragma sparse order(i)
    for (i = 0; i < n; ++i)
      y[i] = 1;
#pragma sparse order(k)
    for (k = 0; k < n; ++k)
      y[k] = 2;
#pragma sparse order(i)
    for (i = 0; i < n; ++i)
      y[i] = 3;
  }
#pragma sparse order(i)
  for (i = 0; i < n; ++i)
    y[i] = 4;
  return i + last;
}
// CHECK-LABEL: nest @covered {
// CHECK-NOT:     liveout
// CHECK-LABEL: nest @covered_2 {
// CHECK:         operand k_out : i32 liveout
// CHECK-LABEL: nest @covered_3 {
// CHECK-NOT:     liveout
// CHECK-LABEL: nest @covered_4 {
// CHECK:         operand i_out : i32 liveout
