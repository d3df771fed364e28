// What stands between two loops and cannot move.

// A condition.
// RUN: not %sparse-opt %S/Inputs/masked-dense.sp -schedule "reorder(i, k)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CONDITION
// CONDITION: <schedule>:1:1: error: cannot exchange 'i' and 'k': a condition stands between them{{$}}

// A constant whose value the loops change.
// RUN: not %sparse-opt %S/Inputs/carried-let.sp -schedule "reorder(i, k)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LET
// LET: <schedule>:1:1: error: cannot exchange 'i' and 'k': 't' between them reads 'y', which is written below{{$}}

// RUN: not %sparse-opt %S/Inputs/carried-let.sp -schedule "fuse(i, k, f)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FUSED
// FUSED: error: cannot fuse 'i' and 'k': 't' between them reads 'y', which is written below{{$}}

// An accumulator.
// RUN: not %sparse-opt %S/Inputs/dense-rows.sp -schedule "fuse(i, k, f)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STATEMENTS
// STATEMENTS: error: cannot fuse 'i' and 'k': other statements stand between them{{$}}

// Blocks of coordinates keep what a row begins with.
// RUN: not %sparse-opt %S/Inputs/row-reads.sp -schedule "coord(p, j) split(j, j0, j1, 8) reorder(i, j0)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ROW-LET
// ROW-LET: error: cannot exchange 'i' and 'j0': 't' between them reads 'y', which is written below{{$}}

// RUN: not %sparse-opt %S/Inputs/row-unset.sp -schedule "coord(p, j) split(j, j0, j1, 8) reorder(i, j0)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ROW-VAR
// ROW-VAR: error: cannot exchange 'i' and 'j0': 's' has no value when a row begins{{$}}

// RUN: not %sparse-opt %S/Inputs/row-array.sp -schedule "coord(p, j) split(j, j0, j1, 8) reorder(i, j0)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ROW-ARRAY
// ROW-ARRAY: error: cannot exchange 'i' and 'j0': the array 'w' would be kept for each row{{$}}

// Positions that some rows do not have.
// RUN: not %sparse-opt %S/Inputs/masked.sp -schedule "divide(i, t, ir, threads, balance(p))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MASKED
// MASKED: <schedule>:1:35: error: 'pos' may be read only where 'p' runs, which is not in each 'i'{{$}}

// An order that ends where two loops begin.
// RUN: not %sparse-opt %S/Inputs/row-array.sp -schedule "order(i)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FORK
// FORK: <schedule>:1:1: error: 'order' must go on to an innermost loop; below 'i' are 'p' and 'k'{{$}}

// Updates that no atomic instruction makes.
// RUN: not %sparse-opt %S/Inputs/largest.sp -schedule "parallelize(p, cpu_thread, atomics)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ATOMIC
// ATOMIC: <schedule>:1:28: error: there is no atomic form of the update of 'y'{{$}}

// What a workspace cannot take apart.
// RUN: not %sparse-opt %S/Inputs/two-updates.sp -schedule "precompute(val[p], k, k, w)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UPDATES
// UPDATES: error: 'precompute' needs a loop with one update; the loop over 'k' has other statements{{$}}

// RUN: not %sparse-opt %S/Inputs/widened.sp -schedule "precompute(val[p], k, k, w)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TYPE
// TYPE: error: 'C' of type 'double' is updated in type 'float'; 'precompute' needs the same type{{$}}
