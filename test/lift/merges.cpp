// A loop over cursors becomes a merge where a clause names it.
// RUN: %clangxx -std=c++20 %plugin -fplugin-arg-sparse-dump=graph \
// RUN:   -fsyntax-only %s 2>&1 | FileCheck %s

// CHECK-LABEL: nest @dot {
// CHECK:      index p : i32 in apos[i] .. apos[i + 1]
// CHECK-NEXT: index q : i32 in bpos[i] .. bpos[i + 1]
// CHECK-NEXT: index j : i32 in
// CHECK-NEXT: split j -> j0, j1 by 64
// CHECK-NEXT: tensor acrd_level : dense(i), compressed(p; apos, acrd) values a
// CHECK-NEXT: tensor bcrd_level : dense(i), compressed(q; bpos, bcrd) values b
// CHECK-NEXT: fact sorted acrd, bcrd
// CHECK:      loop j0 {
// CHECK-NEXT:   loop j1 merge(at_p: p, at_q: q; at_p && at_q) {
// CHECK-NEXT:     s += a[p] * b[q]
// CHECK-NEXT:   }
void dot(int m, const int *apos, const int *acrd, const double *a,
         const int *bpos, const int *bcrd, const double *b, double *y) {
#pragma sparse assume(sorted(acrd), sorted(bcrd)) split(j, j0, j1, 64)
  for (int i = 0; i < m; ++i) {
    double s = 0;
    int p = apos[i], q = bpos[i];
    const int pend = apos[i + 1], qend = bpos[i + 1];
    while (p < pend && q < qend) {
      if (acrd[p] < bcrd[q])
        ++p;
      else if (acrd[p] > bcrd[q])
        ++q;
      else
        s += a[p++] * b[q++];
    }
    y[i] = s;
  }
}

// The variable that holds the least coordinate gives the name, and the result
// has a cursor of its own.
// CHECK-LABEL: nest @add {
// CHECK:      index k : i64 in 0:i64 .. na
// CHECK-NEXT: index l : i64 in 0:i64 .. nb
// CHECK:      tensor ai_level : segment(k; ai) values a
// CHECK-NEXT: tensor bi_level : segment(l; bi) values b
// CHECK:      var nz : i64 = 0:i64
// CHECK:      loop c0 {
// CHECK-NEXT:   loop c1 merge(at_k: k, at_l: l; at_k || at_l) {
// CHECK-NEXT:     if at_k && at_l {
// CHECK:          ci[nz] = col
// CHECK:      length[r] = nz
void add(int rows, long na, const int *ai, const double *a, long nb,
         const int *bi, const double *b, int *ci, double *c, long *length) {
#pragma sparse assume(sorted(ai), sorted(bi)) divide(col, c0, c1, 8)
  for (int r = 0; r < rows; ++r) {
    long k = 0, l = 0, nz = 0;
    while (k < na && l < nb) {
      const int col = ai[k] < bi[l] ? ai[k] : bi[l];
      const bool first = ai[k] == col, second = bi[l] == col;
      if (first && second)
        c[nz] = a[k] + b[l];
      else if (first)
        c[nz] = a[k];
      else
        c[nz] = b[l];
      ci[nz++] = col;
      k += first;
      l += second;
    }
    for (; k < na; ++k) {
      c[nz] = a[k];
      ci[nz++] = ai[k];
    }
    while (l < nb) {
      c[nz] = b[l];
      ci[nz++] = bi[l++];
    }
    length[r] = nz;
  }
}

// Not named, it stays.
// CHECK-LABEL: nest @stays {
// CHECK-NOT: merge(
// CHECK: while p < apos[i + 1] && q < bpos[i + 1] {
void stays(int m, const int *apos, const int *acrd, const int *bpos,
           const int *bcrd, int *y) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < m; ++i) {
    int n = 0, p = apos[i], q = bpos[i];
    while (p < apos[i + 1] && q < bpos[i + 1]) {
      n += acrd[p] == bcrd[q];
      const bool step = acrd[p] <= bcrd[q];
      q += acrd[p] >= bcrd[q];
      p += step;
    }
    y[i] = n;
  }
}
