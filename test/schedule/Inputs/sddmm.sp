nest @sddmm {
  operand m : i32
  operand K : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand B : f64[]
  operand C : f64[]
  operand out : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1] coordinate j
  index k : i32 in 0 .. K
  tensor A : dense(i), compressed(p; pos, crd) values val
  body {
    loop i {
      loop p {
        let j = crd[p]
        var s : f64 = 0.0
        loop k {
          s += B[i * K + k] * C[j * K + k]
        }
        out[p] = val[p] * s
      }
    }
  }
}
