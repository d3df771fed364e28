// C = A B row by row, with a marker and an accumulator; nz runs on.
nest @gustavson {
  operand nz_in : i32
  operand m : i32
  operand n : i64
  operand posA : i32[]
  operand crdA : i32[]
  operand valA : f64[]
  operand posB : i32[]
  operand crdB : i32[]
  operand valB : f64[]
  operand mark : i32[] written scratch extent n
  operand acc : f64[] written scratch
  operand posC : i32[] written
  operand crdC : i32[] written
  operand valC : f64[] written
  operand nz_out : i32 liveout
  index i : i32 in 0 .. m
  index p : i32 in posA[i] .. posA[i + 1]
  index q : i32 in posB[crdA[p]] .. posB[crdA[p] + 1]
  body {
    var nz : i32 = nz_in
    loop i {
      let first = nz
      loop p {
        loop q {
          let j = crdB[q]
          if mark[j] != i {
            mark[j] = i
            crdC[nz] = j
            nz += 1
            acc[j] = valA[p] * valB[q]
          } else {
            acc[j] += valA[p] * valB[q]
          }
        }
      }
      var r : i32 = first
      while r < nz {
        valC[r] = acc[crdC[r]]
        r += 1
      }
      posC[i + 1] = nz
    }
    nz_out = nz
  }
}
