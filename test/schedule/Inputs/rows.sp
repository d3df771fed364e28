// What rows do beside summing: a live-out, a scaled seed, a constant.
nest @rows {
  operand m : i32
  operand beta : f64
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand d : f64[]
  operand x : f64[]
  operand y : f64[] written
  operand last : f64 liveout
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1] coordinate j
  tensor A : dense(i), compressed(p; pos, crd) values val
  body {
    loop i {
      let scale = d[i]
      var sum : f64 = beta * y[i]
      loop p {
        let j = crd[p]
        sum += scale * val[p] * x[j]
      }
      y[i] = sum
      if (i64(i) == i64(m) - 1:i64) {
        last = sum
      }
    }
  }
}
