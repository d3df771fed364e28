// order(...) lists the loops of one path from the root to an innermost loop.

// The schedule of figure 2-1(c): a loop over positions may be called by its coordinate.
// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "split(i, i0, i1, 32) order(i0, i1, j)" \
// RUN:   | FileCheck %s --check-prefix=ROWS
// ROWS: split i -> i0, i1 by 32
// ROWS: body {
// ROWS-NEXT: loop i0 {
// ROWS-NEXT: loop i1 {
// ROWS-NEXT: var sum : f64 = 0.0
// ROWS-NEXT: loop p {
// ROWS-NEXT: let j = crd[p]
// ROWS-NEXT: sum += val[p] * x[j]
// ROWS-NEXT: }
// ROWS-NEXT: y[i] = sum
// ROWS-NEXT: }
// ROWS-NEXT: }
// ROWS-NEXT: }

// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "order(i, p)" \
// RUN:   | FileCheck %s --check-prefix=SAME
// SAME: body {
// SAME-NEXT: loop i {
// SAME-NEXT: var sum : f64 = 0.0
// SAME-NEXT: loop p {
// SAME-NEXT: let j = crd[p]
// SAME-NEXT: sum += val[p] * x[j]
// SAME-NEXT: }
// SAME-NEXT: y[i] = sum
// SAME-NEXT: }
// SAME-NEXT: }

// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "split(i, i0, i1, 32) order(i1, i0, p)" \
// RUN:   | FileCheck %s --check-prefix=SWAPPED
// SWAPPED: split i -> i0, i1 by 32
// SWAPPED: body {
// SWAPPED-NEXT: loop i1 {
// SWAPPED-NEXT: loop i0 {
// SWAPPED-NEXT: var sum : f64 = 0.0
// SWAPPED-NEXT: loop p {
// SWAPPED-NEXT: let j = crd[p]
// SWAPPED-NEXT: sum += val[p] * x[j]
// SWAPPED-NEXT: }
// SWAPPED-NEXT: y[i] = sum
// SWAPPED-NEXT: }
// SWAPPED-NEXT: }
// SWAPPED-NEXT: }

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "order(i)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MISSING
// MISSING: <schedule>:1:1: error: 'order' leaves out 'p'; the loops are now 'i' and 'p'{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "split(i, i0, i1, 4) order(i0, p)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MISSING2
// MISSING2: <schedule>:1:21: error: 'order' leaves out 'i1'; the loops are now 'i0', 'i1' and 'p'{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "order(i, p, i)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TWICE
// TWICE: <schedule>:1:13: error: 'i' is listed twice{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "order(i, p, j)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BOTHNAMES
// BOTHNAMES: <schedule>:1:13: error: 'p' and 'j' are one loop, which is listed twice{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "order(i, k)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: <schedule>:1:10: error: unknown loop 'k'{{$}}
// UNKNOWN: <schedule>:1:10: note: the loops are 'i' and 'p'{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "split(i, i0, i1, 4) order(i, p)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CONSUMED
// CONSUMED: <schedule>:1:27: error: 'i' was split into 'i0' and 'i1'; name one of them{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "order(p, i)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STORAGE
// STORAGE: <schedule>:1:7: error: 'order(p, i)' would iterate 'val' out of storage order: 'p' runs over compressed level 2 of 'val', below 'i'{{$}}

// Appendix A.3 of the thesis, by the positions' own name.
// RUN: %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "split(i, i0, i1, 8) split(p, jp0, jp1, 8) order(i0, i1, jp0, k, jp1)" \
// RUN:   | FileCheck %s --check-prefix=TILED
// TILED: split i -> i0, i1 by 8
// TILED: split p -> jp0, jp1 by 8
// TILED: body {
// TILED-NEXT: loop i0 {
// TILED-NEXT: loop i1 {
// TILED-NEXT: loop jp0 {
// TILED-NEXT: loop k {
// TILED-NEXT: loop jp1 {
// TILED-NEXT: let j = crd[p]
// TILED-NEXT: C[i * K + k] += val[p] * B[j * K + k]
// TILED-NEXT: }
// TILED-NEXT: }
// TILED-NEXT: }
// TILED-NEXT: }
// TILED-NEXT: }
// TILED-NEXT: }

// RUN: %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "order(k, i, p)" \
// RUN:   | FileCheck %s --check-prefix=OUTERMOST
// OUTERMOST: body {
// OUTERMOST-NEXT: loop k {
// OUTERMOST-NEXT: loop i {
// OUTERMOST-NEXT: loop p {
// OUTERMOST-NEXT: let j = crd[p]
// OUTERMOST-NEXT: C[i * K + k] += val[p] * B[j * K + k]
// OUTERMOST-NEXT: }
// OUTERMOST-NEXT: }
// OUTERMOST-NEXT: }
// OUTERMOST-NEXT: }

// RUN: not %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "parallelize(k, cpu_vector, no_races) order(i, k, p)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PARALLEL
// PARALLEL: <schedule>:1:47: error: 'p' encloses 'k', which is parallel already; put 'order' before 'parallelize(k, ...)'{{$}}
