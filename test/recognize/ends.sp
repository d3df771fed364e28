// What a loop over cursors takes for granted of their ends is guarded.
// RUN: %sparse-opt %s --schedule="split(i, i0, i1, 4) assume(sorted(acrd), sorted(bcrd)) split(j, j0, j1, 8)" | FileCheck %s

// CHECK-LABEL: nest @meets
// CHECK: guard "'p' starts behind its end" apos[i32(r)] <= apos[i32(r) + 1] for r in 0:i64 .. i64(m)
// CHECK-NEXT: guard "'q' starts behind its end" 0 <= n{{$}}
// CHECK: loop j1 merge(at_p: p, at_q: q; at_p && at_q) {
nest @meets {
  operand m : i32
  operand n : i32
  operand apos : i32[]
  operand acrd : i32[]
  operand a : f64[]
  operand bcrd : i32[]
  operand b : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  uncounted p "it steps two variables"
  body {
    loop i {
      var p : i32 = apos[i]
      var q : i32 = 0
      while apos[i + 1] != p && q != n {
        if acrd[p] < bcrd[q] {
          p += 1
        } else {
          if acrd[p] > bcrd[q] {
            q += 1
          } else {
            y[i] += a[p] * b[q]
            p += 1
            q += 1
          }
        }
      }
    }
  }
}

// CHECK-LABEL: nest @behind
// CHECK: guard "'acrd' has coordinates that are not less than the value that stands for its end" !(apos[i32(r)] < apos[i32(r) + 1]) || i64(acrd[i64(apos[i32(r) + 1]) - 1:i64]) < n for r in 0:i64 .. i64(m)
// CHECK-NEXT: guard "'bcrd' has coordinates that are not less than the value that stands for its end" !(bpos[i32(r)] < bpos[i32(r) + 1]) || i64(bcrd[i64(bpos[i32(r) + 1]) - 1:i64]) < n for r in 0:i64 .. i64(m)
// CHECK: loop j1 merge(at_p: p, at_q: q; at_p || at_q) {
nest @behind {
  operand m : i32
  operand n : i64
  operand apos : i32[]
  operand acrd : i32[]
  operand bpos : i32[]
  operand bcrd : i32[]
  operand y : i64[] written
  index i : i32 in 0 .. m
  uncounted p "it steps two variables"
  body {
    loop i {
      var p : i32 = apos[i]
      var q : i32 = bpos[i]
      while p < apos[i + 1] || q < bpos[i + 1] {
        let ja = p < apos[i + 1] ? i64(acrd[p]) : n
        let jb = q < bpos[i + 1] ? i64(bcrd[q]) : n
        y[i] += 1:i64
        p += i32(ja <= jb)
        q += i32(jb <= ja)
      }
    }
  }
}
