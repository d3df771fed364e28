// fuse(i, j, f): one loop over all pairs, in the same order.

// A row and its positions become a loop over all positions that follows the row. Named by its
// position, the result counts positions; pos must ascend.
// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "fuse(i, p, fp)" \
// RUN:   | FileCheck %s --check-prefix=POSITIONS
// POSITIONS: fuse i, p -> fp_fused
// POSITIONS: pos fp_fused -> fp over A
// POSITIONS: body {
// POSITIONS-NEXT: loop fp {
// POSITIONS-NEXT: track i {
// POSITIONS-NEXT: enter {
// POSITIONS-NEXT: var sum : f64 = 0.0
// POSITIONS-NEXT: }
// POSITIONS-NEXT: each {
// POSITIONS-NEXT: let j = crd[p]
// POSITIONS-NEXT: sum += val[p] * x[j]
// POSITIONS-NEXT: }
// POSITIONS-NEXT: leave {
// POSITIONS-NEXT: y[i] = sum
// POSITIONS-NEXT: }
// POSITIONS-NEXT: }
// POSITIONS-NEXT: }
// POSITIONS-NEXT: }

// Named by its coordinate, it counts coordinates until pos changes that: the same loops.
// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "fuse(i, j, f) pos(f, fp, val)" \
// RUN:   | FileCheck %s --check-prefix=COORDINATES
// COORDINATES: fuse i, p -> f
// COORDINATES: pos f -> fp over A
// COORDINATES: body {
// COORDINATES-NEXT: loop fp {
// COORDINATES-NEXT: track i {
// COORDINATES-NEXT: enter {
// COORDINATES-NEXT: var sum : f64 = 0.0
// COORDINATES-NEXT: }
// COORDINATES-NEXT: each {
// COORDINATES-NEXT: let j = crd[p]
// COORDINATES-NEXT: sum += val[p] * x[j]
// COORDINATES-NEXT: }
// COORDINATES-NEXT: leave {
// COORDINATES-NEXT: y[i] = sum
// COORDINATES-NEXT: }
// COORDINATES-NEXT: }
// COORDINATES-NEXT: }
// COORDINATES-NEXT: }

// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "fuse(i, p, fp) split(fp, c, q, 256) parallelize(c, cpu_thread, temporary)" \
// RUN:   | FileCheck %s --check-prefix=SPLIT
// SPLIT: fuse i, p -> fp_fused
// SPLIT: pos fp_fused -> fp over A
// SPLIT: split fp -> c, q by 256
// SPLIT: body {
// SPLIT-NEXT: loop c parallel(cpu_thread, temporary) {
// SPLIT-NEXT: loop q {
// SPLIT-NEXT: track i {
// SPLIT-NEXT: enter {
// SPLIT-NEXT: var sum : f64 = 0.0
// SPLIT-NEXT: }
// SPLIT-NEXT: each {
// SPLIT-NEXT: let j = crd[p]
// SPLIT-NEXT: sum += val[p] * x[j]
// SPLIT-NEXT: }
// SPLIT-NEXT: leave {
// SPLIT-NEXT: y[i] = sum
// SPLIT-NEXT: }
// SPLIT-NEXT: }
// SPLIT-NEXT: }
// SPLIT-NEXT: }
// SPLIT-NEXT: }

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "fuse(i, j, f) split(f, c, q, 256)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NOTPOSITIONS
// NOTPOSITIONS: <schedule>:1:21: error: 'f' counts coordinates; 'split' needs positions: put 'pos(f, fp, val)' before it{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "fuse(i, j, f) parallelize(f, cpu_thread, temporary)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NOTPARALLEL
// NOTPARALLEL: <schedule>:1:27: error: 'f' counts coordinates; 'parallelize' needs positions: put 'pos(f, fp, val)' before it{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "fuse(i, p, fp) split(p, a, b, 4)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CONSUMED
// CONSUMED: <schedule>:1:22: error: 'p' was fused into 'fp'; name that{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "fuse(i, p, fp) split(fp, c, q, 256) reorder(c, q)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TRACKED
// TRACKED: <schedule>:1:37: error: cannot exchange 'c' and 'q': rows are followed in the order of their positions{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "fuse(p, i, f)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BACKWARDS
// BACKWARDS: <schedule>:1:1: error: cannot fuse 'p' and 'i': 'i' is the outer loop; write 'fuse(i, p, f)'{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "fuse(i, i, f)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ITSELF
// ITSELF: <schedule>:1:1: error: cannot fuse 'i' and 'i': they are one loop{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "split(i, i0, i1, 4) fuse(i1, p, fp)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TILE
// TILE: <schedule>:1:21: error: cannot fuse 'i1' and 'p': only the user's own loop over rows and the loop over the positions 'pos[i]' to 'pos[i + 1]' directly inside it can be fused into positions{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "fuse(i, p, x)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TAKEN
// TAKEN: <schedule>:1:12: error: the name 'x' is taken; a loop that a command makes needs a new name{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "parallelize(p, cpu_vector, parallel_reduction) fuse(i, p, fp)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PARALLEL
// PARALLEL: <schedule>:1:53: error: 'i' encloses 'p', which is parallel already; put 'fuse' before 'parallelize(p, ...)'{{$}}

// Dense loops become one loop over their product; what is cheap to compute again moves inside.
// RUN: %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "order(i, k, p) fuse(i, k, f)" \
// RUN:   | FileCheck %s --check-prefix=DENSE
// DENSE: fuse i, k -> f
// DENSE: body {
// DENSE-NEXT: loop f {
// DENSE-NEXT: loop p {
// DENSE-NEXT: let j = crd[p]
// DENSE-NEXT: C[i * K + k] += val[p] * B[j * K + k]
// DENSE-NEXT: }
// DENSE-NEXT: }
// DENSE-NEXT: }

// RUN: %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "split(i, i0, i1, 8) order(i0, i1, k, p) fuse(i1, k, f)" \
// RUN:   | FileCheck %s --check-prefix=OUTERTILE
// OUTERTILE: split i -> i0, i1 by 8
// OUTERTILE: fuse i1, k -> f
// OUTERTILE: body {
// OUTERTILE-NEXT: loop i0 {
// OUTERTILE-NEXT: loop f {
// OUTERTILE-NEXT: loop p {
// OUTERTILE-NEXT: let j = crd[p]
// OUTERTILE-NEXT: C[i * K + k] += val[p] * B[j * K + k]
// OUTERTILE-NEXT: }
// OUTERTILE-NEXT: }
// OUTERTILE-NEXT: }
// OUTERTILE-NEXT: }

// RUN: not %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "split(i, i0, i1, 8) order(i0, k, i1, p) fuse(i0, k, f)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=INNERTILE
// INNERTILE: <schedule>:1:41: error: cannot fuse 'i0' and 'k': 'i0' is a tile of which 'i1' runs inside{{$}}

// RUN: not %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "split(i, i0, i1, 8) order(i0, i1, k, p) fuse(i1, k, f) reorder(i0, f)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MOVED
// MOVED: <schedule>:1:56: error: cannot exchange 'i0' and 'f': 'f' is fused from a part of a tile whose other part is 'i0'{{$}}

// RUN: not %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "fuse(i, k, f)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DISTANT
// DISTANT: <schedule>:1:1: error: cannot fuse 'i' and 'k': 'p' runs between them{{$}}

// RUN: not %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "fuse(p, k, f)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MIXED
// MIXED: <schedule>:1:1: error: cannot fuse 'p' and 'k': only the user's own loop over rows and the loop over the positions 'pos[i]' to 'pos[i + 1]' directly inside it can be fused into positions{{$}}

// RUN: not %sparse-opt %S/Inputs/scale-csf.sp \
// RUN:   -schedule "fuse(pk, pl, f)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LEVELS
// LEVELS: <schedule>:1:1: error: fused positions of several levels run on a GPU only ('target(cuda)'){{$}}
