nest @carried_let {
  operand m : i32
  operand K : i32
  operand y : f64[] written
  index i : i32 in 0 .. m
  index k : i32 in 0 .. K
  body {
    loop i {
      let t = y[i]
      loop k {
        y[i * K + k] = t
      }
    }
  }
}
