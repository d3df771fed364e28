// Loops that walk pointers, step several variables at once, or are written as
// `while`: all are counted loops.
// RUN: %clangxx -std=c++20 %plugin -fplugin-arg-sparse-dump=graph \
// RUN:   -fsyntax-only %s 2>&1 | FileCheck %s

void pointers(int m, const int *pos, const int *crd, const double *val,
              const double *x, double *y) {
#pragma sparse order(i, v)
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    const int *c = crd + pos[i];
    const double *end = val + pos[i + 1];
    for (const double *v = &val[pos[i]]; v != end; ++v, ++c)
      sum += *v * x[*c];
    y[i] = sum;
  }
}
// CHECK-LABEL: nest @pointers {
// CHECK:         index v : i64 in i64(pos[i]) .. i64(pos[i + 1])
// CHECK-NEXT:    tensor val : dense(i), compressed(v; pos, crd) values val
// CHECK-NEXT:    body {
// CHECK-NEXT:      loop i {
// CHECK-NEXT:        var sum : f64 = 0.0
// CHECK-NEXT:        loop v {
// CHECK-NEXT:          sum += val[v] * x[crd[v]]

int whileLoop(int m, const int *pos, const int *crd, const double *val,
              const double *x, double *y) {
  int i = 0, p;
#pragma sparse order(i, p)
  for (; i < m; i++) {
    double sum = 0;
    p = pos[i];
    const int end = pos[i + 1];
    while (p < end) {
      sum += val[p] * x[crd[p]];
      p++;
    }
    y[i] = sum;
  }
  return i + p;
}
// CHECK-LABEL: nest @whileLoop {
// CHECK:         index i : i32 in i_in .. m
// CHECK-NEXT:    index p : i32 in pos[i] .. pos[i + 1]
// CHECK-NEXT:    tensor val : dense(i), compressed(p; pos, crd) values val
// CHECK:         epilogue {
// CHECK-NEXT:      i_out = max(i_in, m)
// CHECK-NEXT:      if i_in < m {
// CHECK-NEXT:        let i_last = i32(i64(m) - 1:i64)
// CHECK-NEXT:        p_out = max(pos[i_last], pos[i_last + 1])

void together(int m, const unsigned *start, const unsigned *length,
              const double *val, double *y) {
#pragma sparse order(i, k)
  for (int i = 0; i < m; ++i)
    for (unsigned k = 0, p = start[i]; k != length[i]; ++k, ++p)
      y[i] += val[p];
}
// CHECK-LABEL: nest @together {
// CHECK:         index k : u32 in 0:u32 .. length[i]
// CHECK:         y[i] += val[start[i] + k]

void unequal(int m, const unsigned *pos, double *val) {
#pragma sparse order(i, p)
  for (int i = 0; i < m; ++i)
    for (unsigned p = pos[i]; p != pos[i + 1]; ++p)
      val[p] = 0;
}
// An unsigned variable that starts behind its end wraps round.
// CHECK-LABEL: nest @unequal {
// CHECK:         guard "loop 'p' begins behind its end" pos[i32(r)] <= pos[i32(r) + 1] for r in 0:i64 .. i64(m)
