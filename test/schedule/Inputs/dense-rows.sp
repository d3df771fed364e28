// Sums of the rows of a dense matrix.
nest @dense_rows {
  operand m : i32
  operand K : i32
  operand A : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  index k : i32 in 0 .. K
  body {
    loop i {
      var s : f64 = 0.0
      loop k {
        s += A[i * K + k]
      }
      y[i] = s
    }
  }
}
