// Conditions on the run: what the types make of bounds and subscripts is what the
// integers make of them, and subscripts stay in their rows. Where the loops alone
// show that, nothing is asked.
// REQUIRES: affine
// RUN: %sparse-opt %s --schedule='tile(i, j; 8, 8)' | grep -E '^nest|guard' | FileCheck %s

// CHECK:      nest @nothing
// CHECK-NEXT: nest @wraps
nest @nothing {
  operand n : i32
  operand y : f64[] written inner 64:i64
  index i : i32 in 0 .. n
  index j : i32 in 0 .. 64
  body {
    loop i {
      loop j {
        if j > 0 {
          y[i64(i) * 64:i64 + i64(j - 1)] = f64(i % 3)
        }
      }
    }
  }
}

// `n - 1` without a sign is less than `n` where `n` is not 0.
// CHECK-NEXT: guard "a subscript leaves an inner array, or a bound leaves its type" i64(n) >= 1:i64 || i64(m) <= 0:i64
nest @wraps {
  operand m : i32
  operand n : u32
  operand y : f64[] written
  index i : i32 in 0 .. m
  index j : u32 in 0:u32 .. n - 1:u32
  body {
    loop i {
      loop j {
        y[j] = 1.0
      }
    }
  }
}

// C rounds toward 0, floor does not.
// CHECK-NEXT: nest @divides
// CHECK-NEXT: guard "a subscript leaves an inner array, or a bound leaves its type" i64(m) >= 0:i64
nest @divides {
  operand m : i32
  operand y : f64[] written
  index i : i32 in m .. 9
  index j : i32 in 0 .. 4
  body {
    loop i {
      loop j {
        y[i / 2] = 1.0
      }
    }
  }
}
