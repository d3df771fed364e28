// Pointers that the last statements of the outermost loop swap are lifted for a
// command on affine loops: the number of the step tells which array is which.
// RUN: %clangxx -std=c++20 -w %plugin -fplugin-arg-sparse-dump=graph \
// RUN:   -fsyntax-only -DACCEPTED %s 2>&1 | FileCheck %s
// RUN: %clangxx -std=c++20 -w -ferror-limit=0 %plugin -fsyntax-only \
// RUN:   -Xclang -verify %s
// RUN: %clangxx_sparse -std=c++20 -w -fsyntax-only -Rpass=sparse \
// RUN:   -Rpass-missed=sparse -DBARE %s 2>&1 | FileCheck %s --check-prefix=BARE
// RUN: %clangxx_sparse -std=c++20 -w -O2 -fsyntax-only -Rpass=sparse \
// RUN:   -Rpass-missed=sparse -DBARE %s 2>&1 | FileCheck %s --check-prefix=TILES
// REQUIRES: affine
#include <utility>

#ifdef ACCEPTED

void two(int first, int T, int n, double *a, double *b) {
#pragma sparse tile(t, i; 4, 8; parallelogram)
  for (int t = first; t < T; ++t) {
    for (int i = 1; i < n - 1; ++i) {
      const double x = a[i - 1];
      b[i] = x + a[i + 1];
    }
    std::swap(a, b);
  }
}
// CHECK-LABEL: nest @two {
// CHECK:         operand a : f64[] written
// CHECK:         operand b : f64[] written
// CHECK:             loop i
// CHECK-NEXT:          if (i64(t) - i64(first)) % 2:i64 == 0:i64 {
// CHECK-NEXT:            let x = a[i - 1]
// CHECK-NEXT:            b[i] = x + a[i + 1]
// CHECK-NEXT:          } else {
// CHECK-NEXT:            if (i64(t) - i64(first)) % 2:i64 == 1:i64 {
// CHECK-NEXT:              let x_2 = b[i - 1]
// CHECK-NEXT:              a[i] = x_2 + b[i + 1]

// Statements beside the innermost loops take turns as well.
void beside(int T, int n, double (*a)[9], double (*b)[9]) {
#pragma sparse tile(t, i, j; 4, 8, 0; parallelogram)
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; ++i) {
      b[i][0] = 1;
      b[i][8] = 2;
      for (int j = 1; j < 8; ++j)
        b[i][j] = a[i - 1][j];
    }
    auto *tmp = a;
    a = b;
    b = tmp;
  }
}
// CHECK-LABEL: nest @beside {
// CHECK:           loop i
// CHECK-NEXT:        if i64(t) % 2:i64 == 0:i64 {
// CHECK-NEXT:          b[i64(i) * 9:i64] = 1.0
// CHECK-NEXT:          b[i64(i) * 9:i64 + 8:i64] = 2.0
// CHECK-NEXT:        } else {
// CHECK-NEXT:          if i64(t) % 2:i64 == 1:i64 {
// CHECK-NEXT:            a[i64(i) * 9:i64] = 1.0
// CHECK-NEXT:            a[i64(i) * 9:i64 + 8:i64] = 2.0
// CHECK:             loop j
// CHECK-NEXT:          if i64(t) % 2:i64 == 0:i64 {

// Steps count from 0, whichever way the loop goes.
void three(int T, int n, float *prev, float *cur, float *next) {
#pragma sparse tile(t, i; 4, 8; parallelogram)
  for (int t = T; t > 0; --t) {
    for (int i = 1; i < n - 1; ++i)
      next[i] = cur[i - 1] + cur[i + 1] - prev[i];
    float *tmp = prev;
    prev = cur;
    cur = next;
    next = tmp;
  }
}
// CHECK-LABEL: nest @three {
// CHECK:         if i64({{.*}}) % 3:i64 == 0:i64 {
// CHECK-NEXT:      next[i] = cur[i - 1] + cur[i + 1] - prev[i]
// CHECK-NEXT:    } else {
// CHECK-NEXT:      if i64({{.*}}) % 3:i64 == 1:i64 {
// CHECK-NEXT:        prev[i] = next[i - 1] + next[i + 1] - cur[i]
// CHECK-NEXT:      } else {
// CHECK-NEXT:        if i64({{.*}}) % 3:i64 == 2:i64 {
// CHECK-NEXT:          cur[i] = prev[i - 1] + prev[i + 1] - next[i]

#elif defined(BARE)

// A bare directive is about the loops inside, and about tiles where code may be
// large.
void bare(int T, int n, double *a, double *b) {
#pragma sparse
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; ++i)
      b[i] = a[i - 1] + a[i + 1];
    std::swap(a, b);
  }
}
// BARE: [[@LINE-5]]:5: remark: loop runs as parallelize(i, cpu_thread, no_races)
// BARE: [[@LINE-7]]:{{.*}} remark: loop itself runs as written: iterations of 't' depend on each other through 'a'; the loop inside is rewritten
// TILES: [[@LINE-7]]:5: remark: loop runs as parallelize(i, cpu_thread, no_races)
// TILES: [[@LINE-9]]:3: remark: loop runs as tile(t, i; 64, 513; hexagonal) parallelize(i_tile, cpu_thread, no_races), where its loops are long enough

#else

double **known, *global;
struct Two {
  double x, y;
};

void underCondition(int T, int n, double *a, double *b) {
#pragma sparse tile(t, i; 4, 8; parallelogram)
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; ++i)
      b[i] = a[i - 1] + a[i + 1];
    if (t % 2)
      std::swap(a, b); // expected-error {{pointers are swapped here; accepted are swaps that the last statements of the outermost loop do in each step}}
  }
}

void inFront(int T, int n, double *a, double *b) {
#pragma sparse tile(t, i; 4, 8; parallelogram)
  for (int t = 0; t < T; ++t) {
    std::swap(a, b); // expected-error {{pointers are swapped here}}
    for (int i = 1; i < n - 1; ++i)
      b[i] = a[i - 1] + a[i + 1];
  }
}

void insideAnother(int T, int n, int times, double *a, double *b) {
#pragma sparse tile(t, i; 4, 8; parallelogram)
  for (int r = 0; r < times; ++r)
    for (int t = 0; t < T; ++t) {
      for (int i = 1; i < n - 1; ++i)
        b[i] = a[i - 1] + a[i + 1];
      std::swap(a, b); // expected-error {{pointers are swapped here}}
    }
}

void lost(int T, int n, double *a, double *b) {
#pragma sparse tile(t, i; 4, 8; parallelogram)
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; ++i)
      b[i] = a[i - 1] + a[i + 1];
    a = b; // expected-error {{pointers are not passed on in a circle; accepted are 'std::swap(a, b)' and assignments such as 't = a; a = b; b = t'}}
  }
}

double *readBehind(int T, int n, double *a, double *b) {
  double *tmp = a;
#pragma sparse tile(t, i; 4, 8; parallelogram)
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; ++i)
      b[i] = a[i - 1] + a[i + 1];
    tmp = a; // expected-error {{pointers are not passed on in a circle}}
    a = b;
    b = tmp;
  }
  return tmp;
}

void reached(int T, int n, double *a, double *b) {
  known = &a;
#pragma sparse tile(t, i; 4, 8; parallelogram)
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; ++i)
      b[i] = a[i - 1] + a[i + 1];
    std::swap(a, b); // expected-error {{'a' is swapped and may be reached by others; accepted are local variables and parameters to which nothing leads}}
  }
}

void ofAll(int T, int n, double *b) {
#pragma sparse tile(t, i; 4, 8; parallelogram)
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; ++i)
      b[i] = global[i - 1] + global[i + 1];
    std::swap(global, b); // expected-error {{'global' is swapped and may be reached by others}}
  }
}

void byReference(int T, int n, double *&a, double *b) {
#pragma sparse tile(t, i; 4, 8; parallelogram)
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; ++i)
      b[i] = a[i - 1] + a[i + 1];
    std::swap(a, b); // expected-error {{'a' is swapped and may be reached by others}}
  }
}

void setBefore(int T, int n, double *a, double *b) {
#pragma sparse tile(t, i; 4, 8; parallelogram)
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; ++i)
      b[i] = a[i - 1] + a[i + 1];
    ++a; // expected-error {{'a' is set here and swapped; accepted are pointers that the last statements of the loop alone set}}
    std::swap(a, b);
  }
}

void leftOut(int T, int n, double *a, double *b) {
#pragma sparse tile(t, i; 4, 8; parallelogram)
  for (int t = 0; t < T; ++t) {
    if (t == 7)
      continue; // expected-error {{the jump leaves out the swap of pointers; accepted are steps that run to their end}}
    for (int i = 1; i < n - 1; ++i)
      b[i] = a[i - 1] + a[i + 1];
    std::swap(a, b);
  }
}

void given(int T, int n, double *a, double *b) {
#pragma sparse tile(t, i; 4, 8; parallelogram)
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; ++i)
      if (a) // expected-error {{'a' is swapped and used as a pointer; accepted are its elements}}
        b[i] = a[i - 1] + a[i + 1];
    std::swap(a, b);
  }
}

void inBounds(int T, double *b, double *a) {
#pragma sparse tile(t, i; 4, 8; parallelogram)
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < int(a[0]); ++i)
      b[i] = a[i - 1] + a[i + 1];
    std::swap(a, b); // expected-error {{bounds of loops, or statements that are no assignments, read arrays that are swapped}}
  }
}

void records(int T, int n, Two *b, Two *a) {
#pragma sparse tile(t, i; 4, 8; parallelogram)
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; ++i)
      b[i].x = a[i - 1].x + a[i + 1].y;
    std::swap(a, b); // expected-error {{'a' is swapped and leads to records; accepted are numbers, and arrays of them}}
  }
}

void readAlone(int T, int n, const double *a, const double *b, double *s) {
#pragma sparse tile(t, i; 4, 8; parallelogram)
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; ++i)
      s[i] += a[i] - b[i];
    std::swap(a, b); // expected-error {{no element of the swapped arrays is stored to}}
  }
}

void five(int T, int n, double *a, double *b, double *c, double *d, double *e) {
#pragma sparse tile(t, i; 4, 8; parallelogram)
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; ++i)
      a[i] = b[i] + c[i] + d[i] + e[i];
    double *f = a; // expected-error {{pointers are as they were after more than 4 swaps; accepted are fewer}}
    a = b, b = c, c = d, d = e, e = f;
  }
}

// Other commands have no use for steps that take turns.
void ofOthers(int T, int n, double *a, double *b) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; ++i)
      b[i] = a[i - 1] + a[i + 1]; // expected-error {{pointer 'b' is modified in the nest}}
    std::swap(a, b);
  }
}

#endif
