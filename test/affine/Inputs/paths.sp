nest @paths {
  operand n : i32
  operand m : i32
  operand d : f64[] written
  index k : i32 in 0 .. n
  index i : i32 in 0 .. n
  index j : i32 in 0 .. m
  body {
    loop k {
      loop i {
        let f = d[i * m + k]
        loop j {
          d[i * m + j] = min(d[i * m + j], f + d[k * m + j])
        }
      }
    }
  }
}
