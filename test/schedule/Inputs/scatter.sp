nest @scatter {
  operand n : i32
  operand a : i32[]
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  body {
    loop i {
      y[a[i]] += x[i]
    }
  }
}
