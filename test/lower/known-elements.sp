// Ends of what is accessed may be read from elements that are certainly there,
// and what is read again behind the loops has been read in them: no walk looks
// for either. What several arrays need is asked once.
// RUN: %sparse-opt %s -lower -schedule "parallelize(i, cpu_thread, no_races)" > %t
// RUN: FileCheck %s < %t --implicit-check-not=kept

// CHECK-LABEL: program @elements
// CHECK: guard "'y' overlaps 'x'" disjoint y[0:i64 .. i64(n)], x[i64(grid[1]) .. i64(n) - 1:i64 + i64(grid[1]) + 1:i64]
nest @elements {
  operand n : i32
  operand grid : i32[] extent 3:i64
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  body {
    loop i {
      y[i] = x[i + grid[1]]
    }
  }
}

// CHECK-LABEL: program @behind
// CHECK: guard "n is odd" holds n % 2 == 0
// CHECK-NOT: guard "n is odd, again"
// CHECK: guard "'y' overlaps 'x'" disjoint y[0:i64 .. i64(n)], x[0:i64 .. i64(n)]
nest @behind {
  operand n : i32
  operand x : f64[]
  operand y : f64[] written
  operand last : f64 liveout
  index i : i32 in 0 .. n
  guard "n is odd" n % 2 == 0
  guard "n is odd, again" n % 2 == 0
  body {
    loop i {
      y[i] = x[i]
    }
  }
  epilogue {
    var at : i32 = n
    if 0 < n {
      at = n - 1
      last = x[at]
    }
  }
}
