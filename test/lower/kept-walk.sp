// How far a gather reaches behind a plain pointer a walk finds. It notes what it
// reads, for whoever keeps its results, and without notes runs where nobody does.
// RUN: %sparse-opt %s -lower -schedule "parallelize(i, cpu_thread, no_races)" > %t
// RUN: %sparse-opt %t | diff %t -
// RUN: FileCheck %s < %t

// CHECK: guard "'y' overlaps 'x'" {
// CHECK-NEXT: var x_least : i64 =
// CHECK-NEXT: var x_most : i64 =
// CHECK-NEXT: } kept(x_least, x_most) of i(i64(call i32 team_size()); values(i64(n), i64(&pos[0:i64]), 0:i64, 0 < n ? i64(n) + 1:i64 : 0:i64, i64(&crd[0:i64])) sources(pos[0:i64 .. 0 < n ? i64(n) + 1:i64 : 0:i64])) {
// CHECK-NEXT: for i : i32 in 0 .. n {
// CHECK-NEXT: for p : i32 in pos[i] .. pos[i + 1] {
// CHECK-NEXT: touch source crd[p], 1:i64
// CHECK-NEXT: x_least min= i64(crd[p])
// CHECK-NEXT: x_most max= i64(crd[p]) + 1:i64
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: } each {
// CHECK-NOT: touch
// CHECK: for i_chunk : i64 in 0:i64 .. i_chunks threads {
// CHECK: } disjoint y[{{.*}}], x[x_least .. x_most]
// CHECK-NEXT: body {

// A command's walk is walked on one thread, too; a bare directive's is not
// unless there are threads enough for what runs twice.
// RUN: %sparse-opt %s -lower -schedule "auto" > %t.auto
// RUN: %sparse-opt %t.auto | diff %t.auto -
// RUN: FileCheck %s --check-prefix=BARE < %t.auto
// One thread has to have enough to do for a look at what was read.
// BARE: guard "there is too little work for threads" holds i64(call i32 team_size()) > 1:i64 || (!(0 < n) || f64(i64(pos[i64(n)]) - i64(pos[0:i64])) >= 2.400000E+05)
// BARE-NEXT: guard "'y' overlaps 'x'" {
// BARE: } each where i64(call i32 team_size()) >= 2:i64 else "there are too few threads for a walk in each call, to find the extent of 'x'" {

nest @gather {
  operand n : i32
  operand pos : i32[]
  operand crd : i32[]
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    loop i {
      var s : f64 = 0.0
      loop p {
        s += x[crd[p]]
      }
      y[i] = s
    }
  }
}
