// coord(p, j): positions counted in coordinates; blocks of them inside and outside the rows.
// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "coord(p, j) split(j, j0, j1, 4096) reorder(i, j0)" \
// RUN:   | FileCheck %s --check-prefix=GRAPH
// GRAPH: coord p -> j_coord coordinate j over A
// GRAPH-NEXT: split j_coord -> j0, j1 by 4096
// GRAPH: loop j0 {
// GRAPH-NEXT: loop i {
// GRAPH-NEXT: track i {
// GRAPH-NEXT: enter {
// GRAPH-NEXT: var sum : f64 = 0.0
// GRAPH-NEXT: }
// GRAPH-NEXT: each {
// GRAPH-NEXT: loop j1 {
// GRAPH: leave {
// GRAPH-NEXT: y[i] = sum

// Alone it changes nothing.
// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "coord(p, c)" -lower -check=off \
// RUN:   | FileCheck %s --check-prefix=ALONE
// ALONE: for p : i32 in pos[i] .. pos[i + 1] {
// ALONE-NEXT: let j = crd[p]

// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "coord(p, j) split(j, j0, j1, 4096)" -lower -check=off \
// RUN:   | FileCheck %s --check-prefix=ROW
// ROW: for i : i32 in 0 .. m {
// ROW: let j0_count = (p_top + 4096:i64) / 4096:i64
// ROW: for j0 : i64 in 0:i64 .. j0_count {
// ROW: while p_stop < p_end && i64(crd[p_stop]) < p_limit {
// ROW-NEXT: p_stop += 1
// ROW: for p : i32 in p_from .. p_stop {

// Each row has a cursor; rows begin and end once.
// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "split(i, i0, i1, 256) coord(p, j) split(j, j0, j1, 4096) order(i0, j0, i1, j1) parallelize(i0, cpu_thread, no_races)" -lower -check=off \
// RUN:   | FileCheck %s --check-prefix=BLOCKS
// BLOCKS: for i0 : i64 in 0:i64 .. (i_len + 255:i64) / 256:i64 threads {
// BLOCKS: array p_cursors : i32[256:i64]
// BLOCKS-NEXT: array sum_rows : f64[256:i64]
// BLOCKS: p_cursors[i1] = pos[i]
// BLOCKS: for j0 : i64 in 0:i64 .. j0_count {
// BLOCKS-NEXT: for i1 : i64 in 0:i64 .. 256:i64 {
// BLOCKS: let p_from = p_cursors[i1]
// BLOCKS: for p : i32 in p_from .. p_stop {
// BLOCKS: p_cursors[i1] = p_stop
// BLOCKS: for i1 : i64 in 0:i64 .. 256:i64 {
// BLOCKS: y[i] = sum

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "coord(j, c)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=POSITION
// POSITION: <schedule>:1:7: error: 'j' is a coordinate; name its position 'p'{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "coord(i, c)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DENSE
// DENSE: <schedule>:1:7: error: 'i' does not run over the positions 'pos[i]' to 'pos[i + 1]' of a compressed level{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "coord(p, x)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TAKEN
// TAKEN: <schedule>:1:10: error: the name 'x' is taken; a loop that a command makes needs a new name{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "coord(p, j) coord(j, c)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TWICE
// TWICE: <schedule>:1:19: error: 'j' counts coordinates, which can only be split, not used in 'coord'{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "coord(p, j) divide(j, j0, j1, 4)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DIVIDE
// DIVIDE: <schedule>:1:20: error: 'j' counts coordinates, which can only be split, not used in 'divide'{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "coord(p, j) split(j, j0, j1, 64) split(j1, a, b, 8)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=AGAIN
// AGAIN: <schedule>:1:40: error: 'j1' is part of a split of coordinates, which stays as it is{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "coord(p, j) reorder(i, j)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: <schedule>:1:13: error: cannot exchange 'i' and 'j_coord': each row is followed through its blocks of coordinates{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "split(i, i0, i1, 5000) coord(p, j) split(j, j0, j1, 64) reorder(i1, j0)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MANY
// MANY: <schedule>:1:57: error: cannot exchange 'i1' and 'j0': 'i1' has up to 5000 rows, of which at most 4096 can be remembered{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "divide(i, i0, i1, 5) coord(p, j) split(j, j0, j1, 64) reorder(i1, j0)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PIECES
// PIECES: <schedule>:1:55: error: cannot exchange 'i1' and 'j0': 'i1' is neither the rows 'i' nor the inner loop of 'split(i, ...)' inside the outer one{{$}}

// RUN: not %sparse-opt %S/Inputs/csc.sp \
// RUN:   -schedule "coord(p, i) split(i, i0, i1, 64) reorder(j, i0)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SCATTER
// SCATTER: <schedule>:1:34: error: cannot exchange 'j' and 'i0': different rows use 'y', and would come in another order{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "coord(p, j) split(j, j0, j1, 64) reorder(i, j0) parallelize(j0, cpu_thread, ignore_races)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=THREADS
// THREADS: <schedule>:1:61: error: 'j0' runs over blocks of coordinates, one after the other; 'parallelize' a loop around them{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "coord(p, j) split(j, j0, j1, 64) reorder(i, j0) parallelize(i, cpu_thread, no_races)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ROWTHREADS
// ROWTHREADS: <schedule>:1:61: error: 'i' runs inside the blocks 'j0'; 'parallelize' a loop around them{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "coord(p, j) split(j, j0, j1, 64) unroll(j0, 2)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNROLL
// UNROLL: <schedule>:1:41: error: 'j0' runs over blocks of coordinates, one after the other; 'unroll' a loop inside the rows{{$}}
