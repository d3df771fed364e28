// Each step has a row of its own.
nest @kept {
  operand T : i32
  operand n : i32
  operand a : f64[] written
  index t : i32 in 1 .. T
  index i : i32 in 1 .. n - 1
  body {
    loop t {
      loop i {
        a[t * n + i] = a[(t - 1) * n + i - 1] + a[(t - 1) * n + i + 1]
      }
    }
  }
}
