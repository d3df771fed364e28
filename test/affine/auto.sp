// What a bare #pragma sparse makes of a loop over time: hexagons, where the arrays
// are in no cache and there are steps and tiles enough.
// REQUIRES: affine
// RUN: %sparse-opt %S/Inputs/sweeps.sp --schedule="" | FileCheck %s
// CHECK: // where i64(T) >= 16:i64 && i64(n - 1) - 1:i64 >= 272:i64 && f64(i64(n - 1) - 1:i64) * f64(i64(n - 1) - 1:i64) >= {{.*}}
// CHECK: nest @sweeps
// CHECK: loop t_tile = floor((2 * t + 16) / 32), floor((2 * t) / 32), floor((2 * t + 17) / 32), floor((2 * t + 1) / 32)
// CHECK: loop i_tile parallel(cpu_thread, no_races)

// Steps that each have elements of their own are no sweeps.
// RUN: %sparse-opt %S/Inputs/kept.sp --schedule="" | FileCheck %s --check-prefix=LEFT --implicit-check-not=tile
// LEFT: nest @

// Updates in place need their own step: of these, rows run side by side, each
// behind the one above it, where there are rows and elements enough.
// RUN: %sparse-opt %S/Inputs/seidel.sp --schedule="" | FileCheck %s --check-prefix=PLACE
// PLACE: // where i64(n - 1) - 1:i64 >= 16:i64 && i64(n - 1) - 1:i64 >= 64:i64
// PLACE:      loop i_tile = floor((i) / 8)
// PLACE-NEXT: loop j = j + i
// PLACE-NEXT: loop i unroll(full) = i
// Where another array is gone through, too, rows must not lie a multiple of 4096
// bytes apart, and of two more there are too many.
// RUN: sed 's/  operand B/  operand f : f64[] inner 100:i64\n  operand B/; s| / 6.0| - f[i64(i) * 100:i64 + i64(j)]|' %S/Inputs/seidel.sp > %t.two.sp
// RUN: %sparse-opt %t.two.sp --schedule="" | FileCheck %s --check-prefix=TWO
// TWO: // where i64(n - 1) - 1:i64 >= 16:i64 && i64(n - 1) - 1:i64 >= 64:i64 && (true && true)
// TWO: loop i_tile = floor((i) / 8)
// RUN: sed 's/100:i64/1024:i64/g; s/10000:i64/1048576:i64/' %t.two.sp > %t.ways.sp
// RUN: %sparse-opt %t.ways.sp --schedule="" | FileCheck %s --check-prefix=WAYS
// WAYS: // where i64(n - 1) - 1:i64 >= 16:i64 && i64(n - 1) - 1:i64 >= 64:i64 && (false && true)
// RUN: sed 's/  operand f : \(.*\)/  operand f : \1\n  operand g : \1\n  operand h : \1/; s| - f\(.*\) #4| - f\1 - g\1 - h\1 #4|' %t.two.sp > %t.four.sp
// RUN: %sparse-opt %t.four.sp --schedule="" | FileCheck %s --check-prefix=LEFT --implicit-check-not=tile
// Integers are computed as fast one after the other.
// RUN: sed 's/f64\[\]/i32[]/; s| / 6.0||' %S/Inputs/seidel.sp > %t.integers.sp
// RUN: %sparse-opt %t.integers.sp --schedule="" | FileCheck %s --check-prefix=LEFT --implicit-check-not=tile
// So are elements that do not wait for each other, or are not always computed.
// RUN: sed 's|^ *\(B\[.*\) #4|if B[i64(i) * 100:i64 + i64(j + 1)] > 0.0 { \1 #4 }|' %S/Inputs/seidel.sp > %t.masked.sp
// RUN: %sparse-opt %t.masked.sp --schedule="" | FileCheck %s --check-prefix=LEFT --implicit-check-not=tile
// RUN: sed 's/B\[i64(i) \* 100:i64 + i64(j - 1)\] + //' %S/Inputs/seidel.sp > %t.apart.sp
// RUN: %sparse-opt %t.apart.sp --schedule="" | FileCheck %s --check-prefix=LEFT --implicit-check-not=tile

// Neighbours further away make wider tiles, as far as that is worth while.
// RUN: sed 's/i@1 - 1/i@1 - 2/; s/in 1 \.\. n/in 2 .. n/' %S/Inputs/sweeps.sp > %t.far.sp
// RUN: %sparse-opt %t.far.sp --schedule="" | FileCheck %s --check-prefix=FAR
// FAR: loop i_tile
