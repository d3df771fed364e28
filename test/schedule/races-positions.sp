// Threads over fused positions may share a row: its reductions have a part in each.
// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "fuse(i, p, fp) parallelize(fp, cpu_thread, temporary)" \
// RUN:   | FileCheck %s --check-prefix=ROWS
// ROWS: fuse i, p -> fp_fused
// ROWS: pos fp_fused -> fp over A
// ROWS: body {
// ROWS-NEXT: loop fp parallel(cpu_thread, temporary) {
// ROWS-NEXT: track i {
// ROWS-NEXT: enter {
// ROWS-NEXT: var sum : f64 = 0.0
// ROWS-NEXT: }
// ROWS-NEXT: each {
// ROWS-NEXT: let j = crd[p]
// ROWS-NEXT: sum += val[p] * x[j]
// ROWS-NEXT: }
// ROWS-NEXT: leave {
// ROWS-NEXT: y[i] = sum
// ROWS-NEXT: }
// ROWS-NEXT: }
// ROWS-NEXT: }
// ROWS-NEXT: }

// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "fuse(i, p, fp) parallelize(fp, cpu_thread, atomics)" \
// RUN:   | FileCheck %s --check-prefix=ATOMICS
// ATOMICS: fuse i, p -> fp_fused
// ATOMICS: pos fp_fused -> fp over A
// ATOMICS: body {
// ATOMICS-NEXT: loop fp parallel(cpu_thread, atomics(sum)) {
// ATOMICS-NEXT: track i {
// ATOMICS-NEXT: enter {
// ATOMICS-NEXT: var sum : f64 = 0.0
// ATOMICS-NEXT: }
// ATOMICS-NEXT: each {
// ATOMICS-NEXT: let j = crd[p]
// ATOMICS-NEXT: sum += val[p] * x[j]
// ATOMICS-NEXT: }
// ATOMICS-NEXT: leave {
// ATOMICS-NEXT: y[i] = sum
// ATOMICS-NEXT: }
// ATOMICS-NEXT: }
// ATOMICS-NEXT: }
// ATOMICS-NEXT: }

// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "fuse(i, p, fp) split(fp, c, q, 64) parallelize(c, cpu_thread, temporary) parallelize(q, cpu_vector, parallel_reduction)" \
// RUN:   | FileCheck %s --check-prefix=LANES
// LANES: fuse i, p -> fp_fused
// LANES: pos fp_fused -> fp over A
// LANES: split fp -> c, q by 64
// LANES: body {
// LANES-NEXT: loop c parallel(cpu_thread, temporary) {
// LANES-NEXT: loop q parallel(cpu_vector, parallel_reduction) {
// LANES-NEXT: track i {
// LANES-NEXT: enter {
// LANES-NEXT: var sum : f64 = 0.0
// LANES-NEXT: }
// LANES-NEXT: each {
// LANES-NEXT: let j = crd[p]
// LANES-NEXT: sum += val[p] * x[j]
// LANES-NEXT: }
// LANES-NEXT: leave {
// LANES-NEXT: y[i] = sum
// LANES-NEXT: }
// LANES-NEXT: }
// LANES-NEXT: }
// LANES-NEXT: }
// LANES-NEXT: }

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "fuse(i, p, fp) parallelize(fp, cpu_thread, no_races)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SHARED
// SHARED: <schedule>:1:44: error: different iterations of 'fp' may share a row, which updates 'sum'{{$}}
// SHARED: <schedule>:1:44: note: 'temporary' joins the parts of such rows, with its terms in another order{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "fuse(i, p, fp) parallelize(fp, cpu_thread, ignore_races)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=VOUCHED
// VOUCHED: <schedule>:1:44: error: different iterations of 'fp' may share a row, which updates 'sum'; 'ignore_races' cannot vouch for that{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "fp(strict) fuse(i, p, fp) parallelize(fp, cpu_thread, temporary)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STRICT
// STRICT: <schedule>:1:55: error: 'temporary' over 'fp' would reassociate the reduction into 'sum', which 'fp(strict)' forbids{{$}}

// Elements of a row that a dense loop runs over have a part each.
// RUN: %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "fuse(i, p, fp) parallelize(fp, cpu_thread, temporary)" \
// RUN:   | FileCheck %s --check-prefix=WIDE
// WIDE: fuse i, p -> fp_fused
// WIDE: pos fp_fused -> fp over A
// WIDE: body {
// WIDE-NEXT: loop fp parallel(cpu_thread, temporary) {
// WIDE-NEXT: track i {
// WIDE-NEXT: enter {
// WIDE-NEXT: }
// WIDE-NEXT: each {
// WIDE-NEXT: let j = crd[p]
// WIDE-NEXT: loop k {
// WIDE-NEXT: C[i * K + k] += val[p] * B[j * K + k]
// WIDE-NEXT: }
// WIDE-NEXT: }
// WIDE-NEXT: leave {
// WIDE-NEXT: }
// WIDE-NEXT: }
// WIDE-NEXT: }
// WIDE-NEXT: }

// What belongs to a position alone needs none.
// RUN: %sparse-opt %S/Inputs/sddmm.sp \
// RUN:   -schedule "fuse(i, p, fp) parallelize(fp, cpu_thread, no_races)" \
// RUN:   | FileCheck %s --check-prefix=ALONE
// ALONE: fuse i, p -> fp_fused
// ALONE: pos fp_fused -> fp over A
// ALONE: body {
// ALONE-NEXT: loop fp parallel(cpu_thread, no_races) {
// ALONE-NEXT: track i {
// ALONE-NEXT: enter {
// ALONE-NEXT: }
// ALONE-NEXT: each {
// ALONE-NEXT: let j = crd[p]
// ALONE-NEXT: var s : f64 = 0.0
// ALONE-NEXT: loop k {
// ALONE-NEXT: s += B[i * K + k] * C[j * K + k]
// ALONE-NEXT: }
// ALONE-NEXT: out[p] = val[p] * s
// ALONE-NEXT: }
// ALONE-NEXT: leave {
// ALONE-NEXT: }
// ALONE-NEXT: }
// ALONE-NEXT: }
// ALONE-NEXT: }

// Other rows' places cannot be joined, and what flows from row to row stays in order.
// RUN: not %sparse-opt %S/Inputs/csc.sp \
// RUN:   -schedule "fuse(j, p, fp) parallelize(fp, cpu_thread, atomics)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SCATTER
// SCATTER: <schedule>:1:44: error: 'atomics' over fused positions joins updates of the own row, but different rows update 'y'{{$}}

// RUN: not %sparse-opt %S/Inputs/gauss-seidel.sp \
// RUN:   -schedule "fuse(i, p, fp) parallelize(fp, cpu_thread, temporary)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CARRIED
// CARRIED: <schedule>:1:44: error: iterations of 'fp' depend on each other: one reads 'x' where another may have written it{{$}}
// CARRIED: <schedule>:1:44: note: no race strategy makes such a loop parallel{{$}}

// Seeds, constants of a row and live-outs are no races.
// RUN: %sparse-opt %S/Inputs/rows.sp \
// RUN:   -schedule "fuse(i, p, fp) parallelize(fp, cpu_thread, temporary)" \
// RUN:   | FileCheck %s --check-prefix=SEEDED
// SEEDED: fuse i, p -> fp_fused
// SEEDED: pos fp_fused -> fp over A
// SEEDED: body {
// SEEDED-NEXT: loop fp parallel(cpu_thread, temporary) {
// SEEDED-NEXT: track i {
// SEEDED-NEXT: enter {
// SEEDED-NEXT: let scale = d[i]
// SEEDED-NEXT: var sum : f64 = beta * y[i]
// SEEDED-NEXT: }
// SEEDED-NEXT: each {
// SEEDED-NEXT: let j = crd[p]
// SEEDED-NEXT: sum += scale * val[p] * x[j]
// SEEDED-NEXT: }
// SEEDED-NEXT: leave {
// SEEDED-NEXT: y[i] = sum
// SEEDED-NEXT: if i64(i) == i64(m) - 1:i64 {
// SEEDED-NEXT: last = sum
// SEEDED-NEXT: }
// SEEDED-NEXT: }
// SEEDED-NEXT: }
// SEEDED-NEXT: }
// SEEDED-NEXT: }

// RUN: not %sparse-opt %S/Inputs/rows-twice.sp \
// RUN:   -schedule "fuse(i, p, fp) parallelize(fp, cpu_thread, temporary)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TWICE
// TWICE: <schedule>:1:44: error: iterations of 'fp' depend on each other: one reads 'y' where another may have written it{{$}}
// TWICE: <schedule>:1:44: note: no race strategy makes such a loop parallel{{$}}

// RUN: not %sparse-opt %S/Inputs/rows-norm.sp \
// RUN:   -schedule "fuse(i, p, fp) parallelize(fp, cpu_thread, temporary)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NORM
// NORM: <schedule>:1:44: error: 'temporary' over fused positions joins updates of the own row, but different rows update 'norm'{{$}}

// RUN: %sparse-opt %S/Inputs/rows-norm.sp \
// RUN:   -schedule "fuse(i, p, fp) parallelize(fp, cpu_vector, parallel_reduction)" \
// RUN:   | FileCheck %s --check-prefix=NORMLANES
// NORMLANES: fuse i, p -> fp_fused
// NORMLANES: pos fp_fused -> fp over p
// NORMLANES: body {
// NORMLANES-NEXT: var norm : f64 = 0.0
// NORMLANES-NEXT: loop fp parallel(cpu_vector, parallel_reduction) {
// NORMLANES-NEXT: track i {
// NORMLANES-NEXT: enter {
// NORMLANES-NEXT: }
// NORMLANES-NEXT: each {
// NORMLANES-NEXT: norm += val[p]
// NORMLANES-NEXT: }
// NORMLANES-NEXT: leave {
// NORMLANES-NEXT: y[i] = 1.0
// NORMLANES-NEXT: }
// NORMLANES-NEXT: }
// NORMLANES-NEXT: }
// NORMLANES-NEXT: y[0] = norm
// NORMLANES-NEXT: }
