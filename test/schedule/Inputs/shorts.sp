nest @shorts {
  operand m : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : i16[]
  operand y : i16[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1] coordinate j
  tensor A : dense(i), compressed(p; pos, crd) values val
  body {
    loop i {
      y[i] = 0:i16
      loop p {
        y[i] += val[p]
      }
    }
  }
}
