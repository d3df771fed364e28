// Pieces of near-equal work: border t is the first row in front of which t of
// T parts of all positions and, four times, rows lie, never less than border t - 1.

// RUN: %sparse-opt %s --lower --check=off | FileCheck %s

// CHECK:      let i_len = i64(m)
// CHECK-NEXT: let t_pieces = min(512:i64, i64(call i32 team_size()))
// CHECK-NEXT: array i_borders : i64[513:i64] = 0:i64
// CHECK-NEXT: if i_len > 0:i64 {
// CHECK-NEXT:   let i_base = i64(pos[i32(0:i64)])
// CHECK-NEXT:   let i_work = i64(pos[i32(i_len - 1:i64) + 1]) - i_base + i_len * 4:i64
// CHECK-NEXT:   for i_piece : i64 in 1:i64 .. t_pieces {
// CHECK-NEXT:     let i_wanted = i_piece * (i_work / t_pieces) + min(i_piece, i_work % t_pieces)
// CHECK-NEXT:     var i_border : i64 = i_borders[i_piece - 1:i64]
// CHECK:            if i64(pos[i32(i_border_middle)]) - i_base + i_border_middle * 4:i64 >= i_wanted {
// CHECK:          i_borders[i_piece] = i_border
// CHECK:        i_borders[t_pieces] = i_len
// CHECK:      for t : i64 in 0:i64 .. t_pieces threads {
// CHECK-NEXT:   let i_start = i_borders[t]
// CHECK-NEXT:   let r_len = i_borders[t + 1:i64] - i_start
// CHECK-NEXT:   let i_first = i32(i_start)
// CHECK-NEXT:   let i_last = i_first + i32(max(r_len, 0:i64))
// CHECK-NEXT:   for i : i32 in i_first .. i_last {

nest @sums {
  operand m : i32
  operand pos : i32[]
  operand val : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1]
  balance i -> t, r into 0 over p
  body {
    loop t parallel(cpu_thread, no_races) {
      loop r {
        var sum : f64 = 0.0
        loop p {
          sum += val[p]
        }
        y[i] = sum
      }
    }
  }
}
