// Merge loops that break a rule: the error stands at the nest's name or, for the notation, where it goes wrong.
// RUN: split-file --leading-lines %s %t
// RUN: for case in %t/*.sp; do not %sparse-opt $case 2>&1 >$case.out \
// RUN:     | FileCheck --implicit-check-not=error: $case || exit 1; \
// RUN:   test ! -s $case.out || exit 1; done

//--- absent.sp
// CHECK: :[[@LINE+1]]:6: error: 'p' is used where 'a' may be false{{$}}
nest @a {
  operand n : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand y : f64[] written
  index j : i32 in 0 .. n
  index p : i32 in pos[0] .. pos[1]
  tensor A : compressed(p; pos, crd) values val
  body {
    loop j merge(a: p, d: j; a || d) {
      y[j] = val[p]
    }
  }
}
//--- absent-in-else.sp
// CHECK: :[[@LINE+1]]:6: error: 'p' is used where 'a' may be false{{$}}
nest @a {
  operand n : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand y : f64[] written
  index j : i32 in 0 .. n
  index p : i32 in pos[0] .. pos[1]
  tensor A : compressed(p; pos, crd) values val
  body {
    loop j merge(a: p, d: j; a || d) {
      if !a { y[p] = 1.0 }
    }
  }
}
//--- nonunique.sp
// CHECK: :[[@LINE+1]]:6: error: 'p' is merged, but is neither the coordinate 'j' nor the position of a level with unique coordinates{{$}}
nest @a {
  operand n : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand y : f64[] written
  index j : i32 in 0 .. n
  index p : i32 in pos[0] .. pos[1]
  tensor A : compressed_nonunique(p; pos, crd) values val
  body {
    loop j merge(a: p; a) {
      y[j] = val[p]
    }
  }
}
//--- no-level.sp
// CHECK: :[[@LINE+1]]:6: error: 'q' is merged, but is neither the coordinate 'j' nor the position of a level with unique coordinates{{$}}
nest @a {
  operand n : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand y : f64[] written
  index j : i32 in 0 .. n
  index p : i32 in pos[0] .. pos[1]
  index q : i32 in 0 .. 4
  tensor A : compressed(p; pos, crd) values val
  body {
    loop j merge(a: p, b: q; a && b) {
      y[j] = 1.0
    }
  }
}
//--- twice.sp
// CHECK: :[[@LINE+1]]:6: error: 'p' is merged inside a loop over the same{{$}}
nest @a {
  operand n : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand y : f64[] written
  index j : i32 in 0 .. n
  index p : i32 in pos[0] .. pos[1]
  tensor A : compressed(p; pos, crd) values val
  body {
    loop j merge(a: p, b: p; a && b) {
      y[j] = 1.0
    }
  }
}
//--- inside-itself.sp
// CHECK: :[[@LINE+1]]:6: error: 'p' is merged inside a loop over the same{{$}}
nest @a {
  operand n : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand y : f64[] written
  index j : i32 in 0 .. n
  index p : i32 in pos[0] .. pos[1]
  tensor A : compressed(p; pos, crd) values val
  body {
    loop p {
      loop j merge(a: p; a) { y[j] = 1.0 }
    }
  }
}
//--- outer-tile.sp
// CHECK: :[[@LINE+1]]:6: error: 'j0' merges levels but does not run over consecutive coordinates{{$}}
nest @a {
  operand n : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand y : f64[] written
  index j : i32 in 0 .. n
  index p : i32 in pos[0] .. pos[1]
  split j -> j0, j1 by 4
  tensor A : compressed(p; pos, crd) values val
  body {
    loop j0 merge(a: p; a) {
      loop j1 { y[j] = 1.0 }
    }
  }
}
//--- condition.sp
// CHECK: :[[@LINE+1]]:6: error: the condition of 'merge' is about more than the presence of levels{{$}}
nest @a {
  operand n : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand y : f64[] written
  index j : i32 in 0 .. n
  index p : i32 in pos[0] .. pos[1]
  tensor A : compressed(p; pos, crd) values val
  body {
    loop j merge(a: p; a && n > 0) {
      y[j] = 1.0
    }
  }
}
//--- parallel.sp
// CHECK: :[[@LINE+1]]:6: error: 'j' merges levels but is parallel or unrolled{{$}}
nest @a {
  operand n : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand y : f64[] written
  index j : i32 in 0 .. n
  index p : i32 in pos[0] .. pos[1]
  tensor A : compressed(p; pos, crd) values val
  body {
    loop j merge(a: p; a) parallel(cpu_thread, no_races) {
      y[j] = 1.0
    }
  }
}
//--- name-taken.sp
// CHECK: :[[@LINE+11]]:18: error: name 'val' is declared already{{$}}
nest @a {
  operand n : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand y : f64[] written
  index j : i32 in 0 .. n
  index p : i32 in pos[0] .. pos[1]
  tensor A : compressed(p; pos, crd) values val
  body {
    loop j merge(val: p; val) {
      y[j] = 1.0
    }
  }
}
//--- no-operand.sp
// CHECK: :[[@LINE+11]]:18: error: expected a name for the presence of a level, found ';'{{$}}
nest @a {
  operand n : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand y : f64[] written
  index j : i32 in 0 .. n
  index p : i32 in pos[0] .. pos[1]
  tensor A : compressed(p; pos, crd) values val
  body {
    loop j merge(; true) {
      y[j] = 1.0
    }
  }
}
//--- no-condition.sp
// CHECK: :[[@LINE+11]]:22: error: expected ';', found ')'{{$}}
nest @a {
  operand n : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand y : f64[] written
  index j : i32 in 0 .. n
  index p : i32 in pos[0] .. pos[1]
  tensor A : compressed(p; pos, crd) values val
  body {
    loop j merge(a: p) {
      y[j] = 1.0
    }
  }
}
//--- number.sp
// CHECK: :[[@LINE+11]]:24: error: the condition of 'merge' has type i32, expected bool{{$}}
nest @a {
  operand n : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand y : f64[] written
  index j : i32 in 0 .. n
  index p : i32 in pos[0] .. pos[1]
  tensor A : compressed(p; pos, crd) values val
  body {
    loop j merge(a: p; 1) {
      y[j] = 1.0
    }
  }
}
//--- unknown.sp
// CHECK: :[[@LINE+11]]:21: error: name 'q' is not declared{{$}}
nest @a {
  operand n : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand y : f64[] written
  index j : i32 in 0 .. n
  index p : i32 in pos[0] .. pos[1]
  tensor A : compressed(p; pos, crd) values val
  body {
    loop j merge(a: q; a) {
      y[j] = 1.0
    }
  }
}
//--- behind.sp
// CHECK: :[[@LINE+12]]:14: error: name 'a' is not declared{{$}}
nest @a {
  operand n : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand y : f64[] written
  index j : i32 in 0 .. n
  index p : i32 in pos[0] .. pos[1]
  tensor A : compressed(p; pos, crd) values val
  body {
    loop j merge(a: p; a) { } loop j {
      y[j] = a ? 1.0 : 0.0
    }
  }
}
//--- thirteen.sp
// CHECK: :[[@LINE+1]]:6: error: 'j' merges more than 12 levels{{$}}
nest @a {
  operand n : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand y : f64[] written
  index j : i32 in 0 .. n
  index p : i32 in pos[0] .. pos[1]
  index p0 : i32 in pos[0] .. pos[1]
  tensor T0 : compressed(p0; pos, crd)
  index p1 : i32 in pos[0] .. pos[1]
  tensor T1 : compressed(p1; pos, crd)
  index p2 : i32 in pos[0] .. pos[1]
  tensor T2 : compressed(p2; pos, crd)
  index p3 : i32 in pos[0] .. pos[1]
  tensor T3 : compressed(p3; pos, crd)
  index p4 : i32 in pos[0] .. pos[1]
  tensor T4 : compressed(p4; pos, crd)
  index p5 : i32 in pos[0] .. pos[1]
  tensor T5 : compressed(p5; pos, crd)
  index p6 : i32 in pos[0] .. pos[1]
  tensor T6 : compressed(p6; pos, crd)
  index p7 : i32 in pos[0] .. pos[1]
  tensor T7 : compressed(p7; pos, crd)
  index p8 : i32 in pos[0] .. pos[1]
  tensor T8 : compressed(p8; pos, crd)
  index p9 : i32 in pos[0] .. pos[1]
  tensor T9 : compressed(p9; pos, crd)
  index p10 : i32 in pos[0] .. pos[1]
  tensor T10 : compressed(p10; pos, crd)
  index p11 : i32 in pos[0] .. pos[1]
  tensor T11 : compressed(p11; pos, crd)
  index p12 : i32 in pos[0] .. pos[1]
  tensor T12 : compressed(p12; pos, crd)
  tensor A : compressed(p; pos, crd) values val
  body {
    loop j merge(a0: p0, a1: p1, a2: p2, a3: p3, a4: p4, a5: p5, a6: p6, a7: p7, a8: p8, a9: p9, a10: p10, a11: p11, a12: p12; a0) {
      y[j] = 1.0
    }
  }
}
//--- written.sp
// CHECK: :[[@LINE+1]]:6: error: 'crd' is written, but 'p' is merged by it{{$}}
nest @a {
  operand n : i32
  operand pos : i32[]
  operand crd : i32[] written
  operand val : f64[]
  operand y : f64[] written
  index j : i32 in 0 .. n
  index p : i32 in pos[0] .. pos[1]
  tensor A : compressed(p; pos, crd) values val
  body {
    loop j merge(a: p; a) {
      crd[j] = 1
    }
  }
}
