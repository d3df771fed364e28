// The inverse of a permutation.
nest @inverse {
  operand n : i32
  operand a : i32[]
  operand b : i32[] written
  index i : i32 in 0 .. n
  body {
    loop i {
      b[a[i]] = i
    }
  }
}
