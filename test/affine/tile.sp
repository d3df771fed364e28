// tile(i, j; N, M): tiles in the order of their numbers, where that keeps all that
// iterations depend on; loops are made of the schedule at the end.
// REQUIRES: affine

// RUN: %sparse-opt %S/Inputs/rows.sp --schedule='tile(i, j; 8, 16)' > %t.nest
// RUN: FileCheck %s --input-file=%t.nest --check-prefix=BOX
// BOX:      guard "'n' is too large for schedules of affine loops" i64(n) >= 0:i64 && i64(n) <= 1099511627776:i64
// BOX-NEXT: guard "a subscript leaves an inner array, or a bound leaves its type" i64(n) <= 51:i64
// BOX:      affine {
// BOX-NEXT:   loop i_tile = floor((i) / 8)
// BOX-NEXT:   loop j_tile = floor((j) / 16)
// BOX-NEXT:   loop i = i
// BOX-NEXT:   loop j = j
// BOX-NEXT: }

// What was printed reads back, and is lowered as it was.
// RUN: %sparse-opt %t.nest | diff %t.nest -
// RUN: %sparse-opt %t.nest --lower > %t.lowered
// RUN: %sparse-opt %S/Inputs/rows.sp --schedule='tile(i, j; 8, 16)' --lower | diff %t.lowered -

// RUN: FileCheck %s --input-file=%t.lowered --check-prefix=LOOPS
// LOOPS:      for i_tile : i64 in 0:i64 ..
// LOOPS-NEXT:   for j_tile : i64 in 0:i64 ..
// LOOPS-NEXT:     for i : u64 in u64(8:i64 * i_tile) .. u64(max(8:i64 * i_tile, min(i64(n) - 1:i64, 8:i64 * i_tile + 7:i64) + 1:i64)) {
// LOOPS-NEXT:       for j : u64 in u64(max(1:i64, 16:i64 * j_tile)) .. u64(max(max(1:i64, 16:i64 * j_tile), min(i64(n) - 2:i64, 16:i64 * j_tile + 15:i64) + 1:i64)) {
// LOOPS-NEXT:         A[i64(i) * 50:i64 + i64(j)] += A[i64(i) * 50:i64 + i64(j - 1:u64)]

// A size of 0 leaves a loop untiled; tiles are tiled again.
// RUN: %sparse-opt %S/Inputs/rows.sp --schedule='tile(i, j; 8, 0) tile(i_tile; 4)' | FileCheck %s --check-prefix=AGAIN
// AGAIN:      loop i_tile_tile = floor((floor((i) / 8)) / 4)
// AGAIN-NEXT: loop i_tile = floor((i) / 8)
// AGAIN-NEXT: loop i = i
// AGAIN-NEXT: loop j = j
// RUN: %sparse-opt %S/Inputs/rows.sp --schedule='tile(i; 64) tile(i; 8)' | FileCheck %s --check-prefix=TWICE
// TWICE:      loop i_tile = floor((i) / 64)
// TWICE-NEXT: loop i_tile2 = floor((i) / 8)
// TWICE-NEXT: loop i = i

// Parallelograms lean as far as dependences make them.
// RUN: %sparse-opt %S/Inputs/jacobi.sp --schedule='tile(t, i, j; 32, 64, 512; parallelogram)' | FileCheck %s --check-prefix=WAVE
// WAVE:      loop t_wave = floor((t) / 32) + floor((i + t) / 64)
// WAVE-NEXT: loop i_tile = floor((i + t) / 64)
// WAVE-NEXT: loop j_tile = floor((j + t) / 512)
// WAVE-NEXT: loop t = t
// RUN: %sparse-opt %S/Inputs/seidel.sp --schedule='tile(t, i, j; 4, 64, 512; parallelogram)' | FileCheck %s --check-prefix=SEIDEL
// SEIDEL:      loop t_wave = floor((t) / 4) + floor((i + t) / 64)
// SEIDEL-NEXT: loop i_tile = floor((i + t) / 64)
// SEIDEL-NEXT: loop j_tile = floor((j + t) / 512)

// Loops of a schedule run on threads and in lanes where no dependence is carried.
// RUN: %sparse-opt %S/Inputs/jacobi.sp --schedule='num_threads(2) tile(t, i, j; 32, 64, 512; parallelogram) parallelize(i_tile, cpu_thread, no_races, schedule(dynamic, 1)) parallelize(j, cpu_vector, no_races, width(4)) unroll(i, 2)' --lower | FileCheck %s --check-prefix=TAGS
// TAGS: for t_wave : i64 in
// TAGS: for i_tile : i64 in {{.*}} threads(schedule(dynamic, 1), num_threads(2)) {
// TAGS: for i : i32 in {{.*}} unroll(2) {
// TAGS: for j : i32 in {{.*}} simd(width(4)) {

// Inside of a loop tiles lean by what that leaves to the loops: not by what goes from
// one step of it to the next.
// RUN: %sparse-opt %S/Inputs/seidel.sp --schedule='tile(i, j; 64, 512; parallelogram)' | FileCheck %s --check-prefix=INSIDE
// INSIDE:      loop t = t
// INSIDE-NEXT: loop i_wave = floor((i) / 64) + floor((j) / 512)
// INSIDE-NEXT: loop j_tile = floor((j) / 512)
