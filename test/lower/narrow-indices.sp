// In kernels 64-bit arithmetic is done in 32 bits where its values certainly
// have a place there.

// Rows below an `int`: numbers of blocks, what is left of the rows.
// RUN: %sparse-opt %S/../schedule/Inputs/spmv.sp --lower --check=off --schedule='target(cuda) split(i, block, thread, 256) parallelize(block, gpu_block, no_races) parallelize(thread, gpu_thread, no_races)' | FileCheck %s --check-prefix=ROWS
// ROWS:      for block : i32 in 0 .. i32((i_len + 255:i64) / 256:i64) gpu_block {
// ROWS-NEXT:   let thread_rest = i32(i_len) - block * 256
// ROWS-NEXT:   let i_first = block * 256
// ROWS-NEXT:   let i_last = i_first + max(min(thread_rest, 256), 0)

// The last of INT_MAX rows is 63 behind a multiple of 64, and 31 behind one of
// 48, where the sum of block and row in it may be too large. So may the length
// of a row be, which begins and ends anywhere.
// RUN: %sparse-opt %S/../schedule/Inputs/spmv.sp --lower --check=off --schedule='target(cuda) split(i, block, br, 64) split(br, wr, warp, 16) split(p, nz, thread, 32) order(block, warp, wr, thread, nz) parallelize(block, gpu_block, no_races) parallelize(warp, gpu_warp, no_races) parallelize(thread, gpu_thread, temporary)' | FileCheck %s --check-prefix=WARPS
// RUN: %sparse-opt %S/../schedule/Inputs/spmv.sp --lower --check=off --schedule='target(cuda) split(i, block, br, 48) split(br, wr, warp, 16) split(p, nz, thread, 32) order(block, warp, wr, thread, nz) parallelize(block, gpu_block, no_races) parallelize(warp, gpu_warp, no_races) parallelize(thread, gpu_thread, temporary)' | FileCheck %s --check-prefix=LARGE
// WARPS:     for wr : i32 in 0 .. (min(br_rest, 64) - warp + 15) / 16 {
// WARPS-NEXT:  let br = wr * 16 + warp
// WARPS-NEXT:  let i = block * 64 + br
// WARPS:       let p_len = i64(pos[i + 1]) - i64(p_lo)
// WARPS:       let nz_count = max(i32((p_len - i64(thread) + 31:i64) / 32:i64), 0)
// WARPS:         let p = i32(i64(p_lo) + i64(nz) * 32:i64 + i64(thread))
// LARGE:       let i = i32(i64(block * 48) + i64(br))

// Fused positions, of which there may be more than INT_MAX: those of a block
// are few, and one that a thread has is an `int` as the user's is. Their rows
// are searched as numbers of the user's type; the middle of two is one as well.
// RUN: %sparse-opt %S/../schedule/Inputs/spmv.sp --lower --check=off --schedule='target(cuda) fuse(i, p, f) split(f, block, f1, 3584) split(f1, warp, f2, 224) split(f2, thread, nz, 7) parallelize(block, gpu_block, ignore_races) parallelize(warp, gpu_warp, ignore_races) parallelize(thread, gpu_thread, atomics)' | FileCheck %s --check-prefix=FUSED
// FUSED:      array i_starts : i32[i_starts_count]
// FUSED:      for block : i32 in 0 .. i32((p_count + 3583:i64) / 3584:i64) gpu_block {
// FUSED-NEXT:   let f1_rest = p_count - i64(block) * 3584:i64
// FUSED-NEXT:   for warp : i32 in 0 .. (i32(min(f1_rest, 3584:i64)) + 223) / 224 gpu_warp(most(16)) {
// FUSED-NEXT:     let f2_rest = i32(min(f1_rest, 3584:i64)) - warp * 224
// FUSED:            let p_from = p_base + (i64(block) * 3584:i64 + i64(warp * 224 + thread * 7))
// FUSED-NEXT:       let p_to = p_from + i64(min(7, min(f2_rest, 224) - thread * 7))
// FUSED-NEXT:       if p_from < p_to {
// FUSED-NEXT:         let p_first = i32(p_from)
// FUSED-NEXT:         var i_found : i32 = i_starts[block]
// FUSED:                let i_found_middle = (i_found & i_found_upper) + ((i_found ^ i_found_upper) >> 1)
// FUSED-NEXT:           if pos[i_found_middle + 1] > p_first {
// FUSED:              for p : i32 in p_first .. i32(p_to) {
// FUSED-NEXT:           if p >= p_end {

// Positions of 64 bits stay what they are. Parts of a block are few even so.
// RUN: %sparse-opt %s --lower --check=off --schedule='target(cuda) fuse(i, p, f) split(f, block, f1, 3584) split(f1, warp, f2, 224) split(f2, thread, nz, 7) parallelize(block, gpu_block, ignore_races) parallelize(warp, gpu_warp, ignore_races) parallelize(thread, gpu_thread, atomics)' | FileCheck %s --check-prefix=LONG
// LONG:      for block : i64 in 0:i64 .. (p_count + 3583:i64) / 3584:i64 gpu_block {
// LONG-NEXT:   let f1_rest = p_count - block * 3584:i64
// LONG-NEXT:   for warp : i32 in 0 .. (i32(min(f1_rest, 3584:i64)) + 223) / 224 gpu_warp(most(16)) {
// LONG:            let p_from = p_base + (block * 3584:i64 + i64(warp * 224 + thread * 7))
// LONG:              var i_found : i64 = i_starts[block]
// LONG:                let i_found_middle = i_found + (i_found_upper - i_found) / 2:i64
// LONG-NEXT:           if pos[i_found_middle + 1:i64] > p_from {
// LONG:              for p : i64 in p_from .. p_to {
nest @long {
  operand m : i64
  operand pos : i64[]
  operand crd : i32[]
  operand val : f64[]
  operand x : f64[]
  operand y : f64[] written
  index i : i64 in 0:i64 .. m
  index p : i64 in pos[i] .. pos[i + 1:i64] coordinate j
  tensor A : dense(i), compressed(p; pos, crd) values val
  body {
    loop i {
      var sum : f64 = 0.0
      loop p {
        let j = crd[p]
        sum += val[p] * x[j]
      }
      y[i] = sum
    }
  }
}
