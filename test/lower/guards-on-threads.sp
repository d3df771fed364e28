// Guards that look at many elements do so on threads where the nest runs on
// them.
// RUN: %sparse-opt %s --schedule='parallelize(i, cpu_thread, no_races)' --lower | FileCheck %s

// CHECK:        guard "'pos' does not ascend" {
// CHECK-NEXT:     var all_hold : bool = true
// CHECK-NEXT:     if 0 < m {
// CHECK-NEXT:     if i64(m) >= 65536:i64 {
// CHECK:            for r_chunk : i64 in 0:i64 .. r_chunks threads {
// CHECK-NEXT:         var all_hold_part : bool = true
// CHECK:              for r : i64 in r_chunk_first .. r_chunk_last {
// CHECK-NEXT:           all_hold_part &= pos[r] <= pos[r + 1:i64]
// CHECK:              all_hold_parts[r_chunk] = all_hold_part
// CHECK:            all_hold &= all_hold_parts[r_chunk]
// CHECK:          } else {
// CHECK-NEXT:       for r : i64 in 0:i64 .. i64(m) {
// CHECK-NEXT:         all_hold &= pos[r] <= pos[r + 1:i64]
nest @scale {
  operand m : i32
  operand pos : i32[]
  operand s : f64[]
  operand val : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    loop i {
      loop p {
        val[p] *= s[i]
      }
    }
  }
}
