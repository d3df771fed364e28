// With --tune, a bare directive has candidates, among which trials choose at run
// time: in front of what it runs as, under the same guards.
//
// Rows of positions: balanced, handed out and static pieces, lanes everywhere,
// nowhere and more of them, one thread, no copies.
// RUN: %sparse-opt %S/Inputs/spmv.sp -schedule "" -tune | FileCheck %s --check-prefix=SPMV
// SPMV: // where trials choose candidate 1
// SPMV-NEXT: nest @spmv
// SPMV: loop t parallel(cpu_thread, no_races) {
// SPMV: loop p parallel(cpu_vector, parallel_reduction, width(4)) {
// SPMV: // where trials choose candidate 2
// SPMV: loop t parallel(cpu_thread, no_races) {
// SPMV: loop p {
// SPMV: // where trials choose candidate 3
// SPMV: loop i parallel(cpu_thread, no_races, schedule(dynamic, 256)) {
// SPMV: // where trials choose candidate 4
// SPMV: loop i parallel(cpu_thread, no_races) {
// SPMV: // where trials choose candidate 5
// SPMV: loop p parallel(cpu_vector, parallel_reduction, width(8)) {
// SPMV: // where trials choose candidate 6
// SPMV: loop i {
// SPMV: loop p parallel(cpu_vector, parallel_reduction, width(4)) {
// SPMV: // where trials choose candidate 7
// SPMV: loop p unroll(1) {
// SPMV-NOT: candidate
// SPMV: // where most 'i' have fewer than 7 iterations of 'p'

// A program asks which one is to run, and tells what it runs over.
// RUN: %sparse-opt %S/Inputs/spmv.sp -schedule "" -tune -lower | FileCheck %s --check-prefix=LOWER
// LOWER: operand lacuna_candidate : i64 liveout
// LOWER: var is_chosen_[[#LAST:]] : bool = lacuna_candidate == 1:i64
// Layouts wait for a run that is not timed. They are measured beside candidates
// as these are, whatever the order of sums; other versions keep it.
// LOWER: else threads i64(call i32 team_size()) * lacuna_untimed reassociates is_chosen_3 {
// LOWER: if is_chosen_[[#LAST]] {
// LOWER: if is_chosen_3 && !`layout.asked` {
// RUN: %sparse-opt %S/Inputs/spmv.sp -schedule "" -lower | FileCheck %s --check-prefix=UNTUNED --implicit-check-not=lacuna_
// UNTUNED: program @spmv

// No candidate asks for more than the others: prefetches ask that positions
// ascend, which only the second one needs anyway.
// RUN: %sparse-opt %S/Inputs/spmm.sp -schedule "" -tune | FileCheck %s --check-prefix=SPMM --implicit-check-not=guard --implicit-check-not=prefetch
// SPMM: // where trials choose candidate 7
// RUN: %sparse-opt %S/Inputs/sddmm.sp -schedule "" -tune | FileCheck %s --check-prefix=SDDMM
// SDDMM: // where trials choose candidate 6
// SDDMM: prefetch C[crd[p_ahead] * K + 0], i64(K)

// No lanes for sums that keep their order.
// RUN: %sparse-opt %S/Inputs/spmv.sp -schedule "fp(strict)" -tune | FileCheck %s --check-prefix=STRICT --implicit-check-not=cpu_vector
// STRICT: // where trials choose candidate 1

// Explicit schedules have none, nor has what cannot run on threads, or runs in
// the order that data allow.
// RUN: %sparse-opt %S/Inputs/spmv.sp -schedule "split(i, i0, i1, 4)" -tune | FileCheck %s --check-prefix=NONE --implicit-check-not=candidate
// RUN: %sparse-opt %S/Inputs/gauss-seidel.sp -schedule "" -tune | FileCheck %s --check-prefix=NONE --implicit-check-not=candidate
// NONE: nest @
