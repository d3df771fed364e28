// bound(i, ib, N, kind): what it says is checked in front and used inside.
// RUN: %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "bound(k, kb, 32, max_exact)" \
// RUN:   | FileCheck %s --check-prefix=GRAPH
// GRAPH: index k : i32 in 0 .. 32
// GRAPH: bound k -> kb max_exact 32
// GRAPH: guard "'k' does not end at 32" i64(K) == 32:i64
// GRAPH: loop kb {

// A constant length: no tail, and it can be unrolled.
// RUN: %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "bound(k, kb, 32, max_exact) split(kb, k0, k1, 8) unroll(k0)" -lower \
// RUN:   | FileCheck %s --check-prefix=EXACT
// EXACT: guard "'k' does not end at 32" holds i64(K) == 32:i64
// EXACT: let k0 = 0:i64
// EXACT-NOT: for k0
// EXACT: let k0 = 3:i64
// EXACT-NOT: if

// Full blocks only.
// RUN: %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "bound(k, kb, 8, divisible) split(kb, k0, k1, 4)" -lower \
// RUN:   | FileCheck %s --check-prefix=DIVISIBLE
// DIVISIBLE: guard "the length of 'k' is no multiple of 8" holds i64(K) % 8:i64 == 0:i64
// DIVISIBLE: for k0 : i64 in 0:i64 .. (k_len + 3:i64) / 4:i64 {
// DIVISIBLE: for k1 : i64 in 0:i64 .. 4:i64 {
// DIVISIBLE-NOT: if

// RUN: %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "bound(k, kb, 24, divisible) split(kb, k0, k1, 2) split(k0, k00, k01, 12)" -lower \
// RUN:   | FileCheck %s --check-prefix=NESTED
// NESTED: for k00
// NESTED-NOT: if

// RUN: %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "bound(k, kb, 6, divisible) split(kb, k0, k1, 4)" -lower \
// RUN:   | FileCheck %s --check-prefix=ODD
// ODD: if k1_rest >= 4:i64 {

// Never a full block.
// RUN: %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "bound(k, kb, 7, max_constraint) split(kb, k0, k1, 8)" -lower \
// RUN:   | FileCheck %s --check-prefix=MOST
// MOST: guard "'k' ends above 7" holds i64(K) <= 7:i64
// MOST: body {
// MOST-NOT: if
// MOST: for k0

// Rows of one length.
// RUN: %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "pos(j, jp, A) bound(jp, jb, 4, max_exact) unroll(jb)" -lower \
// RUN:   | FileCheck %s --check-prefix=ROWS
// ROWS: guard "'jp' does not end at 4" {
// ROWS: for r : i64 in 0:i64 .. i64(m) {
// ROWS-NEXT: all_hold &= i64(pos[r + 1:i64]) - i64(pos[r]) == 4:i64
// ROWS: let jb = 3:i64
// ROWS-NOT: let jb

// The tail of a bound outer loop stays (thesis A.4).
// RUN: %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "split(k, k0, k1, 32) bound(k0, kb, 4, max_exact)" -lower \
// RUN:   | FileCheck %s --check-prefix=OUTER
// OUTER: guard "'k0' does not end at 4" holds (i64(K) + 31:i64) / 32:i64 == 4:i64
// OUTER: for kb : i64 in 0:i64 .. 4:i64 {
// OUTER: if k1_rest >= 32:i64 {

// Inside the other part of its tile the loop has fewer trips than the bound says.
// RUN: %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "split(k, k0, k1, 32) bound(k0, kb, 4, max_exact) order(i, p, k1, kb)" -lower \
// RUN:   | FileCheck %s --check-prefix=INSIDE
// INSIDE: for kb : i64 in 0:i64 .. (k_len - k1 + 31:i64) / 32:i64 {

// RUN: %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "bound(k, kb, 0, min_exact) bound(kb, kc, 10, max_exact)" -lower \
// RUN:   | FileCheck %s --check-prefix=TWO
// TWO: guard "'kb' does not end at 10"
// TWO: for kc : i64 in 0:i64 .. 10:i64
// TWO-NOT: guard

// What cannot hold, or not be checked.
// RUN: not %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "bound(i, ib, 3, min_exact)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NEVER
// NEVER: <schedule>:1:14: error: this can never hold: 'i' does not start at 3{{$}}

// RUN: not %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "bound(j, jb, 4, divisible)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=COORDINATE
// COORDINATE: <schedule>:1:7: error: 'bound' over coordinate 'j' needs 'coord(p, j)' before it, or bound the positions with 'p'{{$}}

// RUN: not %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "split(k, k0, k1, 4) bound(k1, kb, 4, max_exact)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PART
// PART: <schedule>:1:27: error: 'k1' is a part of 'k' whose length follows from that; bound 'k' before it is cut{{$}}

// RUN: not %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "divide(k, k0, k1, 4) bound(k0, kb, 4, max_exact)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PIECE
// PIECE: <schedule>:1:28: error: 'k0' is a part of 'k' whose length follows from that; bound 'k' before it is cut{{$}}

// RUN: not %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "fuse(i, p, f) bound(f, fb, 4, divisible)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FUSED
// FUSED: <schedule>:1:21: error: 'f' runs over the positions of all rows, which have no bounds of their own{{$}}

// RUN: not %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "bound(p, pb, 4, min_exact)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=START
// START: <schedule>:1:14: error: 'p' counts from 0 and cannot start at 4{{$}}

// RUN: not %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "bound(p, pb, -1, max_exact)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=END
// END: <schedule>:1:14: error: 'p' counts from 0 and cannot end at -1{{$}}

// RUN: not %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "bound(k, kb, 4, max_exactly)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=KIND
// KIND: <schedule>:1:17: error: unknown bound 'max_exactly'; did you mean 'max_exact'?{{$}}

// RUN: not %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "bound(k, kb, 0, divisible)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DIVISOR
// DIVISOR: <schedule>:1:14: error: the divisor must be positive, found 0{{$}}

// RUN: not %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "bound(k, kb, 99999999999, max_exact)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LARGE
// LARGE: <schedule>:1:14: error: a bound must be between -2147483647 and 2147483647, not 99999999999{{$}}

// RUN: not %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "bound(k, kb, N, max_exact)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CONSTANT
// CONSTANT: <schedule>:1:14: error: expected an integer constant, found 'N'{{$}}

// RUN: not %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "bound(q, qb, 4, max_exact)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: <schedule>:1:7: error: unknown loop 'q'{{$}}

// RUN: not %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "bound(k, kb, 4, max_exact) split(k, k0, k1, 2)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CONSUMED
// CONSUMED: <schedule>:1:34: error: 'k' was replaced by 'kb'; name that{{$}}

// RUN: not %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "parallelize(i, cpu_thread, no_races) bound(i, ib, 4, divisible)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PARALLEL
// PARALLEL: <schedule>:1:44: error: 'i' is parallel already; put 'bound' before 'parallelize(i, ...)'{{$}}

// RUN: not %sparse-opt %S/Inputs/triangle.sp \
// RUN:   -schedule "bound(k, kb, 4, divisible)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TRIANGLE
// TRIANGLE: <schedule>:1:7: error: the range of 'k' depends on 'i', so that it cannot be checked in front of the loops{{$}}

// RUN: not %sparse-opt %S/Inputs/narrow.sp \
// RUN:   -schedule "bound(k, kb, 300, max_exact)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NARROW
// NARROW: <schedule>:1:14: error: 'k' of type 'unsigned char' cannot have the value 300{{$}}

// RUN: not %sparse-opt %S/Inputs/masked.sp \
// RUN:   -schedule "bound(p, pb, 4, divisible)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CONDITION
// CONDITION: <schedule>:1:7: error: 'pos' may be read only where 'p' runs, so that the range of 'p' cannot be checked in front of the loops{{$}}
