// Live-outs are set behind the loops, or by the last iteration.

// RUN: %sparse-opt %s --schedule='split(i, i0, i1, 8)' --lower | FileCheck %s

// CHECK: for i : i32 in i_first .. i_last {
// CHECK: if i == m - 1 {
// CHECK-NEXT: s_out = s
// CHECK: {{^    }}i_out = max(m, 0)
// CHECK-NEXT: {{^  }}}

nest @sums {
  operand m : i32
  operand x : f64[]
  operand y : f64[] written
  operand i_out : i32 liveout
  operand s_out : f64 liveout
  index i : i32 in 0 .. m
  body {
    loop i {
      var s : f64 = x[i]
      s += 1.0
      y[i] = s
      if i == m - 1 {
        s_out = s
      }
    }
  }
  epilogue {
    i_out = max(m, 0)
  }
}
