nest @columns {
  operand n : i32
  operand nnz : i32
  operand pos : i32[] extent i64(n) + 1:i64
  operand crd : i32[] extent i64(nnz)
  operand sum : i32[] written extent i64(n)
  index i : i32 in 0 .. n
  index j : i32 in 0 .. n
  body {
    loop i {
      loop j {
        var found : i32 = -1
        var p : i32 = pos[i]
        var goes : bool = true
        while goes && p < pos[i + 1] {
          if crd[p] == j {
            found = p
            goes = false
          }
          if goes {
            p += 1
          }
        }
        if found >= 0 {
          sum[i] += found
        }
      }
    }
  }
}
