nest @two_updates {
  operand m : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand B : f64[]
  operand C : f64[] written
  operand D : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1] coordinate j
  index k : i32 in 0 .. 8
  tensor A : dense(i), compressed(p; pos, crd) values val
  body {
    loop i {
      loop p {
        let j = crd[p]
        loop k {
          C[i * 8 + k] += val[p] * B[j * 8 + k]
          D[i * 8 + k] += val[p]
        }
      }
    }
  }
}
