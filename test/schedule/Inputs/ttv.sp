nest @ttv {
  operand I : i32
  operand J : i32
  operand pos1 : i32[]
  operand crd1 : i32[]
  operand pos2 : i32[]
  operand crd2 : i32[]
  operand val : f64[]
  operand x : f64[]
  operand A : f64[] written
  index i : i32 in 0 .. I
  index pj : i32 in pos1[i] .. pos1[i + 1] coordinate j
  index pk : i32 in pos2[pj] .. pos2[pj + 1] coordinate k
  tensor val : dense(i), compressed(pj; pos1, crd1), compressed(pk; pos2, crd2) values val
  body {
    loop i {
      loop pj {
        let j = crd1[pj]
        var s : f64 = 0.0
        loop pk {
          let k = crd2[pk]
          s += val[pk] * x[k]
        }
        A[i * J + j] = s
      }
    }
  }
}
