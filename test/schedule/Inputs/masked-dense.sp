nest @masked_dense {
  operand m : i32
  operand K : i32
  operand mask : i32[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  index k : i32 in 0 .. K
  body {
    loop i {
      if mask[i] != 0 {
        loop k {
          y[i * K + k] = 0.0
        }
      }
    }
  }
}
