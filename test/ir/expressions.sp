// Expressions print with C++'s precedence and no more parentheses than needed.
// RUN: %sparse-opt %s > %t
// RUN: FileCheck %s < %t
// RUN: %sparse-opt %t | diff %t -

// CHECK-LABEL: program @expressions {
program @expressions {
  operand i : i32
  operand l : i64
  operand d : f64
  operand b : bool
  operand ll : "long long":i64
  operand c : "std::complex<double>"
  operand rows : f32[] of rows "" row ""
  operand a : f64[]
  operand loop@2 : i32
  operand `min` : i32
  body {
    // Literals.
    // CHECK: let c1 = -1
    // CHECK: let c2 = -(1)
    // CHECK: let c3 = 18446744073709551615:u64
    // CHECK: let c4 = -9223372036854775808:i64
    // CHECK: let c5 = 0x1p-1:f32
    // CHECK: let c6 = 1:f64
    // CHECK: let c7 = 1.5e-3
    // CHECK: let c8 = 7:"long long":i64
    // CHECK: let c9 = true
    // CHECK: let c10 = 255
    let c1 = -1
    let c2 = -(1)
    let c3 = 18446744073709551615:u64
    let c4 = -9223372036854775808:i64
    let c5 = 0x1p-1:f32
    let c6 = 1:f64
    let c7 = 1.5e-3
    let c8 = 7:"long long":i64
    let c9 = true
    let c10 = 0xff
    // Operators.
    // CHECK: let o1 = i + 1 - 2 * 3 / 4 % 5
    // CHECK: let o2 = i - (1 - 2)
    // CHECK: let o3 = (i + 1) * 2
    // CHECK: let o4 = i << 1 >> l
    // CHECK: let o5 = i & 1 | i ^ 2
    // CHECK: let o6 = (i | 1) & 2
    // CHECK: let o7 = b && i < 1 || i >= 2 && !b
    // CHECK: let o8 = -i - -1 - ~i
    // CHECK: let o9 = min(i, max(2, 3)) == 1
    // CHECK: let o10 = i < 1 != b
    let o1 = ((i + 1) - (((2 * 3) / 4) % 5))
    let o2 = i - (1 - 2)
    let o3 = (i + 1) * 2
    let o4 = (i << 1) >> l
    let o5 = (i & 1) | (i ^ 2)
    let o6 = (i | 1) & 2
    let o7 = (b && i < 1) || (i >= 2 && !b)
    let o8 = -i - -1 - ~i
    let o9 = min(i, max(2, 3)) == 1
    let o10 = (i < 1) != b
    // Conditional expressions; a blank keeps `0 : 1` from being a suffix.
    // CHECK: let s1 = b ? 0 : 1
    // CHECK: let s2 = b ? 1:i64 : b ? 2:i64 : l
    // CHECK: let s3 = (b ? 1 : 2) + 3
    let s1 = b?0 : 1
    let s2 = b ? 1:i64 : (b ? 2:i64 : l)
    let s3 = (b ? 1 : 2) + 3
    // Loads, casts, calls, opaque text.
    // CHECK: let e1 = a[i + 1] * a[u8(l)]
    // CHECK: let e2 = f64(i) + f64("long long":i64(l))
    // CHECK: let e3 = call f64 pow(d, 2.0)
    // CHECK: let e4 = call i32 team_size()
    // CHECK: let e5 = opaque "std::complex<double>" "$0 * f(\"\\n\", $1)" (c, d)
    let e1 = a[i + 1] * a[u8(l)]
    let e2 = f64(i) + f64("long long":i64(l))
    let e3 = call f64 pow(d, 2.0)
    let e4 = call i32 team_size()
    let e5 = opaque "std::complex<double>" "$0 * f(\"\\n\", $1)" (c, d)
    // CHECK: let e6 = rows[i][l + 1:i64] + f32(&a[i] - &rows[l] - &rows[l][i])
    let e6 = rows[i][l + 1:i64] + f32((&a[i]) - &rows[l] - &rows[l][i])
    // Names: numbered ones, and words of the notation in backquotes.
    // CHECK: let n1 = loop@2 + `min`
    // CHECK: let index = i
    // CHECK: let `f64` = 1
    let n1 = loop@2 + `min`
    let `index` = i
    let `f64` = 1
  }
}
