// A wavefront on a GPU: levels of a plan that the last guard makes, of single
// iterations or of what 'split' makes of them. The text can be read again.
// RUN: %sparse-opt %S/../schedule/Inputs/gauss-seidel.sp -lower \
// RUN:   -schedule "target(cuda) parallelize(i, gpu_thread, wavefront)" > %t
// RUN: %sparse-opt %t | diff %t -
// RUN: FileCheck %s < %t

// CHECK-NOT: there is one thread
// CHECK: guard "no plan for 'i' promises to be faster on a GPU" plan wave_plan of i(i64(n), 0:i64, 1, any; {{.*}} traced(x)) {
// CHECK: touch write x[i], i64(i)
// CHECK: body {
// CHECK-NEXT: for i : i32 in 0 .. n gpu_levels(wave_plan) {
// CHECK-NEXT: var s : f64 = b[i]

// RUN: %sparse-opt %S/../schedule/Inputs/gauss-seidel.sp -lower \
// RUN:   -schedule "target(cuda) split(i, i0, i1, 8) parallelize(i0, gpu_thread, wavefront, schedule(levels))" \
// RUN:   | FileCheck %s --check-prefix=SPLIT
// SPLIT: plan wave_plan of i0((i64(n) + 7:i64) / 8:i64, 0:i64, 1, levels;
// SPLIT: for i0 : i32 in {{.*}} gpu_levels(wave_plan) {
