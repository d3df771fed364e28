// An innermost loop that combines values into one element keeps it in a local
// variable: the user's order of operations, but no store on each trip. A loop
// without trips does not touch the element. Where the loop reads the array
// elsewhere, or stores under a condition, the element stays in memory.

// RUN: %sparse-opt %s --lower --check=off | FileCheck %s

// CHECK-LABEL: program @direct
// CHECK:      let p_lo = pos[i]
// CHECK-NEXT: let p_hi = pos[i + 1]
// CHECK-NEXT: if p_lo < p_hi {
// CHECK-NEXT:   var y_acc : f32 = y[i]
// CHECK-NEXT:   for p : i32 in p_lo .. p_hi {
// CHECK-NEXT:     y_acc += val[p] * x[p]
// CHECK-NEXT:   }
// CHECK-NEXT:   y[i] = y_acc
// CHECK-NEXT: }

// CHECK-LABEL: program @elsewhere
// CHECK:      for p : i32 in pos[i] .. pos[i + 1] {
// CHECK-NEXT:   y[i] += f64(y[p]) * x[p]

// CHECK-LABEL: program @masked
// CHECK:      if x[p] > 0.0 {
// CHECK-NEXT:   y[i] += x[p]

nest @direct {
  operand m : i32
  operand pos : i32[]
  operand val : f64[]
  operand x : f64[]
  operand y : f32[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    loop i {
      loop p {
        y[i] += val[p] * x[p]
      }
    }
  }
}

nest @elsewhere {
  operand m : i32
  operand pos : i32[]
  operand x : f64[]
  operand y : f32[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    loop i {
      loop p {
        y[i] += f64(y[p]) * x[p]
      }
    }
  }
}

nest @masked {
  operand m : i32
  operand pos : i32[]
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    loop i {
      loop p {
        if x[p] > 0.0 {
          y[i] += x[p]
        }
      }
    }
  }
}
