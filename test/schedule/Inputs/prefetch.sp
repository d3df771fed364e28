nest @gathers {
  operand m : i32
  operand K : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand x : f64[]
  operand B : f64[]
  operand D : f64[]
  operand E : f64[]
  operand F : f64[]
  operand G : f64[]
  operand H : f64[]
  operand next : i32[] written
  operand y : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1]
  index k : i32 in 0 .. K
  index q : i32 in 0 .. K
  index l : i32 in 0 .. p
  body {
    loop i {
      loop p {
        next[p] = i
        y[p] = G[crd[p + i]]
        var v : i32 = 0
        v += 1
        y[p] = H[crd[p + 2] + v]
        y[p] = E[next[p]]
        if val[p] > 0.0 {
          y[p] += x[crd[p]]
        }
        let j = crd[p + 1]
        loop k {
          y[p] += B[j + k * K]
          loop q {
            y[p] += D[j * K + (k * 8 + q)]
          }
        }
        loop l {
          y[p] += F[j + l]
        }
      }
    }
  }
}
