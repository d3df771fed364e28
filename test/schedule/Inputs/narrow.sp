nest @narrow {
  operand n : u8
  operand y : f64[] written
  index k : u8 in 0:u8 .. n
  body {
    loop k {
      y[k] = 0.0
    }
  }
}
