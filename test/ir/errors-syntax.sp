// Texts that are no nest or program. Each case stands for itself; the place and the words are exact.
// RUN: split-file --leading-lines %s %t
// RUN: for case in %t/*.sp; do not %sparse-opt $case 2>&1 >$case.out \
// RUN:     | FileCheck --implicit-check-not=error: $case || exit 1; \
// RUN:   test ! -s $case.out || exit 1; done

//--- not-a-unit.sp
// CHECK: :[[@LINE+1]]:1: error: expected 'nest' or 'program', found 'loop'
loop i { }
//--- no-name.sp
// CHECK: :[[@LINE+1]]:6: error: expected a name such as '@spmv', found 'spmv'
nest spmv { }
//--- no-end.sp
nest @a {
  body { }
// CHECK: :[[@LINE+1]]:1: error: expected a line of a nest, such as 'operand' or 'body', or '}', found the end of the text
//--- unknown-line.sp
nest @a {
  // CHECK: :[[@LINE+1]]:3: error: expected a line of a nest, such as 'operand' or 'body', or '}', found 'operands'
  operands m : i32
}
//--- index-in-program.sp
program @a {
  // CHECK: :[[@LINE+1]]:3: error: expected 'operand', 'guard', 'body', 'outputs' or '}', found 'index'
  index i : i32 in 0 .. 4
}
//--- second-body.sp
nest @a {
  body { }
  // CHECK: :[[@LINE+1]]:3: error: expected a line of a nest, such as 'operand' or 'body', or '}', found 'body'
  body { }
}
//--- unknown-type.sp
nest @a {
  // CHECK: :[[@LINE+1]]:15: error: expected a type, found 'int'
  operand m : int
  body { }
}
//--- unknown-type-shape.sp
nest @a {
  // CHECK: :[[@LINE+1]]:27: error: expected a type such as i32, u64 or f64, found 'integer'
  operand m : "long long":integer
  body { }
}
//--- reserved.sp
nest @a {
  // CHECK: :[[@LINE+3]]:11: error: expected the name of an operand, found the reserved word 'min'
  // CHECK: {{^}}          ^~~
  // CHECK: {{^}}          `min`
  operand min : i32
  body { }
}
//--- declared-twice.sp
nest @a {
  operand m : i32
  // CHECK: :[[@LINE+1]]:9: error: name 'm' is declared already
  index m : i32 in 0 .. 4
  body { }
}
//--- declared-in-scope.sp
program @a {
  operand m : i32
  body {
    // CHECK: :[[@LINE+1]]:9: error: name 'm' is declared already
    let m = 1
  }
}
//--- undeclared.sp
nest @a {
  operand count : i32
  // CHECK: :[[@LINE+4]]:25: error: name 'cont' is not declared
  // CHECK: {{^}}                        ^~~~
  // CHECK: {{^}}                        count
  // CHECK: :[[@LINE+1]]:25: note: did you mean 'count'?
  index i : i32 in 0 .. cont
  body { }
}
//--- out-of-scope.sp
program @a {
  body {
    { let k = 1 }
    // CHECK: :[[@LINE+1]]:14: error: name 'k' is not declared
    let k2 = k
  }
}
//--- index-type.sp
nest @a {
  operand n : i64
  // CHECK: :[[@LINE+1]]:25: error: the upper bound of 'i' has type i64, expected i32
  index i : i32 in 0 .. n
  body { }
}
//--- no-range.sp
nest @a {
  operand n : i64
  // CHECK: :[[@LINE+2]]:3: error: expected '..', found 'body'
  index i : i32 in 0
  body { }
}
//--- extent-type.sp
nest @a {
  operand n : i32
  // CHECK: :[[@LINE+1]]:28: error: the extent of 'x' has type i32, expected i64
  operand x : f64[] extent n
  body { }
}
//--- factor.sp
nest @a {
  index i : i32 in 0 .. 4
  // CHECK: :[[@LINE+1]]:24: error: expected an integer factor, found 'n'
  split i -> i0, i1 by n
  body { }
}
//--- factor-too-large.sp
nest @a {
  index i : i32 in 0 .. 4
  // CHECK: :[[@LINE+1]]:24: error: number '9223372036854775808' does not fit i64
  split i -> i0, i1 by 9223372036854775808
  body { }
}
//--- format.sp
nest @a {
  index i : i32 in 0 .. 4
  // CHECK: :[[@LINE+2]]:14: error: unknown level format 'sparse'
  // CHECK: :[[@LINE+1]]:14: note: known formats are dense, compressed, compressed_nonunique, singleton, segment
  tensor A : sparse(i)
  body { }
}
//--- guard-type.sp
nest @a {
  operand m : i32
  // CHECK: :[[@LINE+1]]:19: error: the condition of a guard has type i32, expected bool
  guard "no rows" m - 1
  body { }
}
//--- guard-without-reason.sp
nest @a {
  operand m : i32
  // CHECK: :[[@LINE+1]]:9: error: expected a reason in quotes, found 'm'
  guard m > 0
  body { }
}
//--- program-guard.sp
program @a {
  operand m : i32
  // CHECK: :[[@LINE+1]]:19: error: expected 'holds', found 'm'
  guard "no rows" m > 0
  body { }
}
//--- slice.sp
program @a {
  operand x : f64[]
  // CHECK: :[[@LINE+1]]:32: error: expected '..', found ']'
  guard "over" disjoint x[0:i64], x[1:i64 ..]
  body { }
}
//--- fact.sp
nest @a {
  // CHECK: :[[@LINE+1]]:8: error: expected 'fp', 'num_threads', 'noalias', 'injective', 'unique', 'sorted', 'independent', 'asynchronous', 'private' or 'nontemporal', found 'strict'
  fact strict
  body { }
}
//--- statement.sp
program @a {
  body {
    // CHECK: :[[@LINE+1]]:5: error: expected a statement or '}', found '+'
    + 1
  }
}
//--- not-assignable.sp
program @a {
  operand m : i32
  body {
    // CHECK: :[[@LINE+1]]:5: error: 'm' cannot be assigned to
    m = 1
  }
}
//--- assign-operator.sp
program @a {
  operand m : i32 liveout
  body {
    // CHECK: :[[@LINE+1]]:7: error: expected '=' or an operator such as '+=', found '-'
    m -= 1
  }
}
//--- store-type.sp
program @a {
  operand y : f64[] written
  body {
    // CHECK: :[[@LINE+1]]:10: error: '=' stores a value of type i32 to a place of type f64
    y[0] = 1
  }
}
//--- reduction-type.sp
program @a {
  operand y : f64[] written
  body {
    // CHECK: :[[@LINE+1]]:10: error: '&=' needs integers or bool, not f64
    y[0] &= 1.0
  }
}
//--- subscript-type.sp
program @a {
  operand y : f64[] written
  body {
    // CHECK: :[[@LINE+1]]:7: error: the subscript of 'y' has type bool, expected an integer
    y[true] = 1.0
  }
}
//--- condition-type.sp
program @a {
  operand m : i32
  body {
    // CHECK: :[[@LINE+1]]:8: error: the condition of 'if' has type i32, expected bool
    if m { }
  }
}
//--- counter-type.sp
program @a {
  body {
    // CHECK: :[[@LINE+1]]:9: error: loop counter 'x' has type f64, expected an integer
    for x : f64 in 0.0 .. 1.0 { }
  }
}
//--- for-in-nest.sp
nest @a {
  body {
    // CHECK: :[[@LINE+1]]:5: error: 'for' stands in loop programs and epilogues, not in the body of a nest
    for i : i32 in 0 .. 4 { }
  }
}
//--- loop-in-program.sp
program @a {
  body {
    // CHECK: :[[@LINE+1]]:5: error: 'loop' stands in the body of a nest only
    loop i { }
  }
}
//--- track-in-epilogue.sp
nest @a {
  index i : i32 in 0 .. 4
  body { }
  epilogue {
    // CHECK: :[[@LINE+1]]:5: error: 'track' stands in the body of a nest only
    track i { enter { } each { } leave { } }
  }
}
//--- unit.sp
nest @a {
  index i : i32 in 0 .. 4
  body {
    // CHECK: :[[@LINE+1]]:21: error: expected a parallel unit such as 'cpu_thread', found 'cpu'
    loop i parallel(cpu, no_races) { }
  }
}
//--- races.sp
nest @a {
  index i : i32 in 0 .. 4
  body {
    // CHECK: :[[@LINE+1]]:33: error: expected a race strategy such as 'no_races', found ')'
    loop i parallel(cpu_thread, ) { }
  }
}
//--- shared.sp
nest @a {
  index i : i32 in 0 .. 4
  body {
    // CHECK: :[[@LINE+1]]:41: error: expected ')', found '('
    loop i parallel(cpu_thread, no_races(y)) { }
  }
}
//--- no-shared.sp
nest @a {
  index i : i32 in 0 .. 4
  body {
    // CHECK: :[[@LINE+1]]:41: error: expected an array or variable, found ')'
    loop i parallel(cpu_thread, atomics()) { }
  }
}
//--- schedule-kind.sp
nest @a {
  index i : i32 in 0 .. 4
  body {
    // CHECK: :[[@LINE+1]]:52: error: expected 'static', 'dynamic', 'guided', 'auto' or 'runtime', found 'fair'
    loop i parallel(cpu_thread, no_races, schedule(fair)) { }
  }
}
//--- chunk.sp
nest @a {
  index i : i32 in 0 .. 4
  body {
    // CHECK: :[[@LINE+1]]:60: error: the chunk size must be positive
    loop i parallel(cpu_thread, no_races, schedule(static, 0)) { }
  }
}
//--- unroll.sp
nest @a {
  index i : i32 in 0 .. 4
  body {
    // CHECK: :[[@LINE+1]]:19: error: the unroll factor must be positive
    loop i unroll(-2) { }
  }
}
//--- simd-reduction.sp
program @a {
  operand m : i32
  body {
    // CHECK: :[[@LINE+1]]:35: error: 'm' is no variable
    for i : i32 in 0 .. 4 simd(+: m) { }
  }
}
//--- threads.sp
program @a {
  body {
    // CHECK: :[[@LINE+1]]:35: error: expected 'schedule' or 'num_threads', found 'chunk'
    for i : i32 in 0 .. 4 threads(chunk(4)) { }
  }
}
//--- character.sp
// CHECK: :[[@LINE+1]]:10: error: unexpected character '\'
nest @a {\}
//--- string.sp
nest @a {
  // CHECK: :[[@LINE+1]]:9: error: missing '"' at the end of a string
  guard "no end
  body { }
}
//--- growing-in-nest.sp
nest @a {
  body {
    // CHECK: :[[@LINE+1]]:5: error: 'growing' stands in loop programs and epilogues, not in the body of a nest
    growing b : f64[4]
  }
}
//--- grow-without-variable.sp
// CHECK: :[[@LINE+1]]:9: error: 'lacks' is no variable that can be assigned to
program @a {
  body {
    growing b : f64[4]
    grow b[0:i64] to 8:i64 else lacks
  }
}
//--- grow-array.sp
// CHECK: :[[@LINE+1]]:9: error: 'b' is used with a row
program @a {
  body {
    var lacks : bool = false
    array b : f64[4:i64]
    grow b[0:i64] to 8:i64 else lacks
  }
}
