// A range that does not start at 0 is counted from its start, in i64, and the
// user's variable takes its values in its own type; bounds that cost something
// are evaluated once. An innermost loop of constant length keeps its derived
// variable, which shows that length.

// RUN: %sparse-opt %s --schedule='split(p, p0, p1, 8)' --lower | FileCheck %s
// RUN: %sparse-opt %s --schedule='divide(i, i0, i1, 3)' --lower | FileCheck %s --check-prefix=DIVIDE

// CHECK:      body {
// CHECK-NEXT: for i : u16 in lo .. hi {
// CHECK-NEXT:   let p_lo = pos[i]
// CHECK-NEXT:   let p_len = p_lo < pos[u32(i) + 1:u32] ? i64(pos[u32(i) + 1:u32]) - i64(p_lo) : 0:i64
// CHECK-NEXT:   for p0 : i64 in 0:i64 .. (p_len + 7:i64) / 8:i64 {
// CHECK-NEXT:     let p1_rest = p_len - p0 * 8:i64
// CHECK-NEXT:     if p1_rest >= 8:i64 {
// CHECK-NEXT:       let p_first = u64(i64(p_lo) + p0 * 8:i64)
// CHECK-NEXT:       for p1 : i64 in 0:i64 .. 8:i64 {
// CHECK-NEXT:         let p = u64(i64(p_first) + p1)
// CHECK-NEXT:         y[p] = x[p]

// DIVIDE:      let i_len = i64(hi) - i64(lo)
// DIVIDE-NEXT: let i_block = max((i_len + 2:i64) / 3:i64, 1:i64)
// DIVIDE-NEXT: for i0 : i64 in 0:i64 .. i_len / i_block + i64(i_len % i_block > 0:i64) {
// DIVIDE-NEXT:   let i_first = u16(i64(lo) + i0 * i_block)
// DIVIDE-NEXT:   let i_last = u16(i64(i_first) + max(min(i_block, i_len - i0 * i_block), 0:i64))
// DIVIDE-NEXT:   for i : u16 in i_first .. i_last {
// DIVIDE-NEXT:     for p : u64 in pos[i] .. pos[u32(i) + 1:u32] {

nest @copy {
  operand lo : u16
  operand hi : u16
  operand pos : u64[]
  operand x : f32[]
  operand y : f32[] written
  index i : u16 in lo .. hi
  index p : u64 in pos[i] .. pos[u32(i) + 1:u32]
  body {
    loop i {
      loop p {
        y[p] = x[p]
      }
    }
  }
}
