nest @counted {
  operand I : i32
  operand pos1 : i32[]
  operand crd1 : i32[]
  operand pos2 : i32[]
  operand crd2 : i32[]
  operand val : f64[]
  operand C : f64[]
  operand D : f64[]
  operand A : f64[] written
  operand visits : i32[] written
  index i : i32 in 0 .. I
  index pk : i32 in pos1[i] .. pos1[i + 1] coordinate k
  index pl : i32 in pos2[pk] .. pos2[pk + 1] coordinate l
  index j : i32 in 0 .. 32
  tensor val : dense(i), compressed(pk; pos1, crd1), compressed(pl; pos2, crd2) values val
  body {
    loop i {
      loop pk {
        let k = crd1[pk]
        loop pl {
          let l = crd2[pl]
          visits[l] += 1
          loop j {
            A[i * 32 + j] += val[pl] * C[k * 32 + j] * D[l * 32 + j]
          }
        }
      }
    }
  }
}
