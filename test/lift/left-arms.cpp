// clang-format off: what is checked is long
// Arms that only the user's loop has, and where there are none.
// RUN: %clangxx_sparse -fsyntax-only -fplugin-arg-sparse-dump=graph %s 2>&1 | FileCheck %s
// RUN: %clangxx_sparse -fsyntax-only -DREFUSED -Rpass-missed=sparse %s 2>&1 | FileCheck %s --check-prefix=REFUSED

void hidden(int);

#ifndef REFUSED
// CHECK-LABEL: nest @told
// CHECK:         guard "'loud' is true, for which only your loop has code" !loud
// CHECK-NOT:     if
// CHECK:         y[i] = 2.0
void told(int n, double *y, bool loud) {
#pragma sparse split(i, i0, i1, 8)
  for (int i = 0; i < n; ++i) {
    if (loud)
      hidden(i);
    y[i] = 2;
  }
}

// CHECK-LABEL: nest @quiet
// CHECK:         guard "'mute' is false, for which only your loop has code" mute
void quiet(int n, double *y, bool mute) {
#pragma sparse split(i, i0, i1, 8)
  for (int i = 0; i < n; ++i) {
    y[i] = 2;
    mute || (hidden(i), true);
  }
}

// CHECK-LABEL: nest @rows
// CHECK:         guard "'i == odd' may be true, which ends your loop early" 0:i64 - i64(odd) + (i64(n) - 1:i64) < 0:i64 || 0:i64 - i64(odd) > 0:i64
void rows(int n, double *y, int odd) {
#pragma sparse split(i, i0, i1, 8)
  for (int i = 0; i < n; ++i) {
    if (i == odd)
      __builtin_abort();
    y[i] = 2;
  }
}

// CHECK-LABEL: nest @steps
// CHECK:         guard "'(i ^ 4) == odd' may be true, which ends your loop early" i64(u32(i_2) ^ 4:u32) - i64(odd) < 0:i64 || i64(u32(i_2) ^ 4:u32) - i64(odd) > 0:i64 for i_2 in 0:i64 .. i64(u32(n))
void steps(int n, double *y, unsigned odd) {
#pragma sparse split(i, i0, i1, 8)
  for (unsigned i = 0; i < n; ++i) {
    if ((i ^ 4) == odd)
      __builtin_abort();
    y[i] = 2;
  }
}

// A check of two variables, under a condition on one of them.
// CHECK-LABEL: nest @checked
// CHECK:         guard "'i < 1 || j >= m' may be true, which ends your loop early" 0:i64 - i64(m) + (i64(n) - 1:i64) < 0:i64
void checked(int n, int m, double *y) {
#pragma sparse split(i, i0, i1, 8)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (i > 0) {
        if (i < 1 || j >= m)
          throw 1;
        y[i * n + j] = 2;
      }
}

// What is compared with may be checked, too.
struct Rows {
  int n;
  int count() const {
    if (n < 0)
      throw 1;
    return n;
  }
};
// CHECK-LABEL: nest @header
// CHECK:         guard "'n < 0' may be true, which ends your loop early" i64(r_n) >= 0:i64
void header(const Rows &r, double *y) {
#pragma sparse split(i, i0, i1, 8)
  for (int i = 0; i < r.count(); ++i)
    y[i] = 2;
}

#else
// What the loop reads need not be there before it runs.
// REFUSED: left-arms.cpp:[[#@LINE+5]]:{{.*}} call of 'hidden' may have side effects
void reads(int n, double *y, const int *loud) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    if (loud[i])
      hidden(i);
    y[i] = 2;
  }
}

// Nor need 'a / b'.
// REFUSED: left-arms.cpp:[[#@LINE+5]]:{{.*}} call of 'hidden' may have side effects
void divides(int n, double *y, int a, int b) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    if (a / b)
      hidden(i);
    y[i] = 2;
  }
}

// Loops are what the directive is about.
// REFUSED: left-arms.cpp:[[#@LINE+6]]:{{.*}} call of 'hidden' may have side effects
void loops(int n, double *y, bool loud) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    if (loud)
      for (int k = 0; k < n; ++k)
        hidden(k);
    y[i] = 2;
  }
}

// Nothing would be left.
// REFUSED: left-arms.cpp:[[#@LINE+5]]:{{.*}} call of 'hidden' may have side effects
void nothing(int n, bool loud) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    if (loud)
      hidden(i);
}

// The nest changes what is asked.
// REFUSED: left-arms.cpp:[[#@LINE+5]]:{{.*}} call of 'hidden' may have side effects
void changes(int n, double *y, int loud) {
#pragma sparse
  for (int i = 0; i < n; ++i) {
    if (loud > 3)
      hidden(i);
    loud += i;
    y[i] = 2;
  }
}
// REFUSED: 0 of 5 annotated loops rewritten
#endif
