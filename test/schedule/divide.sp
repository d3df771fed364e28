// divide(i, i0, i1, N): two loops, the outer one of N iterations, in the same order.
// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "divide(i, i0, i1, 4)" \
// RUN:   | FileCheck %s --check-prefix=DIVIDE
// DIVIDE: divide i -> i0, i1 into 4
// DIVIDE: body {
// DIVIDE-NEXT: loop i0 {
// DIVIDE-NEXT: loop i1 {
// DIVIDE-NEXT: var sum : f64 = 0.0
// DIVIDE-NEXT: loop p {
// DIVIDE-NEXT: let j = crd[p]
// DIVIDE-NEXT: sum += val[p] * x[j]
// DIVIDE-NEXT: }
// DIVIDE-NEXT: y[i] = sum
// DIVIDE-NEXT: }
// DIVIDE-NEXT: }
// DIVIDE-NEXT: }

// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "divide(i, i0, i1, 4) split(i1, a, b, 16)" \
// RUN:   | FileCheck %s --check-prefix=NESTED
// NESTED: divide i -> i0, i1 into 4
// NESTED: split i1 -> a, b by 16
// NESTED: body {
// NESTED-NEXT: loop i0 {
// NESTED-NEXT: loop a {
// NESTED-NEXT: loop b {
// NESTED-NEXT: var sum : f64 = 0.0
// NESTED-NEXT: loop p {
// NESTED-NEXT: let j = crd[p]
// NESTED-NEXT: sum += val[p] * x[j]
// NESTED-NEXT: }
// NESTED-NEXT: y[i] = sum
// NESTED-NEXT: }
// NESTED-NEXT: }
// NESTED-NEXT: }
// NESTED-NEXT: }

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "divide(i, i0, i1, 0)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ZERO
// ZERO: <schedule>:1:19: error: the number of pieces must be positive, found 0{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "divide(i, i0, i1, 2147483648)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LARGE
// LARGE: <schedule>:1:19: error: the number of pieces must be at most 2147483647, found 2147483648{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "divide(i, val, i1, 4)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TAKEN
// TAKEN: <schedule>:1:11: error: the name 'val' is taken; a loop that a command makes needs a new name{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "divide(i, i0, i1, 4) divide(i, a, b, 4)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CONSUMED
// CONSUMED: <schedule>:1:29: error: 'i' was divided into 'i0' and 'i1'; name one of them{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "divide(j, j0, j1, 4)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=COORD
// COORD: <schedule>:1:8: error: 'divide' over coordinate 'j' needs 'coord', which is not supported yet; divide the positions with 'p'{{$}}
