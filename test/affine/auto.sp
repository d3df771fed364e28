// What a bare #pragma sparse makes of a loop over time: hexagons, where the arrays
// are in no cache and there are steps and tiles enough.
// REQUIRES: affine
// RUN: %sparse-opt %S/Inputs/sweeps.sp --schedule="" | FileCheck %s
// CHECK: // where i64(T) >= 16:i64 && i64(n - 1) - 1:i64 >= 272:i64 && f64(i64(n - 1) - 1:i64) * f64(i64(n - 1) - 1:i64) >= {{.*}}
// CHECK: nest @sweeps
// CHECK: loop t_tile = floor((2 * t + 16) / 32), floor((2 * t) / 32), floor((2 * t + 17) / 32), floor((2 * t + 1) / 32)
// CHECK: loop i_tile parallel(cpu_thread, no_races)

// Steps that each have elements of their own are no sweeps; updates in place need
// their own step, and tiles of these gain nothing.
// RUN: %sparse-opt %S/Inputs/kept.sp --schedule="" | FileCheck %s --check-prefix=LEFT --implicit-check-not=tile
// RUN: %sparse-opt %S/Inputs/seidel.sp --schedule="" | FileCheck %s --check-prefix=LEFT --implicit-check-not=tile
// LEFT: nest @

// Neighbours further away make wider tiles, as far as that is worth while.
// RUN: sed 's/i@1 - 1/i@1 - 2/; s/in 1 \.\. n/in 2 .. n/' %S/Inputs/sweeps.sp > %t.far.sp
// RUN: %sparse-opt %t.far.sp --schedule="" | FileCheck %s --check-prefix=FAR
// FAR: loop i_tile
