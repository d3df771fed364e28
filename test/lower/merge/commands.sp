// What commands refuse on a loop that merges levels, and where `split`, `divide` and `fuse` leave the merge.

// RUN: not %sparse-opt %S/Inputs/add.sp --schedule="parallelize(j, cpu_thread, no_races)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=E1
// E1: <schedule>:1:13: error: 'j' merges 'a_val' and 'b_val' in 'while' loops, which cannot run in parallel; 'split' or 'divide' it and parallelize the outer loop of the two{{$}}

// RUN: not %sparse-opt %S/Inputs/add.sp --schedule="parallelize(j, cpu_vector, no_races)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=E2
// E2: <schedule>:1:13: error: 'j' merges 'a_val' and 'b_val' in 'while' loops, which cannot run in parallel; 'split' or 'divide' it and parallelize the outer loop of the two{{$}}

// RUN: not %sparse-opt %S/Inputs/add.sp --schedule="split(j, j0, j1, 8) parallelize(j1, cpu_thread, no_races)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=E3
// E3: <schedule>:1:33: error: 'j1' merges 'a_val' and 'b_val' in 'while' loops, which cannot run in parallel; 'split' or 'divide' it and parallelize the outer loop of the two{{$}}

// RUN: not %sparse-opt %S/Inputs/add.sp --schedule="unroll(j, 2)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=E4
// E4: <schedule>:1:8: error: 'j' merges 'a_val' and 'b_val' in 'while' loops, which cannot be unrolled{{$}}

// RUN: not %sparse-opt %S/Inputs/add.sp --schedule="reorder(i, j)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=E5
// E5: <schedule>:1:1: error: cannot exchange 'i' and 'j': 'j' merges 'a_val' and 'b_val' in their storage order; 'split' it and move the outer loop of the two{{$}}

// RUN: not %sparse-opt %S/Inputs/add.sp --schedule="split(j, j0, j1, 8) reorder(j0, j1)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=E6
// E6: <schedule>:1:21: error: cannot exchange 'j0' and 'j1': 'j1' merges 'a_val' and 'b_val' in their storage order; 'split' it and move the outer loop of the two{{$}}

// RUN: not %sparse-opt %S/Inputs/add.sp --schedule="order(j, i)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=E7
// E7: <schedule>:1:7: error: cannot exchange 'i' and 'j': 'j' merges 'a_val' and 'b_val' in their storage order; 'split' it and move the outer loop of the two{{$}}

// RUN: not %sparse-opt %S/Inputs/add.sp --schedule="pos(j, jp, A)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=E8
// E8: <schedule>:1:5: error: 'j' merges 'a_val' and 'b_val' in 'while' loops, which cannot be changed by 'pos'{{$}}

// RUN: not %sparse-opt %S/Inputs/add.sp --schedule="split(p, p0, p1, 8)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=E9
// E9: <schedule>:1:7: error: 'p' has no loop of its own: 'j' merges 'a_val' and 'b_val'; name 'j'{{$}}

// RUN: not %sparse-opt %S/Inputs/add.sp --schedule="split(i, i0, i1, 8) fuse(i1, j, f)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=E11
// E11: <schedule>:1:21: error: cannot fuse 'i1' and 'j': 'i1' is part of 'i', and rows are merged as a whole; fuse first, then split the result{{$}}

// RUN: not %sparse-opt %S/Inputs/add.sp --schedule="split(j, j0, j1, 8) fuse(j0, j1, f)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=E12
// E12: <schedule>:1:21: error: cannot fuse 'j0' and 'j1': 'j0' is part of 'j', and rows are merged as a whole; fuse first, then split the result{{$}}

// RUN: not %sparse-opt %S/Inputs/two-merges.sp --schedule="fuse(i, j, f)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OUTER
// OUTER: <schedule>:1:1: error: cannot fuse 'i' and 'j': 'i' merges 'a_val' and 'b_val'; only an inner loop that merges can be fused{{$}}

// RUN: not %sparse-opt %S/Inputs/add.sp --schedule="fuse(i, j, f) unroll(f, 4)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=E13
// E13: <schedule>:1:22: error: 'f' merges 'a_val' and 'b_val' in 'while' loops, which cannot be unrolled{{$}}

// RUN: %sparse-opt %S/Inputs/add.sp \
// RUN:   --schedule="split(j, j0, j1, 8) divide(j1, j2, j3, 2) reorder(i, j0)" \
// RUN:   | FileCheck %s --check-prefix=TILED
// TILED:      split j -> j0, j1 by 8
// TILED-NEXT: divide j1 -> j2, j3 into 2
// TILED:      loop j0 {
// TILED-NEXT:   loop i {
// TILED-NEXT:     loop j2 {
// TILED-NEXT:       loop j3 merge(a: p, b: q; a || b) {
// TILED-NEXT:         c[i * n + j] = (a ? a_val[p] : 0.0) + (b ? b_val[q] : 0.0)

// RUN: %sparse-opt %S/Inputs/add.sp \
// RUN:   --schedule="fuse(i, j, f) split(f, f0, f1, 8) parallelize(f0, cpu_thread, no_races)" \
// RUN:   | FileCheck %s --check-prefix=FUSED
// FUSED:      fuse i, j -> f
// FUSED-NEXT: split f -> f0, f1 by 8
// FUSED:      guard "'a_pos' does not ascend" a_pos[r] <= a_pos[r + 1:i64] for r in 0:i64 .. i64(m)
// FUSED-NEXT: guard "'b_pos' does not ascend" b_pos[r] <= b_pos[r + 1:i64] for r in 0:i64 .. i64(m)
// FUSED:      loop f0 parallel(cpu_thread, no_races) {
// FUSED-NEXT:   loop f1 merge(a: p, b: q; a || b) {

// The rows of a merge are chosen, not the merge itself.
// RUN: %sparse-opt %S/Inputs/add.sp --schedule=auto | FileCheck %s --check-prefix=AUTO
// AUTO:      loop t parallel(cpu_thread, no_races) {
// AUTO-NEXT: loop ir {
// AUTO-NEXT:   loop j merge(

// What is stored by position is kept apart by the coordinate there; what several coordinates share is not.
// RUN: %sparse-opt %S/Inputs/scatter.sp \
// RUN:   --schedule="split(j, j0, j1, 8) parallelize(j0, cpu_thread, atomics)" \
// RUN:   --lower --check=off | FileCheck %s --check-prefix=APART
// APART:     for j0 : i64 in {{.*}} threads {
// APART:     {{^ *}}y[p] += a_val[p]
// APART-NEXT: atomic z[to[p]] += a_val[p]

// RUN: not %sparse-opt %S/Inputs/scatter.sp \
// RUN:   --schedule="split(j, j0, j1, 8) parallelize(j0, cpu_thread, no_races)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SHARED
// SHARED: <schedule>:1:49: error: different iterations of 'j0' may update one element of 'z'{{$}}

// RUN: %sparse-opt %S/Inputs/add.sp \
// RUN:   --schedule="divide(i, t, r, threads, balance(q))" \
// RUN:   | FileCheck %s --check-prefix=BALANCED
// BALANCED: balance i -> t, r into 0 over q
