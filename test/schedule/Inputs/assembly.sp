nest @assembly {
  operand ne : i32
  operand nv : i32
  operand nnz : i32
  operand pos : i32[] extent i64(nv) + 1:i64
  operand crd : i32[] extent i64(nnz)
  operand elem : i32[]
  operand val : f64[] written extent i64(nnz)
  operand k : f64[]
  index e : i32 in 0 .. ne
  index a : i32 in 0 .. 4
  index b : i32 in 0 .. 4
  body {
    loop e {
      loop a {
        loop b {
          let row = elem[4 * e + a]
          let col = elem[4 * e + b]
          var lo : i32 = pos[row]
          var hi : i32 = pos[row + 1]
          while lo < hi {
            let mid = lo + (hi - lo) / 2
            if crd[mid] < col {
              lo = mid + 1
            } else {
              hi = mid
            }
          }
          let q = lo
          val[q] += k[e * 16 + a * 4 + b]
        }
      }
    }
  }
}
