// RUN: %sparse-opt %s --schedule="split(i, i0, i1, 4) unroll(i1)" --lower \
// RUN:   --dump=after:split --dump=after:loops --dump=after:guards | FileCheck %s
// RUN: not %sparse-opt %s --dump=after:spli 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not %sparse-opt %s --dump=graph 2>&1 | FileCheck %s --check-prefix=KIND
nest @scale {
  operand n : i32
  operand x : f64[] written
  index i : i32 in 0 .. n
  body {
    loop i {
      x[i] *= 2.0
    }
  }
}
// CHECK: // after split
// CHECK-NEXT: nest @scale {
// CHECK: split i -> i0, i1 by 4
// CHECK-NOT: unroll
// CHECK: // after loops
// CHECK-NOT: guard
// CHECK: for i0 : i64
// CHECK: // after guards
// CHECK-NEXT: program @scale {
// UNKNOWN: sparse-opt: error: '--dump=after:' takes 'auto', 'facts', 'split', {{.*}} or 'outputs', not 'spli'; did you mean 'split'?
// KIND: sparse-opt: error: '--dump' takes 'after:PASS', not 'graph'
