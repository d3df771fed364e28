nest @scaled {
  operand m : i32
  operand omega : f64
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand d : f64[]
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1] coordinate j
  tensor A : dense(i), compressed(p; pos, crd) values val
  body {
    loop i {
      let di = d[i]
      let wi = omega / di
      var s : f64 = 0.0
      loop p {
        let j = crd[p]
        s += val[p] * x[j]
      }
      y[i] = s * wi
    }
  }
}
