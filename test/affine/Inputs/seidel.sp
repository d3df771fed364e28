// In place: neighbours of this step and of the step before.
nest @seidel {
  operand T : i32
  operand n : i32
  operand B : f64[] written extent 10000:i64 inner 100:i64
  index t : i32 in 0 .. T
  index i : i32 in 1 .. n - 1
  index j : i32 in 1 .. n - 1
  body {
    loop t { #1
      loop i { #2
        loop j { #3
          B[i64(i) * 100:i64 + i64(j)] = (B[i64(i - 1) * 100:i64 + i64(j - 1)] + B[i64(i - 1) * 100:i64 + i64(j)] + B[i64(i) * 100:i64 + i64(j - 1)] + B[i64(i) * 100:i64 + i64(j)] + B[i64(i) * 100:i64 + i64(j + 1)] + B[i64(i + 1) * 100:i64 + i64(j)]) / 6.0 #4
        }
      }
    }
  }
}
