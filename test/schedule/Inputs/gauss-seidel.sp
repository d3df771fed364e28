nest @gauss_seidel {
  operand n : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand b : f64[]
  operand d : f64[]
  operand x : f64[] written
  index i : i32 in 0 .. n
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    loop i {
      var s : f64 = b[i]
      loop p {
        s += -(val[p] * x[crd[p]])
      }
      x[i] = s / d[i]
    }
  }
}
