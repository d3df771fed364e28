nest @straight {
  operand n : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    loop i {
      loop p {
        y[i] += val[p] * x[crd[p]]
      }
    }
  }
}
