// Rows added up in a dense one.
nest @expanded {
  operand m : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand n : i32
  operand w : f64[] written scratch extent i64(n)
  operand C : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1]
  index r : i32 in pos[i] .. pos[i + 1]
  body {
    loop i {
      loop p {
        w[crd[p]] += val[p]
      }
      loop r {
        C[r] = w[crd[r]]
        w[crd[r]] = 0.0
      }
    }
  }
}
