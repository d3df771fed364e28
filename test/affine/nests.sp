// Several nests and statements inside of a loop: each has a number of its own in
// each iteration, so that loops around them count K * t + k.
// REQUIRES: affine

// RUN: %sparse-opt %S/Inputs/two.sp --schedule='tile(t, i, j; 16, 64, 512; parallelogram)' > %t.nest
// RUN: FileCheck %s --input-file=%t.nest --check-prefix=TWO
// TWO:      loop t_wave = floor((2 * t) / 32) + floor((i@1 + 2 * t) / 64), floor((2 * t + 1) / 32) + floor((i@2 + 2 * t + 1) / 64)
// TWO-NEXT: loop i_tile = floor((i@1 + 2 * t) / 64), floor((i@2 + 2 * t + 1) / 64)
// TWO-NEXT: loop j_tile
// TWO-NEXT: loop t = 2 * t, 2 * t + 1
// TWO-NEXT: loop i = i@1, i@2
// TWO-NEXT: loop j = j@1, j@2

// RUN: %sparse-opt %t.nest | diff %t.nest -
// RUN: %sparse-opt %t.nest --lower > %t.lowered
// RUN: %sparse-opt %S/Inputs/two.sp --schedule='tile(t, i, j; 16, 64, 512; parallelogram)' --lower | diff %t.lowered -
// RUN: FileCheck %s --input-file=%t.lowered --check-prefix=LOOPS
// LOOPS: for t_skewed_step : i64 in
// LOOPS:   for i@1 : i32 in
// LOOPS:     for j@1 : i32 in
// LOOPS:       B[i64(i@1) * 100:i64 + i64(j@1)] =
// LOOPS:   for i@2 : i32 in
// LOOPS:     for j@2 : i32 in
// LOOPS:       A[i64(i@2) * 100:i64 + i64(j@2)] =

// Loops are named with or without the number of the nest.
// RUN: %sparse-opt %S/Inputs/two.sp --schedule='tile(t, i@1, j@2; 16, 64, 512; parallelogram)' | diff %t.nest -

// RUN: not %sparse-opt %S/Inputs/two.sp --schedule='tile(t, i, j; 16, 64, 512)' 2>&1 | FileCheck %s --check-prefix=ORDER
// ORDER: error: 'tile' would run t = {{[0-9]+}}, i = {{[0-9]+}}, j = {{[0-9]+}} before t = {{[0-9]+}}, i = {{[0-9]+}}, j = {{[0-9]+}}, whose '{{[AB]}}[{{.*}}' it reads
// ORDER: note: '; parallelogram' behind the sizes keeps the order

// Statements beside loops stand at 0 in the loops that they lack.
// RUN: rm -rf %t && split-file %s %t
// RUN: %sparse-opt %t/rows.sp --schedule='tile(i, j; 4, 8)' | FileCheck %s --check-prefix=ROWS
// ROWS:      loop i_tile = floor((3 * i) / 12), floor((3 * i + 1) / 12), floor((3 * i + 2) / 12)
// ROWS-NEXT: loop j_tile = 0, floor((j) / 8), 0
// ROWS-NEXT: loop i = 3 * i, 3 * i + 1, 3 * i + 2
// ROWS-NEXT: loop j = 0, j, 0

//--- rows.sp
nest @rows {
  operand n : i32
  operand m : i32
  operand x : f64[]
  operand y : f64[] written
  operand A : f64[] written inner 100:i64
  index i : i32 in 0 .. n
  index j : i32 in 0 .. m
  body {
    loop i {
      y[i] = 0.0
      let a = x[i]
      loop j {
        A[i64(i) * 100:i64 + i64(j)] = a
      }
      y[i] = a
    }
  }
}
