// A walk that runs in each call notes 32-bit coordinates in 32 bits, and those of
// rows that follow each other in one loop.
// RUN: %sparse-opt %s -lower -schedule "divide(i, i0, i1, 4)" > %t
// RUN: %sparse-opt %t | diff %t -
// RUN: FileCheck %s < %t

// CHECK-LABEL: program @gather
// CHECK: } each {
// CHECK-NEXT: var rows_ascend : bool = true
// CHECK-NEXT: for i : i32 in 0 .. n {
// CHECK-NEXT: rows_ascend &= pos[i] <= pos[i + 1]
// CHECK-NEXT: }
// CHECK-NEXT: if rows_ascend {
// CHECK-NEXT: if 0 < n {
// CHECK-NEXT: if pos[0] < pos[n] {
// CHECK-NEXT: var note_least : i32 = 2147483647
// CHECK-NEXT: var note_most : i32 = -2147483648
// CHECK-NEXT: for p : i32 in pos[0] .. pos[n] {
// CHECK-NEXT: note_least min= crd[p]
// CHECK-NEXT: note_most max= crd[p]
// CHECK-NEXT: }
// CHECK-NEXT: x_least min= i64(note_least)
// CHECK-NEXT: x_most max= i64(note_most) + 1:i64
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: } else {
// CHECK-NEXT: for i : i32 in 0 .. n {
// CHECK-NEXT: if pos[i] < pos[i + 1] {
// CHECK: for p : i32 in pos[i] .. pos[i + 1] {
// CHECK-NEXT: note_least2 min= crd[p]
// CHECK: } disjoint

// What depends on the row is noted row by row, as unsigned numbers.
// CHECK-LABEL: program @shifted
// CHECK: } each {
// CHECK-NOT: rows_ascend
// CHECK: for i : i32 in 0 .. n {
// CHECK-NEXT: if pos[i] < pos[i + 1] {
// CHECK-NEXT: var note_least : u32 = 4294967295:u32
// CHECK-NEXT: var note_most : u32 = 0:u32
// CHECK-NEXT: for p : i32 in pos[i] .. pos[i + 1] {
// CHECK-NEXT: note_least min= crd[p] + u32(i)
// CHECK: } disjoint

// Numbers of 64 bits stay as they are.
// CHECK-LABEL: program @wide
// CHECK: } each {
// CHECK-NOT: note_least
// CHECK: x_least min= crd[p]
// CHECK: } disjoint

// RUN: %sparse-opt %s -lower -schedule "auto" | FileCheck %s --check-prefix=BARE
// BARE-LABEL: program @gather
// BARE: each where i64(call i32 team_size()) >= 2:i64
// BARE-LABEL: program @wide
// BARE: each where i64(call i32 team_size()) >= 3:i64

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

nest @shifted {
  operand n : i32
  operand pos : i32[]
  operand crd : u32[]
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    loop i {
      var s : f64 = 0.0
      loop p {
        s += x[crd[p] + u32(i)]
      }
      y[i] = s
    }
  }
}

nest @wide {
  operand n : i32
  operand pos : i32[]
  operand crd : i64[]
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
