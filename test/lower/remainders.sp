// Rows that wrap round at the ends of an array are elements of it: what an array
// is compared with begins where it does.
// RUN: %sparse-opt %s -lower -schedule "parallelize(j, cpu_thread, no_races)" | FileCheck %s
// CHECK: guard "'y' overlaps 'x'" disjoint y[0:i64 .. 0 < 40 ? 2000:i64 : 0:i64], x[0:i64 .. 2000:i64]

nest @shift {
  operand x : f64[]
  operand y : f64[] written
  index j : i32 in 0 .. 40
  index i : i32 in 0 .. 50
  body {
    loop j {
      loop i {
        y[j * 50 + i] = x[(j + 1) % 40 * 50 + (i + 49) % 50]
      }
    }
  }
}
