// Each row adds up five numbers.
nest @sums {
  operand m : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand x : f64[]
  operand y0 : f64[] written
  operand y1 : f64[] written
  operand y2 : f64[] written
  operand y3 : f64[] written
  operand y4 : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1] coordinate j
  tensor A : dense(i), compressed(p; pos, crd) values val
  body {
    loop i {
      var s0 : f64 = 0.0
      var s1 : f64 = 0.0
      var s2 : f64 = 0.0
      var s3 : f64 = 0.0
      var s4 : f64 = 0.0
      loop p {
        let j = crd[p]
        s0 += val[p] * x[j + 0]
        s1 += val[p] * x[j + 1]
        s2 += val[p] * x[j + 2]
        s3 += val[p] * x[j + 3]
        s4 += val[p] * x[j + 4]
      }
      y0[i] = s0
      y1[i] = s1
      y2[i] = s2
      y3[i] = s3
      y4[i] = s4
    }
  }
}
