// Every statement of loop IR, in every spelling.
// RUN: %sparse-opt %s > %t
// RUN: FileCheck %s < %t
// RUN: %sparse-opt %t | diff %t -

// CHECK-LABEL: program @statements {
program @statements {
  operand n : i64
  operand x : f64[]
  operand y : f64[] written
  operand k : i64 liveout
  // CHECK:      guard "'n' is negative" holds n >= 0:i64
  // CHECK-NEXT: guard "'x' has a zero" {
  // CHECK-NEXT:   var all : bool = true
  // CHECK-NEXT:   for r : i64 in 0:i64 .. n {
  // CHECK-NEXT:     all &&= x[r] != 0.0
  // CHECK-NEXT:   }
  // CHECK-NEXT: } holds all
  // CHECK-NEXT: guard "'y' overlaps 'x'" disjoint y[0:i64 .. n], x[0:i64 ..]
  guard "'n' is negative" holds n >= 0:i64
  guard "'x' has a zero" {
    var all : bool = true
    for r : i64 in 0:i64 .. n { all &&= x[r] != 0.0 }
  } holds all
  guard "'y' overlaps 'x'" disjoint y[0:i64 .. n], x[0:i64 ..]
  // CHECK-NEXT: body {
  body {
    // CHECK-NEXT: let a = n + 1:i64 #1
    // CHECK-NEXT: var b : f32 #2
    // CHECK-NEXT: var c : f64 = 0.5
    // CHECK-NEXT: array d : f64[16:i64]
    // CHECK-NEXT: array e : i32[a] = 0 #3
    let a = n + 1:i64 #1
    var b : f32 #2
    var c : f64 = 0.5
    array d : f64[16:i64]
    array e : i32[a] = 0 #3
    // CHECK-NEXT: b = 1:f32
    // CHECK-NEXT: c += 1.0
    // CHECK-NEXT: c *= 2.0 #4
    // CHECK-NEXT: c min= 3.0
    // CHECK-NEXT: c max= 4.0
    // CHECK-NEXT: e[0] &= 5
    // CHECK-NEXT: e[0] |= 6
    // CHECK-NEXT: e[0] ^= 7
    b = 1:f32
    c += 1.0
    c *= 2.0 #4
    c min= 3.0
    c max= 4.0
    e[0] &= 5
    e[0] |= 6
    e[0] ^= 7
    // A value of another type than the place: computed in the value's type.
    // CHECK-NEXT: e[0] += 0.5
    e[0] += 0.5
    // CHECK-NEXT: prefetch x[a], 8:i64 #6
    prefetch x[a], 8:i64 #6
    // CHECK-NEXT: array w : f64[8:i64]
    array w : f64[8:i64]
    // CHECK-NEXT: view v = w if a < n else y[a] #6
    view v = w if a < n else y[a] #6
    // Rows that grow, of which there are as many as the program says.
    // CHECK-NEXT: growing gg : f64[3]
    // CHECK-NEXT: growing hh : i32[512] #7
    // CHECK-NEXT: var lacks : bool = false
    // CHECK-NEXT: grow gg[2:i64] to a * 2:i64 else lacks #8
    // CHECK-NEXT: gg[2:i64][a] = 0.5
    // CHECK-NEXT: c = gg[2:i64][a + 1:i64]
    // CHECK-NEXT: grow hh[0:i64] to 0:i64 else lacks
    growing gg : f64[3]
    growing hh : i32[512] #7
    var lacks : bool = false
    grow gg[2:i64] to a * 2:i64 else lacks #8
    gg[2:i64][a] = 0.5
    c = gg[2:i64][a + 1:i64]
    grow hh[0:i64] to 0:i64 else lacks
    // CHECK-NEXT: v[0] = 1.0
    v[0] = 1.0
    // CHECK-NEXT: stream y[a] = w, 8 #6
    stream y[a] = w, 8 #6
    // CHECK-NEXT: for i : i64 in 0:i64 .. n threads {
    // CHECK-NEXT:   atomic y[i] += c #5
    // CHECK-NEXT: }
    for i : i64 in 0:i64 .. n threads { atomic y[i] += c #5 }
    // CHECK-NEXT: for i : i64 in 0:i64 .. n threads(schedule(static)) { #6
    // CHECK-NEXT: }
    for i : i64 in 0:i64 .. n threads(schedule(static)) { #6 }
    // CHECK-NEXT: for i : u8 in 0:u8 .. 255:u8 threads(schedule(dynamic, 8), num_threads(4)) {
    // CHECK-NEXT: }
    for i : u8 in 0:u8 .. 255:u8 threads(num_threads(4), schedule(dynamic, 8)) { }
    // CHECK-NEXT: for bl : i64 in 0:i64 .. n gpu_block {
    // CHECK-NEXT:   var g : f64 = 0.0
    // CHECK-NEXT:   for wa : i64 in 0:i64 .. 4:i64 gpu_warp(most(4)) {
    // CHECK-NEXT:     for t : i64 in 0:i64 .. n gpu_thread(most(32), +: g) {
    // CHECK-NEXT:       g += x[t]
    // CHECK-NEXT:     }
    // CHECK-NEXT:   }
    // CHECK-NEXT: }
    for bl : i64 in 0:i64 .. n gpu_block {
      var g : f64 = 0.0
      for wa : i64 in 0:i64 .. 4:i64 gpu_warp(most(4)) {
        for t : i64 in 0:i64 .. n gpu_thread(most(32), +: g) {
          g += x[t]
        }
      }
    }
    // CHECK-NEXT: for i : i64 in 0:i64 .. n simd unroll(full) {
    // CHECK-NEXT: }
    for i : i64 in 0:i64 .. n simd unroll(full) { }
    // CHECK-NEXT: for i : i64 in 0:i64 .. n simd(+: c, min: b) unroll(2) {
    // CHECK-NEXT:   c += x[i]
    // CHECK-NEXT:   b min= f32(x[i])
    // CHECK-NEXT: }
    for i : i64 in 0:i64 .. n simd(+: c, min: b) unroll(2) {
      c += x[i]
      b min= f32(x[i])
    }
    // CHECK-NEXT: while c < 10.0 { #7
    // CHECK-NEXT:   c += 1.0
    // CHECK-NEXT: }
    while c < 10.0 { #7 c += 1.0 }
    // CHECK-NEXT: if c < 0.0 { #8
    // CHECK-NEXT:   k = 0:i64
    // CHECK-NEXT: } else {
    // CHECK-NEXT:   if c > 1.0 {
    // CHECK-NEXT:     k = 1:i64
    // CHECK-NEXT:   }
    // CHECK-NEXT: }
    if c < 0.0 { #8 k = 0:i64 } else { if c > 1.0 { k = 1:i64 } }
    // CHECK-NEXT: {
    // CHECK-NEXT:   let f = 1
    // CHECK-NEXT: }
    // CHECK-NEXT: { #9
    // CHECK-NEXT:   let f = 2
    // CHECK-NEXT: }
    { let f = 1 }
    { #9 let f = 2 }
    // A body is a scope anyway: only a tagged block stays in it.
    // CHECK-NEXT: while c < 1.0 {
    // CHECK-NEXT:   let f = 3
    // CHECK-NEXT: }
    // CHECK-NEXT: while c < 2.0 {
    // CHECK-NEXT:   { #10
    // CHECK-NEXT:     let f = 4
    // CHECK-NEXT:   }
    // CHECK-NEXT: }
    while c < 1.0 { { { let f = 3 } } }
    while c < 2.0 { { #10 let f = 4 } }
    // CHECK-NEXT: }
    // CHECK-NEXT: }
  }
}
