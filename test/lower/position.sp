// Fused positions on threads (Figures 2-1(d) and 6-1 of the thesis, without a
// comparison per position): the rows that end in a chunk, found by search, run
// as in the user's loops; the one that the chunk finishes and the one that it
// leaves open have partial results, which are joined in the order of the chunks
// between the row's enter and leave. Without rows no position is read.

// RUN: %sparse-opt %s --lower --check=off | FileCheck %s

// CHECK:      let i_len = i64(m)
// CHECK-NEXT: let p_base = i_len > 0:i64 ? i64(pos[i32(0:i64)]) : 0:i64
// CHECK-NEXT: let p_count = i_len > 0:i64 ? i64(pos[i32(i_len - 1:i64) + 1]) - p_base : 0:i64
// CHECK-NEXT: if i_len > 0:i64 {
// CHECK-NEXT:   let c_trips = max((p_count + 1023:i64) / 1024:i64, 1:i64)
// CHECK-NEXT:   let c_chunks = min(c_trips, min(512:i64, i64(call i32 team_size())))

// The first row that ends behind the chunk's first position.
// CHECK:      while i_found < i_found_upper {
// CHECK-NEXT:   let i_found_middle = i_found + (i_found_upper - i_found) / 2:i64
// CHECK-NEXT:   if i64(pos[i32(i_found_middle) + 1]) > p_from {

// CHECK:      for c_chunk : i64 in 0:i64 .. c_chunks threads {
// CHECK:        let i_is_cut = c_chunk > 0:i64 && i64(pos[i32(i_first)]) < p_from
// CHECK-NEXT:   for i : i32 in i32(i_first + i64(i_is_cut)) .. i32(i_stop) {
// CHECK-NEXT:     var sum : f64 = 0.0
// CHECK-NEXT:     for p : i32 in pos[i] .. pos[i + 1] {
// CHECK-NEXT:       let j = crd[p]
// CHECK-NEXT:       sum += val[p] * x[j]
// CHECK-NEXT:     }
// CHECK-NEXT:     y[i] = sum
// CHECK-NEXT:   }
// CHECK-NEXT:   for c_side : i64 in 0:i64 .. 2:i64 {
// CHECK-NEXT:     if c_side == 0:i64 ? i_is_cut && i_first < i_stop : i_stop < i_len {
// CHECK-NEXT:       let i = i32(c_side == 0:i64 ? i_first : i_stop)
// CHECK-NEXT:       var sum_part : f64 = -0.0
// CHECK-NEXT:       for p : i32 in c_side == 0:i64 || i_first == i_stop ? i32(p_from) : pos[i] .. c_side == 0:i64 ? pos[i + 1] : i32(p_to) {
// CHECK-NEXT:         let j = crd[p]
// CHECK-NEXT:         sum_part += val[p] * x[j]
// CHECK-NEXT:       }
// CHECK-NEXT:       sum_parts[c_chunk * 2:i64 + c_side] = sum_part

// CHECK:      var c_open : i64 = 0:i64
// CHECK-NEXT: for c_chunk : i64 in 0:i64 .. c_chunks {
// CHECK:        if c_chunk > 0:i64 && i_first < i_stop && i64(pos[i32(i_first)]) < p_from {
// CHECK-NEXT:     let i = i32(i_first)
// CHECK-NEXT:     var sum : f64 = 0.0
// CHECK-NEXT:     for c_earlier : i64 in c_open .. c_chunk {
// CHECK-NEXT:       sum += sum_parts[c_earlier * 2:i64 + 1:i64]
// CHECK-NEXT:     }
// CHECK-NEXT:     sum += sum_parts[c_chunk * 2:i64]
// CHECK-NEXT:     y[i] = sum

nest @spmv {
  operand m : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1] coordinate j
  fuse i, p -> fp
  split fp -> c, q by 1024
  body {
    loop c parallel(cpu_thread, temporary) {
      loop q {
        track i {
          enter {
            var sum : f64 = 0.0
          }
          each {
            let j = crd[p]
            sum += val[p] * x[j]
          }
          leave {
            y[i] = sum
          }
        }
      }
    }
  }
}
