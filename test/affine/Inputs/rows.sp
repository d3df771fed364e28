// Each row adds up what stands to the left; rows are apart.
nest @rows {
  operand n : u64
  operand A : f64[] written inner 50:i64
  index i : u64 in 0:u64 .. n
  index j : u64 in 1:u64 .. n - 1:u64
  body {
    loop i { #1
      loop j { #2
        A[i64(i) * 50:i64 + i64(j)] += A[i64(i) * 50:i64 + i64(j - 1:u64)] #3
      }
    }
  }
}
