// Flags under which arithmetic does something that generated code would not do
// as the user's loop does are refused where the loop stands.
// RUN: not %clangxx_sparse -std=c++20 -O1 -ftrapv -c %s -o /dev/null 2>&1 | FileCheck --check-prefix=TRAP %s
// RUN: not %clangxx_sparse -std=c++20 -O1 -fsanitize=unsigned-integer-overflow -c %s -o /dev/null 2>&1 | FileCheck --check-prefix=UNSIGNED %s
// RUN: not %clangxx_sparse -std=c++20 -O1 -fsanitize=integer -c %s -o /dev/null 2>&1 | FileCheck --check-prefix=UNSIGNED %s
// RUN: not %clangxx_sparse -std=c++20 -O1 -fsanitize=implicit-conversion -c %s -o /dev/null 2>&1 | FileCheck --check-prefix=IMPLICIT %s
// RUN: %clangxx_sparse -std=c++20 -O1 -ftrapv -fplugin-arg-sparse-unsupported=warn -c %s -o /dev/null 2>&1 | FileCheck --check-prefix=WARNED %s
// RUN: %clangxx_sparse -std=c++20 -O1 -fwrapv -Rpass=sparse -c %s -o /dev/null 2>&1 | FileCheck --check-prefix=REWRITTEN %s
// RUN: %clangxx_sparse -std=c++20 -O1 -DGPU -fsanitize=signed-integer-overflow -c %s -o /dev/null 2>&1 | FileCheck --check-prefix=NO-REPORT %s
// RUN: %clangxx_sparse -std=c++20 -O1 -DGPU -fdenormal-fp-math=preserve-sign -c %s -o /dev/null 2>&1 | FileCheck --check-prefix=DENORMAL %s
// NO-REPORT: traps.cpp:{{.*}} warning: loop does not run on a GPU: '-fsanitize=signed-integer-overflow' would report nothing that a GPU computes
// DENORMAL: traps.cpp:{{.*}} warning: loop does not run on a GPU: '-fdenormal-fp-math' makes zeros of numbers that a GPU keeps
// TRAP: traps.cpp:[[#@LINE+9]]:3: error: {{.*}}signed overflow traps under '-ftrapv', where generated code would trap elsewhere or not at all; accepted are '-fwrapv' and '-fsanitize=signed-integer-overflow'
// WARNED: traps.cpp:[[#@LINE+8]]:3: warning: {{.*}}signed overflow traps under '-ftrapv'
// UNSIGNED: traps.cpp:[[#@LINE+7]]:3: error: {{.*}}'-fsanitize=unsigned-integer-overflow' reports arithmetic that is well defined, of which generated code has its own; accepted are the checks of '-fsanitize=undefined'
// IMPLICIT: traps.cpp:[[#@LINE+6]]:3: error: {{.*}}'-fsanitize=implicit-conversion' reports arithmetic
// REWRITTEN: traps.cpp:[[#@LINE+5]]:3: remark

void scale(int n, int *y) {
#pragma sparse split(i, i0, i1, 8)

  for (int i = 0; i < n; ++i)
    y[i] *= 2;
}

#ifdef GPU
void onGpu(int n, double *y) {
#pragma sparse target(cuda)
  for (int i = 0; i < n; ++i)
    y[i] *= 2;
}
#endif
