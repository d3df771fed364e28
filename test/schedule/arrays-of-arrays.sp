// Subscripts of arrays of arrays, taken apart level by level: what one loop
// does in place keeps the loops of the other levels apart.

// RUN: %sparse-opt %s -schedule "parallelize(k, cpu_thread, no_races)" \
// RUN:   | FileCheck %s --check-prefix=PLANES
// PLANES: guard {{.*}} i64(n) <= 8:i64
// PLANES: loop k parallel(cpu_thread, no_races) {

// A length that is not known in front is compared with that of the array:
// rows beyond a plane are rows of the next one.
// RUN: %sparse-opt %s -schedule "parallelize(j, cpu_thread, no_races)" \
// RUN:   | FileCheck %s --check-prefix=ROWS
// ROWS: guard "different iterations of 'j' may store to one element of 'u'" i64(n) <= 8:i64
// ROWS: loop j parallel(cpu_thread, no_races) {

// RUN: not %sparse-opt %s -schedule "parallelize(i, cpu_thread, no_races)" \
// RUN:   2>&1 | FileCheck %s --check-prefix=STEPS
// STEPS: error: iterations of 'i' depend on each other: one reads 'u' where another may have written it

nest @planes {
  operand n : i32
  operand u : f64[] written inner 8:i64, 5:i64
  index k : i32 in 0 .. 8
  index j : i32 in 0 .. n
  index i : i32 in 0 .. 4
  body {
    loop k {
      loop j {
        loop i {
          u[i64(k) * 40:i64 + i64(j) * 5:i64 + i64(i + 1)] = u[i64(k) * 40:i64 + i64(j) * 5:i64 + i64(i)]
        }
      }
    }
  }
}
