// Guards: the nest's own in their order, then one for each written array and
// each other one. Subscripts over ranges that are known in front give exact
// slices, positions where guards see that segments ascend; a gather has its
// operand's extent, or no known end. Where the
// outermost loop runs no trip, no memory is read.

// RUN: %sparse-opt %s --lower | FileCheck %s
// RUN: %sparse-opt %s --lower --check=off | FileCheck %s --check-prefix=OFF

// CHECK:      guard "'k' is negative" holds k >= 0
// CHECK-NEXT: guard "'pos' does not start at 0" holds !(lo < hi) || pos[lo] == 0
// CHECK-NEXT: guard "'pos' is not monotone" {
// CHECK-NEXT:   var all_hold : bool = true
// CHECK-NEXT:   if lo < hi {
// CHECK-NEXT:     for r : i64 in i64(lo) .. i64(hi) {
// CHECK-NEXT:       all_hold &= pos[r] <= pos[r + 1:i64]
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: } holds all_hold
// CHECK-NEXT: guard "'c' overlaps 'pos'" disjoint c[{{.*}}], pos[i64(lo) .. i64(hi) + 1:i64]
// CHECK-NEXT: guard "'c' overlaps 'crd'" disjoint c[{{.*}}], crd[i64(lo) < i64(hi) ? i64(pos[i64(lo)]) : 0:i64 .. i64(lo) < i64(hi) ? i64(pos[i64(hi)]) : 0:i64]
// CHECK-NEXT: guard "'c' overlaps 'b'" disjoint c[{{.*}}], b[0:i64 .. i64(n) * i64(k)]
// CHECK-NOT: guard
// CHECK:     body {

// OFF-NOT: guard
// OFF: body {

// Full: a walk that stores nothing finds what is accessed, first of arrays whose
// number of elements is known, then where no end is. Of a loop in which
// subscripts are linear it takes both ends.
// RUN: %sparse-opt %s --lower --check=full | FileCheck %s --check-prefix=FULL
// FULL: guard "'pos' is not monotone" {
// FULL: guard "'b' is accessed outside its elements" {
// FULL-NEXT: var b_least : i64 = 9223372036854775807:i64
// FULL-NEXT: var b_most : i64 = -9223372036854775807:i64
// FULL-NEXT: for i : i32 in lo .. hi {
// FULL-NEXT: for p : i32 in pos[i] .. pos[i + 1] {
// FULL-NEXT: let j = crd[p]
// FULL-NEXT: if 0 < k {
// FULL-NEXT: b_least min= i64(j * k + 0)
// FULL-NEXT: b_most max= i64(j * k + (k - 1)) + 1:i64
// FULL: } holds b_least >= b_most || b_least >= 0:i64 && b_most <= i64(n) * i64(k)
// FULL-NEXT: guard "'c' overlaps 'pos'" disjoint c[{{.*}}], pos[i64(lo) .. i64(hi) + 1:i64]
// FULL-NEXT: guard "'c' overlaps 'crd'" disjoint c[{{.*}}], crd[i64(lo) < i64(hi) ? i64(pos[i64(lo)]) : 0:i64 .. i64(lo) < i64(hi) ? i64(pos[i64(hi)]) : 0:i64]
// FULL-NEXT: guard "'c' overlaps 'b'" disjoint c[{{.*}}], b[0:i64 .. i64(n) * i64(k)]
// FULL-NOT: guard

nest @spmm {
  operand lo : i32
  operand hi : i32
  operand k : i32
  operand n : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand b : f64[] extent i64(n) * i64(k)
  operand c : f64[] written
  index i : i32 in lo .. hi
  index p : i32 in pos[i] .. pos[i + 1] coordinate j
  index kk : i32 in 0 .. k
  guard "'k' is negative" k >= 0
  guard "'pos' does not start at 0" pos[lo] == 0
  guard "'pos' is not monotone" pos[r] <= pos[r + 1:i64] for r in i64(lo) .. i64(hi)
  fact noalias c, val
  body {
    loop i {
      loop p {
        let j = crd[p]
        loop kk {
          c[i * k + kk] += val[p] * b[j * k + kk]
        }
      }
    }
  }
}
