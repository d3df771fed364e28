nest @add {
  operand m : i32
  operand n : i32
  operand a_pos : i32[]
  operand a_crd : i32[]
  operand a_val : f64[]
  operand b_pos : i32[]
  operand b_crd : i32[]
  operand b_val : f64[]
  operand c : f64[] written
  index i : i32 in 0 .. m
  index j : i32 in 0 .. n
  index p : i32 in a_pos[i] .. a_pos[i + 1]
  index q : i32 in b_pos[i] .. b_pos[i + 1]
  tensor A : dense(i), compressed(p; a_pos, a_crd) values a_val
  tensor B : dense(i), compressed(q; b_pos, b_crd) values b_val
  body {
    loop i {
      loop j merge(a: p, b: q; a || b) {
        c[i * n + j] = (a ? a_val[p] : 0.0) + (b ? b_val[q] : 0.0)
      }
    }
  }
}
