// clang-format off: what is checked is long
// Variables that note whether something is so: reductions, where they are never
// looked at and where evaluating a condition too often changes nothing.
// RUN: %clangxx %plugin -fplugin-arg-sparse-dump=graph -fsyntax-only %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: %clangxx %plugin -fsyntax-only -DREFUSED -Xclang -verify %s
#ifndef REFUSED

// CHECK-LABEL: nest @noted
// CHECK: any |= i32(a[i] < 0)
// CHECK: all &= i32(!(a[i] != 7))
// CHECK: if a[i] == 5 {
// CHECK-NEXT: any |= 1
// CHECK-NEXT: fives += 1
void noted(int n, const int *a, bool *out) {
  bool any = false, all = true;
  int fives = 0;
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  for (int i = 0; i < n; ++i) {
    if (a[i] < 0)
      any = true;
    if (a[i] != 7)
      all = false;
    if (a[i] == 5) {
      any = 1;
      ++fives;
    }
  }
  out[0] = any;
  out[1] = all;
  out[2] = fives > 3;
}

// CHECK-LABEL: nest @logical
// CHECK: s |= i32(j == k || j < 0)
// CHECK-NEXT: t &= i32(!!(a[i] > 3))
// CHECK-NEXT: u |= i32(j == 9 && i != 4)
bool logical(int n, const int *a, int k) {
  bool s = false, t = true, u = false;
#pragma sparse parallelize(i, cpu_vector, parallel_reduction)
  for (int i = 0; i < n; ++i) {
    const int j = a[i];
    s = s || j == k || j < 0;
    t = a[i] > 3 && t;
    if (j == 9 && !u && i != 4)
      u = true;
  }
  return s && t && u;
}

// What is read in any case may be looked at.
// CHECK-LABEL: nest @read
// CHECK: inner = inner || b[i] == 3
// CHECK: s |= i32(x[a[p]] > 1.0 || a[p] == 0)
// CHECK: late &= i32(!!(x[j] < y[i]))
// CHECK: under = under || b[p] > 4
// CHECK: moved = moved || b[k] > 5
// CHECK: changed = changed || x[out[p]] > 6.0
void read(int n, const int *pos, const int *a, const int *b, const double *x,
          const double *y, int *out, double *sum, bool *flags) {
  bool s = false, late = true, inner = false, under = false, moved = false,
       changed = false;
  int k = 0;
#pragma sparse assume(noalias(out, pos), noalias(out, a), noalias(out, b), noalias(sum, x), noalias(sum, y)) split(i, i0, i1, 8)
  for (int i = 0; i < n; ++i) {
    double t = y[i];
    inner = inner || b[i] == 3; // read by the loop over p, if that runs
    for (int p = pos[i]; p < pos[i + 1]; ++p) {
      const int j = a[p];
      s = s || x[a[p]] > 1 || a[p] == 0;
      late = late && x[j] < y[i];
      under = under || b[p] > 4; // read under a condition
      moved = moved || b[k] > 5; // read elsewhere
      changed = changed || x[out[p]] > 6;
      t += x[a[p]] * x[j] * b[i];
      if (j > 0)
        t -= b[p];
      t += b[k];
      k = (k + 3) % 7;
      t += x[out[p]];
      out[p] = j;
    }
    sum[i] = t;
  }
  flags[0] = s && late && inner && under && moved && changed;
}

// What an integer is in front of the nest is checked.
// CHECK-LABEL: nest @integers
// CHECK: guard "'found' is neither 0 nor 1" found_in == 0 || found_in == 1
// CHECK-NEXT: guard "'status' is greater than 3" status_in <= 3:i16
// CHECK: found |= i32(a[i] == k)
// CHECK: status max= 3:i16
// CHECK: var none : i32 = 1
// CHECK: none &= i32(!(b[i * 4 + j] > 0))
int integers(int n, const int *a, const int *b, int k, int found, short status,
             int *out) {
#pragma sparse parallelize(i, cpu_thread, parallel_reduction)
  for (int i = 0; i < n; ++i) {
    if (a[i] == k)
      found = 1;
    if (a[i] < 0)
      status = 3;
    int none = 1;
    for (int j = 0; j < 4; ++j)
      if (b[i * 4 + j] > 0)
        none = 0;
    out[i] = none;
  }
  return found + status;
}

// Loops that look at them, or set them to this and that, stay as they are.
// CHECK-LABEL: nest @others
// CHECK-NOT: guard
// CHECK: odd = true
// CHECK: code = 1
// CHECK: code = 2
// CHECK: if which == 0
// CHECK-NEXT: which = 4
// CHECK: wide = -1
// CHECK: late |= i32(a[i] == 4)
// CHECK: late = s_x
int others(int n, const int *a, int *out) {
  bool odd = false;
  bool late = false;
  int code = 0, which = 0, wide = 0;
  struct { bool x; } s = {true};
#pragma sparse split(i, i0, i1, 8)
  for (int i = 0; i < n; ++i) {
    if (a[i] % 2)
      odd = true;
    out[i] = odd;
    if (a[i] == 1)
      code = 1;
    if (a[i] == 2)
      code = 2;
    if (which == 0)
      which = 4;
    if (a[i] == 3)
      wide = -1;
    late |= a[i] == 4;
    if (a[i] == 5)
      late = s.x;
  }
  return code + which + wide + late;
}

#else

bool loads(int n, const int *a, int k) {
  bool s = false;
#pragma sparse parallelize(i, cpu_vector, parallel_reduction) // expected-error {{iterations of 'i' depend on each other: one reads 's' where another may have written it}} expected-note {{what is behind '&&' or '||' is evaluated for some values of 's' only; accepted is 'if (...) s = ...' under a condition without 's'}}
  for (int i = 0; i < n; ++i)
    s = s || a[i] == k;
  return s;
}

bool divides(int n, const int *a, int k) {
  bool s = false;
#pragma sparse parallelize(i, cpu_thread, parallel_reduction) // expected-error {{iterations of 'i' depend on each other: one reads 's' where another may have written it}} expected-note {{what is behind '&&' or '||' is evaluated for some values of 's' only}}
  for (int i = 0; i < n; ++i) {
    const int j = a[i];
    if (!s && 100 / j == k)
      s = true;
  }
  return s;
}

bool sums(int n, const int *a, int k) {
  bool s = false;
#pragma sparse parallelize(i, cpu_thread, parallel_reduction) // expected-error {{iterations of 'i' depend on each other: one reads 's' where another may have written it}} expected-note {{what is behind '&&' or '||' is evaluated for some values of 's' only}}
  for (int i = 0; i < n; ++i) {
    const int j = a[i];
    s = s || j + k > 7;
  }
  return s;
}

int twoMarks(int n, const int *a) {
  int code = 0;
#pragma sparse parallelize(i, cpu_thread, parallel_reduction) // expected-error {{'code'}} expected-note 0+{{}}
  for (int i = 0; i < n; ++i) {
    if (a[i] == 1)
      code = 1;
    if (a[i] == 2)
      code = 2 - code;
  }
  return code;
}

// A value in front of the row that is not known.
void unknownBegin(int n, const int *pos, const int *a, const int *begin,
                  int *out) {
#pragma sparse parallelize(p, cpu_vector, parallel_reduction) // expected-error {{'s'}} expected-note 0+{{}}
  for (int i = 0; i < n; ++i) {
    int s = begin[i];
    for (int p = pos[i]; p < pos[i + 1]; ++p)
      if (a[p] == 1)
        s = 1;
    out[i] = s;
  }
}

#endif
