// Each element of C is set, then gets its terms.
nest @product {
  operand n : i32
  operand A : f64[] inner 50:i64
  operand B : f64[] inner 50:i64
  operand C : f64[] written inner 50:i64
  index i : i32 in 0 .. n
  index j : i32 in 0 .. n
  index k : i32 in 0 .. n
  body {
    loop i { #1
      loop j { #2
        var s : f64 = 0.0 #3
        loop k { #4
          s += A[i64(i) * 50:i64 + i64(k)] * B[i64(k) * 50:i64 + i64(j)] #5
        }
        C[i64(i) * 50:i64 + i64(j)] = s #6
      }
    }
  }
}
