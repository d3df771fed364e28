// pos(j, jp, A) counts the iterations of j in positions of A; A may be left out.
// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "pos(j, jp, val) split(jp, a, b, 8)" \
// RUN:   | FileCheck %s --check-prefix=ROW
// ROW: pos p -> jp over A
// ROW: split jp -> a, b by 8
// ROW: body {
// ROW-NEXT: loop i {
// ROW-NEXT: var sum : f64 = 0.0
// ROW-NEXT: loop a {
// ROW-NEXT: loop b {
// ROW-NEXT: let j = crd[p]
// ROW-NEXT: sum += val[p] * x[j]
// ROW-NEXT: }
// ROW-NEXT: }
// ROW-NEXT: y[i] = sum
// ROW-NEXT: }
// ROW-NEXT: }

// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "pos(j, jp)" \
// RUN:   | FileCheck %s --check-prefix=SHORT
// SHORT: pos p -> jp over A
// SHORT: body {
// SHORT-NEXT: loop i {
// SHORT-NEXT: var sum : f64 = 0.0
// SHORT-NEXT: loop jp {
// SHORT-NEXT: let j = crd[p]
// SHORT-NEXT: sum += val[p] * x[j]
// SHORT-NEXT: }
// SHORT-NEXT: y[i] = sum
// SHORT-NEXT: }
// SHORT-NEXT: }

// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "pos(j, jp, crd)" \
// RUN:   | FileCheck %s --check-prefix=ARRAY
// ARRAY: pos p -> jp over A
// ARRAY: body {
// ARRAY-NEXT: loop i {
// ARRAY-NEXT: var sum : f64 = 0.0
// ARRAY-NEXT: loop jp {
// ARRAY-NEXT: let j = crd[p]
// ARRAY-NEXT: sum += val[p] * x[j]
// ARRAY-NEXT: }
// ARRAY-NEXT: y[i] = sum
// ARRAY-NEXT: }
// ARRAY-NEXT: }

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "pos(p, jp, val)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ALREADY
// ALREADY: <schedule>:1:5: error: 'p' counts positions already{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "pos(i, ip, val)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DENSE
// DENSE: <schedule>:1:5: error: 'i' does not run over stored positions{{$}}
// DENSE: <schedule>:1:5: note: 'split' and 'divide' cut 'i' as it is{{$}}
// DENSE: <schedule>:1:5: note: stored positions are those of 'p'{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "pos(j, jp, x)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TENSOR
// TENSOR: <schedule>:1:12: error: 'p' does not run over the positions of 'x'{{$}}
// TENSOR: <schedule>:1:12: note: it runs over 'val'{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "pos(j, p, val)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TAKEN
// TAKEN: <schedule>:1:8: error: the name 'p' is taken; a loop that a command makes needs a new name{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "pos(j, jp, val) pos(j, jq, val)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=AGAIN
// AGAIN: <schedule>:1:21: error: 'p' was replaced by 'jp'; name that{{$}}
