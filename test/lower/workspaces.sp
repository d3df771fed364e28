// Arrays of run-time size stand at the top of the program, and are filled where
// they are declared. On threads each chunk has a copy, a cache line apart.

// RUN: %sparse-opt %s -lower -check=off | FileCheck %s --check-prefix=SERIAL
// SERIAL: body {
// SERIAL-NEXT: array w : f64[i64(n)]
// SERIAL-NEXT: for i : i32 in 0 .. m {
// SERIAL-NEXT: for w_element : i64 in 0:i64 .. i64(n) {
// SERIAL-NEXT: w[w_element] = 0.5
// SERIAL-NEXT: }
// SERIAL-NEXT: if i > 2 {
// SERIAL-NEXT: w[i] = 1.0
// SERIAL-NEXT: }
// SERIAL-NEXT: y[i] = w[0]

// RUN: %sparse-opt %s -lower -check=off -schedule "parallelize(i, cpu_thread, no_races, schedule(dynamic, 4))" \
// RUN:   | FileCheck %s --check-prefix=THREADS
// THREADS: body {
// THREADS-NEXT: array w_copies : f64[min(512:i64, i64(call i32 team_size()) * 16:i64) * (i64(n) + 8:i64)]
// THREADS-NEXT: {
// THREADS-NEXT: let i_trips = max(i64(m), 0:i64)
// THREADS-NEXT: let i_chunks = min(i_trips, min(512:i64, i64(call i32 team_size()) * 16:i64))
// THREADS-NEXT: for i_chunk : i64 in 0:i64 .. i_chunks threads(schedule(dynamic)) {
// THREADS:      for i : i32 in i32(i_chunk_first) .. i32(i_chunk_last) {
// THREADS-NEXT: let w_base = i_chunk * (i64(n) + 8:i64)
// THREADS-NEXT: for w_element : i64 in 0:i64 .. i64(n) {
// THREADS-NEXT: w_copies[w_base + w_element] = 0.5
// THREADS-NEXT: }
// THREADS-NEXT: if i > 2 {
// THREADS-NEXT: w_copies[w_base + i64(i)] = 1.0
// THREADS-NEXT: }
// THREADS-NEXT: y[i] = w_copies[w_base]

// More than fits in memory is not counted in numbers that would wrap.
// RUN: sed -e 's/operand n : i32/operand n : i64/' -e 's/i64(n)/n/' %s > %t.sp
// RUN: %sparse-opt %t.sp -lower -check=off | FileCheck %s --check-prefix=WIDE
// WIDE: array w : f64[min(max(n, 0:i64), 9007199254740992:i64)]

// Copies of a loop share one array.
// RUN: %sparse-opt %s -lower -check=off -schedule "unroll(i, 2)" | FileCheck %s --check-prefix=COPIES
// COPIES: array w : f64[i64(n)]
// COPIES-NOT: array w
// COPIES-COUNT-3: w[w_element] = 0.5
nest @a {
  operand m : i32
  operand n : i32
  operand y : f64[] written
  index i : i32 in 0 .. m
  body {
    loop i {
      array w : f64[i64(n)] = 0.5
      if i > 2 {
        w[i] = 1.0
      }
      y[i] = w[0]
    }
  }
}
