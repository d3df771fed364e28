nest @table {
  operand m : i32
  operand n : i32
  operand pos : i32[]
  operand crd : i32[]
  operand table : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1] coordinate j
  tensor A : dense(i), compressed(p; pos, crd)
  body {
    loop i {
      var s : f64 = 0.0
      loop p {
        var j : i32 = crd[p]
        j += 1
        s += table[i * n + j]
      }
      y[i] = s
    }
  }
}
