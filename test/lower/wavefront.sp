// A wavefront runs in the order of a plan, which the last guard makes: a walk
// through the nest without its stores touches what iterations share, and what it reads
// itself under conditions that data decide. The text can be read again.
// RUN: %sparse-opt %S/../schedule/Inputs/gauss-seidel.sp -lower \
// RUN:   -schedule "parallelize(i, cpu_thread, wavefront)" > %t
// RUN: %sparse-opt %t | diff %t -
// RUN: FileCheck %s < %t

// CHECK: guard "there is one thread, which keeps the order by itself" holds i64(call i32 team_size()) > 1:i64
// CHECK-NEXT: guard "no plan for 'i' is known to be faster on threads" plan wave_plan of i(i64(n), i64(call i32 team_size()), 0, any; values(i64(n), i64(&pos[0:i64]), 0:i64, 0 < n ? i64(n) + 1:i64 : 0:i64, i64(&crd[0:i64])) sources(pos[0:i64 .. 0 < n ? i64(n) + 1:i64 : 0:i64]) traced(x)) {
// CHECK-NEXT: for i : i32 in 0 .. n {
// CHECK-NEXT: for p : i32 in pos[i] .. pos[i + 1] {
// CHECK-NEXT: touch source crd[p], 1:i64
// CHECK-NEXT: touch read x[crd[p]], i64(i)
// CHECK-NEXT: }
// CHECK-NEXT: touch write x[i], i64(i)
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: body {
// CHECK-NEXT: for i_thread : i64 in 0:i64 .. min(512:i64, i64(call i32 team_size())) threads(schedule(static, 1)) {
// CHECK-NEXT: for i : i32 in 0 .. n wave(wave_plan, i_thread) {

// What 'split' makes is what runs together.
// RUN: %sparse-opt %S/../schedule/Inputs/gauss-seidel.sp -lower \
// RUN:   -schedule "split(i, i0, i1, 8) parallelize(i0, cpu_thread, wavefront, schedule(levels))" \
// RUN:   | FileCheck %s --check-prefix=SPLIT
// SPLIT: plan wave_plan of i0((i64(n) + 7:i64) / 8:i64, i64(call i32 team_size()), 1, levels;
// SPLIT: touch read x[crd[p]], i64(i) / 8:i64
// SPLIT: for i0 : i64 in {{.*}} wave(wave_plan, i0_thread) {
// SPLIT-NOT: wave
