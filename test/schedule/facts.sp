// Clauses that state something hold for all commands, wherever they stand.
// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "num_threads(4) parallelize(i, cpu_thread, no_races)" \
// RUN:   | FileCheck %s --check-prefix=THREADS
// THREADS: fact num_threads 4
// THREADS: body {
// THREADS-NEXT: loop i parallel(cpu_thread, no_races) {
// THREADS-NEXT: var sum : f64 = 0.0
// THREADS-NEXT: loop p {
// THREADS-NEXT: let j = crd[p]
// THREADS-NEXT: sum += val[p] * x[j]
// THREADS-NEXT: }
// THREADS-NEXT: y[i] = sum
// THREADS-NEXT: }
// THREADS-NEXT: }

// A number that is known at run time only is checked there.
// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "num_threads(m) parallelize(i, cpu_thread, no_races)" \
// RUN:   | FileCheck %s --check-prefix=RUNTIME
// RUNTIME: guard "the number of threads is not positive or too large" i64(m) >= 1:i64 && i64(m) <= 2147483647:i64
// RUNTIME: fact num_threads m
// RUNTIME: body {
// RUNTIME-NEXT: loop i parallel(cpu_thread, no_races) {
// RUNTIME-NEXT: var sum : f64 = 0.0
// RUNTIME-NEXT: loop p {
// RUNTIME-NEXT: let j = crd[p]
// RUNTIME-NEXT: sum += val[p] * x[j]
// RUNTIME-NEXT: }
// RUNTIME-NEXT: y[i] = sum
// RUNTIME-NEXT: }
// RUNTIME-NEXT: }

// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "assume(noalias(y, x), noalias(y, val)) parallelize(i, cpu_thread, no_races)" \
// RUN:   | FileCheck %s --check-prefix=NOALIAS
// NOALIAS: fact noalias y, x
// NOALIAS: fact noalias y, val
// NOALIAS: body {
// NOALIAS-NEXT: loop i parallel(cpu_thread, no_races) {
// NOALIAS-NEXT: var sum : f64 = 0.0
// NOALIAS-NEXT: loop p {
// NOALIAS-NEXT: let j = crd[p]
// NOALIAS-NEXT: sum += val[p] * x[j]
// NOALIAS-NEXT: }
// NOALIAS-NEXT: y[i] = sum
// NOALIAS-NEXT: }
// NOALIAS-NEXT: }

// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "parallelize(i, cpu_thread, no_races) fp(strict)" \
// RUN:   | FileCheck %s --check-prefix=STRICT
// STRICT: fact fp(strict)
// STRICT: body {
// STRICT-NEXT: loop i parallel(cpu_thread, no_races) {
// STRICT-NEXT: var sum : f64 = 0.0
// STRICT-NEXT: loop p {
// STRICT-NEXT: let j = crd[p]
// STRICT-NEXT: sum += val[p] * x[j]
// STRICT-NEXT: }
// STRICT-NEXT: y[i] = sum
// STRICT-NEXT: }
// STRICT-NEXT: }

// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "num_threads(2) target(cpu) parallelize(i, cpu_thread, no_races)" \
// RUN:   | FileCheck %s --check-prefix=TARGET
// TARGET: fact num_threads 2
// TARGET: body {
// TARGET-NEXT: loop i parallel(cpu_thread, no_races) {
// TARGET-NEXT: var sum : f64 = 0.0
// TARGET-NEXT: loop p {
// TARGET-NEXT: let j = crd[p]
// TARGET-NEXT: sum += val[p] * x[j]
// TARGET-NEXT: }
// TARGET-NEXT: y[i] = sum
// TARGET-NEXT: }
// TARGET-NEXT: }

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "num_threads(0)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NOTHREADS
// NOTHREADS: <schedule>:1:13: error: the number of threads must be positive, found 0{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "num_threads(pos[0])" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ARRAYTHREADS
// ARRAYTHREADS: <schedule>:1:13: error: expected an integer constant, found 'pos[0]'{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "assume(noalias(y, vall))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: <schedule>:1:19: error: unknown array 'vall'; did you mean 'val'?{{$}}
// UNKNOWN: <schedule>:1:19: note: the arrays are 'pos', 'crd', 'val', 'x' and 'y'{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "assume(noalias(y, m))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SCALAR
// SCALAR: <schedule>:1:19: error: unknown array 'm'{{$}}
// SCALAR: <schedule>:1:19: note: the arrays are 'pos', 'crd', 'val', 'x' and 'y'{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "assume(noalias(y, y))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ITSELF
// ITSELF: <schedule>:1:19: error: 'y' cannot be assumed not to overlap itself{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp -schedule "nontemporal(x)" 2>&1 | FileCheck %s --check-prefix=READ
// READ: error: 'x' is only read in the loops; 'nontemporal' is about stores
// RUN: not %sparse-opt %S/Inputs/spmv.sp -schedule "nontemporal(z)" 2>&1 | FileCheck %s --check-prefix=NO-ARRAY
// NO-ARRAY: error: unknown array 'z'
// RUN: %sparse-opt %S/Inputs/spmv.sp -schedule "nontemporal(y)" | FileCheck %s --check-prefix=NONTEMPORAL
// NONTEMPORAL: fact nontemporal y

// Iterations may read elements before or after others store there on threads.

// RUN: %sparse-opt %S/Inputs/gauss-seidel.sp -schedule "assume(asynchronous(x)) parallelize(i, cpu_thread, no_races)" | FileCheck %s --check-prefix=ASYNCHRONOUS
// ASYNCHRONOUS: fact asynchronous x
// ASYNCHRONOUS: loop i parallel(cpu_thread, no_races) {
// RUN: %sparse-opt %S/Inputs/gauss-seidel.sp -schedule "assume(asynchronous(x))" | %sparse-opt - | FileCheck %s --check-prefix=AGAIN
// AGAIN: fact asynchronous x
// RUN: not %sparse-opt %S/Inputs/gauss-seidel.sp -schedule "assume(asynchronous(b))" 2>&1 | FileCheck %s --check-prefix=ASYNCHRONOUS-READ
// ASYNCHRONOUS-READ: error: 'b' is only read in the loops; 'asynchronous' is about what other iterations store
// RUN: sed 's/f64/f80/g' %S/Inputs/gauss-seidel.sp | not %sparse-opt - -schedule "assume(asynchronous(x))" 2>&1 | FileCheck %s --check-prefix=ASYNCHRONOUS-PARTS
// ASYNCHRONOUS-PARTS: error: elements of 'x', of type 'long double', are not stored at once; iterations might read parts of two
