// In place, in rows whose length is a number of the run.
nest @flat {
  operand T : i32
  operand m : i64
  operand n : i64
  operand a : f64[] written
  index t : i32 in 0 .. T
  index i : i64 in 1:i64 .. n - 1:i64
  index j : i64 in 1:i64 .. n - 1:i64
  body {
    loop t {
      loop i {
        loop j {
          a[i * n + j] = a[i * n + j + 1:i64] + a[i * n + j - 1:i64]
        }
      }
    }
  }
}
