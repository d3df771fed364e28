// What iterations may race on is judged once, on the final graph.

// Rows are independent; the positions of a row meet in its accumulator.
// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "parallelize(p, cpu_thread, parallel_reduction)" \
// RUN:   | FileCheck %s --check-prefix=JOINED
// JOINED: body {
// JOINED-NEXT: loop i {
// JOINED-NEXT: var sum : f64 = 0.0
// JOINED-NEXT: loop p parallel(cpu_thread, parallel_reduction) {
// JOINED-NEXT: let j = crd[p]
// JOINED-NEXT: sum += val[p] * x[j]
// JOINED-NEXT: }
// JOINED-NEXT: y[i] = sum
// JOINED-NEXT: }
// JOINED-NEXT: }

// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "parallelize(p, cpu_thread, temporary)" \
// RUN:   | FileCheck %s --check-prefix=TEMPORARY
// TEMPORARY: body {
// TEMPORARY-NEXT: loop i {
// TEMPORARY-NEXT: var sum : f64 = 0.0
// TEMPORARY-NEXT: loop p parallel(cpu_thread, temporary) {
// TEMPORARY-NEXT: let j = crd[p]
// TEMPORARY-NEXT: sum += val[p] * x[j]
// TEMPORARY-NEXT: }
// TEMPORARY-NEXT: y[i] = sum
// TEMPORARY-NEXT: }
// TEMPORARY-NEXT: }

// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "parallelize(p, cpu_thread, atomics)" \
// RUN:   | FileCheck %s --check-prefix=ATOMICS
// ATOMICS: body {
// ATOMICS-NEXT: loop i {
// ATOMICS-NEXT: var sum : f64 = 0.0
// ATOMICS-NEXT: loop p parallel(cpu_thread, atomics(sum)) {
// ATOMICS-NEXT: let j = crd[p]
// ATOMICS-NEXT: sum += val[p] * x[j]
// ATOMICS-NEXT: }
// ATOMICS-NEXT: y[i] = sum
// ATOMICS-NEXT: }
// ATOMICS-NEXT: }

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "parallelize(p, cpu_thread, no_races)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SUM
// SUM: <schedule>:1:28: error: different iterations of 'p' update 'sum'{{$}}
// SUM: <schedule>:1:28: note: 'parallel_reduction' joins the updates, with its terms in another order{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "parallelize(p, cpu_vector, ignore_races)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=VOUCHED
// VOUCHED: <schedule>:1:28: error: all iterations of 'p' update 'sum'; 'ignore_races' cannot vouch for that{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "fp(strict) parallelize(p, cpu_vector, parallel_reduction)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STRICT
// STRICT: <schedule>:1:39: error: 'parallel_reduction' over 'p' would reassociate the reduction into 'sum', which 'fp(strict)' forbids{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "parallelize(p, cpu_thread, atomics) fp(strict)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STRICTATOMICS
// STRICTATOMICS: <schedule>:1:28: error: 'atomics' over 'p' would reassociate the reduction into 'sum', which 'fp(strict)' forbids{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "parallelize(p, cpu_vector, atomics)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LANES
// LANES: <schedule>:1:28: error: 'atomics' needs 'cpu_thread', not 'cpu_vector'{{$}}

// An element that all positions of a row update is like an accumulator.
// RUN: %sparse-opt %S/Inputs/straight.sp \
// RUN:   -schedule "parallelize(p, cpu_vector, parallel_reduction) parallelize(i, cpu_thread, no_races)" \
// RUN:   | FileCheck %s --check-prefix=ELEMENT
// ELEMENT: body {
// ELEMENT-NEXT: loop i parallel(cpu_thread, no_races) {
// ELEMENT-NEXT: loop p parallel(cpu_vector, parallel_reduction) {
// ELEMENT-NEXT: y[i] += val[p] * x[crd[p]]
// ELEMENT-NEXT: }
// ELEMENT-NEXT: }
// ELEMENT-NEXT: }

// RUN: not %sparse-opt %S/Inputs/straight.sp \
// RUN:   -schedule "parallelize(p, cpu_vector, no_races)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ELEMENTRACE
// ELEMENTRACE: <schedule>:1:28: error: different iterations of 'p' update the same elements of 'y'{{$}}
// ELEMENTRACE: <schedule>:1:28: note: 'parallel_reduction' joins the updates, with its terms in another order{{$}}

// Different elements are not.
// RUN: %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "parallelize(k, cpu_vector, no_races) parallelize(i, cpu_thread, no_races)" \
// RUN:   | FileCheck %s --check-prefix=COLUMNS
// COLUMNS: body {
// COLUMNS-NEXT: loop i parallel(cpu_thread, no_races) {
// COLUMNS-NEXT: loop p {
// COLUMNS-NEXT: let j = crd[p]
// COLUMNS-NEXT: loop k parallel(cpu_vector, no_races) {
// COLUMNS-NEXT: C[i * K + k] += val[p] * B[j * K + k]
// COLUMNS-NEXT: }
// COLUMNS-NEXT: }
// COLUMNS-NEXT: }
// COLUMNS-NEXT: }

// RUN: %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "parallelize(p, cpu_thread, parallel_reduction)" \
// RUN:   | FileCheck %s --check-prefix=ELEMENTS
// ELEMENTS: operand C : f64[] written extent max(max(0:i64, (i64(m) - 1:i64) * i64(K)) + (i64(K) - 1:i64) + 1:i64, 0:i64)
// ELEMENTS: guard "elements in front of 'C' may be accessed, of which copies have none" min(0:i64, (i64(m) - 1:i64) * i64(K)) >= 0:i64

// RUN: not %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "parallelize(p, cpu_thread, ignore_races)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ALL
// ALL: <schedule>:1:28: error: all iterations of 'p' update the same elements of 'C'; 'ignore_races' cannot vouch for that{{$}}

// A scatter: the user may know that rows do not meet.
// RUN: %sparse-opt %S/Inputs/csc.sp \
// RUN:   -schedule "parallelize(j, cpu_thread, atomics)" \
// RUN:   | FileCheck %s --check-prefix=SCATTER
// SCATTER: body {
// SCATTER-NEXT: loop j parallel(cpu_thread, atomics(y)) {
// SCATTER-NEXT: loop p {
// SCATTER-NEXT: let i = row[p]
// SCATTER-NEXT: y[i] += val[p] * x[j]
// SCATTER-NEXT: }
// SCATTER-NEXT: }
// SCATTER-NEXT: }

// RUN: %sparse-opt %S/Inputs/csc.sp \
// RUN:   -schedule "parallelize(p, cpu_vector, ignore_races)" \
// RUN:   | FileCheck %s --check-prefix=VOUCH
// VOUCH: body {
// VOUCH-NEXT: loop j {
// VOUCH-NEXT: loop p parallel(cpu_vector, ignore_races) {
// VOUCH-NEXT: let i = row[p]
// VOUCH-NEXT: y[i] += val[p] * x[j]
// VOUCH-NEXT: }
// VOUCH-NEXT: }
// VOUCH-NEXT: }

// RUN: not %sparse-opt %S/Inputs/csc.sp \
// RUN:   -schedule "parallelize(j, cpu_thread, no_races)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SCATTERRACE
// SCATTERRACE: <schedule>:1:28: error: different iterations of 'j' may update one element of 'y'{{$}}
// SCATTERRACE: <schedule>:1:28: note: 'parallel_reduction' joins copies of 'y', with its terms in another order{{$}}
// SCATTERRACE: <schedule>:1:28: note: 'atomics' makes each update atomic, in an order that differs from run to run; that is often slower than one thread{{$}}
// SCATTERRACE-NOT: ignore_races

// How far a plain pointer is used is found; of records there are no copies.
// RUN: %sparse-opt %S/Inputs/csc.sp \
// RUN:   -schedule "parallelize(j, cpu_thread, temporary)" \
// RUN:   | %sparse-opt - | FileCheck %s --check-prefix=REACH
// REACH: operand y : f64[] written extent y_reach
// REACH: operand y_reach : i64 reach of y
// REACH: loop j parallel(cpu_thread, temporary(y)) {
// RUN: sed 's/y : f64\[\]/y : f64[] of ys "sum"/' %S/Inputs/csc.sp > %t.records.sp
// RUN: not %sparse-opt %t.records.sp \
// RUN:   -schedule "parallelize(j, cpu_thread, temporary)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SCATTERJOIN
// SCATTERJOIN: <schedule>:1:28: error: 'j' updates different elements of 'y', of which 'temporary' needs copies, but it is not known how many elements 'y' has{{$}}

// RUN: %sparse-opt %S/Inputs/csc.sp \
// RUN:   -schedule "assume(extent(y, n)) parallelize(j, cpu_thread, temporary)" \
// RUN:   | %sparse-opt - | FileCheck %s --check-prefix=COPIES
// COPIES: body {
// COPIES-NEXT: loop j parallel(cpu_thread, temporary(y)) {
// COPIES-NEXT: loop p {

// RUN: not %sparse-opt %S/Inputs/csc.sp \
// RUN:   -schedule "assume(extent(y, n)) parallelize(j, cpu_thread, no_races)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=COPIESHELP
// COPIESHELP: <schedule>:1:49: error: different iterations of 'j' may update one element of 'y'{{$}}
// COPIESHELP: <schedule>:1:49: note: 'parallel_reduction' joins copies of 'y', with its terms in another order{{$}}
// COPIESHELP: <schedule>:1:49: note: 'atomics' makes each update atomic, in an order that differs from run to run; that is often slower than one thread{{$}}

// RUN: not %sparse-opt %S/Inputs/csc.sp \
// RUN:   -schedule "assume(extent(y, n)) parallelize(p, cpu_vector, parallel_reduction)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LANECOPIES
// LANECOPIES: <schedule>:1:49: error: 'parallel_reduction' joins updates of one variable or element, but 'p' updates different elements of 'y'{{$}}

// RUN: not %sparse-opt %S/Inputs/csc.sp \
// RUN:   -schedule "assume(extent(y, n)) fp(strict) parallelize(j, cpu_thread, parallel_reduction)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STRICTCOPIES
// STRICTCOPIES: <schedule>:1:60: error: 'parallel_reduction' over 'j' would reassociate the reduction into 'y', which 'fp(strict)' forbids{{$}}

// A value carried from row to row stays in order whatever the user says.
// RUN: %sparse-opt %S/Inputs/gauss-seidel.sp \
// RUN:   -schedule "parallelize(p, cpu_vector, parallel_reduction)" \
// RUN:   | FileCheck %s --check-prefix=INNER
// INNER: body {
// INNER-NEXT: loop i {
// INNER-NEXT: var s : f64 = b[i]
// INNER-NEXT: loop p parallel(cpu_vector, parallel_reduction) {
// INNER-NEXT: s += -(val[p] * x[crd[p]])
// INNER-NEXT: }
// INNER-NEXT: x[i] = s / d[i]
// INNER-NEXT: }
// INNER-NEXT: }

// RUN: not %sparse-opt %S/Inputs/gauss-seidel.sp \
// RUN:   -schedule "parallelize(i, cpu_thread, no_races)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CARRIED
// CARRIED: <schedule>:1:28: error: iterations of 'i' depend on each other: one reads 'x' where another may have written it{{$}}
// CARRIED: <schedule>:1:28: note: 'wavefront' runs them in the order that the data allow, with the same results{{$}}

// RUN: not %sparse-opt %S/Inputs/gauss-seidel.sp \
// RUN:   -schedule "parallelize(i, cpu_thread, ignore_races)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CARRIEDVOUCHED
// CARRIEDVOUCHED: <schedule>:1:28: error: iterations of 'i' depend on each other: one reads 'x' where another may have written it{{$}}
// CARRIEDVOUCHED: <schedule>:1:28: note: 'wavefront' runs them in the order that the data allow, with the same results{{$}}

// RUN: not %sparse-opt %S/Inputs/gauss-seidel.sp \
// RUN:   -schedule "parallelize(i, cpu_thread, atomics)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CARRIEDATOMIC
// CARRIEDATOMIC: <schedule>:1:28: error: iterations of 'i' depend on each other: one reads 'x' where another may have written it{{$}}
// CARRIEDATOMIC: <schedule>:1:28: note: 'wavefront' runs them in the order that the data allow, with the same results{{$}}
