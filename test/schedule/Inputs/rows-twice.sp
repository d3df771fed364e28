// A part of a row cannot know what the row stores when it begins.
nest @rows {
  operand m : i32
  operand pos : i32[]
  operand val : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    loop i {
      y[i] = 2.0
      let t = y[i]
      var sum : f64 = 0.0
      loop p {
        sum += t * val[p]
      }
      y[i] = sum
    }
  }
}
