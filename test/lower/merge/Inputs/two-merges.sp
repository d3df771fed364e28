nest @doubly {
  operand m : i32
  operand n : i32
  operand a_rows : i32[]
  operand a_row : i32[]
  operand a_pos : i32[]
  operand a_crd : i32[]
  operand a_val : f64[]
  operand b_rows : i32[]
  operand b_row : i32[]
  operand b_pos : i32[]
  operand b_crd : i32[]
  operand b_val : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  index r : i32 in a_rows[0] .. a_rows[1]
  index s : i32 in b_rows[0] .. b_rows[1]
  index j : i32 in 0 .. n
  index p : i32 in a_pos[r] .. a_pos[r + 1]
  index q : i32 in b_pos[s] .. b_pos[s + 1]
  tensor A : compressed(r; a_rows, a_row), compressed(p; a_pos, a_crd) values a_val
  tensor B : compressed(s; b_rows, b_row), compressed(q; b_pos, b_crd) values b_val
  body {
    loop i merge(in_a: r, in_b: s; in_a || in_b) {
      loop j merge(a: p, b: q; a || b) {
        y[i * n + j] = (a ? a_val[p] : 0.0) - (b ? b_val[q] : 0.0)
      }
    }
  }
}
