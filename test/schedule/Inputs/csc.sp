nest @csc {
  operand n : i32
  operand pos : i32[]
  operand row : i32[]
  operand val : f64[]
  operand x : f64[]
  operand y : f64[] written
  index j : i32 in 0 .. n
  index p : i32 in pos[j] .. pos[j + 1] coordinate i
  tensor A : dense(j), compressed(p; pos, row) values val
  body {
    loop j {
      loop p {
        let i = row[p]
        y[i] += val[p] * x[j]
      }
    }
  }
}
