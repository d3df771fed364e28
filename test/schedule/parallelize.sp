// parallelize(i, unit, races[, schedule(kind, chunk) or width(n)]): what holds for every nest. What the

// iterations may race on is in races.sp.
// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "parallelize(i, cpu_thread, no_races)" \
// RUN:   | FileCheck %s --check-prefix=THREADS
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

// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "parallelize(p, cpu_vector, parallel_reduction, width(8))" \
// RUN:   | FileCheck %s --check-prefix=WIDTH
// WIDTH: loop p parallel(cpu_vector, parallel_reduction, width(8)) {
// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "parallelize(p, cpu_vector, parallel_reduction, width(8))" \
// RUN:   -lower | FileCheck %s --check-prefix=LANES
// LANES: for p : i32 in pos[i] .. pos[i + 1] simd(width(8), +: sum) {
// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "parallelize(p, cpu_vector, parallel_reduction, width(8))" \
// RUN:   -lower | %sparse-opt - | FileCheck %s --check-prefix=LANES
// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "parallelize(p, cpu_vector, parallel_reduction, width(8))" \
// RUN:   -emit=cpp | FileCheck %s --check-prefix=WIDTHCPP
// WIDTHCPP: #pragma clang loop vectorize(assume_safety) vectorize_width(2) interleave_count(4)
// WIDTHCPP-NEXT: for (int p = pos[i]; p < p_end; ++p) {
// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "parallelize(p, cpu_vector, parallel_reduction, width(6))" \
// RUN:   2>&1 | FileCheck %s --check-prefix=ODDWIDTH
// ODDWIDTH: <schedule>:1:{{[0-9]+}}: error: the width must be a power of two from 2 to 64, not 6{{$}}

// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "parallelize(i, cpu_thread, no_races, schedule(dynamic, 64))" \
// RUN:   | FileCheck %s --check-prefix=SCHEDULE
// SCHEDULE: body {
// SCHEDULE-NEXT: loop i parallel(cpu_thread, no_races, schedule(dynamic, 64)) {
// SCHEDULE-NEXT: var sum : f64 = 0.0
// SCHEDULE-NEXT: loop p {
// SCHEDULE-NEXT: let j = crd[p]
// SCHEDULE-NEXT: sum += val[p] * x[j]
// SCHEDULE-NEXT: }
// SCHEDULE-NEXT: y[i] = sum
// SCHEDULE-NEXT: }
// SCHEDULE-NEXT: }

// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "parallelize(i, cpu_thread, no_races, schedule(guided))" \
// RUN:   | FileCheck %s --check-prefix=KIND
// KIND: body {
// KIND-NEXT: loop i parallel(cpu_thread, no_races, schedule(guided)) {
// KIND-NEXT: var sum : f64 = 0.0
// KIND-NEXT: loop p {
// KIND-NEXT: let j = crd[p]
// KIND-NEXT: sum += val[p] * x[j]
// KIND-NEXT: }
// KIND-NEXT: y[i] = sum
// KIND-NEXT: }
// KIND-NEXT: }

// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "parallelize(p, cpu_vector, parallel_reduction) parallelize(i, cpu_thread, no_races)" \
// RUN:   | FileCheck %s --check-prefix=BOTH
// BOTH: body {
// BOTH-NEXT: loop i parallel(cpu_thread, no_races) {
// BOTH-NEXT: var sum : f64 = 0.0
// BOTH-NEXT: loop p parallel(cpu_vector, parallel_reduction) {
// BOTH-NEXT: let j = crd[p]
// BOTH-NEXT: sum += val[p] * x[j]
// BOTH-NEXT: }
// BOTH-NEXT: y[i] = sum
// BOTH-NEXT: }
// BOTH-NEXT: }

// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "parallelize(j, cpu_vector, parallel_reduction)" \
// RUN:   | FileCheck %s --check-prefix=ALIAS
// ALIAS: body {
// ALIAS-NEXT: loop i {
// ALIAS-NEXT: var sum : f64 = 0.0
// ALIAS-NEXT: loop p parallel(cpu_vector, parallel_reduction) {
// ALIAS-NEXT: let j = crd[p]
// ALIAS-NEXT: sum += val[p] * x[j]
// ALIAS-NEXT: }
// ALIAS-NEXT: y[i] = sum
// ALIAS-NEXT: }
// ALIAS-NEXT: }

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "parallelize(i, cpu_thread, no_races) parallelize(i, cpu_thread, no_races)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TWICE
// TWICE: <schedule>:1:50: error: 'i' is parallel already: 'cpu_thread'{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "parallelize(i, cpu_thread, no_races) parallelize(p, cpu_thread, parallel_reduction)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NESTED
// NESTED: <schedule>:1:53: error: 'i' around 'p' runs on 'cpu_thread' already; one loop of a nest path can{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "parallelize(p, cpu_thread, parallel_reduction) parallelize(i, cpu_thread, no_races)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=AROUND
// AROUND: <schedule>:1:63: error: 'p' inside 'i' runs on 'cpu_thread' already; one loop of a nest path can{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "parallelize(i, cpu_vector, no_races)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=INNERMOST
// INNERMOST: <schedule>:1:16: error: only an innermost loop can run on 'cpu_vector': 'p' runs inside 'i'{{$}}
// INNERMOST: <schedule>:1:16: note: 'parallelize(i, cpu_vector, no_races)' would iterate 'val' out of storage order: 'p' runs over compressed level 2 of 'val', below 'i'{{$}}

// Lanes run through a loop inside in step, so that it moves outside.
// RUN: %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "split(p, p0, p1, 8) order(i, p0, k, p1) parallelize(k, cpu_vector, ignore_races)" \
// RUN:   | FileCheck %s --check-prefix=IN-STEP
// IN-STEP: loop p0 {
// IN-STEP-NEXT: loop p1 {
// IN-STEP: loop k parallel(cpu_vector, ignore_races) {

// RUN: not %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "order(i, k, p) parallelize(p, cpu_thread, atomics) parallelize(k, cpu_vector, no_races)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PARALLEL-INSIDE
// PARALLEL-INSIDE: <schedule>:1:67: error: only an innermost loop can run on 'cpu_vector': 'p' runs inside 'k'{{$}}
// PARALLEL-INSIDE: <schedule>:1:67: note: cannot exchange 'k' and 'p': the inner one is parallel already{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "unroll(p, 4) parallelize(p, cpu_vector, parallel_reduction)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNROLLED
// UNROLLED: <schedule>:1:26: error: 'p' is unrolled; an unrolled loop cannot be parallel{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "parallelize(i, cpu_thread, no_races, schedule(static, 0))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CHUNK
// CHUNK: <schedule>:1:55: error: the chunk must be positive, found 0{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "split(i, i0, i1, 4) parallelize(i, cpu_thread, no_races)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CONSUMED
// CONSUMED: <schedule>:1:33: error: 'i' was split into 'i0' and 'i1'; name one of them{{$}}
