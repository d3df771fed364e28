// A nest prints everything that it says, one thing per line, and reads back.
// RUN: %sparse-opt %s > %t
// RUN: FileCheck %s < %t
// RUN: %sparse-opt %t | diff %t -

// CHECK-LABEL: nest @spmv {
nest @spmv { // comments and line ends mean nothing
  // CHECK-NEXT: operand m : i32
  // CHECK-NEXT: operand pos : i32[]
  // CHECK-NEXT: operand crd : i32[]
  // CHECK-NEXT: operand val : f64[]
  // CHECK-NEXT: operand x : f64[] extent i64(n)
  // CHECK-NEXT: operand y : f64[] written extent i64(m)
  // CHECK-NEXT: operand n : i32
  // CHECK-NEXT: operand last : i32 liveout
  // CHECK-NEXT: operand cell_w_re : f64[] of cell "w.re"
  // CHECK-NEXT: operand a : f64[] of a "" row ".data()"
  // CHECK-NEXT: operand a_at : "auto"[] pointers of a
  // CHECK-NEXT: operand cell_n : i32[] of cell "n" written extent i64(m)
  // CHECK-NEXT: operand moves : i32[] extent 4:i64 inner 2:i64 constants 1, -2, 0, 7
  operand m : i32 operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand x : f64[] extent i64(n) // 'n' comes later
  operand y : f64[] written extent i64(m)
  operand n : i32
  operand last : i32 liveout
  operand cell_w_re : f64[] of cell "w.re"
  operand a : f64[] of a "" row ".data()"
  operand a_at : "auto"[] pointers of a
  operand cell_n : i32[] of cell "n" written extent i64(m)
  operand moves : i32[] extent 4:i64 inner 2:i64 constants 1, -2, 0, 7
  // CHECK-NEXT: index i : i32 in 0 .. m
  // CHECK-NEXT: index p : i32 in pos[i] .. pos[i + 1] coordinate j
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1]
    coordinate j
  // CHECK-NEXT: split i -> i0, i1 by 32
  split i -> i0, i1 by 32
  // CHECK-NEXT: tensor A : dense(i), compressed(p; pos, crd) values val
  tensor A : dense(i), compressed(p; pos, crd) values val
  // CHECK-NEXT: guard "'m' is \"small\"\\n" m < 10
  // CHECK-NEXT: guard "'pos' descends" pos[r] <= pos[r + 1:i64] for r in 0:i64 .. i64(m)
  // CHECK-NEXT: guard "'crd' is large" i64(crd[q]) < max(i64(n), r) for r in 0:i64 .. i64(m), q in i64(pos[r]) .. i64(pos[r + 1:i64])
  guard "'m' is \"small\"\\n" m < 10
  guard "'pos' descends" pos[r] <= pos[r + 1:i64] for r in 0:i64 .. i64(m)
  guard "'crd' is large" i64(crd[q]) < max(i64(n), r) for r in 0:i64 .. i64(m), q in i64(pos[r]) .. i64(pos[r + 1:i64])
  // CHECK-NEXT: fact fp(strict)
  // CHECK-NEXT: fact num_threads min(m, 4)
  // CHECK-NEXT: fact noalias y, x
  // CHECK-NEXT: fact noalias y, val
  // CHECK-NEXT: fact private y
  fact fp(strict)
  fact num_threads min(m, 4)
  fact noalias y, x
  fact noalias y, val
  fact private y
  // CHECK-NEXT: body {
  // CHECK-NEXT:   loop i0 parallel(cpu_thread, no_races, marks(y), schedule(dynamic, 4)) {
  // CHECK-NEXT:     loop i1 unroll(4) {
  // CHECK-NEXT:       var sum : f64 = 0.0
  // CHECK-NEXT:       loop p parallel(cpu_vector, parallel_reduction) unroll(full) {
  // CHECK-NEXT:         let j = crd[p]
  // CHECK-NEXT:         sum += val[p] * x[j]
  // CHECK-NEXT:       }
  // CHECK-NEXT:       y[i] = sum
  // CHECK-NEXT:     }
  // CHECK-NEXT:   }
  // CHECK-NEXT: }
  body {
    loop i0 parallel(cpu_thread, no_races, marks(y), schedule(dynamic, 4)) {
      loop i1 unroll(4) {
        var sum : f64 = 0.0
        loop p parallel(cpu_vector, parallel_reduction) unroll(full) {
          let j = crd[p] sum += val[p] * x[j]
        }
        y[i] = sum
      }
    }
  }
  // CHECK-NEXT: epilogue {
  // CHECK-NEXT:   last = m
  // CHECK-NEXT: }
  // CHECK-NEXT: }
  epilogue { last = m }
}

// A second nest in the same file; the first has not left any name behind.
// CHECK-NEXT: nest @empty {
// CHECK-NEXT:   operand m : i64
// CHECK-NEXT:   body {
// CHECK-NEXT:   }
// CHECK-NEXT: }
nest @empty { operand m : i64 body { } }
