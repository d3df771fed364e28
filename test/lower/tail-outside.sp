// Appendix A.12 of the thesis: whether a block of positions is full is decided
// as soon as it is known, outside the dense loop, not on each of its trips.

// RUN: %sparse-opt %s --schedule='pos(j, jp, val) split(jp, jp0, jp1, 8) order(i, jp0, k, jp1)' --lower --check=off | FileCheck %s

// CHECK:      for jp0 : i64 in 0:i64 .. (p_len + 7:i64) / 8:i64 {
// CHECK-NEXT:   let jp1_rest = p_len - jp0 * 8:i64
// CHECK-NEXT:   if jp1_rest >= 8:i64 {
// CHECK-NEXT:     for k : i32 in 0 .. w {
// CHECK-NEXT:       var c_acc : f64 = c[i * w + k]
// CHECK-NEXT:       for jp1 : i64 in 0:i64 .. 8:i64 {
// CHECK-NEXT:         let jp = jp0 * 8:i64 + jp1
// CHECK-NEXT:         let p = i32(i64(p_lo) + jp)
// CHECK-NEXT:         let j = crd[p]
// CHECK-NEXT:         c_acc += val[p] * b[j * w + k]
// CHECK-NEXT:       }
// CHECK-NEXT:       c[i * w + k] = c_acc
// CHECK-NEXT:     }
// CHECK-NEXT:   } else {
// CHECK-NEXT:     for k : i32 in 0 .. w {
// CHECK-NEXT:       if 0:i64 < jp1_rest {

nest @spmm {
  operand m : i32
  operand w : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand b : f64[]
  operand c : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1] coordinate j
  index k : i32 in 0 .. w
  tensor A : dense(i), compressed(p; pos, crd) values val
  body {
    loop i {
      loop p {
        let j = crd[p]
        loop k {
          c[i * w + k] += val[p] * b[j * w + k]
        }
      }
    }
  }
}
