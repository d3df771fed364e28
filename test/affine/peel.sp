// peel(i, k): the iterations in front of k, k itself, and those behind it have
// loops of their own. Where an iteration has several parts, a loop inside counts
// them. What it reads for loops inside is kept for each.
// REQUIRES: affine

// RUN: %sparse-opt %S/Inputs/paths.sp --schedule='peel(i, k) parallelize(i, cpu_thread, no_races) parallelize(j, cpu_vector, no_races)' > %t.nest
// RUN: FileCheck %s --input-file=%t.nest --check-prefix=NEST
// NEST:      piece 0 where k - i - 1 >= 0
// NEST:      loop k =
// NEST-NEXT: loop i_part = 0, 1, 2, 0, 1, 2
// NEST-NEXT: loop i parallel(cpu_thread, no_races) = i, i, i, i, i, i
// NEST-NEXT: loop i_step = 0, 0, 0, 1, 1, 1
// NEST-NEXT: loop j parallel(cpu_vector, no_races) = 0, 0, 0, j, j, j
// RUN: %sparse-opt %t.nest | diff %t.nest -

// RUN: %sparse-opt %t.nest --lower --check=off | FileCheck %s
// CHECK:      array f_of_i : f64[max(i64(n), 1:i64)]
// CHECK-NEXT: for k
// CHECK-NEXT:   for i : i32 in i32(0:i64) .. i32(i64(k)) threads
// CHECK-NEXT:     f_of_i[i64(i)] = d[
// CHECK:          var f_of_i_kept : f64 = f_of_i[i64(i)]
// CHECK-NEXT:     for j : i32 in {{.*}} simd
// CHECK-NEXT:       d[{{.*}}] = min(d[{{.*}}], f_of_i_kept + d[
// CHECK:        f_of_i[i64(k)] = d[
// CHECK:        for i : i32 in i32(i64(k) + 1:i64) .. i32(i64(n)) threads

// RUN: not %sparse-opt %S/Inputs/paths.sp --schedule='peel(k, i)' 2>&1 | FileCheck %s --check-prefix=OUTER
// OUTER: 1:9: error: 'i' does not run around 'k'
// RUN: not %sparse-opt %S/Inputs/paths.sp --schedule='peel(i, m)' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: 1:9: error: unknown loop 'm'
// RUN: not %sparse-opt %S/Inputs/paths.sp --schedule='tile(i; 8) peel(i_tile, k)' 2>&1 | FileCheck %s --check-prefix=TILE
// TILE: 1:17: error: 'i_tile' does not count iterations of a loop as it is written
// RUN: not %sparse-opt %S/Inputs/paths.sp --schedule='peel(i, k) unroll(j, 2) peel(j, k)' 2>&1 | FileCheck %s --check-prefix=TAGGED
// TAGGED: error: 'j' is parallel or unrolled already; put 'peel' in front of that
// RUN: not %sparse-opt %S/Inputs/paths.sp --schedule='peel(i, k) parallelize(k, cpu_thread, no_races)' 2>&1 | FileCheck %s --check-prefix=RACE
// RACE: error: 'k' cannot run in parallel
