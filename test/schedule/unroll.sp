// unroll(i) unrolls fully, unroll(i, N) makes N copies of the body.
// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "unroll(p, 4)" \
// RUN:   | FileCheck %s --check-prefix=COUNT
// COUNT: body {
// COUNT-NEXT: loop i {
// COUNT-NEXT: var sum : f64 = 0.0
// COUNT-NEXT: loop p unroll(4) {
// COUNT-NEXT: let j = crd[p]
// COUNT-NEXT: sum += val[p] * x[j]
// COUNT-NEXT: }
// COUNT-NEXT: y[i] = sum
// COUNT-NEXT: }
// COUNT-NEXT: }

// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "split(p, p0, p1, 8) unroll(p1)" \
// RUN:   | FileCheck %s --check-prefix=FULL
// FULL: split p -> p0, p1 by 8
// FULL: body {
// FULL-NEXT: loop i {
// FULL-NEXT: var sum : f64 = 0.0
// FULL-NEXT: loop p0 {
// FULL-NEXT: loop p1 unroll(full) {
// FULL-NEXT: let j = crd[p]
// FULL-NEXT: sum += val[p] * x[j]
// FULL-NEXT: }
// FULL-NEXT: }
// FULL-NEXT: y[i] = sum
// FULL-NEXT: }
// FULL-NEXT: }

// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "divide(p, p0, p1, 8) unroll(p0)" \
// RUN:   | FileCheck %s --check-prefix=PIECES
// PIECES: divide p -> p0, p1 into 8
// PIECES: body {
// PIECES-NEXT: loop i {
// PIECES-NEXT: var sum : f64 = 0.0
// PIECES-NEXT: loop p0 unroll(full) {
// PIECES-NEXT: loop p1 {
// PIECES-NEXT: let j = crd[p]
// PIECES-NEXT: sum += val[p] * x[j]
// PIECES-NEXT: }
// PIECES-NEXT: }
// PIECES-NEXT: y[i] = sum
// PIECES-NEXT: }
// PIECES-NEXT: }

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "unroll(p)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=VARIABLE
// VARIABLE: <schedule>:1:8: error: 'p' does not have a constant number of iterations; give a count, as in 'unroll(p, 4)', or split it by a constant first{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "split(p, p0, p1, 8) unroll(p0)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OUTER
// OUTER: <schedule>:1:28: error: 'p0' does not have a constant number of iterations; give a count, as in 'unroll(p0, 4)', or split it by a constant first{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "split(p, p0, p1, 8192) unroll(p1)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LONG
// LONG: <schedule>:1:31: error: 'p1' has 8192 iterations; at most 4096 can be unrolled fully{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "unroll(p, 0)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ZERO
// ZERO: <schedule>:1:11: error: the unroll count must be positive, found 0{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "unroll(p, 4097)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MANY
// MANY: <schedule>:1:11: error: the unroll count must be at most 4096, found 4097{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "unroll(p, 4) unroll(p, 2)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TWICE
// TWICE: <schedule>:1:21: error: 'p' is unrolled already{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "parallelize(i, cpu_thread, no_races) unroll(i, 2)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PARALLEL
// PARALLEL: <schedule>:1:45: error: 'i' is parallel; a parallel loop cannot be unrolled{{$}}
