// reorder and order behind tile and skew: loops change places where that keeps all
// that iterations depend on.
// REQUIRES: affine

// RUN: %sparse-opt %S/Inputs/seidel.sp --schedule='skew(j, i, 2) tile(i, j; 8, 0) reorder(i, j) unroll(i)' > %t.nest
// RUN: FileCheck %s --input-file=%t.nest --check-prefix=LAG
// LAG:      loop t = t
// LAG-NEXT: loop i_tile = floor((i) / 8)
// LAG-NEXT: loop j = j + 2 * i
// LAG-NEXT: loop i unroll(full) = i
// RUN: %sparse-opt %t.nest | diff %t.nest -
// RUN: %sparse-opt %S/Inputs/seidel.sp --schedule='skew(j, i, 2) tile(i, j; 8, 0) order(t, i_tile, j, i) unroll(i)' | diff %t.nest -

// Whole tiles are unrolled; in front of them, behind them and in the last rows there
// are fewer iterations.
// RUN: %sparse-opt %t.nest --lower | FileCheck %s --check-prefix=LOOPS
// LOOPS:      if i_tile >= 1:i64 && i64(n) >= 8:i64 * i_tile + 9:i64 {
// LOOPS-NEXT:   for j_skewed : i64 in 16:i64 * i_tile + 1:i64 .. 16:i64 * i_tile + 15:i64 {
// LOOPS-NEXT:     for i : i32 in i32(8:i64 * i_tile) .. i32((j_skewed + 1:i64) / 2:i64) {
// LOOPS:        for j_skewed : i64 in 16:i64 * i_tile + 15:i64 .. i64(n) + 16:i64 * i_tile - 1:i64 {
// LOOPS-NEXT:     {{^ +}}B[8:i64 * i_tile * 100:i64 + (j_skewed - 2:i64 * (8:i64 * i_tile))] = (B[(8:i64 * i_tile - 1:i64) * 100:i64 + (j_skewed - 2:i64 * (8:i64 * i_tile) - 1:i64)] +
// LOOPS-COUNT-7:  {{^ +}}B[(8:i64 * i_tile + {{[1-7]}}:i64) * 100:i64 + {{.*}}] = (
// LOOPS-NEXT:   }
// LOOPS:        for j_skewed : i64 in i64(n) + 16:i64 * i_tile - 1:i64 .. i64(n) + 16:i64 * i_tile + 13:i64 {
// LOOPS-NEXT:     for i : i32 in

// Several loops, each with tiles of its own.
// RUN: %sparse-opt %S/Inputs/rows.sp --schedule='tile(i, j; 2, 3) unroll(i) unroll(j)' --lower | FileCheck %s --check-prefix=BOTH
// BOTH:         let j = u64(3:i64 * j_tile)
// BOTH:         let j = u64(3:i64 * j_tile + 2:i64)
// BOTH-NEXT:    A[2:i64 * i_tile * 50:i64 +
// BOTH:         A[(2:i64 * i_tile + 1:i64) * 50:i64 +

// RUN: not %sparse-opt %S/Inputs/seidel.sp --schedule='tile(t, i, j; 4, 8, 0; parallelogram) order(t_wave, i_tile, i, t, j)' 2>&1 | FileCheck %s --check-prefix=ORDER
// ORDER: 1:39: error: 'order' would run t = 1, i = 1, j = 1 before t = 0, i = 2, j = 1, whose 'B[2][1]' it reads
// RUN: not %sparse-opt %S/Inputs/seidel.sp --schedule='skew(j, i, 0) reorder(i, t)' 2>&1 | FileCheck %s --check-prefix=REORDER
// REORDER: 1:15: error: 'reorder' would run t = 1, i = 1, j = 1 before t = 0, i = 2, j = 1, whose 'B[2][1]' it reads
// RUN: not %sparse-opt %S/Inputs/seidel.sp --schedule='skew(j, i, 2) reorder(t, j)' 2>&1 | FileCheck %s --check-prefix=BETWEEN
// BETWEEN: 1:15: error: 't' and 'j' are not directly nested: 'i' runs between them
// RUN: not %sparse-opt %S/Inputs/seidel.sp --schedule='skew(j, i, 2) reorder(i, i)' 2>&1 | FileCheck %s --check-prefix=ITSELF
// ITSELF: 1:26: error: 'i' cannot be exchanged with itself
// RUN: not %sparse-opt %S/Inputs/seidel.sp --schedule='skew(j, i, 2) reorder(k, i)' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: 1:23: error: unknown loop 'k'
// UNKNOWN: note: the loops are 't', 'i' and 'j'
// RUN: not %sparse-opt %S/Inputs/seidel.sp --schedule='skew(j, i, 2) order(t, i)' 2>&1 | FileCheck %s --check-prefix=OUT
// OUT: 1:15: error: 'order' leaves out 'j'; the loops are now 't', 'i' and 'j'
// RUN: not %sparse-opt %S/Inputs/seidel.sp --schedule='skew(j, i, 2) order(t, i, i, j)' 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: 1:27: error: 'i' is listed twice
// RUN: not %sparse-opt %S/Inputs/seidel.sp --schedule='tile(i; 8) unroll(i) reorder(i, j)' 2>&1 | FileCheck %s --check-prefix=TAGGED
// TAGGED: 1:22: error: 'i' is parallel or unrolled already; put 'reorder' in front of that
