// Rows of which only those that are set in a mask are read.
nest @masked {
  operand m : i32
  operand mask : bool[]
  operand pos : i32[]
  operand crd : i32[]
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    loop i {
      if mask[i] {
        loop p {
          y[i] += x[crd[p]]
        }
      }
    }
  }
}
