// reorder(i, j) swaps two directly nested loops, named in any order.

// The let between the loops moves into both.
// RUN: %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "reorder(p, k)" \
// RUN:   | FileCheck %s --check-prefix=SWAP
// SWAP: body {
// SWAP-NEXT: loop i {
// SWAP-NEXT: loop k {
// SWAP-NEXT: loop p {
// SWAP-NEXT: let j = crd[p]
// SWAP-NEXT: C[i * K + k] += val[p] * B[j * K + k]
// SWAP-NEXT: }
// SWAP-NEXT: }
// SWAP-NEXT: }
// SWAP-NEXT: }

// RUN: %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "reorder(k, p)" \
// RUN:   | FileCheck %s --check-prefix=EITHER
// EITHER: body {
// EITHER-NEXT: loop i {
// EITHER-NEXT: loop k {
// EITHER-NEXT: loop p {
// EITHER-NEXT: let j = crd[p]
// EITHER-NEXT: C[i * K + k] += val[p] * B[j * K + k]
// EITHER-NEXT: }
// EITHER-NEXT: }
// EITHER-NEXT: }
// EITHER-NEXT: }

// RUN: %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "split(i, i0, i1, 8) reorder(i0, i1)" \
// RUN:   | FileCheck %s --check-prefix=TILES
// TILES: split i -> i0, i1 by 8
// TILES: body {
// TILES-NEXT: loop i1 {
// TILES-NEXT: loop i0 {
// TILES-NEXT: loop p {
// TILES-NEXT: let j = crd[p]
// TILES-NEXT: loop k {
// TILES-NEXT: C[i * K + k] += val[p] * B[j * K + k]
// TILES-NEXT: }
// TILES-NEXT: }
// TILES-NEXT: }
// TILES-NEXT: }
// TILES-NEXT: }

// RUN: not %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "reorder(p, q)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: <schedule>:1:12: error: unknown loop 'q'{{$}}
// UNKNOWN: <schedule>:1:12: note: the loops are 'i', 'p' and 'k'{{$}}

// RUN: not %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "reorder(p, p)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ITSELF
// ITSELF: <schedule>:1:12: error: 'p' cannot be exchanged with itself{{$}}

// RUN: not %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "reorder(p, j)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ALIAS
// ALIAS: <schedule>:1:12: error: 'p' cannot be exchanged with itself{{$}}

// RUN: not %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "reorder(i, k)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DISTANT
// DISTANT: <schedule>:1:1: error: 'i' and 'k' are not directly nested: 'p' runs between them{{$}}

// Positions follow the rows they belong to.
// RUN: not %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "reorder(i, p)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STORAGE
// STORAGE: <schedule>:1:1: error: 'reorder(i, p)' would iterate 'val' out of storage order: 'p' runs over compressed level 2 of 'val', below 'i'{{$}}

// RUN: not %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "parallelize(k, cpu_vector, no_races) reorder(p, k)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PARALLEL
// PARALLEL: <schedule>:1:46: error: 'p' encloses 'k', which is parallel already; put 'reorder' before 'parallelize(k, ...)'{{$}}

// An accumulator between the loops would mix the values of its iterations.
// RUN: not %sparse-opt %S/Inputs/sddmm.sp \
// RUN:   -schedule "reorder(p, k)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ACCUMULATOR
// ACCUMULATOR: <schedule>:1:1: error: cannot exchange 'p' and 'k': 's' is set for each 'p' outside the loop over 'k', and its values would be mixed{{$}}

// The positions of a row may be summed in another order unless fp(strict) stands.
// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "split(p, p0, p1, 4) reorder(p0, p1)" \
// RUN:   | FileCheck %s --check-prefix=REASSOCIATES
// REASSOCIATES: split p -> p0, p1 by 4
// REASSOCIATES: body {
// REASSOCIATES-NEXT: loop i {
// REASSOCIATES-NEXT: var sum : f64 = 0.0
// REASSOCIATES-NEXT: loop p1 {
// REASSOCIATES-NEXT: loop p0 {
// REASSOCIATES-NEXT: let j = crd[p]
// REASSOCIATES-NEXT: sum += val[p] * x[j]
// REASSOCIATES-NEXT: }
// REASSOCIATES-NEXT: }
// REASSOCIATES-NEXT: y[i] = sum
// REASSOCIATES-NEXT: }
// REASSOCIATES-NEXT: }

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "fp(strict) split(p, p0, p1, 4) reorder(p0, p1)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STRICT
// STRICT: <schedule>:1:32: error: cannot exchange 'p0' and 'p1': it would reassociate the reduction into 'sum', which 'fp(strict)' forbids{{$}}
