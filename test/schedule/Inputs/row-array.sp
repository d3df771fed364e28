nest @row_array {
  operand m : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1] coordinate j
  index k : i32 in 0 .. 4
  tensor A : dense(i), compressed(p; pos, crd) values val
  body {
    loop i {
      array w : f64[4:i64] = 0.0
      loop p {
        let j = crd[p]
        w[j % 4] += val[p]
      }
      loop k {
        y[i] += w[k]
      }
    }
  }
}
