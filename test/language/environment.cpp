// Arithmetic whose rounding mode or exceptions the program can set or see is
// left as it is, whichever flag or pragma says so.
// RUN: not %clangxx_sparse -std=c++20 -O1 -frounding-math -c %s -o /dev/null 2>&1 | FileCheck --check-prefix=ALL %s
// RUN: not %clangxx_sparse -std=c++20 -O1 -ftrapping-math -c %s -o /dev/null 2>&1 | FileCheck --check-prefix=ALL %s
// RUN: not %clangxx_sparse -std=c++20 -O1 -ffp-exception-behavior=strict -c %s -o /dev/null 2>&1 | FileCheck --check-prefix=ALL %s
// RUN: not %clangxx_sparse -std=c++20 -O1 -ffp-exception-behavior=maytrap -c %s -o /dev/null 2>&1 | FileCheck --check-prefix=ALL %s
// RUN: not %clangxx_sparse -std=c++20 -O1 -ffp-model=strict -c %s -o /dev/null 2>&1 | FileCheck --check-prefix=ALL %s
// RUN: not %clangxx_sparse -std=c++20 -O1 -ffp-exception-behavior=ignore -DPRAGMAS -c %s -o /dev/null 2>&1 | FileCheck --check-prefix=PRAGMAS %s
// RUN: %clangxx_sparse -std=c++20 -O1 -c %s -o /dev/null 2>&1 | count 0
// ALL: environment.cpp:[[#@LINE+4]]:{{.*}} error: {{.*}}floating-point environment may be accessed here (FENV_ACCESS, FENV_ROUND, -frounding-math or exceptions that are not ignored); accepted are the default rounding mode and ignored exceptions
void plain(int n, double *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i)
    y[i] = y[i] * 1.1;
}

#ifdef PRAGMAS
// PRAGMAS: environment.cpp:[[#@LINE+5]]:{{.*}} error: {{.*}}floating-point environment may be accessed
void access(int n, double *y) {
#pragma STDC FENV_ACCESS ON
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i)
    y[i] = y[i] * 1.1;
}

// PRAGMAS: environment.cpp:[[#@LINE+5]]:{{.*}} error: {{.*}}floating-point environment may be accessed
void round(int n, double *y) {
#pragma STDC FENV_ROUND FE_UPWARD
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i)
    y[i] = y[i] * 1.1;
}

// PRAGMAS: environment.cpp:[[#@LINE+5]]:{{.*}} error: {{.*}}floating-point environment may be accessed
void exceptions(int n, double *y) {
#pragma clang fp exceptions(strict)
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i)
    y[i] = y[i] * 1.1;
}

// PRAGMAS: environment.cpp:[[#@LINE+5]]:{{.*}} error: {{.*}}floating-point environment may be accessed
#pragma float_control(except, on, push)
void control(int n, double *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i)
    y[i] = y[i] * 1.1;
}
#pragma float_control(pop)

// PRAGMAS: environment.cpp:[[#@LINE+8]]:{{.*}} error: {{.*}}floating-point options change inside the nest
void change(int n, double *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i) {
#pragma clang fp contract(fast)
    y[i] = y[i] * 1.1;
    {
#pragma clang fp contract(off)
      y[i] = y[i] * 1.1;
    }
  }
}
#endif
