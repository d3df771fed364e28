// Vector lanes reduce by OpenMP's clause. Threads never do: each chunk of
// iterations has a partial result, and these are combined in the order of the
// chunks. A floating-point minimum keeps its loop: OpenMP would lose infinities.

// RUN: %sparse-opt %s --schedule='parallelize(i, cpu_vector, parallel_reduction)' --lower | FileCheck %s --check-prefix=LANES
// RUN: %sparse-opt %s --schedule='parallelize(i, cpu_thread, parallel_reduction)' --lower | FileCheck %s --check-prefix=THREADS

// LANES-LABEL: program @dot
// LANES: for i : i32 in 0 .. m simd(+: s) {
// LANES-LABEL: program @least
// LANES: for i : i32 in 0 .. m {

// THREADS-LABEL: program @dot
// THREADS:      let i_trips = max(i64(m), 0:i64)
// THREADS-NEXT: let i_chunks = min(i_trips, min(512:i64, i64(call i32 team_size())))
// THREADS-NEXT: array s_parts : f64[512:i64]
// THREADS-NEXT: for i_chunk : i64 in 0:i64 .. i_chunks threads {
// THREADS-NEXT:   var s_part : f64 = -0.0
// THREADS-NEXT:   let i_chunk_first = i_chunk * (i_trips / i_chunks) + min(i_chunk, i_trips % i_chunks)
// THREADS-NEXT:   let i_chunk_last = (i_chunk + 1:i64) * (i_trips / i_chunks) + min(i_chunk + 1:i64, i_trips % i_chunks)
// THREADS-NEXT:   for i : i32 in i32(i_chunk_first) .. i32(i_chunk_last) {
// THREADS-NEXT:     s_part += x[i] * y[i]
// THREADS-NEXT:   }
// THREADS-NEXT:   s_parts[i_chunk] = s_part
// THREADS-NEXT: }
// THREADS-NEXT: for i_chunk : i64 in 0:i64 .. i_chunks {
// THREADS-NEXT:   s += s_parts[i_chunk]
// THREADS-NEXT: }

// A minimum has no identity in every type; it starts at what is there.
// THREADS-LABEL: program @least
// THREADS: var s_part : f64 = s
// THREADS: s_part min= x[i]
// THREADS: s min= s_parts[i_chunk]

nest @dot {
  operand m : i32
  operand x : f64[]
  operand y : f64[]
  operand result : f64 liveout
  index i : i32 in 0 .. m
  body {
    var s : f64 = 0.0
    loop i {
      s += x[i] * y[i]
    }
    result = s
  }
}

nest @least {
  operand m : i32
  operand x : f64[]
  operand result : f64 liveout
  index i : i32 in 0 .. m
  body {
    var s : f64 = 1.0
    loop i {
      s min= x[i]
    }
    result = s
  }
}
