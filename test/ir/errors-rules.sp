// Nests and programs that break a rule: the error stands at their name. Each case stands for itself; the place and the words are exact.
// RUN: split-file --leading-lines %s %t
// RUN: for case in %t/*.sp; do not %sparse-opt $case 2>&1 >$case.out \
// RUN:     | FileCheck --implicit-check-not=error: $case || exit 1; \
// RUN:   test ! -s $case.out || exit 1; done

//--- no-body.sp
// CHECK: :[[@LINE+1]]:6: error: the nest has no body
nest @a { }
//--- program-without-body.sp
// CHECK: :[[@LINE+1]]:9: error: the program has no body
program @a { }
//--- float-index.sp
// CHECK: :[[@LINE+1]]:6: error: index variable 'x' is no integer
nest @a {
  index x : f64 in 0.0 .. 1.0
  body { }
}
//--- bounds-inside-out.sp
// CHECK: :[[@LINE+1]]:6: error: 'k' is no variable in scope
nest @a {
  index i : i32 in 0 .. k
  index k : i32 in 0 .. 4
  body { }
}
//--- consumed-twice.sp
// CHECK: :[[@LINE+1]]:6: error: index variable 'i' is consumed twice
nest @a {
  index i : i32 in 0 .. 4
  split i -> i0, i1 by 2
  split i -> k0, k1 by 2
  body { }
}
//--- consumed-before-made.sp
// CHECK: :[[@LINE+1]]:6: error: index variable 'i1' is consumed before it is made
nest @a {
  index i : i32 in 0 .. 4
  split i1 -> k0, k1 by 2
  split i -> i0, i1 by 2
  body { }
}
//--- consumes-itself.sp
// CHECK: :[[@LINE+1]]:6: error: index variable 'a' is consumed before it is made
nest @a {
  bound a -> a divisible 2
  body { }
}
//--- unknown-parent.sp
// CHECK: :[[@LINE+1]]:6: error: relation of 'i', which is no index variable
nest @a {
  split i -> i0, i1 by 2
  body { }
}
//--- arity.sp
// CHECK: :[[@LINE+1]]:6: error: relation that makes 'i0' has the wrong number of variables
nest @a {
  index i : i32 in 0 .. 4
  split i -> i0 by 2
  body { }
}
//--- factor-zero.sp
// CHECK: :[[@LINE+1]]:6: error: relation that makes 'i0' has factor 0
nest @a {
  index i : i32 in 0 .. 4
  divide i -> i0, i1 into 0
  body { }
}
//--- factor-left-out.sp
// CHECK: :[[@LINE+1]]:6: error: relation that makes 'i0' has factor 0
nest @a {
  index i : i32 in 0 .. 4
  split i -> i0, i1
  body { }
}
//--- factor-of-none.sp
// CHECK: :[[@LINE+1]]:6: error: relation that makes 'q' has factor 7
nest @a {
  index i : i32 in 0 .. 4
  pos i -> q by 7 over i
  body { }
}
//--- over-nothing.sp
// CHECK: :[[@LINE+1]]:6: error: relation that makes 'q' is over 'B', which is no tensor or index variable
nest @a {
  index i : i32 in 0 .. 4
  pos i -> q over B
  body { }
}
//--- tensor-arrays.sp
// CHECK: :[[@LINE+1]]:6: error: a level of tensor 'A' has the wrong number of arrays
nest @a {
  operand pos : i32[]
  index p : i32 in 0 .. 4
  tensor A : compressed(p; pos)
  body { }
}
//--- tensor-values.sp
// CHECK: :[[@LINE+1]]:6: error: 'val' is no array in scope
nest @a {
  index i : i32 in 0 .. 4
  tensor A : dense(i) values val
  body { }
}
//--- consumed-loop.sp
// CHECK: :[[@LINE+1]]:6: error: loop over 'i', which is not fully derived
nest @a {
  index i : i32 in 0 .. 4
  split i -> i0, i1 by 2
  body { loop i { } }
}
//--- loop-inside-itself.sp
// CHECK: :[[@LINE+1]]:6: error: loop over 'i' inside another over the same
nest @a {
  index i : i32 in 0 .. 4
  body { loop i { loop i { } } }
}
//--- loop-over-operand.sp
// CHECK: :[[@LINE+1]]:6: error: loop over 'm', which is no index variable
nest @a {
  operand m : i32
  body { loop m { } }
}
//--- undetermined.sp
// CHECK: :[[@LINE+1]]:6: error: 'i' is used where the loops around do not determine it
nest @a {
  index i : i32 in 0 .. 4
  split i -> i0, i1 by 2
  body { loop i0 { let k = i } }
}
//--- undetermined-row.sp
// CHECK: :[[@LINE+1]]:6: error: 'track' of 'i', which the loops around do not determine
nest @a {
  index i : i32 in 0 .. 4
  body { track i { enter { } each { } leave { } } }
}
//--- index-in-guard.sp
// CHECK: :[[@LINE+1]]:6: error: 'i' is no variable in scope
nest @a {
  index i : i32 in 0 .. 4
  guard "never" i > 0
  body { }
}
//--- index-in-extent.sp
// CHECK: :[[@LINE+1]]:6: error: 'i' is no variable in scope
nest @a {
  index i : i64 in 0:i64 .. 4:i64
  body { loop i { array w : f64[i] } }
}
//--- index-in-epilogue.sp
// CHECK: :[[@LINE+1]]:6: error: 'i' is no variable in scope
nest @a {
  operand k : i32 liveout
  index i : i32 in 0 .. 4
  body { }
  epilogue { k = i }
}
//--- not-written.sp
// CHECK: :[[@LINE+1]]:6: error: array 'y' is stored to but not declared as written
nest @a {
  operand y : f64[]
  index i : i32 in 0 .. 4
  body { loop i { y[i] = 0.0 } }
}
//--- not-written-by-program.sp
// CHECK: :[[@LINE+1]]:9: error: array 'y' is stored to but not declared as written
program @a {
  operand y : f64[]
  body { y[0] = 0.0 }
}
//--- hole.sp
// CHECK: :[[@LINE+1]]:9: error: opaque text '$0 + $1' has a hole without an operand
program @a {
  operand z : "T"
  body { let k = opaque "T" "$0 + $1" (z) }
}
//--- member-without-name.sp
// CHECK: :[[@LINE+1]]:6: error: operand 'x' is a member without a name
nest @a {
  operand x : f64[] of row ""
  body { }
}
//--- one-subscript.sp
// CHECK: :[[@LINE+3]]:15: error: expected '[', found '='
nest @a {
  operand x : f64[] of x "" row "" own written
  body { x[0] = 0.0 }
}
//--- kept-no-variable.sp
// CHECK: :[[@LINE+1]]:6: error: 'q', whose values are kept, is no integer that the body declares
nest @a {
  operand y : f64[] written
  index i : i32 in 0 .. 4
  body {
    loop i {
      let q = 0.5
      y[i] = q
    }
  }
  keep q
}
//--- kept-values-of-nothing.sp
// CHECK: :[[@LINE+1]]:9: error: 'q_kept' is no array in scope
program @a {
  guard "reason" values q_kept of q(4:i64, 1:i64; values() sources()) { }
  body { }
}
