// Two buffers, a nest for each way.
nest @two {
  operand T : i32
  operand n : i32
  operand A : f64[] written inner 100:i64
  operand B : f64[] written inner 100:i64
  index t : i32 in 0 .. T
  index i@1 : i32 in 1 .. n - 1
  index j@1 : i32 in 1 .. n - 1
  index i@2 : i32 in 1 .. n - 1
  index j@2 : i32 in 1 .. n - 1
  body {
    loop t {
      loop i@1 {
        loop j@1 {
          B[i64(i@1) * 100:i64 + i64(j@1)] = A[i64(i@1 - 1) * 100:i64 + i64(j@1)] + A[i64(i@1 + 1) * 100:i64 + i64(j@1)] + A[i64(i@1) * 100:i64 + i64(j@1 - 1)] + A[i64(i@1) * 100:i64 + i64(j@1 + 1)]
        }
      }
      loop i@2 {
        loop j@2 {
          A[i64(i@2) * 100:i64 + i64(j@2)] = 0.25 * B[i64(i@2) * 100:i64 + i64(j@2)]
        }
      }
    }
  }
}
