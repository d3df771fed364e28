// Where data choose what iterations update, all chunks but the first update
// copies, which are joined in the order of the chunks. What nothing was added
// to is not stored. The loop itself is there once.
// RUN: %sparse-opt %S/../schedule/Inputs/csc.sp -lower \
// RUN:   -schedule "assume(extent(y, n)) parallelize(j, cpu_thread, parallel_reduction)" \
// RUN:   | %sparse-opt - | FileCheck %s

// CHECK: body {
// CHECK-NEXT: array y_copies : f64[(min(512:i64, i64(call i32 team_size())) - 1:i64) * (i64(n) + 8:i64)]
// CHECK: for j_chunk : i64 in 0:i64 .. j_chunks threads {
// CHECK-NEXT: let y_base = (j_chunk - 1:i64) * (i64(n) + 8:i64)
// CHECK-NEXT: if !(j_chunk == 0:i64) {
// CHECK-NEXT: for y_element : i64 in 0:i64 .. i64(n) {
// CHECK-NEXT: y_copies[y_base + y_element] = -0.0
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: view y_own = y if j_chunk == 0:i64 else y_copies[y_base]
// CHECK: y_own[i] += val[p] * x[j]
// CHECK-NOT: val[p]
// CHECK: if j_chunks > 1:i64 {
// CHECK-NEXT: for y_piece : i64 in 0:i64 .. j_chunks threads {
// CHECK-NEXT: for y_copy : i64 in 1:i64 .. j_chunks {
// CHECK-NEXT: let y_base = (y_copy - 1:i64) * (i64(n) + 8:i64)
// CHECK-NEXT: for y_element : i64 in
// CHECK-NEXT: let y_part = y_copies[y_base + y_element]
// CHECK-NEXT: if y_part != 0.0 || call f64 copysign(1.0, y_part) > 0.0 {
// CHECK-NEXT: y[y_element] += y_part
