// Who verifies wants to know what was not: a loop of which no call ran as
// generated code says so when the program ends, and how it could be had.
// RUN: %clangxx_sparse -O1 -fplugin-arg-sparse-verify %s -o %t
// RUN: %t 2>&1 | sed 's,.*/,,' | FileCheck --match-full-lines %s
// RUN: %clangxx_sparse -O1 -fplugin-arg-sparse-verify -fplugin-arg-sparse-min-work=0 %s -o %t.all
// RUN: %t.all 2>&1 | sed 's,.*/,,' | FileCheck --match-full-lines --check-prefix=ALL %s
// RUN: %clangxx_sparse -O1 -fplugin-arg-sparse-verify=5 -fplugin-arg-sparse-min-work=0 %s -o %t.some
// RUN: %t.some 2>&1 | sed 's,.*/,,' | FileCheck --match-full-lines --check-prefix=ALL %s

// CHECK-NOT: {{.}}
// CHECK: nothing-compared.cpp:[[#@LINE+8]]: nothing was compared: the user's loop ran in all 3 calls: there is too little work for threads; -fplugin-arg-sparse-min-work=0 compares them all the same
// CHECK-NEXT: nothing-compared.cpp:[[#@LINE+13]]: nothing was compared: the user's loop ran in all 1 calls: 'y' overlaps 'x'
// CHECK-NOT: {{.}}
// ALL-NOT: {{.}}
// ALL: nothing-compared.cpp:[[#@LINE+10]]: nothing was compared: the user's loop ran in all 1 calls: 'y' overlaps 'x'
// ALL-NOT: {{.}}
void scale(int n, double *y, const double *x) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    y[i] = 2 * x[i];
}

void shift(int n, double *y, const double *x) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    y[i] = 2 * x[i];
}

// One of its calls is compared: enough to be silent.
void sometimes(int n, double *y, const double *x) {
#pragma sparse parallelize(i, cpu_thread, no_races)
  for (int i = 0; i < n; ++i)
    y[i] = 2 * x[i];
}

void never(int n, double *y, const double *x) {
#pragma sparse
  for (int i = 0; i < n; ++i)
    y[i] = 2 * x[i];
}

int main(int argc, char **) {
  double a[8] = {1, 2, 3, 4, 5, 6, 7, 8}, b[8];
  for (int k = 0; k < 3; ++k)
    scale(8, b, a);
  shift(7, a, a + 1);
  sometimes(7, a, a + 1);
  sometimes(8, b, a);
  if (argc > 1)
    never(8, b, a);
}
