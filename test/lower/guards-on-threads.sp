// Guards that look at many elements do so on threads where the nest runs on
// them.
// RUN: %sparse-opt %s --schedule='fuse(i, p, f) split(f, f0, f1, 64) parallelize(f0, cpu_thread, temporary)' --lower \
// RUN:   | FileCheck %s --check-prefixes=CHECK,THREADS
// RUN: %sparse-opt %s --schedule='fuse(i, p, f) split(f, f0, f1, 64)' --lower \
// RUN:   | FileCheck %s

// CHECK:        guard "'pos' does not ascend" {
// CHECK-NEXT:     var all_hold : bool = true
// CHECK-NEXT:     if 0 < m {
// THREADS-NEXT:     if i64(m) >= 65536:i64 {
// THREADS:            for r_chunk : i64 in 0:i64 .. r_chunks threads {
// THREADS-NEXT:         var all_hold_part : bool = true
// THREADS:              for r : i64 in r_chunk_first .. r_chunk_last {
// THREADS-NEXT:           all_hold_part &= pos[r] <= pos[r + 1:i64]
// THREADS:              all_hold_parts[r_chunk] = all_hold_part
// THREADS:            all_hold &= all_hold_parts[r_chunk]
// THREADS:          } else {
// CHECK-NEXT:       for r : i64 in 0:i64 .. i64(m) {
// CHECK-NEXT:         all_hold &= pos[r] <= pos[r + 1:i64]
nest @spmv {
  operand m : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1] coordinate j
  body {
    loop i {
      loop p {
        let j = crd[p]
        y[i] += val[p] * x[j]
      }
    }
  }
}
