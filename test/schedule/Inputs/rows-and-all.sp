// Rows, and then all positions.
nest @rows_and_all {
  operand m : i32
  operand n : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand x : f64[]
  operand y : f64[] written
  operand z : f64[] written
  index t : i32 in 0 .. 1
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1] coordinate j
  index q : i32 in 0 .. n
  tensor A : dense(i), compressed(p; pos, crd) values val
  body {
    loop t {
      loop i {
        loop p {
          let j = crd[p]
          y[i] += val[p] * x[j]
        }
      }
      loop q {
        z[crd[q]] = x[q]
      }
    }
  }
}
