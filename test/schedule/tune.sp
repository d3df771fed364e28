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
// Then formats, of which the runtime tries those that suit the entries.
// SPMV: // where trials choose candidate 8
// SPMV: layout dia(0, 1024) of p measured tried
// SPMV: // where trials choose candidate 9
// SPMV: layout bsr(3, 3) of p measured tried
// SPMV: layout bsr(2, 2) of p measured tried
// SPMV: layout sell(8, 4096) of p measured tried
// SPMV: // where trials choose candidate 12
// SPMV: layout sell(16, 256) of p measured tried
// SPMV-NOT: candidate
// SPMV-NOT: layout
// SPMV: // where most 'i' have fewer than 7 iterations of 'p'

// A program asks which one is to run, and tells what it runs over.
// RUN: %sparse-opt %S/Inputs/spmv.sp -schedule "" -tune -lower | FileCheck %s --check-prefix=LOWER
// LOWER: operand lacuna_candidate : i64 liveout
// Formats wait for a run that is not timed. They are tried beside the schedule that
// has won, as it is, whatever the order of sums.
// LOWER: stored layout = dia(0, 1024) of p measured tried
// LOWER: or layout = sell(16, 256) of p measured tried
// LOWER: else threads lacuna_formats {
// LOWER: if lacuna_candidate == 1:i64 {
// What is printed reads back.
// RUN: %sparse-opt %S/Inputs/spmv.sp -schedule "" -tune -lower > %t.lowered
// RUN: %sparse-opt %t.lowered | diff %t.lowered -
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

// On a GPU, each of the kernels that the bare directive has, then other blocks.
// RUN: %sparse-opt %S/Inputs/spmv.sp -schedule "target(cuda)" -tune | FileCheck %s --check-prefix=GPU
// GPU: // where trials choose candidate 1
// GPU: loop i_thread parallel(gpu_thread, atomics(sum)) {
// GPU: // where trials choose candidate 5
// GPU: split i -> i_block, i_thread by 256
// GPU: // where trials choose candidate 6
// GPU: split i -> i_block, i_thread by 128
// GPU: // where trials choose candidate 7
// GPU-NOT: candidate
// GPU: // where one 'i' has far more iterations of 'p' than most
