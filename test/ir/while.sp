// A loop of the user's that is not counted keeps its form under every command.
// RUN: %sparse-opt %s | %sparse-opt - | FileCheck %s
// RUN: %sparse-opt %s --schedule='split(i, i0, i1, 4) parallelize(i0, cpu_thread, no_races)' --lower --check=off | FileCheck %s --check-prefix=LOWERED
// RUN: not %sparse-opt %s --schedule='unroll(q)' 2>&1 | FileCheck %s --check-prefix=NAMED

// CHECK:      uncounted q "'break' leaves the loop early"
// CHECK:      while q < bpos[i + 1] && goes {
// CHECK-NEXT:   if bcrd[q] > i {
// CHECK-NEXT:     goes = false
// CHECK-NEXT:   } else {
// CHECK-NEXT:     s += b[q]
// CHECK-NEXT:     q += 1
// CHECK-NEXT:   }
// CHECK-NEXT: }
// LOWERED:      for i0 : i64 {{.*}} threads
// LOWERED:        for i : i32
// LOWERED-NEXT:     var s : f64 = 0.0
// LOWERED-NEXT:     var q : i32 = bpos[i]
// LOWERED-NEXT:     var goes : bool = true
// LOWERED-NEXT:     while q < bpos[i + 1] && goes {
// NAMED: error: no command can change the loop over 'q'
// NAMED: note: 'break' leaves the loop early

nest @sums {
  operand m : i32
  operand bpos : i32[]
  operand bcrd : i32[]
  operand b : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  uncounted q "'break' leaves the loop early"
  body {
    loop i {
      var s : f64 = 0.0
      var q : i32 = bpos[i]
      var goes : bool = true
      while q < bpos[i + 1] && goes {
        if bcrd[q] > i {
          goes = false
        } else {
          s += b[q]
          q += 1
        }
      }
      y[i] = s
    }
  }
}
