// What conditions, clamps, assignments and remainders say of subscripts bounds
// what is accessed behind plain pointers; no walk looks.
// RUN: rm -rf %t %t.lowered && split-file %s %t
// RUN: %sparse-opt %t/clamped.sp -lower -schedule "parallelize(i, cpu_thread, no_races)" >> %t.lowered
// RUN: %sparse-opt %t/assigned.sp -lower -schedule "parallelize(i, cpu_thread, no_races)" >> %t.lowered
// RUN: %sparse-opt %t/compared.sp -lower -schedule "parallelize(i, cpu_thread, no_races)" >> %t.lowered
// RUN: %sparse-opt %t/remainder.sp -lower -schedule "parallelize(i, cpu_thread, no_races)" >> %t.lowered
// RUN: %sparse-opt %t/again.sp -lower -schedule "parallelize(i, cpu_thread, no_races)" >> %t.lowered
// RUN: FileCheck %s < %t.lowered

// CHECK-LABEL: @clamped
// CHECK: disjoint y[0:i64 .. i64(n)], x[min(0:i64, min(i64(w - 1), max(i64(-r), 0:i64))) .. max(0:i64, max(i64(w - 1), min(i64(n) - 1:i64 + (i64(r + 1) - 1:i64), i64(w - 1)))) + 1:i64]

// CHECK-LABEL: @assigned
// CHECK: disjoint y[0:i64 .. i64(n)], x[min(0:i64, i64(w - 1)) .. max(min(max(i64(n) - 4:i64, 0:i64), i64(w) + -1:i64), i64(w - 1)) + 1:i64]

// CHECK-LABEL: @compared
// CHECK: disjoint y[0:i64 .. i64(n)], x[2:i64 .. i64(w)]

// A divisor of either sign; where it is 0, nothing is read.
// CHECK-LABEL: @remainder
// CHECK: disjoint y[0:i64 .. i64(n)], x[-1:i64 .. max(min(max(i64(n), 0:i64), i64(w) > 0:i64 ? i64(w) - 1:i64 : -1:i64 - i64(w)), min(min(max(i64(n) - 2:i64, 0:i64), 4:i64), 4:i64)) + 1:i64]

// A condition that is asked again reads with what the variable has become.
// CHECK-LABEL: @again
// CHECK: guard "'y' overlaps 'x'" {
// CHECK: } disjoint y[0:i64 .. i64(n)], x[x_least .. x_most]

//--- clamped.sp
nest @clamped {
  operand n : i32
  operand w : i32
  operand r : i32
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  index k : i32 in -r .. r + 1
  body {
    loop i {
      var s : f64 = 0.0
      loop k {
        let t = i + k < 0 ? 0 : i + k > w - 1 ? w - 1 : i + k
        s += x[t]
      }
      y[i] = s
    }
  }
}
//--- assigned.sp
nest @assigned {
  operand n : i32
  operand w : i32
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  body {
    loop i {
      var t : i32 = i - 3
      t max= 0
      if t >= w {
        t = w - 1
      }
      y[i] = x[t]
    }
  }
}
//--- compared.sp
nest @compared {
  operand n : i32
  operand w : i32
  operand idx : i32[]
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  body {
    loop i {
      let t = idx[i]
      if t >= 2 && t < w {
        y[i] = x[t]
      }
    }
  }
}
//--- remainder.sp
nest @remainder {
  operand n : i32
  operand w : i32
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  body {
    loop i {
      y[i] = x[(i + 1) % w] + x[(i - 1) % 5]
    }
  }
}
//--- again.sp
nest @again {
  operand n : i32
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  body {
    loop i {
      var t : i32 = 2
      var s : f64 = 0.0
      while x[t] > 0.0 && t < n {
        s += 1.0
        t += 2
      }
      y[i] = s
    }
  }
}
