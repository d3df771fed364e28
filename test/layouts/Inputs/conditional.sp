nest @conditional {
  operand m : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand b : f64[]
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 1 .. m
  index p : i32 in pos[i] .. pos[i + 1] coordinate j
  tensor A : dense(i), compressed(p; pos, crd) values val
  body {
    loop i {
      y[i] = b[i]
      loop p {
        let j = crd[p]
        if j != i {
          y[i] += val[p] * x[j]
        }
      }
    }
  }
}
