// Loops on blocks, warps and threads of a GPU.
// RUN: %sparse-opt %S/Inputs/spmv.sp -schedule "target(cuda) split(i, block, thread, 256) parallelize(block, gpu_block, no_races) parallelize(thread, gpu_thread, no_races)" | FileCheck %s
// CHECK: loop block parallel(gpu_block, no_races) {
// CHECK: loop thread parallel(gpu_thread, no_races) {

// RUN: not %sparse-opt %S/Inputs/spmv.sp -schedule "parallelize(i, gpu_block, no_races)" 2>&1 | FileCheck %s --check-prefix=TARGET
// TARGET: :1:16: error: 'gpu_block' needs 'target(cuda)' in front of the commands
// RUN: not %sparse-opt %S/Inputs/spmv.sp -schedule "target(cuda) parallelize(i, cpu_thread, no_races)" 2>&1 | FileCheck %s --check-prefix=CPU
// CPU: :1:29: error: 'cpu_thread' is a unit of the CPU; 'target(cuda)' has 'gpu_block', 'gpu_warp' and 'gpu_thread'
// RUN: not %sparse-opt %S/Inputs/spmv.sp -schedule "target(cuda) split(i, b, t, 8)" 2>&1 | FileCheck %s --check-prefix=NOWHERE
// NOWHERE: :1:1: error: nothing would run on a GPU: no loop is given to 'gpu_block'
// RUN: not %sparse-opt %S/Inputs/spmv.sp -schedule "target(cuda) split(p, q, r, 8) parallelize(q, gpu_block, atomics)" 2>&1 | FileCheck %s --check-prefix=OUTERMOST
// OUTERMOST: error: the outermost loop of a kernel runs on 'gpu_block', and that is 'i'
// RUN: not %sparse-opt %S/Inputs/spmv.sp -schedule "target(cuda) split(i, b, t, 8) parallelize(b, gpu_warp, no_races)" 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE: :1:47: error: 'b' runs on 'gpu_warp', which needs a loop on 'gpu_block' around it
// RUN: not %sparse-opt %S/Inputs/spmv.sp -schedule "target(cuda) parallelize(i, gpu_block, no_races) parallelize(p, gpu_thread, temporary)" 2>&1 | FileCheck %s --check-prefix=INSIDE
// INSIDE: error: 'gpu_thread' needs a loop of which a constant says how many iterations it has at most; make 'p' the inner loop of a 'split'
// RUN: not %sparse-opt %S/Inputs/spmv.sp -schedule "target(cuda) split(i, b, t, 8) split(t, w, u, 2) order(b, u, w, p) parallelize(b, gpu_block, no_races) parallelize(u, gpu_thread, no_races) parallelize(w, gpu_warp, no_races)" 2>&1 | FileCheck %s --check-prefix=WARP
// WARP: error: 'u' runs on 'gpu_thread' outside the loops on 'gpu_warp', whose threads it would be for
// RUN: not %sparse-opt %S/Inputs/spmv.sp -schedule "target(cuda) split(i, b, t, 8) split(p, q, r, 4) parallelize(b, gpu_block, no_races) parallelize(t, gpu_thread, no_races) parallelize(r, gpu_thread, temporary)" 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: error: 't' around 'r' runs on 'gpu_thread' already; one loop of a nest path can
// RUN: not %sparse-opt %S/Inputs/spmv.sp -schedule "target(cuda) split(i, b, w, 8) split(p, q, t, 64) parallelize(b, gpu_block, no_races) parallelize(w, gpu_warp, no_races) parallelize(t, gpu_thread, temporary)" 2>&1 | FileCheck %s --check-prefix=LANES
// LANES: error: a warp has 32 threads, but 't' has 64 iterations
// RUN: not %sparse-opt %S/Inputs/spmv.sp -schedule "target(cuda) split(i, b, t, 2048) parallelize(b, gpu_block, no_races) parallelize(t, gpu_thread, no_races)" 2>&1 | FileCheck %s --check-prefix=THREADS
// THREADS: error: a block has at most 1024 threads, but 't' has 2048 iterations
// RUN: not %sparse-opt %S/Inputs/spmv.sp -schedule "target(cuda) split(i, b, w, 33) split(p, q, t, 32) parallelize(b, gpu_block, no_races) parallelize(w, gpu_warp, no_races) parallelize(t, gpu_thread, temporary)" 2>&1 | FileCheck %s --check-prefix=WARPS
// WARPS: error: a block has at most 32 warps of 32 threads, but 'w' has 33 iterations
// RUN: not %sparse-opt %S/Inputs/scatter.sp -schedule "target(cuda) parallelize(i, gpu_block, temporary)" 2>&1 | FileCheck %s --check-prefix=TEMPORARY
// TEMPORARY: error: 'temporary' on 'gpu_block' joins updates of variables, but 'y' is an array
// TEMPORARY: note: 'atomics' makes each update atomic, in an order that differs from run to run
// RUN: not %sparse-opt %S/Inputs/spmv.sp -schedule "target(cuda) split(i, b, t, 8) parallelize(b, gpu_block, no_races) parallelize(t, gpu_thread, no_races) parallelize(p, gpu_warp, atomics)" 2>&1 | FileCheck %s --check-prefix=UNDER
// UNDER: error: 't' runs on 'gpu_thread' outside the loops on 'gpu_warp', whose threads it would be for
// RUN: not %sparse-opt %S/Inputs/spmv.sp -schedule "target(cuda) split(i, b, t, 8) parallelize(b, gpu_block, no_races) parallelize(t, gpu_block, no_races)" 2>&1 | FileCheck %s --check-prefix=BLOCK
// BLOCK: error: 'b' around 't' runs on 'gpu_block' already; one loop of a nest path can
// RUN: not %sparse-opt %S/Inputs/two-loops.sp -schedule "target(cuda) split(k@1, a, w, 8) split(k@2, c, t, 8) parallelize(i, gpu_block, no_races) parallelize(w, gpu_warp, no_races) parallelize(t, gpu_thread, no_races)" 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: error: 't' runs on 'gpu_thread' outside the loops on 'gpu_warp', whose threads it would be for
// RUN: not %sparse-opt %S/Inputs/spmv.sp -schedule "target(cuda) split(p, q, t, 8) order(i, t, q) parallelize(i, gpu_block, no_races) parallelize(t, gpu_thread, atomics)" 2>&1 | FileCheck %s --check-prefix=VARIABLE
// VARIABLE: error: 'atomics' on 'gpu_thread' updates elements of arrays; 'sum' is a variable, of which each thread has its own
// VARIABLE: note: 'parallel_reduction' joins its updates
// RUN: not %sparse-opt %S/Inputs/shorts.sp -schedule "target(cuda) split(p, q, t, 8) order(i, t, q) parallelize(i, gpu_block, no_races) parallelize(t, gpu_thread, atomics)" 2>&1 | FileCheck %s --check-prefix=SHORTS
// SHORTS: error: 'atomics' updates elements of 'y', of type 'short', together with their neighbours, which the kernel also uses otherwise
// RUN: %sparse-opt %S/Inputs/shorts.sp -schedule "target(cuda) fuse(i, p, f) split(f, b, t, 8) parallelize(b, gpu_block, ignore_races) parallelize(t, gpu_thread, atomics)" -lower | FileCheck %s --check-prefix=APART
// APART: y[i] = 0:i16
// APART: gpu_block {
// APART: atomic y[i] += 

// Positions of all rows.
// RUN: %sparse-opt %S/Inputs/spmv.sp -schedule "target(cuda) fuse(i, p, f) split(f, b, t, 8) parallelize(b, gpu_block, ignore_races) parallelize(t, gpu_thread, atomics)" -lower | FileCheck %s --check-prefix=FUSED
// FUSED: for i_block : i32 in 0 .. {{.*}} gpu_block {
// FUSED: y[i] = sum
// FUSED: for b : i32 in 0 .. {{.*}} gpu_block {
// FUSED: for t : i32 in {{.*}} gpu_thread(most(8)) {
// FUSED: while i_found < i_found_upper {
// FUSED: atomic y[i] += sum_part
// RUN: not %sparse-opt %S/Inputs/spmv.sp -schedule "target(cuda) fuse(i, p, f) split(f, b, t, 8) parallelize(b, gpu_block, ignore_races) parallelize(t, gpu_thread, ignore_races)" 2>&1 | FileCheck %s --check-prefix=SHARED
// SHARED: error: different iterations of 'b' may share a row, which updates 'sum'; 'ignore_races' cannot vouch for that
// RUN: not %sparse-opt %S/Inputs/spmv.sp -schedule "target(cuda) fuse(i, p, f) split(f, b, t, 8) parallelize(b, gpu_block, no_races) parallelize(t, gpu_thread, atomics)" 2>&1 | FileCheck %s --check-prefix=ROWS
// ROWS: error: different iterations of 'b' may share a row, which updates 'sum'
// ROWS: note: 'atomics' joins the parts of such rows
// RUN: %sparse-opt %S/Inputs/spmv.sp -schedule "target(cuda) fuse(i, p, f) split(f, b, t, 8) parallelize(b, gpu_block, ignore_races) parallelize(t, gpu_thread, temporary)" -lower | FileCheck %s --check-prefix=GATHERED
// GATHERED: array sum_rows : f64[i_len]
// GATHERED: atomic sum_rows[i] += sum_part
// GATHERED: sum += sum_rows[
// GATHERED-NEXT: y[i] = sum
// GATHERED-NOT: atomic
// RUN: not %sparse-opt %S/Inputs/spmm.sp -schedule "target(cuda) fuse(i, p, f) split(f, b, t, 8) parallelize(b, gpu_block, ignore_races) parallelize(t, gpu_thread, temporary)" 2>&1 | FileCheck %s --check-prefix=SEVERAL
// SEVERAL: error: 'temporary' gathers parts of rows, which needs one place of the row for each result, but it updates several elements of 'C'
// RUN: %sparse-opt %S/Inputs/scaled-rows.sp -schedule "assume(extent(x, m)) target(cuda) fuse(i, p, f) split(f, b, t, 8) parallelize(b, gpu_block, atomics) parallelize(t, gpu_thread, atomics)" -lower | FileCheck %s --check-prefix=SCALED
// SCALED: array sum_rows : f64[i_len]
// SCALED: sum_rows[{{.*}}] = -0.0
// SCALED: atomic sum_rows[i] += sum_part
// SCALED: var sum : f64 = 0.0
// SCALED-NEXT: sum += sum_rows[
// SCALED-NEXT: y[i] = 2.0 * sum

// What a thread computes of all its positions first.
// RUN: %sparse-opt %S/Inputs/spmv.sp -schedule "target(cuda) fuse(i, p, f) split(f, b, t, 256) split(t, u, nz, 8) precompute(val[p] * x[j], nz, pre, w) parallelize(b, gpu_block, ignore_races) parallelize(u, gpu_thread, atomics)" > %t.ahead
// RUN: FileCheck %s --check-prefix=AHEAD < %t.ahead
// RUN: %sparse-opt %t.ahead | diff - %t.ahead
// AHEAD: loop nz ahead(w[pre .. 8] = val[p] * x[crd[p]]) {
// RUN: not %sparse-opt %S/Inputs/spmv.sp -schedule "fuse(i, p, f) split(f, b, t, 256) split(t, u, nz, 8) precompute(val[p] * x[j], nz, pre, w) parallelize(b, cpu_thread, atomics)" 2>&1 | FileCheck %s --check-prefix=CPUAHEAD
// CPUAHEAD: :1:54: error: 'precompute' over fused positions is for threads of a GPU ('target(cuda)')
// RUN: not %sparse-opt %S/Inputs/spmv.sp -schedule "target(cuda) fuse(i, p, f) split(f, b, nz, 8) precompute(val[p] * x[j], nz, pre, w) parallelize(b, gpu_block, ignore_races) parallelize(nz, gpu_thread, atomics)" 2>&1 | FileCheck %s --check-prefix=UNITAHEAD
// UNITAHEAD: error: 'precompute' is for what a thread does by itself, but 'nz' runs on 'gpu_thread'
// RUN: not %sparse-opt %S/Inputs/spmv.sp -schedule "target(cuda) fuse(i, p, f) split(f, b, nz, 8) precompute(val[p] * x[j], b, pre, w)" 2>&1 | FileCheck %s --check-prefix=OUTERAHEAD
// OUTERAHEAD: error: 'precompute' over fused positions needs the innermost loop over them, which each thread runs by itself, not 'b'
// RUN: not %sparse-opt %S/Inputs/spmv.sp -schedule "target(cuda) fuse(i, p, f) split(f, b, nz, 80) precompute(val[p] * x[j], nz, pre, w)" 2>&1 | FileCheck %s --check-prefix=MANYAHEAD
// MANYAHEAD: error: 'nz' has 80 iterations; a thread computes at most 64 values ahead
// RUN: not %sparse-opt %S/Inputs/spmv.sp -schedule "target(cuda) fuse(i, p, f) precompute(val[p] * x[j], f, pre, w)" 2>&1 | FileCheck %s --check-prefix=OPENAHEAD
// OPENAHEAD: error: 'f' has no constant number of iterations, which a thread's registers have to hold; make it the inner loop of a 'split'
// RUN: not %sparse-opt %S/Inputs/spmv.sp -schedule "target(cuda) fuse(i, p, f) split(f, b, nz, 8) precompute(val[j], nz, pre, w)" 2>&1 | FileCheck %s --check-prefix=PARTAHEAD
// PARTAHEAD: error: 'val[j]' is not computed by an unconditional statement for each position

// What a bare target stands for.
// RUN: %sparse-opt %S/Inputs/spmv.sp -schedule "target(cuda)" | FileCheck %s --check-prefix=ROWLENGTHS
// ROWLENGTHS: // where one 'i' has far more iterations of 'p' than most
// ROWLENGTHS: loop i_thread parallel(gpu_thread, atomics(sum)) {
// ROWLENGTHS: // where some iterations of 'p' belong to an 'i' with at least 80
// ROWLENGTHS: split i -> i_block, i_warp by 8
// ROWLENGTHS: loop p_lane parallel(gpu_thread, parallel_reduction) {
// ROWLENGTHS: // where some iterations of 'p' belong to an 'i' with at least 32
// ROWLENGTHS: split i -> i_block, i_warp by 32
// ROWLENGTHS: // where some iterations of 'p' belong to an 'i' with at least 8
// ROWLENGTHS: split i -> i_block, i_warp by 64
// ROWLENGTHS: loop i_thread parallel(gpu_thread, no_races) {
// RUN: %sparse-opt %S/Inputs/spmv.sp -schedule "fp(strict) target(cuda)" | FileCheck %s --check-prefix=STRICT
// STRICT-NOT: // where
// STRICT: loop i_thread parallel(gpu_thread, no_races) {
// RUN: %sparse-opt %S/Inputs/spmm.sp -schedule "target(cuda)" | FileCheck %s --check-prefix=COLUMNS
// COLUMNS: // where 'k' has at least 16 iterations
// COLUMNS: loop k_lane parallel(gpu_thread, no_races) {
// COLUMNS: loop i_thread parallel(gpu_thread, no_races) {

// Several levels.
// RUN: %sparse-opt %S/Inputs/mttkrp.sp -schedule "target(cuda) fuse(k, l, kl) fuse(i, kl, f) pos(f, fp, val) split(fp, b, fr, 64) split(fr, w, nz, 4) split(j, j0, t, 32) order(b, w, j0, t, nz) parallelize(b, gpu_block, ignore_races) parallelize(w, gpu_warp, ignore_races) parallelize(t, gpu_thread, atomics)" > %t.levels
// RUN: FileCheck %s --check-prefix=LEVELS < %t.levels
// LEVELS: fuse pk, pl -> kl
// LEVELS-NEXT: fuse i, kl -> f
// LEVELS: guard "'pos1' does not ascend"
// LEVELS: guard "'pos2' does not ascend" {{.*}} for r in 0:i64 < i64(I) ? i64(pos1[0:i64]) : 0:i64 .. 0:i64 < i64(I) ? i64(pos1[i64(I)]) : 0:i64
// LEVELS: track pk {
// RUN: %sparse-opt %S/Inputs/mttkrp.sp -schedule "assume(extent(C, I), extent(D, I), extent(A, I)) target(cuda) fuse(k, l, kl) fuse(i, kl, f) pos(f, fp, val) split(fp, b, fr, 64) split(fr, w, nz, 4) split(j, j0, t, 32) order(b, w, j0, t, nz) parallelize(b, gpu_block, ignore_races) parallelize(w, gpu_warp, ignore_races) parallelize(t, gpu_thread, atomics)" -lower | FileCheck %s --check-prefix=PARENTS
// PARENTS-NOT: pk_thread
// PARENTS: pk_starts
// PARENTS: while pos1[i_at + 1] <= pk_found
// PARENTS: atomic A[i * 32 + j] += A_part
// RUN: not %sparse-opt %S/Inputs/mttkrp.sp -schedule "target(cuda) fuse(k, l, kl) parallelize(i, gpu_block, no_races)" 2>&1 | FileCheck %s --check-prefix=OPENLEVEL
// OPENLEVEL: :1:14: error: 'pk' runs over the positions of each 'i'; on a GPU that is to be fused as well
// RUN: not %sparse-opt %S/Inputs/mttkrp.sp -schedule "fuse(k, l, kl) fuse(i, kl, f) pos(f, fp, val) split(fp, b, r, 64) parallelize(b, cpu_thread, temporary)" 2>&1 | FileCheck %s --check-prefix=CPULEVELS
// CPULEVELS: :1:1: error: fused positions of several levels run on a GPU only ('target(cuda)')

// Arrays that threads share, and those that each would have.
// RUN: %sparse-opt %S/Inputs/spmm.sp -schedule "target(cuda) precompute(val[p]*B[j*K+k], k, kp, w) split(kp, a, b, 32) split(k, c, d, 32) parallelize(i, gpu_block, no_races) parallelize(b, gpu_thread, no_races) parallelize(d, gpu_thread, no_races)" -lower | FileCheck %s --check-prefix=OFBLOCK
// OFBLOCK: let w_room = (min(max(i64(K), 0:i64), 1073741824:i64) + 15:i64) / 16:i64 * 16:i64
// OFBLOCK: gpu_block {
// OFBLOCK: array w : f64[w_room]
// OFBLOCK-NEXT: for w_thread : i{{.*}} gpu_thread(most(32)) {
// OFBLOCK: w[w_thread + w_step * 32{{.*}}] = 0.0
// RUN: not %sparse-opt %S/Inputs/spmm.sp -schedule "target(cuda) precompute(val[p]*B[j*K+k], k, kp, w) split(i, b, t, 32) parallelize(b, gpu_block, no_races) parallelize(t, gpu_thread, no_races)" 2>&1 | FileCheck %s --check-prefix=OFTHREAD
// OFTHREAD: :1:{{[0-9]+}}: error: each thread of 't' would have an array 'w' of its own, whose size is known at run time only
// RUN: not %sparse-opt %S/Inputs/spmm.sp -schedule "target(cuda) bound(k, kb, 2000, max_exact) precompute(val[p]*B[j*K+k], kb, kp, w) split(i, b, t, 4) parallelize(b, gpu_block, no_races) parallelize(t, gpu_warp, no_races)" -lower 2>&1 | FileCheck %s --check-prefix=MUCH
// MUCH: error: the threads of a block would share 64000 bytes; a block has 49152 bytes of shared memory at most

// Copies of a workspace for each block.
// RUN: not %sparse-opt %S/Inputs/dense-row.sp -schedule "target(cuda) parallelize(i, gpu_block, no_races)" 2>&1 | FileCheck %s --check-prefix=ROWOFALL
// ROWOFALL: error: different iterations of 'i' may store to one element of 'w'
// ROWOFALL: note: 'private(w)' gives each block a copy of 'w', if no iteration needs what another one left there
// RUN: %sparse-opt %S/Inputs/dense-row.sp -schedule "private(w) target(cuda) split(p, p0, p1, 64) parallelize(i, gpu_block, no_races) parallelize(p1, gpu_thread, atomics)" -lower | FileCheck %s --check-prefix=ROWOFBLOCK
// ROWOFBLOCK: array w_block : f64[w_block_room]
// ROWOFBLOCK: w_block[w_block_thread + w_block_step * 64{{.*}}] = w[w_block_thread + w_block_step * 64{{.*}}]
// ROWOFBLOCK: atomic w_block[crd[p]] += val[p]
// RUN: not %sparse-opt %S/Inputs/dense-row.sp -schedule "private(w) target(cuda) split(p, p0, p1, 64) parallelize(i, gpu_block, no_races) parallelize(p1, gpu_thread, no_races)" 2>&1 | FileCheck %s --check-prefix=ROWOFTHREAD
// ROWOFTHREAD: error: different iterations of 'p1' may update one element of 'w'
// RUN: not %sparse-opt %S/Inputs/dense-row.sp -schedule "private(w) target(cuda) fuse(i, p, f) split(f, b, t, 8) parallelize(b, gpu_block, ignore_races) parallelize(t, gpu_thread, atomics)" 2>&1 | FileCheck %s --check-prefix=ROWOFPARTS
// ROWOFPARTS: error: blocks over fused positions share rows, and 'w' is private to each
