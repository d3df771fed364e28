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
// COORD: <schedule>:1:8: error: 'divide' over coordinate 'j' needs 'coord(p, j)' before it, or divide the positions with 'p'{{$}}

// balance(p): as many pieces as threads, or as given, of near-equal work over the positions p.
// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "divide(i, t, ir, threads, balance(p)) parallelize(t, cpu_thread, no_races)" \
// RUN:   | FileCheck %s --check-prefix=BALANCE
// BALANCE: balance i -> t, ir into 0 over p
// BALANCE: body {
// BALANCE-NEXT: loop t parallel(cpu_thread, no_races) {
// BALANCE-NEXT: loop ir {
// BALANCE-NEXT: var sum : f64 = 0.0
// BALANCE-NEXT: loop p {
// BALANCE-NEXT: let j = crd[p]
// BALANCE-NEXT: sum += val[p] * x[j]
// BALANCE-NEXT: }
// BALANCE-NEXT: y[i] = sum
// BALANCE-NEXT: }
// BALANCE-NEXT: }
// BALANCE-NEXT: }

// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "divide(i, t, ir, 16, balance(j)) split(ir, a, b, 4)" \
// RUN:   | FileCheck %s --check-prefix=PIECES
// PIECES: balance i -> t, ir into 16 over p
// PIECES: split ir -> a, b by 4
// PIECES: body {
// PIECES-NEXT: loop t {
// PIECES-NEXT: loop a {
// PIECES-NEXT: loop b {
// PIECES-NEXT: var sum : f64 = 0.0
// PIECES-NEXT: loop p {
// PIECES-NEXT: let j = crd[p]
// PIECES-NEXT: sum += val[p] * x[j]
// PIECES-NEXT: }
// PIECES-NEXT: y[i] = sum
// PIECES-NEXT: }
// PIECES-NEXT: }
// PIECES-NEXT: }
// PIECES-NEXT: }

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "divide(i, t, ir, 513, balance(p))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MANY
// MANY: <schedule>:1:18: error: the number of pieces must be at most 512, found 513{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "divide(i, t, ir, threads, p)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FORM
// FORM: <schedule>:1:27: error: expected 'balance(p)', found 'p'{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "divide(i, t, ir, threads, balance(i))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WHAT
// WHAT: <schedule>:1:35: error: 'i' does not run over the positions of 'i', from 'pos[i]' to 'pos[i + 1]'{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "divide(i, t, ir, threads, balance(q))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: <schedule>:1:35: error: unknown loop 'q'{{$}}
// UNKNOWN: <schedule>:1:35: note: the loops are 'i' and 'p'{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "split(i, i0, i1, 4) divide(i0, t, ir, threads, balance(p))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DERIVED
// DERIVED: <schedule>:1:56: error: 'p' does not run over the positions of 'i0', from 'pos[i0]' to 'pos[i0 + 1]'{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "divide(i, t, ir, threads, balance(p)) reorder(t, ir)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ORDER
// ORDER: <schedule>:1:39: error: cannot exchange 't' and 'ir': each iteration of 't' has a range of its own for 'ir'{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "divide(i, t, ir, threads)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=THREADS
// THREADS: <schedule>:1:18: error: expected an integer constant, found 'threads'{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "divide(i, t, ir, threads, balance(p)) split(t, a, b, 2)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CUT
// CUT: <schedule>:1:45: error: 't' runs over pieces of balanced work, which stay as they are{{$}}
