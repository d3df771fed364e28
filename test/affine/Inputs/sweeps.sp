// Two nests in each step, from one array to the other and back.
nest @sweeps {
  operand T : i32
  operand n : i32
  operand b : f64[] written
  operand a : f64[] written
  index t : i32 in 0 .. T
  index i@1 : i32 in 1 .. n - 1
  index j@1 : i32 in 1 .. n - 1
  index i@2 : i32 in 1 .. n - 1
  index j@2 : i32 in 1 .. n - 1
  body {
    loop t {
      loop i@1 {
        loop j@1 {
          b[i@1 * n + j@1] = a[(i@1 - 1) * n + j@1] + a[i@1 * n + j@1 + 1]
        }
      }
      loop i@2 {
        loop j@2 {
          a[i@2 * n + j@2] = b[(i@2 + 1) * n + j@2] - b[i@2 * n + j@2 - 1]
        }
      }
    }
  }
}
