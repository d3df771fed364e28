// `scan`: variables that run on from iteration to iteration, and `private`:
// arrays of which each thread has a copy.

// RUN: %sparse-opt %S/Inputs/gustavson.sp \
// RUN:   -schedule "private(mark, acc) assume(extent(acc, m)) parallelize(i, cpu_thread, scan)" \
// RUN:   | FileCheck %s --check-prefix=ROWS
// ROWS: fact private mark, acc
// ROWS: loop i parallel(cpu_thread, scan(nz, crdC, valC)) {

// The first pass needs the marker, and the second one both.
// RUN: not %sparse-opt %S/Inputs/gustavson.sp \
// RUN:   -schedule "parallelize(i, cpu_thread, no_races)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PLAIN
// PLAIN: <schedule>:1:28: error: iterations of 'i' depend on each other: one reads 'nz' where another may have written it{{$}}
// PLAIN-NEXT: parallelize
// PLAIN-NEXT: ^
// PLAIN-NEXT: <schedule>:1:28: note: 'scan' finds out first where each thread begins{{$}}
// PLAIN: <schedule>:1:28: note: 'private(mark)' gives each thread a copy of 'mark', if no iteration needs what another one left there{{$}}
// PLAIN: <schedule>:1:28: note: 'private(acc) assume(extent(acc, n))', where it has n elements, gives each thread a copy of 'acc', if no iteration needs what another one left there{{$}}

// RUN: not %sparse-opt %S/Inputs/gustavson.sp \
// RUN:   -schedule "parallelize(i, cpu_thread, scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MARKER
// MARKER: <schedule>:1:28: error: 'scan' cannot find out first where each thread of 'i' begins: how 'nz' is updated depends on 'mark'{{$}}
// MARKER: <schedule>:1:28: note: 'private(mark)' gives each thread a copy of 'mark', if no iteration needs what another one left there{{$}}

// RUN: not %sparse-opt %S/Inputs/gustavson.sp \
// RUN:   -schedule "private(mark) parallelize(i, cpu_thread, scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SUMS
// SUMS: <schedule>:1:42: error: iterations of 'i' depend on each other: one reads 'acc' where another may have written it{{$}}
// SUMS: <schedule>:1:42: note: 'private(acc) assume(extent(acc, n))', where it has n elements, gives each thread a copy of 'acc', if no iteration needs what another one left there{{$}}

// RUN: not %sparse-opt %S/Inputs/gustavson.sp \
// RUN:   -schedule "private(mark, acc) parallelize(i, cpu_thread, scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=EXTENT
// EXTENT: <schedule>:1:15: error: it is not known how many elements 'acc' has, of which each thread needs a copy{{$}}
// EXTENT: <schedule>:1:15: note: say 'assume(extent(acc, n))'{{$}}

// RUN: not %sparse-opt %S/Inputs/gustavson.sp -schedule "private(crdB)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=READ
// READ: <schedule>:1:9: error: 'crdB' is not written in the loops; threads share it as it is{{$}}

// RUN: not %sparse-opt %S/Inputs/gustavson.sp -schedule "private(marks)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NAME
// NAME: <schedule>:1:9: error: unknown array 'marks'; did you mean 'mark'?{{$}}

// RUN: not %sparse-opt %S/Inputs/gustavson.sp -schedule "private()" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NONE
// NONE: <schedule>:1:1: error: 'private' takes at least 1 argument, but none is given{{$}}

// RUN: not %sparse-opt %S/Inputs/gustavson.sp \
// RUN:   -schedule "parallelize(q, cpu_vector, scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LANES
// LANES: <schedule>:1:28: error: 'scan' needs 'cpu_thread', not 'cpu_vector'{{$}}

// RUN: not %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "fuse(i, p, f) parallelize(f, cpu_thread, scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FUSED
// FUSED: <schedule>:1:42: error: 'scan' goes over whole rows, of which threads over fused positions share some{{$}}

// RUN: sed 's/written/written scratch/' %S/Inputs/spmv.sp >%t.sp
// RUN: not %sparse-opt %t.sp \
// RUN:   -schedule "assume(extent(y, m)) private(y) fuse(i, p, f) parallelize(f, cpu_thread, temporary)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SHARED
// SHARED: <schedule>:1:74: error: threads over fused positions share rows, and 'y' is private to each{{$}}

// A marker is told from what the rows share.
// RUN: not %sparse-opt %S/Inputs/gustavson.sp \
// RUN:   -schedule "assume(extent(acc, m)) private(acc) parallelize(i, cpu_thread, ignore_races)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CARRIED
// CARRIED: <schedule>:1:64: error: iterations of 'i' depend on each other: one reads 'nz' where another may have written it{{$}}
