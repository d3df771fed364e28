// keep(q): the nest says that values of q are kept, and searches as it is written.
// The text can be read again.
// RUN: %sparse-opt %S/Inputs/assembly.sp -schedule "keep(q)" > %t
// RUN: %sparse-opt %t | diff %t -
// RUN: FileCheck %s < %t
// CHECK: while lo < hi {
// CHECK: val[q] += k[e * 16 + a * 4 + b]
// CHECK: keep q
// CHECK-NEXT: }

// Behind and in front of other commands.
// RUN: %sparse-opt %S/Inputs/assembly.sp -schedule "split(e, e0, e1, 8) keep(q) reorder(a, b) parallelize(e0, cpu_thread, atomics)" \
// RUN:   | FileCheck %s --check-prefix=OTHERS
// OTHERS: loop e0 parallel(cpu_thread, atomics(val)) {
// OTHERS: keep q

// RUN: not %sparse-opt %S/Inputs/assembly.sp -schedule "keep(lost)" 2>&1 | FileCheck %s --check-prefix=LOST
// LOST: error: 'keep' needs a variable that the loop computes, not 'lost'
// RUN: not %sparse-opt %S/Inputs/assembly.sp -schedule "keep()" 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: 'keep' {{.*}}

// A search for each column stays a search where its results are to be kept.
// RUN: %sparse-opt %S/Inputs/columns.sp -schedule "keep(found)" | FileCheck %s --check-prefix=COLUMNS
// COLUMNS: loop j {
// COLUMNS-NEXT: var found : i32 = -1
// COLUMNS-NOT: merge
// COLUMNS: keep found
