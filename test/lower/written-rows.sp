// Rows that are written: they are in order, those of another array all on one
// side, other arrays somewhere else, which one walk over the rows finds out.
// Rows inside of records lie where the records do; they need no check against
// what else the record holds.
// RUN: %sparse-opt %s --lower | FileCheck %s

// CHECK-LABEL: program @written {
// CHECK:       guard "'s', 'B' or 'B_mass' overlaps a row of 'C' or 'D'" {
// CHECK:             all_apart &= &C[i] + C_first + C_bytes <= s_begin || s_end <= &C[i] + C_first
// CHECK-NEXT:        all_apart &= &C[i] + C_first + C_bytes <= B_begin || B_end <= &C[i] + C_first
// CHECK-NEXT:        all_apart &= &C[i] + C_first + C_bytes <= B_mass_begin || B_mass_end <= &C[i] + C_first
// CHECK-NEXT:        all_apart &= &D[i] + D_first + D_bytes <= s_begin || s_end <= &D[i] + D_first
// CHECK-NEXT:        all_apart &= &D[i] + D_first + D_bytes <= B_begin || B_end <= &D[i] + D_first
// CHECK-NEXT:        all_apart &= &D[i] + D_first + D_bytes <= B_mass_begin || B_mass_end <= &D[i] + D_first
// CHECK:       guard "rows of 'C' lie over each other, or in no order" {
// CHECK-NEXT:    let C_first = u64(i64(lo) * 8:i64)
// CHECK-NEXT:    let C_bytes = u64(max(i64(hi) - i64(lo), 1:i64) * 8:i64)
// CHECK:             C_least min= i64(i)
// CHECK-NEXT:        C_last max= i64(i)
// CHECK:         for C_row : i64 in C_least .. C_last + 1:i64 {
// CHECK-NEXT:      let C_address = &C[C_row]
// CHECK-NEXT:      if C_address != 0:u64 {
// CHECK-NEXT:        C_ascends &= C_before == 0:u64 || C_before + C_first + C_bytes <= C_address + C_first
// CHECK-NEXT:        C_descends &= C_before == 0:u64 || C_address + C_first + C_bytes <= C_before + C_first
// CHECK-NEXT:        C_before = C_address
// CHECK:       guard "rows of 'C' lie among those of 'D'" {
// CHECK:             D_lowest min= &D[i] + D_first
// CHECK-NEXT:        D_highest max= &D[i] + D_first + D_bytes
// CHECK:       } holds C_highest <= D_lowest || D_highest <= C_lowest
// CHECK-NOT:   guard "
nest @written {
  operand n : i32
  operand lo : i32
  operand hi : i32
  operand s : f64[]
  operand C : f64[] of C "" row "" written
  operand B : f64[] of B "" row ".w" inside
  operand B_mass : f64[] of B "mass" written
  operand D : f64[] of D "" row ".data()" own written
  index i : i32 in 0 .. n
  index k : i32 in lo .. hi
  body {
    loop i {
      B_mass[i] = 0.0
      loop k {
        C[i][k] += s[i] * B[i][k]
        D[i][k] = 1.0
      }
    }
  }
}
