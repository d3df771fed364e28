// tile(t, i, j; H, W, N; hexagonal): two phases of tiles, each of which begins in
// parallel; what is no stencil over time is refused.
// REQUIRES: affine

// RUN: %sparse-opt %S/Inputs/jacobi.sp --schedule='tile(t, i, j; 8, 4, 16; hexagonal) parallelize(i_tile, cpu_thread, no_races)' > %t.nest
// RUN: FileCheck %s --input-file=%t.nest --check-prefix=NEST
// NEST:      affine {
// NEST-NEXT:   piece 0 where -t + i + 8 * floor((t + 4) / 8) - 14 * floor((i + 7) / 14) + 7 >= 0, -t - i + 8 * floor((t + 4) / 8) + 14 * floor((i + 7) / 14) + 2 >= 0, t + i - 8 * floor((t + 4) / 8) - 14 * floor((i + 7) / 14) + 8 >= 0, t - i - 8 * floor((t + 4) / 8) + 14 * floor((i + 7) / 14) + 3 >= 0
// NEST-NEXT:   piece 0 where
// NEST-NEXT:   loop t_tile = floor((t + 4) / 8), floor((t) / 8)
// NEST-NEXT:   loop t_phase = 0, 1
// NEST-NEXT:   loop i_tile parallel(cpu_thread, no_races) = floor((i + 7) / 14), floor((i) / 14)
// NEST-NEXT:   loop j_tile = floor((j + t - 8 * floor((t + 4) / 8) + 4) / 16), floor((j + t - 8 * floor((t) / 8)) / 16)
// NEST-NEXT:   loop t = t, t
// NEST-NEXT:   loop i = i, i
// NEST-NEXT:   loop j = j, j
// NEST-NEXT: }

// What was printed reads back, and is lowered as it was.
// RUN: %sparse-opt %t.nest | diff %t.nest -
// RUN: %sparse-opt %t.nest --lower > %t.lowered
// RUN: %sparse-opt %S/Inputs/jacobi.sp --schedule='tile(t, i, j; 8, 4, 16; hexagonal) parallelize(i_tile, cpu_thread, no_races)' --lower | diff %t.lowered -

// The phases are loops one behind the other in one loop over rows of tiles.
// RUN: FileCheck %s --input-file=%t.lowered --check-prefix=LOOPS
// LOOPS:     for t_tile : i64 in
// LOOPS-NOT: for t_tile
// LOOPS:     for i_tile : i64 in {{.*}} threads {
// LOOPS:       for j_tile : i64 in
// LOOPS:         for t : i32 in
// LOOPS:           for i : i32 in
// LOOPS:             for j : i32 in
// LOOPS:     for i_tile : i64 in {{.*}} threads {
// LOOPS:       for j_tile : i64 in
// LOOPS:         for t : i32 in
// LOOPS-NOT: for t_tile

// Of several nests a step of the user's is one of each: two times four here.
// RUN: %sparse-opt %S/Inputs/two.sp --schedule='tile(t, i; 4, 4; hexagonal)' | FileCheck %s --check-prefix=TWO
// TWO:      piece 0 where
// TWO-NEXT: piece 0 where
// TWO-NEXT: piece 1 where
// TWO-NEXT: piece 1 where
// TWO-NEXT: loop t_tile = floor((2 * t + 4) / 8), floor((2 * t) / 8), floor((2 * t + 5) / 8), floor((2 * t + 1) / 8)
// TWO-NEXT: loop t_phase = 0, 1, 0, 1

// Sides lean as far as dependences lead, here two to the right and none to the
// left.
// RUN: rm -rf %t && split-file %s %t
// RUN: %sparse-opt %t/slopes.sp --schedule='tile(t, i; 8, 4; hexagonal)' | FileCheck %s --check-prefix=SLOPES
// SLOPES: piece 0 where -2 * t + i + 10 * floor((t + 4) / 8) - 14 * floor((i - 6 * floor((t + 4) / 8) + 10) / 14) + 10 >= 0,

// Loops in tiles are cut again, in both phases.
// RUN: %sparse-opt %S/Inputs/jacobi.sp --schedule='tile(t, i, j; 8, 4, 0; hexagonal) tile(j; 16)' | FileCheck %s --check-prefix=AGAIN
// AGAIN: loop i = i, i
// AGAIN-NEXT: loop j_tile = floor((j) / 16), floor((j) / 16)

// RUN: not %sparse-opt %S/Inputs/seidel.sp --schedule='tile(t, i, j; 8, 4, 16; hexagonal)' 2>&1 | FileCheck %s --check-prefix=PLACE
// PLACE: 1:25: error: 'hexagonal' needs steps of 't' that depend on earlier ones alone; t = 0, i = {{[0-9]+}}, j = {{[0-9]+}} needs the 'B[{{.*}}]' of t = 0, i = {{[0-9]+}}, j = {{[0-9]+}}
// PLACE: note: 'parallelogram' and 'skew' are accepted
// RUN: not %sparse-opt %t/mirror.sp --schedule='tile(t, i; 8, 4; hexagonal)' 2>&1 | FileCheck %s --check-prefix=MIRROR
// MIRROR: 1:18: error: 'hexagonal' needs dependences of bounded slope; some go any distance in one step of the outermost loop
// RUN: not %sparse-opt %t/slopes.sp --schedule='tile(t, i; 8, 1; hexagonal)' 2>&1 | FileCheck %s --check-prefix=NARROW
// NARROW: 1:15: error: a flat top of 1 is too narrow for the distances of dependences; at least 2
// RUN: not %sparse-opt %S/Inputs/two.sp --schedule='tile(t, i; 3, 4; hexagonal)' 2>&1 | FileCheck %s --check-prefix=ODD
// ODD: 1:12: error: the size of 't' must be even for 'hexagonal'
// RUN: not %sparse-opt %S/Inputs/jacobi.sp --schedule='tile(t, i, j; 8, 0, 16; hexagonal)' 2>&1 | FileCheck %s --check-prefix=SIZES
// SIZES: 1:15: error: 'hexagonal' needs a size for each of the first two loops
// RUN: not %sparse-opt %S/Inputs/jacobi.sp --schedule='tile(t, i, j; 8, 4, 0; hexagonal) tile(t, i; 2, 2; hexagonal)' 2>&1 | FileCheck %s --check-prefix=ALREADY
// ALREADY: 1:52: error: the loops run in phases already
// RUN: not %sparse-opt %S/Inputs/jacobi.sp --schedule='tile(t, i, j; 8, 4, 16; hexagonal) parallelize(j_tile, cpu_thread, no_races)' 2>&1 | FileCheck %s --check-prefix=RACE
// RACE: 1:48: error: 'j_tile' cannot run in parallel: t = {{.*}} reads the 'A[{{.*}}]' of t = {{.*}}
// RUN: not %sparse-opt %S/Inputs/jacobi.sp --schedule='tile(t, i, j; 8, 4, 16; hexagonal) parallelize(t_phase, cpu_thread, no_races)' 2>&1 | FileCheck %s --check-prefix=PHASE
// PHASE: 1:48: error: 't_phase' cannot run in parallel:

// Texts that are no schedule of the nest.
// RUN: not %sparse-opt %t/other.sp --lower 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: error: the schedule is one of other statements than those of the nest
// RUN: not %sparse-opt %t/count.sp 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: error: {{.*}}the loop 'i' of the schedule has no value for each piece
// RUN: not %sparse-opt %t/zero.sp 2>&1 | FileCheck %s --check-prefix=ONE
// ONE: error: the sums of a piece are compared with 0
// RUN: not %sparse-opt %t/strange.sp 2>&1 | FileCheck %s --check-prefix=STRANGE
// STRANGE: error: {{.*}}a piece of the schedule is not made of the nest's variables

//--- slopes.sp
nest @slopes {
  operand T : i32
  operand n : i32
  operand A : f64[] written inner 100:i64
  index t : i32 in 0 .. T
  index i : i32 in 2 .. n
  body {
    loop t {
      loop i {
        A[i64(t + 1) * 100:i64 + i64(i)] = A[i64(t) * 100:i64 + i64(i - 2)] + A[i64(t) * 100:i64 + i64(i)]
      }
    }
  }
}

//--- mirror.sp
nest @mirror {
  operand T : i32
  operand n : i32
  operand A : f64[] written inner 100:i64
  index t : i32 in 0 .. T
  index i : i32 in 0 .. n
  body {
    loop t {
      loop i {
        A[i64(t + 1) * 100:i64 + i64(i)] = A[i64(t) * 100:i64 + i64(n - i)]
      }
    }
  }
}

//--- other.sp
nest @other {
  operand y : f64[] written inner 5:i64
  index i : i32 in 0 .. 4
  index j : i32 in 0 .. 5
  body {
    loop i {
      loop j {
        y[i64(i) * 5:i64 + i64(j)] = 1.0
      }
    }
  }
  affine {
    piece 1
    loop i = i
    loop j = j
  }
}

//--- count.sp
nest @count {
  operand y : f64[] written inner 5:i64
  index i : i32 in 0 .. 4
  index j : i32 in 0 .. 5
  body {
    loop i {
      loop j {
        y[i64(i) * 5:i64 + i64(j)] = 1.0
      }
    }
  }
  affine {
    piece 0 where i - 2 >= 0
    piece 0 where -i + 1 >= 0
    loop i = i
    loop j = j
  }
}

//--- zero.sp
nest @zero {
  operand y : f64[] written inner 5:i64
  index i : i32 in 0 .. 4
  index j : i32 in 0 .. 5
  body {
    loop i {
      loop j {
        y[i64(i) * 5:i64 + i64(j)] = 1.0
      }
    }
  }
  affine {
    piece 0 where i >= 1
    loop i = i
    loop j = j
  }
}

//--- strange.sp
nest @strange {
  operand n : i32
  operand y : f64[] written inner 5:i64
  index i : i32 in 0 .. 4
  index j : i32 in 0 .. 5
  body {
    loop i {
      loop j {
        y[i64(i) * 5:i64 + i64(j)] = 1.0
      }
    }
  }
  affine {
    piece 0 where n - 1 >= 0
    loop i = i
    loop j = j
  }
}
