// Formats that cannot be had: one error each, at the word.
// RUN: not %sparse-opt %S/../schedule/Inputs/spmv.sp --schedule='format(A)' 2>&1 | FileCheck %s --check-prefix=NOTHING
// NOTHING: 1:8: error: expected a tensor and its format
// NOTHING: note: usage: format(A: auto) or format(A: sell(8, 4096)) or format(A: csc) or format(A: bsr(3, 3)) or format(A: dia)
// RUN: not %sparse-opt %S/../schedule/Inputs/spmv.sp --schedule='format(A: sell(8, 16) csc)' 2>&1 | FileCheck %s --check-prefix=MORE
// MORE: error: {{expected a tensor and its format|missing ',' between}}
// RUN: not %sparse-opt %S/../schedule/Inputs/spmv.sp --schedule='format(B: sell(8, 16))' 2>&1 | FileCheck %s --check-prefix=TENSOR
// TENSOR: 1:8: error: there is no sparse tensor 'B'
// TENSOR: note: sparse tensors are 'A'
// RUN: not %sparse-opt %S/../schedule/Inputs/spmv.sp --schedule='format(A: sel(8, 16))' 2>&1 | FileCheck %s --check-prefix=KIND
// KIND: 1:11: error: unknown format 'sel'
// KIND: note: the formats are 'sell', 'csc', 'bsr', 'dia' and 'auto'
// RUN: not %sparse-opt %S/../schedule/Inputs/spmv.sp --schedule='format(A: sell)' 2>&1 | FileCheck %s --check-prefix=SIZES
// SIZES: 1:11: error: 'sell' takes the number of rows side by side and that of rows that are sorted together
// RUN: not %sparse-opt %S/../schedule/Inputs/spmv.sp --schedule='format(A: sell(6, 36))' 2>&1 | FileCheck %s --check-prefix=LANES
// LANES: 1:16: error: 'sell' puts 4, 8, 16, 32 or 64 rows side by side, not 6
// RUN: not %sparse-opt %S/../schedule/Inputs/spmv.sp --schedule='format(A: sell(8, 12))' 2>&1 | FileCheck %s --check-prefix=MULTIPLE
// MULTIPLE: 1:19: error: the rows that 'sell' sorts together, 12, are no multiple of those side by side, 8
// RUN: not %sparse-opt %S/../schedule/Inputs/spmv.sp --schedule='format(A: sell(8, -8))' 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: 1:19: error: the number of rows to be sorted
// RUN: not %sparse-opt %S/Inputs/transposed.sp --schedule='format(A: csc(8))' 2>&1 | FileCheck %s --check-prefix=NOSIZES
// NOSIZES: 1:15: error: 'csc' takes no arguments
// RUN: not %sparse-opt %S/../schedule/Inputs/spmv.sp --schedule='format(A: auto(8))' 2>&1 | FileCheck %s --check-prefix=AUTOSIZES
// AUTOSIZES: 1:16: error: 'auto' takes no arguments
// RUN: not %sparse-opt %S/../schedule/Inputs/spmv.sp --schedule='format(A: bsr(3, 9))' 2>&1 | FileCheck %s --check-prefix=BLOCKS
// BLOCKS: 1:18: error: 'bsr' needs blocks of 2 to 8 rows and columns
// RUN: not %sparse-opt %S/../schedule/Inputs/spmv.sp --schedule='format(A: bsr)' 2>&1 | FileCheck %s --check-prefix=NOBLOCKS
// NOBLOCKS: 1:11: error: 'bsr' needs blocks of 2 to 8 rows and columns
// RUN: not %sparse-opt %S/../schedule/Inputs/spmv.sp --schedule='format(A: dia(8))' 2>&1 | FileCheck %s --check-prefix=DIASIZES
// DIASIZES: 1:15: error: 'dia' takes no arguments
// RUN: not %sparse-opt %S/../schedule/Inputs/spmv.sp --schedule='format(A:)' 2>&1 | FileCheck %s --check-prefix=NOKIND
// NOKIND: 1:8: error: expected a tensor and its format
// RUN: not %sparse-opt %S/../schedule/Inputs/spmv.sp --schedule='format(A: csc) format(A: csc)' 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: error: 'format' is given twice

// Loops that are no rows of positions any more.
// RUN: not %sparse-opt %S/../schedule/Inputs/spmv.sp --schedule='split(i, i0, i1, 4) format(A: sell(8, 16))' 2>&1 | FileCheck %s --check-prefix=CHANGED
// CHANGED: error: {{'p' has no compressed level|the loop over 'i' is not as it was written}}
// RUN: not %sparse-opt %S/../schedule/Inputs/spmv.sp --schedule='format(A: sell(8, 16)) split(i, i0, i1, 4)' 2>&1 | FileCheck %s --check-prefix=BEHIND
// BEHIND: 1:24: error: 'split' cannot change loops behind 'format'; only 'parallelize' can
// RUN: not %sparse-opt %S/../schedule/Inputs/spmv.sp --schedule='format(A: sell(8, 16)) parallelize(p, cpu_vector, parallel_reduction)' 2>&1 | FileCheck %s --check-prefix=LANESOFP
// LANESOFP: 1:1: error: the loop over 'p' is not as it was written

// Loops that layouts cannot run.
// RUN: not %sparse-opt %S/../schedule/Inputs/spmv.sp --schedule='format(A: csc)' 2>&1 | FileCheck %s --check-prefix=ROWS
// ROWS: 1:8: error: rows do more than their positions do; 'csc' runs positions by their coordinates
// RUN: not %sparse-opt %S/Inputs/transposed.sp --schedule='format(A: sell(8, 16))' 2>&1 | FileCheck %s --check-prefix=SCATTER
// SCATTER: 1:8: error: iterations of 'i' depend on each other through 'y'; a layout runs rows in another order
// RUN: not %sparse-opt %S/../schedule/Inputs/gauss-seidel.sp --schedule='format(val: sell(8, 16))' 2>&1 | FileCheck %s --check-prefix=SWEEP
// SWEEP: error: iterations of 'i' depend on each other through 'x'; a layout runs rows in another order
// RUN: not %sparse-opt %S/../schedule/Inputs/sddmm.sp --schedule='format(A: sell(8, 16))' 2>&1 | FileCheck %s --check-prefix=STORED
// STORED: error: 'p' is used for more than elements 'crd[p]' that are read
// RUN: not %sparse-opt %S/../schedule/Inputs/spmm.sp --schedule='format(A: sell(8, 16))' 2>&1 | FileCheck %s --check-prefix=LOOPS
// LOOPS: error: the loop over 'p' has loops or arrays of its own
// RUN: not %sparse-opt %S/Inputs/conditional.sp --schedule='format(A: sell(8, 16))' 2>&1 | FileCheck %s --check-prefix=CONDITION
// CONDITION: 1:8: error: 'val[p]' is read under a condition; a layout reads it always

// Stacks of threads may be small.
// RUN: not %sparse-opt %S/Inputs/sums.sp --schedule='format(A: dia)' 2>&1 | FileCheck %s --check-prefix=STACK
// STACK: 1:8: error: each row adds up more than 32 bytes; 'dia' keeps that of many rows at once
// RUN: %sparse-opt %S/Inputs/sums.sp --schedule='format(A: auto)' --lower | FileCheck %s --check-prefix=OTHERS --implicit-check-not=dia
// OTHERS: stored layout = bsr
// OTHERS: or layout = sell
