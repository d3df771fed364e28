// What cannot be rewritten is said once, at its place; the loop stays.
// RUN: %clangxx_sparse -std=c++20 -fsyntax-only -Xclang -verify=error,common %s
// RUN: %clangxx_sparse -std=c++20 -fsyntax-only -fplugin-arg-sparse-unsupported=warn -Xclang -verify=warning,common %s
// RUN: %clangxx_sparse -std=c++20 -fsyntax-only -fplugin-arg-sparse-unsupported=warn -Rpass-missed=sparse -Xclang -verify=warning,common,missed %s
// RUN: not %clangxx_sparse -std=c++20 -c -fplugin-arg-sparse-unsupported=warn -Werror=pass-failed %s -o %t.o 2>&1 | FileCheck --check-prefix=WERROR %s
// WERROR: error: loop left unchanged: {{.*}} [-Werror,-Wpass-failed=sparse]
// RUN: %clangxx_sparse -std=c++20 -c -fplugin-arg-sparse-unsupported=warn -w %s -o %t.o 2>&1 | count 0

int pure(int);

// Two instances fail in the same way: one message.
template <class T> void instances(int n, T *y) {
#pragma sparse split(i, i0, i1, 4)
  for (int i = 0; i < n; ++i)
    y[i] = pure(i); // error-error {{call of 'pure' may have side effects}} warning-warning {{loop left unchanged: call of 'pure' may have side effects}}
}
template void instances(int, float *);
template void instances(int, double *);

// A bare directive never fails.
void bare(int n, double *y) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    y[i] = pure(i); // missed-remark {{loop left unchanged: call of 'pure' may have side effects}}
}

void illegal(int n, double *y) {
#pragma sparse split(j, j0, j1, 4) // error-error {{unknown loop 'j'}} warning-warning {{loop left unchanged: unknown loop 'j'}} common-note {{the loops are 'i'}}
  for (int i = 0; i < n; ++i)
    y[i] = 0;
#pragma sparse parallelize(i, cpu_thread, no_races) // error-error {{different iterations of 'i' may store to the same elements of 'y'}} warning-warning {{loop left unchanged: different iterations of 'i' may store to the same elements of 'y'}} common-note {{no race strategy makes such a loop parallel}}
  for (int i = 0; i < n; ++i)
    y[0] = i;
}

consteval int constant(int n) {
  int y[4] = {};
#pragma sparse unroll(i, 2)
  for (int i = 0; i < n; ++i) // error-error {{a loop in a consteval function never runs}} warning-warning {{loop left unchanged: a loop in a consteval function never runs}}
    y[i] = 1;
  return y[0];
}
static_assert(constant(3) == 1);

void notFor(int n, double *y) {
  int i = 0;
#pragma sparse unroll(i, 2)
  while (y[i] > 0) // error-error {{loop condition does not compare 'i'; accepted is 'i < bound'}} warning-warning {{loop left unchanged: loop condition does not compare 'i'; accepted is 'i < bound'}}
    y[i++] = 1;
#pragma sparse unroll(i, 2)
  do // error-error {{loop has no loop variable to schedule}} warning-warning {{loop left unchanged: loop has no loop variable to schedule}}
    y[i++] = 1;
  while (i < n);
}

// RUN: not %clangxx_sparse -std=c++20 -m32 -fsyntax-only %s 2>&1 | FileCheck --check-prefix=NARROW %s
// NARROW: error: targets where 'long' has less than 64 bits are not supported yet
