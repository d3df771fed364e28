// Two buffers that take turns: which one is written, the number of the step tells.
nest @swapped {
  operand T : i32
  operand n : i32
  operand A : f64[] written inner 100:i64
  operand B : f64[] written inner 100:i64
  index t : i32 in 0 .. T
  index i : i32 in 1 .. n - 1
  index j : i32 in 1 .. n - 1
  body {
    loop t {
      loop i {
        loop j {
          if i64(t) % 2:i64 == 0:i64 {
            let a = f64(t)
            B[i64(i) * 100:i64 + i64(j)] = 0.25 * (A[i64(i - 1) * 100:i64 + i64(j)] + A[i64(i + 1) * 100:i64 + i64(j)] + A[i64(i) * 100:i64 + i64(j - 1)] + A[i64(i) * 100:i64 + i64(j + 1)]) + a
          } else {
            if i64(t) % 2:i64 == 1:i64 {
              let a = f64(t)
              A[i64(i) * 100:i64 + i64(j)] = 0.25 * (B[i64(i - 1) * 100:i64 + i64(j)] + B[i64(i + 1) * 100:i64 + i64(j)] + B[i64(i) * 100:i64 + i64(j - 1)] + B[i64(i) * 100:i64 + i64(j + 1)]) + a
            }
          }
        }
      }
    }
  }
}
