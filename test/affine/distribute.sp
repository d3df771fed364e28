// distribute(j): the parts of an iteration have loops of their own. A sum in a
// variable is made in the element that it is stored in.
// REQUIRES: affine

// RUN: %sparse-opt %S/Inputs/product.sp --schedule='distribute(j)' > %t.nest
// RUN: FileCheck %s --input-file=%t.nest --check-prefix=PARTS
// PARTS:      loop i = i, i
// PARTS-NEXT: loop j_part = 0, 1
// PARTS-NEXT: loop j = j, j
// PARTS-NEXT: loop k = 0, k
// RUN: %sparse-opt %t.nest | diff %t.nest -

// RUN: %sparse-opt %t.nest --lower | FileCheck %s --check-prefix=LOOPS
// LOOPS:      for i : i32 in i32(0:i64) .. i32(i64(n)) { #1
// LOOPS-NEXT:   for j : i32 in i32(0:i64) .. i32(i64(n)) { #2
// LOOPS-NEXT:     C[i64(i) * 50:i64 + i64(j)] = 0.0 #3
// LOOPS-NEXT:   }
// LOOPS-NEXT:   for j : i32 in i32(0:i64) .. i32(i64(n)) { #2
// LOOPS:          for k : i32 in
// LOOPS-NEXT:       {{C.*}} += A[i64(i) * 50:i64 + i64(k)] * B[i64(k) * 50:i64 + i64(j)]

// Whole tiles of four rows and eight lanes are kept in registers while k goes on.
// RUN: %sparse-opt %S/Inputs/product.sp --schedule='distribute(j) order(j_part, i, k, j) tile(i, k, j; 16, 32, 8) tile(i, k, j; 4, 0, 0) reorder(i, k) unroll(i) parallelize(j, cpu_vector, no_races)' > %t.tiles
// RUN: %sparse-opt %t.tiles | diff %t.tiles -
// RUN: %sparse-opt %t.tiles --lower --dump=after:loops | FileCheck %s --check-prefix=ROWS
// ROWS:      for k : i32 in
// ROWS-NEXT:   for i_in_tile : i64 in 0:i64 .. 4:i64 unroll(full) independent {
// ROWS-NEXT:     let i = i32(4:i64 * i_tile2 + i_in_tile)
// ROWS-NEXT:     for j_in_tile : i64 in 0:i64 .. 8:i64 simd {
// RUN: %sparse-opt %t.tiles --lower | FileCheck %s --check-prefix=TILES
// TILES:      array C_tile : f64[32:i64]
// TILES:        C_tile[24:i64 + j_in_tile] = C[(4:i64 * i_tile2 + 3:i64) * 50:i64 + (8:i64 * j_tile + j_in_tile)]
// TILES:      for k : i32 in
// TILES:        C_tile[8:i64 + j_in_tile] += A[(4:i64 * i_tile2 + 1:i64) * 50:i64 + i64(k)] * B[i64(k) * 50:i64 + (8:i64 * j_tile + j_in_tile)]
// TILES:        C[(4:i64 * i_tile2 + 1:i64) * 50:i64 + (8:i64 * j_tile + j_in_tile)] = C_tile[8:i64 + j_in_tile]

// RUN: not %sparse-opt %S/Inputs/rows.sp --schedule='distribute(j)' 2>&1 | FileCheck %s --check-prefix=ONE
// ONE: 1:12: error: 'j' has one part in each iteration; there is nothing to distribute
// RUN: not %sparse-opt %S/Inputs/product.sp --schedule='distribute(j) distribute(j)' 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: 1:26: error: 'j' has one part in each iteration; there is nothing to distribute
// RUN: not %sparse-opt %S/Inputs/product.sp --schedule='distribute(m)' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: 1:12: error: unknown loop 'm'
// RUN: not %sparse-opt %S/Inputs/product.sp --schedule='tile(i; 8) unroll(j, 2) distribute(j)' 2>&1 | FileCheck %s --check-prefix=TAGGED
// TAGGED: 1:36: error: 'j' is parallel or unrolled already; put 'distribute' in front of that
// RUN: not %sparse-opt %S/Inputs/two.sp --schedule='distribute(t)' 2>&1 | FileCheck %s --check-prefix=ORDER
// ORDER: 1:12: error: 'distribute' would run t = 1, {{.*}} before t = 0

// Fewer lanes than a whole tile has, as parts of four or one that overlap, of all rows.
// RUN: %sparse-opt %t.tiles --lower --dump=after:loops | FileCheck %s --check-prefix=PARTIAL
// PARTIAL: for j_in_tile : i64 in 0:i64 .. i64(n) - 8:i64 * j_tile simd(most(7)) {
// RUN: %sparse-opt %t.tiles --lower | FileCheck %s --check-prefix=OVERLAP
// OVERLAP: array C_1_tile : f64[16:i64]
// OVERLAP: array C_2_tile : f64[16:i64]

// A tile that a loop further out would keep as well is loaded in front of all its rows.
// RUN: %sparse-opt %S/Inputs/product.sp --schedule='distribute(j) order(j_part, i, k, j) tile(i, k, j; 4, 32, 8) order(j_part, i_tile, j_tile, k_tile, k, i, j) unroll(i) parallelize(j, cpu_vector, no_races)' --lower | FileCheck %s --check-prefix=OUTER --implicit-check-not=C_loaded
// OUTER: array C_tile : f64[32:i64]
