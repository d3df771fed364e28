// Unrolled loops are written out, one scope for each copy; what is left of a
// range of unknown length stays a loop.

// RUN: %sparse-opt %s --schedule='unroll(i, 3)' --lower | FileCheck %s
// RUN: %sparse-opt %s --schedule='split(i, i0, i1, 2) unroll(i1)' --lower | FileCheck %s --check-prefix=FULL

// CHECK:      let i_groups = i64(m) / 3:i64
// CHECK-NEXT: for i_group : i64 in 0:i64 .. i_groups {
// CHECK-NEXT:   {
// CHECK-NEXT:     let i = i32(i_group * 3:i64)
// CHECK-NEXT:     y[i] = x[i]
// CHECK-NEXT:   }
// CHECK-NEXT:   {
// CHECK-NEXT:     let i = i32(i_group * 3:i64 + 1:i64)
// CHECK-NEXT:     y[i] = x[i]
// CHECK-NEXT:   }
// CHECK-NEXT:   {
// CHECK-NEXT:     let i = i32(i_group * 3:i64 + 2:i64)
// CHECK-NEXT:     y[i] = x[i]
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: for i : i32 in i32(i_groups * 3:i64) .. m {
// CHECK-NEXT:   y[i] = x[i]
// CHECK-NEXT: }

// FULL:      if i1_rest >= 2:i64 {
// FULL-NEXT:   let i_first = i32(i0 * 2:i64)
// FULL-NEXT:   {
// FULL-NEXT:     let i1 = 0:i64
// FULL-NEXT:     let i = i_first + i32(i1)
// FULL-NEXT:     y[i] = x[i]
// FULL-NEXT:   }
// FULL-NEXT:   {
// FULL-NEXT:     let i1 = 1:i64
// FULL-NEXT:     let i = i_first + i32(i1)
// FULL-NEXT:     y[i] = x[i]
// FULL-NEXT:   }
// FULL-NEXT: } else {
// FULL-NEXT:   let i_first = i32(i0 * 2:i64)
// FULL-NEXT:   for i1 : i64 in 0:i64 .. i1_rest {

nest @copy {
  operand m : i32
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  body {
    loop i {
      y[i] = x[i]
    }
  }
}

// What unrolling leaves to a thread of a GPU has its iterations written out, under names of its own.
// RUN: %sparse-opt %S/../schedule/Inputs/spmv.sp -schedule "target(cuda) split(i, b, t, 64) unroll(p, 4) parallelize(b, gpu_block, no_races) parallelize(t, gpu_thread, no_races)" -lower | FileCheck %s --check-prefix=REST
// REST: for p_group : i32 in 0 .. p_groups
// REST: let p_begin2 = 
// REST: for p_group2 : i32
