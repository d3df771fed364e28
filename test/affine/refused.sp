// Orders that break a dependence, with the iterations that show it; loops that
// cannot run in parallel; clauses of other forms.
// REQUIRES: affine

// RUN: not %sparse-opt %S/Inputs/jacobi.sp --schedule='tile(t, i, j; 32, 64, 512)' 2>&1 | FileCheck %s --check-prefix=READ
// READ: 1:1: error: 'tile' would run t = 1, i = 1, j = 511 before t = 0, i = 1, j = 512, whose 'A[1][1][512]' it reads
// READ: 1:1: note: '; parallelogram' behind the sizes keeps the order

// A store must stay behind what reads the element.
// RUN: not %sparse-opt %S/Inputs/seidel.sp --schedule='tile(t, i; 2, 8)' 2>&1 | FileCheck %s --check-prefix=PLACE
// PLACE: 1:1: error: 'tile' would run t = 1, i = 7, j = 1 before t = 0, i = 8, j = 1, whose 'B[8][1]' it reads

// RUN: not %sparse-opt %S/Inputs/seidel.sp --schedule='tile(t, i, j; 4, 64, 512; parallelogram) parallelize(j_tile, cpu_thread, no_races)' 2>&1 | FileCheck %s --check-prefix=RACE
// RACE: 1:54: error: 'j_tile' cannot run in parallel: t = 0, i = {{.*}} reads the 'B[{{.*}}]' of t = 0, i = {{.*}}
// RUN: not %sparse-opt %S/Inputs/rows.sp --schedule='tile(i, j; 8, 8) parallelize(j, cpu_vector, no_races)' 2>&1 | FileCheck %s --check-prefix=LANES
// LANES: 1:30: error: 'j' cannot run in parallel: i = 0, j = 2 reads the 'A[0][1]' of i = 0, j = 1
// RUN: %sparse-opt %S/Inputs/rows.sp --schedule='tile(i, j; 8, 8) parallelize(j, cpu_vector, ignore_races)' | FileCheck %s --check-prefix=IGNORED
// IGNORED: loop j parallel(cpu_vector, ignore_races) = j

// RUN: not %sparse-opt %S/Inputs/rows.sp --schedule='tile(i, j; 8, 8) parallelize(i, cpu_vector, no_races)' 2>&1 | FileCheck %s --check-prefix=INNERMOST
// INNERMOST: 1:33: error: only an innermost loop can run on 'cpu_vector': 'j' runs inside 'i'
// RUN: not %sparse-opt %S/Inputs/rows.sp --schedule='tile(i, j; 8, 8) parallelize(i, cpu_thread, atomics)' 2>&1 | FileCheck %s --check-prefix=STRATEGY
// STRATEGY: 1:45: error: 'i' is a loop of 'tile' or 'skew', which take 'no_races', not 'atomics'
// RUN: not %sparse-opt %S/Inputs/rows.sp --schedule='tile(i; 8) parallelize(i_tile, cpu_thread, no_races) parallelize(i, cpu_thread, no_races)' 2>&1 | FileCheck %s --check-prefix=INSIDE
// INSIDE: error: {{.*}}'i_tile'{{.*}}'i'
// RUN: not %sparse-opt %S/Inputs/rows.sp --schedule='tile(i; 8) parallelize(i, cpu_thread, no_races) parallelize(i, cpu_thread, no_races)' 2>&1 | FileCheck %s --check-prefix=ALREADY
// ALREADY: 1:61: error: 'i' is parallel already
// RUN: not %sparse-opt %S/Inputs/rows.sp --schedule='tile(i; 8) unroll(j)' 2>&1 | FileCheck %s --check-prefix=FULL
// FULL: 1:19: error: 'j' has any number of iterations; give a count, as in 'unroll(j, 4)', or tile it first
// RUN: not %sparse-opt %S/Inputs/rows.sp --schedule='tile(i; 5000) unroll(i)' 2>&1 | FileCheck %s --check-prefix=MANY
// MANY: 1:22: error: 'i' has 5000 iterations; at most 4096 can be unrolled fully
// RUN: not %sparse-opt %S/Inputs/rows.sp --schedule='target(cuda) tile(i; 8) parallelize(i_tile, gpu_block, no_races)' 2>&1 | FileCheck %s --check-prefix=GPU
// GPU: 1:45: error: 'i_tile' is a loop of 'tile' or 'skew', which run on the CPU alone

// RUN: not %sparse-opt %S/Inputs/rows.sp --schedule='tile(i, j; 8, 16) split(i, i0, i1, 4)' 2>&1 | FileCheck %s --check-prefix=SPLIT
// SPLIT: 1:19: error: 'split' cannot change loops behind 'tile' and 'skew'; put it in front
// RUN: not %sparse-opt %S/Inputs/rows.sp --schedule='parallelize(i, cpu_thread, no_races) tile(i, j; 8, 8)' 2>&1 | FileCheck %s --check-prefix=FRONT
// FRONT: 1:38: error: 'tile' needs affine loops: the loop over 'i' is not counted as it is written
// RUN: not %sparse-opt %S/Inputs/rows.sp --schedule='tile(i; 8) parallelize(i, cpu_thread, no_races) tile(i; 4)' 2>&1 | FileCheck %s --check-prefix=TAGGED
// TAGGED: 1:54: error: 'i' is parallel or unrolled already; put 'tile' in front of that

// RUN: not %sparse-opt %S/Inputs/rows.sp --schedule='tile(j, i; 8, 16)' 2>&1 | FileCheck %s --check-prefix=ORDER
// ORDER: 1:9: error: 'j' and 'i' are not directly nested
// RUN: not %sparse-opt %S/Inputs/rows.sp --schedule='tile(i, k; 8, 8)' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: 1:9: error: unknown loop 'k'
// RUN: not %sparse-opt %S/Inputs/rows.sp --schedule='tile(i, j; 0, 0)' 2>&1 | FileCheck %s --check-prefix=ZERO
// ZERO: 1:12: error: one of the sizes must not be 0
// RUN: not %sparse-opt %S/Inputs/rows.sp --schedule='tile(i, j; 8, -1)' 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: 1:15: error: the size of a tile must be positive
// RUN: not %sparse-opt %S/Inputs/rows.sp --schedule='tile(i, j; 8)' 2>&1 | FileCheck %s --check-prefix=SIZES
// SIZES: 1:1: error: 'tile' needs a size for each loop
// SIZES: note: usage: tile(i, j; 32, 64) or tile(t, i, j; 32, 64, 512; hexagonal)
// RUN: not %sparse-opt %S/Inputs/rows.sp --schedule='tile(i, j; 8, 8; hexagon)' 2>&1 | FileCheck %s --check-prefix=SHAPE
// SHAPE: 1:18: error: unknown shape 'hexagon'
// RUN: not %sparse-opt %S/Inputs/jacobi.sp --schedule='tile(t, i, j; 8, 0, 0; parallelogram)' 2>&1 | FileCheck %s --check-prefix=TWO
// TWO: 1:15: error: 'parallelogram' needs sizes of two loops at least

// RUN: not %sparse-opt %S/Inputs/rows.sp --schedule='tile(i; 8) unroll(i_tyle, 2)' 2>&1 | FileCheck %s --check-prefix=NEAR
// NEAR: 1:19: error: unknown loop 'i_tyle'; did you mean 'i_tile'?
