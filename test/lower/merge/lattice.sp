// The loops that a lattice becomes: those for one level, for intersections, unions and mixtures, for all coordinates, and for levels below one that is absent.
// RUN: split-file --leading-lines %s %t
// RUN: for case in %t/*.sp; do \
// RUN:   %sparse-opt $case > $case.out && %sparse-opt $case.out | diff - $case.out || exit 1; \
// RUN:   %sparse-opt $case --lower --check=off | FileCheck $case || exit 1; done

//--- one.sp
// CHECK:      let p_end = a_pos[1]
// CHECK-NEXT: for p : i32 in a_pos[0] .. p_end {
// CHECK-NEXT:   let j = a_crd[p]
// CHECK-NEXT:   y[j] = a_val[p]
// CHECK-NEXT: }
nest @one {
  operand n : i32
  operand a_pos : i32[]
  operand a_crd : i32[]
  operand a_val : f64[]
  operand y : f64[] written
  index j : i32 in 0 .. n
  index p : i32 in a_pos[0] .. a_pos[1]
  tensor A : compressed(p; a_pos, a_crd) values a_val
  body {
    loop j merge(a: p, d: j; a && d) {
      y[j] = a_val[p]
    }
  }
}
//--- both.sp
// CHECK:      let p_end = a_pos[1]
// CHECK-NEXT: let q_end = b_pos[1]
// CHECK-NEXT: var p : i32 = a_pos[0]
// CHECK-NEXT: var q : i32 = b_pos[0]
// CHECK-NEXT: while p < p_end && q < q_end {
// CHECK-NEXT:   let j_a = a_crd[p]
// CHECK-NEXT:   let j_b = b_crd[q]
// CHECK-NEXT:   let j = min(j_a, j_b)
// CHECK-NEXT:   if j_a == j && j_b == j {
// CHECK-NEXT:     y[j] = a_val[p] * b_val[q]
// CHECK-NEXT:   }
// CHECK-NEXT:   p = p + i32(j_a == j)
// CHECK-NEXT:   q = q + i32(j_b == j)
// CHECK-NEXT: }
nest @both {
  operand n : i32
  operand a_pos : i32[]
  operand a_crd : i32[]
  operand a_val : f64[]
  operand b_pos : i32[]
  operand b_crd : i32[]
  operand b_val : f64[]
  operand y : f64[] written
  index j : i32 in 0 .. n
  index p : i32 in a_pos[0] .. a_pos[1]
  index q : i32 in b_pos[0] .. b_pos[1]
  tensor A : compressed(p; a_pos, a_crd) values a_val
  tensor B : compressed(q; b_pos, b_crd) values b_val
  body {
    loop j merge(a: p, b: q; a && b) {
      y[j] = a_val[p] * b_val[q]
    }
  }
}
//--- multiply_add.sp
// CHECK:      let p_end = a_pos[1]
// CHECK-NEXT: let q_end = b_pos[1]
// CHECK-NEXT: let r_end = c_pos[1]
// CHECK-NEXT: var p : i32 = a_pos[0]
// CHECK-NEXT: var q : i32 = b_pos[0]
// CHECK-NEXT: var r : i32 = c_pos[0]
// CHECK-NEXT: while p < p_end && q < q_end && r < r_end {
// CHECK-NEXT:   let j_a = a_crd[p]
// CHECK-NEXT:   let j_b = b_crd[q]
// CHECK-NEXT:   let j_c = c_crd[r]
// CHECK-NEXT:   let j = min(min(j_a, j_b), j_c)
// CHECK-NEXT:   if j_a == j && j_b == j && j_c == j {
// CHECK-NEXT:     y[j] = opaque f64 "({ double lacuna_value = $0; lacuna_value; })" (a_val[p] * b_val[q]) + c_val[r]
// CHECK-NEXT:   } else {
// CHECK-NEXT:     if j_a == j && j_b == j {
// CHECK-NEXT:       y[j] = opaque f64 "({ double lacuna_value = $0; lacuna_value; })" (a_val[p] * b_val[q]) + 0.0
// CHECK-NEXT:     } else {
// CHECK-NEXT:       if j_c == j {
// CHECK-NEXT:         y[j] = 0.0 + c_val[r]
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   p = p + i32(j_a == j)
// CHECK-NEXT:   q = q + i32(j_b == j)
// CHECK-NEXT:   r = r + i32(j_c == j)
// CHECK-NEXT: }
// CHECK-NEXT: while p < p_end && q < q_end {
// CHECK-NEXT:   let j_a = a_crd[p]
// CHECK-NEXT:   let j_b = b_crd[q]
// CHECK-NEXT:   let j = min(j_a, j_b)
// CHECK-NEXT:   if j_a == j && j_b == j {
// CHECK-NEXT:     y[j] = opaque f64 "({ double lacuna_value = $0; lacuna_value; })" (a_val[p] * b_val[q]) + 0.0
// CHECK-NEXT:   }
// CHECK-NEXT:   p = p + i32(j_a == j)
// CHECK-NEXT:   q = q + i32(j_b == j)
// CHECK-NEXT: }
// CHECK-NEXT: while r < r_end {
// CHECK-NEXT:   let j = c_crd[r]
// CHECK-NEXT:   y[j] = 0.0 + c_val[r]
// CHECK-NEXT:   r = r + 1
// CHECK-NEXT: }
nest @multiply_add {
  operand n : i32
  operand a_pos : i32[]
  operand a_crd : i32[]
  operand a_val : f64[]
  operand b_pos : i32[]
  operand b_crd : i32[]
  operand b_val : f64[]
  operand c_pos : i32[]
  operand c_crd : i32[]
  operand c_val : f64[]
  operand y : f64[] written
  index j : i32 in 0 .. n
  index p : i32 in a_pos[0] .. a_pos[1]
  index q : i32 in b_pos[0] .. b_pos[1]
  index r : i32 in c_pos[0] .. c_pos[1]
  tensor A : compressed(p; a_pos, a_crd) values a_val
  tensor B : compressed(q; b_pos, b_crd) values b_val
  tensor C : compressed(r; c_pos, c_crd) values c_val
  body {
    loop j merge(a: p, b: q, c: r; a && b || c) {
      y[j] = (a && b ? a_val[p] * b_val[q] : 0.0) + (c ? c_val[r] : 0.0)
    }
  }
}
//--- dense.sp
// CHECK:      let p_end = a_pos[1]
// CHECK-NEXT: var p : i32 = a_pos[0]
// CHECK-NEXT: for j : i32 in 0 .. n {
// CHECK-NEXT:   let a = p < p_end && a_crd[p] == j
// CHECK-NEXT:   if a {
// CHECK-NEXT:     y[j] = a_val[p]
// CHECK-NEXT:   } else {
// CHECK-NEXT:     y[j] = 0.0
// CHECK-NEXT:   }
// CHECK-NEXT:   p = p + i32(a)
// CHECK-NEXT: }
nest @dense {
  operand n : i32
  operand a_pos : i32[]
  operand a_crd : i32[]
  operand a_val : f64[]
  operand y : f64[] written
  index j : i32 in 0 .. n
  index p : i32 in a_pos[0] .. a_pos[1]
  tensor A : compressed(p; a_pos, a_crd) values a_val
  body {
    loop j merge(a: p, d: j; a || d) {
      y[j] = a ? a_val[p] : 0.0
    }
  }
}
//--- indifferent.sp
// CHECK:      let p_end = a_pos[1]
// CHECK-NEXT: for p : i32 in a_pos[0] .. p_end {
// CHECK-NEXT:   let j = a_crd[p]
// CHECK-NEXT:   y[j] = a_val[p]
// CHECK-NEXT: }
nest @indifferent {
  operand n : i32
  operand a_pos : i32[]
  operand a_crd : i32[]
  operand a_val : f64[]
  operand b_pos : i32[]
  operand b_crd : i32[]
  operand b_val : f64[]
  operand y : f64[] written
  index j : i32 in 0 .. n
  index p : i32 in a_pos[0] .. a_pos[1]
  index q : i32 in b_pos[0] .. b_pos[1]
  tensor A : compressed(p; a_pos, a_crd) values a_val
  tensor B : compressed(q; b_pos, b_crd) values b_val
  body {
    loop j merge(a: p, b: q; a && (a || b)) {
      y[j] = a_val[p]
    }
  }
}
