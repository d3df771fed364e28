// Arrays in records lie where the records do: their ranges are compared, those
// that data choose up to the last record. How many there are is read again.
// RUN: %sparse-opt %s | %sparse-opt | FileCheck %s --check-prefix=TEXT
// TEXT: operand x_e : f64[] of x "" row ".e" inside count x_size
// RUN: %sparse-opt %s --lower | FileCheck %s
// CHECK:      guard "'y_e' overlaps 'crd'" disjoint y_e[0:i64 .. i64(n)], crd[0:i64 .. i64(n)]
// CHECK-NEXT: guard "'y_e' overlaps 'x_e'" disjoint y_e[0:i64 .. i64(n)], x_e[0:i64 .. x_size]
// CHECK-NEXT: guard "'y_e' overlaps 'x_mass'"
// CHECK-NEXT: body

// With check=full all of them are those of records that there are.
// RUN: %sparse-opt %s --lower --check=full | FileCheck %s --check-prefix=FULL
// FULL: guard "'x_e' is accessed outside its elements"
// FULL: x_e_least min= i64(crd[i])
// FULL: holds x_e_least >= x_e_most || x_e_least >= 0:i64 && x_e_most <= x_size
nest @gather {
  operand n : i32
  operand crd : i32[]
  operand x_size : i64
  operand x_e : f64[] of x "" row ".e" inside count x_size
  operand x_mass : f64[] of x "mass" extent x_size
  operand y_e : f64[] of y "" row ".e" inside written
  index i : i32 in 0 .. n
  index k : i32 in 0 .. 3
  body {
    loop i {
      loop k {
        if x_mass[crd[i]] > 0.0 {
          y_e[i][k] += x_e[crd[i]][k]
        }
      }
    }
  }
}
