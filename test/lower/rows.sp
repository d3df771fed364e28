// Rows are compared with what is written one by one, in as many loops as they
// depend on and where the nest reads them; those that data choose in order of
// their numbers, from the least to the last. Arrays in one row are compared
// once, and types that C++ keeps apart not at all.
// RUN: %sparse-opt %s --lower | FileCheck %s
// RUN: %sparse-opt %s --schedule='assume(noalias(y, val), noalias(y, crd), noalias(y, x))' --lower \
// RUN:   | FileCheck %s --check-prefix=VOUCHED

// CHECK-LABEL: program @rows {
// CHECK:       guard "'y' overlaps 'n'"
// CHECK:       guard "'y' overlaps a row of 'val' or 'x'" {
// CHECK-NEXT:    let y_begin = &y[0:i64]
// CHECK-NEXT:    let y_end = &y[i64(m)]
// CHECK-NEXT:    var all_apart : bool = true
// CHECK:         for i : i32 in 0 .. m {
// CHECK-NEXT:      if active[i] != 0 {
// CHECK-NEXT:        if 0 < n[i] {
// CHECK-NEXT:          all_apart &= &val[i][i64(n[i])] <= y_begin || y_end <= &val[i][0:i64]
// CHECK-NEXT:        }
// CHECK-NEXT:        for k : i32 in 0 .. n[i] {
// CHECK-NEXT:          x_least min= i64(crd[i][k])
// CHECK-NEXT:          x_last max= i64(crd[i][k])
// CHECK:         for x_row : i64 in x_least .. x_last + 1:i64 {
// CHECK-NEXT:      let x_address = &x[x_row]
// CHECK-NEXT:      if x_address != 0:u64 {
// CHECK-NEXT:        all_apart &= x_address + 8:u64 <= y_begin || y_end <= x_address
// VOUCHED-LABEL: program @rows {
// VOUCHED-NOT:   a row of
nest @rows {
  operand m : i32
  operand active : i32[]
  operand n : i32[]
  operand val : f64[] of row "val" row ""
  operand crd : i32[] of row "crd" row ""
  operand x : f64[] of x "" row ".data()"
  operand y : f64[] written
  index i : i32 in 0 .. m
  index k : i32 in 0 .. n[i]
  body {
    loop i {
      if active[i] != 0 {
        var s : f64 = 0.0
        loop k {
          let j = crd[i][k]
          s += val[i][k] * x[j][0]
        }
        y[i] = s
      }
    }
  }
}
