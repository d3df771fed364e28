// What runs in even steps and what runs in odd steps are statements of their own
// with the same numbers, so that loops inside a step name the arrays as they are.
// REQUIRES: affine

// RUN: %sparse-opt %S/Inputs/swapped.sp --schedule='tile(t, i, j; 16, 64, 512; parallelogram)' > %t.nest
// RUN: FileCheck %s --input-file=%t.nest --check-prefix=NEST
// NEST:      loop t_wave = floor((t) / 16) + floor((i + t) / 64), floor((t) / 16) + floor((i + t) / 64)
// NEST-NEXT: loop i_tile = floor((i + t) / 64), floor((i + t) / 64)
// NEST-NEXT: loop j_tile = floor((j + t) / 512), floor((j + t) / 512)
// NEST-NEXT: loop t = t, t
// NEST-NEXT: loop i = i, i
// NEST-NEXT: loop j = j, j

// What was printed reads back, and is lowered as it was.
// RUN: %sparse-opt %t.nest | diff %t.nest -
// RUN: %sparse-opt %t.nest --lower > %t.lowered
// RUN: %sparse-opt %S/Inputs/swapped.sp --schedule='tile(t, i, j; 16, 64, 512; parallelogram)' --lower | diff %t.lowered -

// Two steps are one of the loop over time, and nothing is asked in the loops
// inside. The second one has another number, so that the loop is not over 't'.
// RUN: FileCheck %s --input-file=%t.lowered --check-prefix=LOOPS
// LOOPS:      for t_skewed_step : i64 in
// LOOPS-NEXT:   let t_skewed =
// LOOPS-NEXT:   for i : i32 in
// LOOPS-NEXT:     for j : i32 in
// LOOPS-NEXT:       let t = i32(t_skewed)
// LOOPS-NEXT:       let a = f64(t)
// LOOPS-NEXT:       B[i64(i) * 100:i64 + i64(j)] = 0.25 * (A[
// LOOPS:        if i64(T) >= t_skewed + 2:i64 {
// LOOPS-NEXT:     for i : i32 in
// LOOPS-NEXT:       for j : i32 in
// LOOPS-NEXT:         let t = i32(t_skewed + 1:i64)
// LOOPS-NEXT:         let a = f64(t)
// LOOPS-NEXT:         A[i64(i) * 100:i64 + i64(j)] = 0.25 * (B[

// RUN: %sparse-opt %S/Inputs/swapped.sp --schedule='tile(t, i, j; 8, 4, 16; hexagonal) parallelize(i_tile, cpu_thread, no_races)' --lower | FileCheck %s --check-prefix=HEXAGONS
// HEXAGONS: for i_tile {{.*}} threads {
// HEXAGONS: A[i64(i) * 100:i64 + i64(j)] = 0.25 * (B[
// HEXAGONS: B[i64(i) * 100:i64 + i64(j)] = 0.25 * (A[
// HEXAGONS: for i_tile {{.*}} threads {
// HEXAGONS: B[i64(i) * 100:i64 + i64(j)] = 0.25 * (A[
// HEXAGONS: A[i64(i) * 100:i64 + i64(j)] = 0.25 * (B[

// RUN: not %sparse-opt %S/Inputs/swapped.sp --schedule='tile(t, i, j; 16, 64, 512)' 2>&1 | FileCheck %s --check-prefix=ORDER
// ORDER: error: 'tile' would run t = 2, i = 1, j = 511 before t = 1, i = 1, j = 512, whose 'A[1][512]' it reads
// ORDER: note: '; parallelogram' behind the sizes keeps the order

// Alternatives exclude each other if the same number has different values; else
// they are parts of one statement, which may be slower and is no less right.
// RUN: rm -rf %t && split-file %s %t
// RUN: %sparse-opt %t/both.sp --schedule='tile(i, j; 4, 8)' | FileCheck %s --check-prefix=BOTH
// BOTH: loop j = j{{$}}
// RUN: %sparse-opt %t/else.sp --schedule='tile(i, j; 4, 8)' | FileCheck %s --check-prefix=BOTH

//--- both.sp
nest @both {
  operand n : i32
  operand A : f64[] written inner 100:i64
  index i : i32 in 0 .. n
  index j : i32 in 0 .. n
  body {
    loop i {
      loop j {
        if i % 2 == 0 {
          A[i64(i) * 100:i64 + i64(j)] = 1.0
        } else {
          if j % 2 == 0 {
            A[i64(i) * 100:i64 + i64(j)] = 2.0
          }
        }
      }
    }
  }
}

//--- else.sp
nest @else {
  operand n : i32
  operand A : f64[] written inner 100:i64
  index i : i32 in 0 .. n
  index j : i32 in 0 .. n
  body {
    loop i {
      loop j {
        if i % 2 == 0 {
          A[i64(i) * 100:i64 + i64(j)] = 1.0
        } else {
          A[i64(i) * 100:i64 + i64(j)] = 2.0
        }
      }
    }
  }
}
