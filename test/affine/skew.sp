// skew(j, i, N): j counts from N * i on; what was skewed is recovered where it is
// used.
// REQUIRES: affine

// RUN: %sparse-opt %S/Inputs/rows.sp --schedule='skew(j, i, 2) tile(i, j; 8, 16)' | FileCheck %s --check-prefix=SKEW
// SKEW:      loop i_tile = floor((i) / 8)
// SKEW-NEXT: loop j_tile = floor((j + 2 * i) / 16)
// SKEW-NEXT: loop i = i
// SKEW-NEXT: loop j = j + 2 * i

// RUN: %sparse-opt %S/Inputs/rows.sp --schedule='skew(j, i, 2)' --lower | FileCheck %s --check-prefix=LOOPS
// LOOPS:      for j_skewed : i64 in 2:i64 * i64(i) + 1:i64 .. i64(n) + 2:i64 * i64(i) - 1:i64 {
// LOOPS-NEXT:   let j = u64(-2:i64 * i64(i) + j_skewed)
// LOOPS-NEXT:   A[i64(i) * 50:i64 + (-2:i64 * i64(i) + j_skewed)] += A[i64(i) * 50:i64 + i64(j - 1:u64)]

// Skewed tiles that stand upright keep what leaning ones keep.
// RUN: %sparse-opt %S/Inputs/seidel.sp --schedule='skew(i, t, 1) skew(j, t, 1) skew(j, i, 1) tile(t, i, j; 4, 64, 512)' | FileCheck %s --check-prefix=SEIDEL
// SEIDEL: loop j_tile = floor((j + 2 * t + i) / 512)

// RUN: not %sparse-opt %S/Inputs/rows.sp --schedule='skew(i, j, 1)' 2>&1 | FileCheck %s --check-prefix=OUTER
// OUTER: 1:9: error: 'j' does not run around 'i'
// RUN: not %sparse-opt %S/Inputs/rows.sp --schedule='skew(j, i, 2000)' 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE: 1:12: error: the factor of 'skew' must be at most 1024
// RUN: not %sparse-opt %S/Inputs/rows.sp --schedule='skew(j, k, 1)' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: 1:9: error: unknown loop 'k'
// UNKNOWN: note: the loops are 'i' and 'j'
// RUN: not %sparse-opt %S/Inputs/rows.sp --schedule='unroll(j, 2) skew(j, i, 1)' 2>&1 | FileCheck %s --check-prefix=BEHIND
// BEHIND: 1:14: error: 'skew' needs affine loops: the loop over 'j' is not counted as it is written
// RUN: not %sparse-opt %S/Inputs/rows.sp --schedule='skew(j, i, 1) unroll(j, 2) skew(j, i, 1)' 2>&1 | FileCheck %s --check-prefix=TAGGED
// TAGGED: 1:33: error: 'j' is parallel or unrolled already; put 'skew' in front of that
