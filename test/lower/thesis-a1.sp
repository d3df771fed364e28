// Appendix A.1 of the thesis, and Figure 2-1(c), its serial half: rows in
// blocks of 32; full blocks have a constant number of trips, the tail stands
// apart. The loop over a block's rows is over the user's row variable.

// RUN: %sparse-opt %s --schedule='split(i, i0, i1, 32) order(i0, i1, j) parallelize(i0, cpu_thread, no_races, schedule(static, 1))' --lower | FileCheck %s
// RUN: %sparse-opt %s --schedule='split(i, i1, i2, 4)' --lower | FileCheck %s --check-prefix=SERIAL

// CHECK: body {
// CHECK-NEXT: let i_len = i64(m)
// CHECK-NEXT: for i0 : i64 in 0:i64 .. (i_len + 31:i64) / 32:i64 threads(schedule(static, 1)) {
// CHECK-NEXT:   let i1_rest = i_len - i0 * 32:i64
// CHECK-NEXT:   if i1_rest >= 32:i64 {
// CHECK-NEXT:     let i_first = i32(i0 * 32:i64)
// CHECK-NEXT:     let i_last = i_first + 32{{$}}
// CHECK-NEXT:     for i : i32 in i_first .. i_last {
// CHECK-NEXT:       var sum : f64 = 0.0
// CHECK-NEXT:       for p : i32 in pos[i] .. pos[i + 1] {
// CHECK-NEXT:         let j = crd[p]
// CHECK-NEXT:         sum += val[p] * x[j]
// CHECK-NEXT:       }
// CHECK-NEXT:       y[i] = sum
// CHECK-NEXT:     }
// CHECK-NEXT:   } else {
// CHECK-NEXT:     let i_first = i32(i0 * 32:i64)
// CHECK-NEXT:     let i_last = i_first + i32(max(i1_rest, 0:i64))
// CHECK-NEXT:     for i : i32 in i_first .. i_last {
// CHECK:            y[i] = sum

// SERIAL: for i1 : i64 in 0:i64 .. (i_len + 3:i64) / 4:i64 {
// SERIAL-NEXT: let i2_rest = i_len - i1 * 4:i64
// SERIAL-NEXT: if i2_rest >= 4:i64 {
// SERIAL-NEXT:   let i_first = i32(i1 * 4:i64)
// SERIAL-NEXT:   let i_last = i_first + 4{{$}}
// SERIAL-NEXT:   for i : i32 in i_first .. i_last {

nest @spmv {
  operand m : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1] coordinate j
  tensor A : dense(i), compressed(p; pos, crd) values val
  body {
    loop i {
      var sum : f64 = 0.0
      loop p {
        let j = crd[p]
        sum += val[p] * x[j]
      }
      y[i] = sum
    }
  }
}
