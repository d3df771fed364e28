nest @two {
  operand m : i32
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  index `k@1` : i32 in 0 .. 64
  index `k@2` : i32 in 0 .. 64
  body {
    loop i {
      loop k@1 {
        y[i * 64 + k@1] = 0.0
      }
      loop k@2 {
        y[i * 64 + k@2] += x[i]
      }
    }
  }
}
