nest @scale {
  operand m : i32
  operand pos1 : i32[]
  operand crd1 : i32[]
  operand pos2 : i32[]
  operand crd2 : i32[]
  operand val : f64[] written
  operand d : f64[]
  index i : i32 in 0 .. m
  index pk : i32 in pos1[i] .. pos1[i + 1] coordinate k
  index pl : i32 in pos2[pk] .. pos2[pk + 1] coordinate l
  body {
    loop i {
      loop pk {
        let k = crd1[pk]
        loop pl {
          val[pl] *= d[k]
        }
      }
    }
  }
}
