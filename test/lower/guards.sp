// Guards: the nest's own in their order, then one for each written array and
// each other one. Subscripts over ranges that are known in front give exact
// slices; a gather has its operand's extent, or no known end. Where the
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
// CHECK-NEXT: guard "'c' overlaps 'crd'" disjoint c[{{.*}}], crd[0:i64 ..]
// CHECK-NEXT: guard "'c' overlaps 'b'" disjoint c[{{.*}}], b[0:i64 .. i64(n) * i64(k)]
// CHECK-NOT: guard
// CHECK:     body {

// OFF-COUNT-3: guard
// OFF-NOT: guard

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
