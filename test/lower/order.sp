// Whichever loop of a split comes second has the exact range, so that no order
// of the loops needs a guard inside.

// RUN: %sparse-opt %s --schedule='split(i, i0, i1, 4) split(i1, i2, i3, 2)' --lower | FileCheck %s --check-prefix=NESTED
// RUN: %sparse-opt %s --schedule='split(i, i0, i1, 4) reorder(i0, i1)' --lower | FileCheck %s --check-prefix=SWAPPED
// RUN: %sparse-opt %s --schedule='split(i, i0, i1, 4) split(i1, i2, i3, 2) order(i3, i0, i2)' --lower | FileCheck %s --check-prefix=INNERMOST

// Inside a full block of 4 both loops have constant ranges; inside its tail no
// block is written twice again.
// NESTED:      let i_len = i64(m)
// NESTED-NEXT: for i0 : i64 in 0:i64 .. (i_len + 3:i64) / 4:i64 {
// NESTED-NEXT:   let i1_rest = i_len - i0 * 4:i64
// NESTED-NEXT:   if i1_rest >= 4:i64 {
// NESTED-NEXT:     for i2 : i64 in 0:i64 .. 2:i64 {
// NESTED-NEXT:       let i_first = i32(i0 * 4:i64 + i2 * 2:i64)
// NESTED-NEXT:       for i3 : i64 in 0:i64 .. 2:i64 {
// NESTED-NEXT:         let i = i_first + i32(i3)
// NESTED-NEXT:         y[i] = 2.0 * x[i]
// NESTED:        } else {
// NESTED-NEXT:     for i2 : i64 in 0:i64 .. (i1_rest + 1:i64) / 2:i64 {
// NESTED-NEXT:       let i_first = i32(i0 * 4:i64 + i2 * 2:i64)
// NESTED-NEXT:       let i_last = i_first + i32(max(min(2:i64, i1_rest - i2 * 2:i64), 0:i64))
// NESTED-NEXT:       for i : i32 in i_first .. i_last {

// SWAPPED:      let i_len = i64(m)
// SWAPPED-NEXT: for i1 : i64 in 0:i64 .. 4:i64 {
// SWAPPED-NEXT:   for i0 : i64 in 0:i64 .. (i_len - i1 + 3:i64) / 4:i64 {
// SWAPPED-NEXT:     let i = i32(i0 * 4:i64 + i1)
// SWAPPED-NEXT:     y[i] = 2.0 * x[i]
// SWAPPED-NOT:      if

// INNERMOST:      for i3 : i64 in 0:i64 .. 2:i64 {
// INNERMOST-NEXT:   for i0 : i64 in 0:i64 .. (i_len + 3:i64) / 4:i64 {
// INNERMOST-NEXT:     let i1_rest = i_len - i0 * 4:i64
// INNERMOST-NEXT:     if i1_rest >= 4:i64 {
// INNERMOST-NEXT:       for i2 : i64 in 0:i64 .. (4:i64 - i3 + 1:i64) / 2:i64 {
// INNERMOST-NEXT:         let i1 = i2 * 2:i64 + i3
// INNERMOST-NEXT:         let i = i32(i0 * 4:i64 + i1)
// INNERMOST:          } else {
// INNERMOST-NEXT:       for i2 : i64 in 0:i64 .. (i1_rest - i3 + 1:i64) / 2:i64 {

nest @scale {
  operand m : i32
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  body {
    loop i {
      y[i] = 2.0 * x[i]
    }
  }
}
