// What an iteration of an innermost loop stores, and the next one reads, is
// kept in a local variable. Where an iteration may not read it, the first one
// stands in front of the loop, and reads memory if it reads at all. What is
// stored in some iterations alone, or read two iterations later, stays as it
// is. Integers are chosen without branches in loops that are not unrolled.

// RUN: %sparse-opt %s --lower --check=off | FileCheck %s

// CHECK-LABEL: program @always
// CHECK:      if 1 < m {
// CHECK-NEXT:   var y_kept : f64 = y[1 - 1]
// CHECK-NEXT:   for i : i32 in 1 .. m {
// CHECK-NEXT:     let y_last = y_kept
// CHECK-NEXT:     y_kept = y_last * 0.5 + x[i]
// CHECK-NEXT:     y[i] = y_kept
// CHECK-NEXT:   }
// CHECK-NEXT: }

// CHECK-LABEL: program @sometimes
// CHECK:      if 0 < m {
// CHECK-NEXT:   var y_kept : i64 = 0:i64
// CHECK:          let i = 0
// CHECK:          y_kept = (i > 0 ? y[i - 1] : 7:i64) + x[i]
// CHECK-NEXT:     y[i] = y_kept
// CHECK:        for i : i32 in 1 .. m unroll(1) {
// CHECK-NEXT:     let y_last = y_kept
// CHECK-NEXT:     y_kept = (i > 0 ? y_last : 7:i64) + x[i]
// CHECK-NEXT:     y[i] = y_kept

// CHECK-LABEL: program @masked
// CHECK-NOT:  y_kept
// CHECK:      y[i] = y[i - 1] + x[i]

// CHECK-LABEL: program @later
// CHECK-NOT:  y_kept
// CHECK:      y[i] = y[i - 2] + x[i]

nest @always {
  operand m : i32
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 1 .. m
  body {
    loop i {
      y[i] = y[i - 1] * 0.5 + x[i]
    }
  }
}

nest @sometimes {
  operand m : i32
  operand x : i64[]
  operand y : i64[] written
  index i : i32 in 0 .. m
  body {
    loop i {
      y[i] = (i > 0 ? y[i - 1] : 7:i64) + x[i]
    }
  }
}

nest @masked {
  operand m : i32
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 1 .. m
  body {
    loop i {
      if x[i] > 0.0 {
        y[i] = y[i - 1] + x[i]
      }
    }
  }
}

nest @later {
  operand m : i32
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 2 .. m
  body {
    loop i {
      y[i] = y[i - 2] + x[i]
    }
  }
}
