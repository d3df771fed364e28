// Pointers and iterators that move are offsets in variables: loops over them
// are like those over positions.
// RUN: %clangxx -std=c++20 -w %plugin -fplugin-arg-sparse-dump=graph \
// RUN:   -fsyntax-only -DACCEPTED %s 2>&1 | FileCheck %s
// RUN: %clangxx -std=c++20 -w -ferror-limit=0 %plugin -fsyntax-only \
// RUN:   -Xclang -verify %s
#include <vector>

#ifdef ACCEPTED

/// A merge of two lists.
void dot(int m, const int *apos, const int *acrd, const double *aval,
         const std::vector<int> &bcrd, const std::vector<double> &bval,
         double *y) {
#pragma sparse assume(sorted(acrd), sorted(bcrd)) split(j, j0, j1, 4096)
  for (int i = 0; i < m; ++i) {
    const int *a = acrd + apos[i], *ae = acrd + apos[i + 1];
    auto b = bcrd.begin();
    while (a < ae && b < bcrd.end()) {
      const int j = *a, k = *b;
      if (j == k)
        y[i] += aval[a - acrd] * bval[b - bcrd.begin()];
      a += j <= k;
      b += k <= j;
    }
  }
}
// CHECK-LABEL: nest @dot {
// CHECK:         index a : i64 in i64(apos[i]) .. i64(apos[i + 1])
// CHECK-NEXT:    index b : i64 in 0:i64 .. bcrd_size
// CHECK:             loop j1 merge(at_a: a, at_b: b; at_a && at_b)
// CHECK:               y[i] += aval[a] * bval[b]

void walks(int m, const int *pos, const int *crd, const double *val,
           double *y) {
#pragma sparse split(i, i0, i1, 8)
  for (int i = 0; i < m; ++i) {
    const int *p = crd + pos[i];
    while (p != crd + pos[i + 1] && *p != i)
      ++p;
    const double *v = val + pos[i];
    for (int q = pos[i]; q < pos[i + 1]; ++q)
      if (crd[q] & 1)
        y[i] += *v++;
    v = val + (p - crd);
    y[i] += v[0];
  }
}
// CHECK-LABEL: nest @walks {
// CHECK:             var p : i64 = i64(pos[i])
// CHECK:             while p != i64(pos[i + 1]) && crd[p] != i
// CHECK-NEXT:          p += 1:i64
// CHECK:             var v : i64 = i64(pos[i])
// CHECK:                 y[i] += val[v]
// CHECK-NEXT:            v += 1:i64
// CHECK:             v = p
// CHECK-NEXT:        y[i] += val[v]

void breaks(int m, const std::vector<int> &all, double *y) {
#pragma sparse split(i, i0, i1, 8)
  for (int i = 0; i < m; ++i)
    for (int v : all) {
      if (v > i)
        break;
      y[i] += v;
    }
}
// CHECK-LABEL: nest @breaks {
// CHECK:             var v_at : i64 = 0:i64
// CHECK:             while goes && v_at != all_size
// CHECK:               let v = all[v_at]

#else

void refused(int n, int *w, const int *a, const int *b, double *y) {
#pragma sparse order(i)
  for (int i = 0; i < n; ++i) {
    if (y[i] > 0)
      ++w; // expected-error {{pointer 'w' is modified in the nest; accepted are subscripts of a pointer that keeps its value, and pointers that are declared in the nest}}
    y[i] = *w;
  }
#pragma sparse order(i)
  for (int i = 0; i < n; ++i) {
    const int *p = a;
    p = b; // expected-error {{pointer 'p' into 'a' is set to lead into 'b'; accepted are pointers into one array}}
    y[i] = *p;
  }
#pragma sparse order(i)
  for (int i = 0; i < n; ++i) {
    const int *p = a, *&q = p;
    ++q; // expected-error {{pointer 'q' is modified in the nest}}
    y[i] = *p;
  }
#pragma sparse parallelize(i, cpu_thread, no_races) // expected-error {{depend on each other}} expected-note {{no race strategy}}
  for (int i = 0; i < n; ++i) {
    int *p = w + i;
    ++p;
    *p = w[i];
  }
}

#endif
