// What iterations read around multiples of their own number, also in loops of
// constant bounds, is compared as a range: nothing is noted for each element.
// RUN: %sparse-opt %s -lower -schedule "parallelize(e, cpu_thread, no_races)" | FileCheck %s

// CHECK: kept({{.*}}) of e({{.*}} sources(ends[0:i64 .. 0 < n ? (i64(n) - 1:i64) * 2:i64 + 2:i64 : 0:i64])) {
// CHECK-NOT: touch source ends
// CHECK: touch source far[3 * e + 2 * k], 1:i64
// CHECK: } each {

nest @bars {
  operand n : i32
  operand ends : i32[]
  operand far : i32[]
  operand x : f64[]
  operand y : f64[] written
  index e : i32 in 0 .. n
  index k : i32 in 0 .. 4
  body {
    loop e {
      var s : f64 = x[ends[2 * e]] - x[ends[2 * e + 1]]
      loop k {
        s += x[ends[2 * e + k / 2]] * x[far[3 * e + 2 * k]]
      }
      y[e] = s
    }
  }
}
