// Rows of constant length stay apart beside arrays of an iteration's own; one
// that reaches into the next row does not.
// RUN: %sparse-opt %s -schedule "parallelize(j, cpu_thread, no_races)" | FileCheck %s
// RUN: sed 's/in 2 .. 1281/in 2 .. 1283/' %s | not %sparse-opt -schedule "parallelize(j, cpu_thread, no_races)" 2>&1 | FileCheck --check-prefix=NEXT %s
// CHECK: loop j parallel(cpu_thread, no_races)
// NEXT: iterations of 'j' depend on each other: one reads 'temp' where another may have written it

nest @rows {
  operand temp : f64[] written extent 1315332:i64
  index j : i32 in 1 .. 1025
  index i : i32 in 2 .. 1281
  body {
    loop j {
      array cp : f64[1282:i64] = 0.0
      loop i {
        temp[i + j * 1282] += cp[i] * temp[i - 1 + j * 1282]
      }
    }
  }
}
