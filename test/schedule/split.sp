// split(i, i0, i1, N): two loops, the inner one of N iterations, in the same order.
// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "split(i, i0, i1, 32)" \
// RUN:   | FileCheck %s --check-prefix=SPLIT
// SPLIT: split i -> i0, i1 by 32
// SPLIT: body {
// SPLIT-NEXT: loop i0 {
// SPLIT-NEXT: loop i1 {
// SPLIT-NEXT: var sum : f64 = 0.0
// SPLIT-NEXT: loop p {
// SPLIT-NEXT: let j = crd[p]
// SPLIT-NEXT: sum += val[p] * x[j]
// SPLIT-NEXT: }
// SPLIT-NEXT: y[i] = sum
// SPLIT-NEXT: }
// SPLIT-NEXT: }
// SPLIT-NEXT: }

// A split variable can be split again; the rows stay one loop nest.
// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "split(i, i0, i1, 32) split(i1, i10, i11, 8)" \
// RUN:   | FileCheck %s --check-prefix=TWICE
// TWICE: split i -> i0, i1 by 32
// TWICE: split i1 -> i10, i11 by 8
// TWICE: body {
// TWICE-NEXT: loop i0 {
// TWICE-NEXT: loop i10 {
// TWICE-NEXT: loop i11 {
// TWICE-NEXT: var sum : f64 = 0.0
// TWICE-NEXT: loop p {
// TWICE-NEXT: let j = crd[p]
// TWICE-NEXT: sum += val[p] * x[j]
// TWICE-NEXT: }
// TWICE-NEXT: y[i] = sum
// TWICE-NEXT: }
// TWICE-NEXT: }
// TWICE-NEXT: }
// TWICE-NEXT: }

// Positions are tiled within a row.
// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "split(p, p0, p1, 4)" \
// RUN:   | FileCheck %s --check-prefix=POSITIONS
// POSITIONS: split p -> p0, p1 by 4
// POSITIONS: body {
// POSITIONS-NEXT: loop i {
// POSITIONS-NEXT: var sum : f64 = 0.0
// POSITIONS-NEXT: loop p0 {
// POSITIONS-NEXT: loop p1 {
// POSITIONS-NEXT: let j = crd[p]
// POSITIONS-NEXT: sum += val[p] * x[j]
// POSITIONS-NEXT: }
// POSITIONS-NEXT: }
// POSITIONS-NEXT: y[i] = sum
// POSITIONS-NEXT: }
// POSITIONS-NEXT: }

// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "split(i, i0, i1, 0x1'00u)" \
// RUN:   | FileCheck %s --check-prefix=LITERAL
// LITERAL: split i -> i0, i1 by 256
// LITERAL: body {
// LITERAL-NEXT: loop i0 {
// LITERAL-NEXT: loop i1 {
// LITERAL-NEXT: var sum : f64 = 0.0
// LITERAL-NEXT: loop p {
// LITERAL-NEXT: let j = crd[p]
// LITERAL-NEXT: sum += val[p] * x[j]
// LITERAL-NEXT: }
// LITERAL-NEXT: y[i] = sum
// LITERAL-NEXT: }
// LITERAL-NEXT: }
// LITERAL-NEXT: }

// Factors are positive and small enough for 64-bit products.
// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "split(i, i0, i1, 0)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ZERO
// ZERO: <schedule>:1:18: error: the factor must be positive, found 0{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "split(i, i0, i1, -4)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: <schedule>:1:18: error: the factor must be positive, found -4{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "split(i, i0, i1, 2147483648)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LARGE
// LARGE: <schedule>:1:18: error: the factor must be at most 2147483647, found 2147483648{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "split(i, i0, i1, 99999999999999999999)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=HUGE
// HUGE: <schedule>:1:18: error: expected an integer constant, found '99999999999999999999'{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "split(i, i0, i1, N)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NAME
// NAME: <schedule>:1:18: error: expected an integer constant, found 'N'{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "split(i, i0, i1, 1.5)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FLOAT
// FLOAT: <schedule>:1:18: error: expected an integer constant, found '1.5'{{$}}

// Loops must exist and must not be consumed; new names must be new.
// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "split(q, i0, i1, 4)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: <schedule>:1:7: error: unknown loop 'q'{{$}}
// UNKNOWN: <schedule>:1:7: note: the loops are 'i' and 'p'{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "split(i, i0, i1, 4) split(i, a, b, 4)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CONSUMED
// CONSUMED: <schedule>:1:27: error: 'i' was split into 'i0' and 'i1'; name one of them{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "split(i, x, i1, 4)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OPERAND
// OPERAND: <schedule>:1:10: error: the name 'x' is taken; a loop that a command makes needs a new name{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "split(i, i0, j, 4)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=COORDINATE
// COORDINATE: <schedule>:1:14: error: the name 'j' is taken; a loop that a command makes needs a new name{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "split(i, sum, i1, 4)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LOCAL
// LOCAL: <schedule>:1:10: error: the name 'sum' is taken; a loop that a command makes needs a new name{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "split(i, i, i1, 4)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SELF
// SELF: <schedule>:1:10: error: the name 'i' is taken; a loop that a command makes needs a new name{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "split(i, i0, i0, 4)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SAME
// SAME: <schedule>:1:14: error: 'i0' is given twice; the two loops need different names{{$}}

// Coordinates cannot be tiled yet.
// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "split(j, j0, j1, 4)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=COORD
// COORD: <schedule>:1:7: error: 'split' over coordinate 'j' needs 'coord(p, j)' before it, or split the positions with 'p'{{$}}

// Tags come last.
// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "parallelize(i, cpu_thread, no_races) split(i, i0, i1, 4)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PARALLEL
// PARALLEL: <schedule>:1:44: error: 'i' is parallel already; put 'split' before 'parallelize(i, ...)'{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "parallelize(p, cpu_vector, parallel_reduction) split(i, i0, i1, 4)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ENCLOSING
// ENCLOSING: <schedule>:1:54: error: 'i' encloses 'p', which is parallel already; put 'split' before 'parallelize(p, ...)'{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "unroll(p, 4) split(p, p0, p1, 4)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNROLLED
// UNROLLED: <schedule>:1:20: error: 'p' is unrolled already; put 'split' before 'unroll'{{$}}
