// Two buffers in turns: each step reads the neighbours of the step before.
nest @jacobi {
  operand T : i32
  operand n : i32
  operand A : f64[] written extent 20000:i64 inner 100:i64, 100:i64
  index t : i32 in 0 .. T
  index i : i32 in 1 .. n - 1
  index j : i32 in 1 .. n - 1
  body {
    loop t {
      loop i {
        loop j {
          A[i64((t + 1) % 2) * 10000:i64 + i64(i) * 100:i64 + i64(j)] = 0.25 * (A[i64(t % 2) * 10000:i64 + i64(i - 1) * 100:i64 + i64(j)] + A[i64(t % 2) * 10000:i64 + i64(i + 1) * 100:i64 + i64(j)] + A[i64(t % 2) * 10000:i64 + i64(i) * 100:i64 + i64(j - 1)] + A[i64(t % 2) * 10000:i64 + i64(i) * 100:i64 + i64(j + 1)])
        }
      }
    }
  }
}
