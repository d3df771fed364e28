// Loops over two cursors in the forms that people give them, as merges.
// RUN: %sparse-opt %s --schedule="assume(sorted(acrd), sorted(bcrd)) split(j, j0, j1, 8)" | FileCheck %s
// RUN: %sparse-opt %s --schedule="assume(sorted(acrd), sorted(bcrd)) divide(i, t, r, threads, balance(p))" | FileCheck %s --check-prefix=BALANCED
// RUN: %sparse-opt %s --schedule="split(i, i0, i1, 4)" | FileCheck %s --check-prefix=STAYS
// RUN: %sparse-opt %s --schedule="assume(sorted(acrd), sorted(bcrd), noalias(y, a), noalias(y, b)) split(j, j0, j1, 8)" --lower | FileCheck %s --check-prefix=LOWERED

// The first part takes what lies before the range as well, the last what lies behind.
// LOWERED-LABEL: program @three_arms
// LOWERED:      for j0 : i64 in 0:i64 .. (j_len + 7:i64) / 8:i64 {
// LOWERED:      let j_is_first = i64(j_first) <= i64(j_lo)
// LOWERED-NEXT: let j_is_last = i64(j_last) >= i64(j_lo) + j_len
// LOWERED:      if j_is_first || acrd[p_first_middle] >= j_first {
// LOWERED:      if !j_is_last && acrd[p_last_middle] >= j_last {
// LOWERED:      while p < p_end && q < q_end {
// LOWERED-NEXT: let j_at_p = acrd[p]
// LOWERED-NEXT: let j_at_q = bcrd[q]
// LOWERED-NEXT: let j = min(j_at_p, j_at_q)
// LOWERED-NEXT: if j_at_p == j && j_at_q == j {
// LOWERED-NEXT: y[i] += a[p] * b[q]
// LOWERED-NEXT: }
// LOWERED-NEXT: p = p + i32(j_at_p == j)
// LOWERED-NEXT: q = q + i32(j_at_q == j)

// Nothing names what moves in the loops: they stay as they are.
// STAYS-NOT: merge(

// CHECK-LABEL: nest @three_arms
// CHECK-NOT: uncounted
// CHECK: loop j1 merge(at_p: p, at_q: q; at_p && at_q) {
// CHECK-NEXT: y[i] += a[p] * b[q]
nest @three_arms {
  operand m : i32
  operand apos : i32[]
  operand acrd : i32[]
  operand a : f64[]
  operand bpos : i32[]
  operand bcrd : i32[]
  operand b : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  uncounted p "it steps two variables"
  body {
    loop i {
      var p : i32 = apos[i]
      var q : i32 = bpos[i]
      let pe = apos[i + 1]
      let qe = bpos[i + 1]
      while p < pe && q < qe {
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

// CHECK-LABEL: nest @computed_steps
// CHECK: loop j1 merge(at_p: p, at_q: q; at_p && at_q) {
// CHECK-NEXT: y[j] += a[p] * b[q]
// CHECK-NEXT: }
nest @computed_steps {
  operand m : i32
  operand apos : i32[]
  operand acrd : i32[]
  operand a : f64[]
  operand bpos : i32[]
  operand bcrd : i32[]
  operand b : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  uncounted p "it steps two variables"
  body {
    loop i {
      var p : i32 = apos[i]
      var q : i32 = bpos[i]
      let pe = apos[i + 1]
      let qe = bpos[i + 1]
      while pe > p && q < qe {
        let c = acrd[p]
        let d = bcrd[q]
        let j = min(c, d)
        if c == d {
          y[j] += a[p] * b[q]
        }
        p += i32(c <= d)
        q += c != j ? 1 : d == j ? 1 : 0
      }
    }
  }
}

// CHECK-LABEL: nest @difference
// CHECK: loop j1 merge(at_p: p, at_q: q; at_p && at_q) {
// CHECK-NEXT: if y[j] > 0.0 {
// CHECK-NEXT: y[i] += a[p]
nest @difference {
  operand m : i32
  operand apos : i32[]
  operand acrd : i32[]
  operand a : f64[]
  operand bpos : i32[]
  operand bcrd : i32[]
  operand b : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  uncounted p "it steps two variables"
  body {
    loop i {
      var p : i32 = apos[i]
      var q : i32 = bpos[i]
      let pe = apos[i + 1]
      let qe = bpos[i + 1]
      while p < pe && q < qe {
        let d = acrd[p] - bcrd[q]
        if d == 0 && y[acrd[p]] > 0.0 {
          y[i] += a[p]
        }
        if d <= 0 {
          p += 1
        }
        if d >= 0 {
          q += 1
        }
      }
    }
  }
}

// CHECK-LABEL: nest @sum_with_tails
// CHECK: loop j1 merge(at_p: p, at_q: q; at_p || at_q) {
// CHECK-NEXT: if at_p && at_q {
// CHECK-NEXT: y[n] = a[p] + b[q]
// CHECK-NEXT: } else {
// CHECK-NEXT: if at_p {
// CHECK-NEXT: let value = a[p]
// CHECK-NEXT: y[n] = value
// CHECK-NEXT: } else {
// CHECK-NEXT: y[n] = b[q]
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: n += 1
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: }
nest @sum_with_tails {
  operand m : i32
  operand apos : i32[]
  operand acrd : i32[]
  operand a : f64[]
  operand bpos : i32[]
  operand bcrd : i32[]
  operand b : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  uncounted p "it steps two variables"
  body {
    loop i {
      var p : i32 = apos[i]
      var q : i32 = bpos[i]
      let pe = apos[i + 1]
      let qe = bpos[i + 1]
      var n : i32 = bpos[i]
      while p < pe && q < qe {
        if acrd[p] == bcrd[q] {
          y[n] = a[p] + b[q]
          p += 1
          q += 1
        } else {
          if acrd[p] < bcrd[q] {
            let value = a[p]
            y[n] = value
            p += 1
          } else {
            y[n] = b[q]
            q += 1
          }
        }
        n += 1
      }
      while q < qe {
        y[n] = b[q]
        q += 1
        n += 1
      }
      while p < pe {
        let other = a[p]
        y[n] = other
        p += 1
        n += 1
      }
    }
  }
}

// CHECK-LABEL: nest @only_in_one
// CHECK: loop j1 merge(at_p: p, at_q: q; at_p && !at_q || !at_p && at_q) {
// CHECK-NEXT: if at_p {
// CHECK-NEXT: y[j] = a[p]
// CHECK-NEXT: } else {
// CHECK-NEXT: y[j] = -b[q]
nest @only_in_one {
  operand m : i32
  operand apos : i32[]
  operand acrd : i32[]
  operand a : f64[]
  operand bpos : i32[]
  operand bcrd : i32[]
  operand b : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  uncounted p "it steps two variables"
  body {
    loop i {
      var p : i32 = apos[i]
      var q : i32 = bpos[i]
      let pe = apos[i + 1]
      let qe = bpos[i + 1]
      while p < pe && q < qe {
        if acrd[p] < bcrd[q] {
          y[acrd[p]] = a[p]
        } else {
          if bcrd[q] < acrd[p] {
            y[bcrd[q]] = -b[q]
          }
        }
        let stays = bcrd[q] < acrd[p]
        let both = acrd[p] == bcrd[q]
        p += stays ? 0 : 1
        q += i32(stays || both)
      }
      while p < pe {
        y[acrd[p]] = a[p]
        p += 1
      }
      while q < qe {
        y[bcrd[q]] = -b[q]
        q += 1
      }
    }
  }
}

// CHECK-LABEL: nest @left_join
// CHECK: loop j1 merge(at_p: p, at_q: q; at_p) {
// CHECK-NEXT: if at_q {
// CHECK-NEXT: y[p] = a[p] * b[q]
// CHECK-NEXT: } else {
// CHECK-NEXT: y[p] = a[p]
nest @left_join {
  operand m : i32
  operand apos : i32[]
  operand acrd : i32[]
  operand a : f64[]
  operand bpos : i32[]
  operand bcrd : i32[]
  operand b : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  uncounted p "it steps two variables"
  body {
    loop i {
      var p : i32 = apos[i]
      var q : i32 = bpos[i]
      let pe = apos[i + 1]
      let qe = bpos[i + 1]
      while p < pe && q < qe {
        if acrd[p] == bcrd[q] {
          y[p] = a[p] * b[q]
          p += 1
          q += 1
        } else {
          if acrd[p] < bcrd[q] {
            y[p] = a[p]
            p += 1
          } else {
            q += 1
          }
        }
      }
      while p < pe {
        y[p] = a[p]
        p += 1
      }
    }
  }
}

// CHECK-LABEL: nest @one_loop
// CHECK: loop j1 merge(at_p: p, at_q: q; at_p || at_q) {
// CHECK-NEXT: y[i] += (at_p ? a[p] : 0.0) + (at_q ? b[q] : 0.0)
nest @one_loop {
  operand m : i32
  operand apos : i32[]
  operand acrd : i32[]
  operand a : f64[]
  operand bpos : i32[]
  operand bcrd : i32[]
  operand b : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  uncounted p "it steps two variables"
  body {
    loop i {
      var p : i32 = apos[i]
      var q : i32 = bpos[i]
      let pe = apos[i + 1]
      let qe = bpos[i + 1]
      while p < pe || q < qe {
        let c = p < pe && (q >= qe || acrd[p] <= bcrd[q])
        let d = q < qe && (!(p < pe) || bcrd[q] <= acrd[p])
        y[i] += (c ? a[p] : 0.0) + (d ? b[q] : 0.0)
        p += i32(c)
        q += i32(d)
      }
    }
  }
}

// CHECK-LABEL: nest @own_search
// CHECK: loop j1 merge(at_p: p, at_q: q; at_p && at_q) {
// CHECK-NEXT: var k : i32 = 0
// CHECK-NEXT: while k < 3 && y[k] < a[p] {
nest @own_search {
  operand m : i32
  operand apos : i32[]
  operand acrd : i32[]
  operand a : f64[]
  operand bpos : i32[]
  operand bcrd : i32[]
  operand b : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  uncounted p "it steps two variables"
  body {
    loop i {
      var p : i32 = apos[i]
      var q : i32 = bpos[i]
      let pe = apos[i + 1]
      let qe = bpos[i + 1]
      while p < pe && q < qe {
        if acrd[p] == bcrd[q] {
          var k : i32 = 0
          while k < 3 && y[k] < a[p] {
            y[k] = b[q]
            k += 1
          }
        }
        let j = acrd[p]
        p += i32(j <= bcrd[q])
        q += i32(bcrd[q] <= j)
      }
    }
  }
}

// BALANCED-COUNT-8: loop j merge(at_p: p, at_q: q;
