nest @triangle {
  operand n : i32
  operand y : f64[] written
  index i : i32 in 0 .. n
  index k : i32 in 0 .. i
  body {
    loop i {
      loop k {
        y[i] += f64(k)
      }
    }
  }
}
