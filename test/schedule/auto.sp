// A bare #pragma sparse, or auto, runs the outermost loop on threads where that is legal.
// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "" \
// RUN:   | FileCheck %s --check-prefix=BARE
// BARE: body {
// BARE-NEXT: loop i parallel(cpu_thread, no_races) {
// BARE-NEXT: var sum : f64 = 0.0
// BARE-NEXT: loop p {
// BARE-NEXT: let j = crd[p]
// BARE-NEXT: sum += val[p] * x[j]
// BARE-NEXT: }
// BARE-NEXT: y[i] = sum
// BARE-NEXT: }
// BARE-NEXT: }

// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "auto fp(strict)" \
// RUN:   | FileCheck %s --check-prefix=AUTO
// AUTO: fact fp(strict)
// AUTO: body {
// AUTO-NEXT: loop i parallel(cpu_thread, no_races) {
// AUTO-NEXT: var sum : f64 = 0.0
// AUTO-NEXT: loop p {
// AUTO-NEXT: let j = crd[p]
// AUTO-NEXT: sum += val[p] * x[j]
// AUTO-NEXT: }
// AUTO-NEXT: y[i] = sum
// AUTO-NEXT: }
// AUTO-NEXT: }

// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "num_threads(2)" \
// RUN:   | FileCheck %s --check-prefix=FACTS
// FACTS: fact num_threads 2
// FACTS: body {
// FACTS-NEXT: loop i parallel(cpu_thread, no_races) {
// FACTS-NEXT: var sum : f64 = 0.0
// FACTS-NEXT: loop p {
// FACTS-NEXT: let j = crd[p]
// FACTS-NEXT: sum += val[p] * x[j]
// FACTS-NEXT: }
// FACTS-NEXT: y[i] = sum
// FACTS-NEXT: }
// FACTS-NEXT: }

// SDDMM: a position belongs to one row only where pos ascends.
// RUN: %sparse-opt %S/Inputs/sddmm.sp \
// RUN:   -schedule "auto" \
// RUN:   | FileCheck %s --check-prefix=GUARDED
// GUARDED: guard "'pos' does not ascend" pos[r] <= pos[r + 1:i64] for r in 0:i64 .. i64(m)
// GUARDED: body {
// GUARDED-NEXT: loop i parallel(cpu_thread, no_races) {
// GUARDED-NEXT: loop p {
// GUARDED-NEXT: let j = crd[p]
// GUARDED-NEXT: var s : f64 = 0.0
// GUARDED-NEXT: loop k {
// GUARDED-NEXT: s += B[i * K + k] * C[j * K + k]
// GUARDED-NEXT: }
// GUARDED-NEXT: out[p] = val[p] * s
// GUARDED-NEXT: }
// GUARDED-NEXT: }
// GUARDED-NEXT: }

// Otherwise it leaves the nest as it is.
// RUN: %sparse-opt %S/Inputs/csc.sp \
// RUN:   -schedule "auto" \
// RUN:   | FileCheck %s --check-prefix=ALONE
// ALONE: body {
// ALONE-NEXT: loop j {
// ALONE-NEXT: loop p {
// ALONE-NEXT: let i = row[p]
// ALONE-NEXT: y[i] += val[p] * x[j]
// ALONE-NEXT: }
// ALONE-NEXT: }
// ALONE-NEXT: }
