// Generated code stands at the lines of the user's loop.
// RUN: %clangxx_sparse -O0 -g -c %s -o %t.o
// RUN: llvm-dwarfdump --debug-line %t.o | FileCheck --check-prefix=FILES %s
// FILES-NOT: {{generated|by lacuna}}
// FILES: name: "{{.*}}debug-info.cpp"
// FILES-NOT: generated
// RUN: llvm-dwarfdump --debug-info %t.o | FileCheck --check-prefix=VARIABLES %s
// RUN: llvm-dwarfdump --debug-line %t.o | FileCheck --check-prefix=LINES %s

void f(int n, double *y, const double *x) {
#pragma sparse split(row, outer, inner, 4)
  for (int row = 0; row < n; ++row) {
    double twice = 2 * x[row];
    y[row] = twice;
  }
}
// A store inside the tail and one inside the full block, beside the user's own.
// LINES-COUNT-3: 0x{{[0-9a-f]+}} 14 {{.*}} is_stmt

// VARIABLES-DAG: DW_AT_name ("row")
// VARIABLES-DAG: DW_AT_name ("outer")
// VARIABLES-DAG: DW_AT_name ("twice")
