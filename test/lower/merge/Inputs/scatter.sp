nest @scatter {
  operand n : i32
  operand a_pos : i32[]
  operand a_crd : i32[]
  operand a_val : f64[]
  operand to : i32[]
  operand y : f64[] written
  operand z : f64[] written
  index j : i32 in 0 .. n
  index p : i32 in a_pos[0] .. a_pos[1]
  tensor A : compressed(p; a_pos, a_crd) values a_val
  body {
    loop j merge(a: p; a) {
      y[p] += a_val[p]
      z[to[p]] += a_val[p]
    }
  }
}
