// All rows update one variable.
nest @rows {
  operand m : i32
  operand pos : i32[]
  operand val : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    var norm : f64 = 0.0
    loop i {
      loop p {
        norm += val[p]
      }
      y[i] = 1.0
    }
    y[0] = norm
  }
}
