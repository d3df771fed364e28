// prefetch(p, B, N): the rows of B that iteration p + N reads, or the last one
// of all rows.
// RUN: %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "prefetch(p, B, 8)" | FileCheck %s
// CHECK: guard "'pos' does not ascend" pos[r] <= pos[r + 1:i64] for r in 0:i64 .. i64(m)
// CHECK: loop p {
// CHECK-NEXT: let p_ahead = i32(min(i64(p) + 8:i64, i64(pos[i64(m)]) - 1:i64))
// CHECK-NEXT: prefetch B[crd[p_ahead] * K + 0], i64(K)
// CHECK-NEXT: let j = crd[p]

// Tiles of columns around p: the tile's part of the row.
// RUN: %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "split(k, k0, k1, 32) order(i, k0, p, k1) parallelize(k1, cpu_vector, no_races) prefetch(j, B, 4)" -lower -check=off \
// RUN:   | FileCheck %s --check-prefix=TILE
// TILE: prefetch B[i64(crd[p_ahead]) * i64(K) + i64(i32(k0 * 32:i64))], 32:i64
// TILE-NOT: prefetch
// TILE: for k1 : i64 in 0:i64 .. 32:i64 simd {

// The columns of a tile that is made inside p are one row again.
// RUN: %sparse-opt %S/Inputs/spmm.sp \
// RUN:   -schedule "split(k, k0, k1, 32) prefetch(p, B, 4)" \
// RUN:   | FileCheck %s --check-prefix=INNER
// INNER: prefetch B[crd[p_ahead] * K + 0], i64(K)

// Two levels: the last position of the tensor, whose rows' positions ascend.
// RUN: %sparse-opt %S/Inputs/mttkrp.sp \
// RUN:   -schedule "precompute(val[pl]*D[l*32+j], j, jp, w) prefetch(pl, D, 8) prefetch(pk, C, 2)" \
// RUN:   | FileCheck %s --check-prefix=CSF
// CSF: guard "'pos1' does not ascend"
// CSF-NEXT: guard "'pos2' does not ascend"
// CSF: loop pk {
// CSF-NEXT: let pk_ahead = i32(min(i64(pk) + 2:i64, i64(pos1[i64(I)]) - 1:i64))
// CSF-NEXT: prefetch C[crd1[pk_ahead] * 32 + 0], 32:i64
// CSF: loop pl {
// CSF-NEXT: let pl_ahead = i32(min(i64(pl) + 8:i64, i64(pos2[i64(pos1[i64(I)])]) - 1:i64))
// CSF-NEXT: prefetch D[crd2[pl_ahead] * 32 + 0], 32:i64

// A single element.
// RUN: %sparse-opt %S/Inputs/spmv.sp \
// RUN:   -schedule "prefetch(p, x, 16)" | FileCheck %s --check-prefix=ELEMENT
// ELEMENT: prefetch x[crd[p_ahead]], 1:i64

// What is read in a loop inside only is read ahead where that loop runs.
// RUN: %sparse-opt %s -schedule "prefetch(p, B, 8)" \
// RUN:   | FileCheck %s --check-prefix=INLINE
// INLINE: let p_ahead = i32(min(i64(p) + 8:i64, i64(pos[i64(m)]) - 1:i64))
// INLINE-NEXT: if 0 < K {
// INLINE-NEXT: prefetch B[crd[p_ahead] * K + 0], i64(K)

// Rows of which only some are read: no farther than the own row.
// RUN: %sparse-opt %S/Inputs/prefetch-masked.sp -schedule "prefetch(p, x, 8)" \
// RUN:   | FileCheck %s --check-prefix=MASKED
// MASKED: let p_ahead = i32(min(i64(p) + 8:i64, i64(pos[i + 1]) - 1:i64))

// An index by row and position is known for the own row only.
// RUN: %sparse-opt %S/Inputs/prefetch.sp -schedule "prefetch(p, G, 8)" \
// RUN:   | FileCheck %s --check-prefix=OWN
// OWN: let p_ahead = i32(min(i64(p) + 8:i64, i64(pos[i + 1]) - 1:i64))
// OWN-NEXT: prefetch G[crd[p_ahead + i]], 1:i64

// RUN: not %sparse-opt %S/Inputs/prefetch.sp -schedule "prefetch(p, H, 8)" 2>&1 | FileCheck %s --check-prefix=VARIABLE
// VARIABLE: :13: error: where 'p' reads 'H' depends on 'v', which may be another in a later iteration
// RUN: not %sparse-opt %S/Inputs/spmm.sp -schedule "prefetch(q, B, 8)" 2>&1 | FileCheck %s --check-prefix=NO-LOOP
// NO-LOOP: error: unknown loop 'q'
// RUN: not %sparse-opt %S/Inputs/spmm.sp -schedule "prefetch(p, Z, 8)" 2>&1 | FileCheck %s --check-prefix=NO-ARRAY
// NO-ARRAY: :13: error: 'Z' is no array
// RUN: not %sparse-opt %S/Inputs/spmm.sp -schedule "prefetch(p, pos, 8)" 2>&1 | FileCheck %s --check-prefix=NOT-READ
// NOT-READ: :13: error: 'pos' is not read in the loop over 'p'
// RUN: not %sparse-opt %S/Inputs/spmm.sp -schedule "prefetch(p, val, 8)" 2>&1 | FileCheck %s --check-prefix=IN-ORDER
// IN-ORDER: :13: error: where 'p' reads 'val' does not depend on an array of indices; processors fetch what is read in order ahead by themselves
// RUN: not %sparse-opt %S/Inputs/spmm.sp -schedule "prefetch(i, B, 8)" 2>&1 | FileCheck %s --check-prefix=ROWS
// ROWS: :13: error: where 'i' reads 'B' does not depend on an array of indices;
// RUN: not %sparse-opt %S/Inputs/spmm.sp -schedule "prefetch(p, B, 0)" 2>&1 | FileCheck %s --check-prefix=ZERO
// ZERO: :16: error: the distance must be positive, found 0
// RUN: not %sparse-opt %S/Inputs/spmm.sp -schedule "prefetch(p, B, 5000)" 2>&1 | FileCheck %s --check-prefix=FAR
// FAR: :16: error: the distance must be at most 4096, found 5000
// RUN: not %sparse-opt %S/Inputs/spmv.sp -schedule "split(p, p0, p1, 4) prefetch(p1, x, 8)" 2>&1 | FileCheck %s --check-prefix=MADE
// MADE: error: 'p1' was made by a command; 'prefetch' looks ahead in a loop of yours
// RUN: not %sparse-opt %S/Inputs/spmv.sp -schedule "parallelize(p, cpu_vector, parallel_reduction) prefetch(p, x, 8)" 2>&1 | FileCheck %s --check-prefix=LANES
// LANES: error: 'p' runs on 'cpu_vector', where an iteration cannot look ahead
// RUN: not %sparse-opt %S/Inputs/spmv.sp -schedule "prefetch(p, x, 8) parallelize(p, cpu_vector, parallel_reduction)" 2>&1 | FileCheck %s --check-prefix=LATER
// LATER: error: 'p' prefetches, and an iteration on 'cpu_vector' cannot look ahead
// RUN: not %sparse-opt %S/Inputs/spmm.sp -schedule "prefetch(p)" 2>&1 | FileCheck %s --check-prefix=ARITY
// ARITY: error: 'prefetch' takes 3 arguments, but 1 is given
// ARITY: note: usage: prefetch(p, B, N)
// RUN: not %sparse-opt %S/Inputs/prefetch.sp -schedule "prefetch(p, x, 8)" 2>&1 | FileCheck %s --check-prefix=CONDITION
// CONDITION: :10: error: 'crd[p]' is not read in each iteration of 'p'
// RUN: not %sparse-opt %S/Inputs/prefetch.sp -schedule "prefetch(p, B, 8)" 2>&1 | FileCheck %s --check-prefix=STEPS
// STEPS: :13: error: an iteration of 'p' reads 'B' in steps along 'k'; 'prefetch' fetches elements that lie together
// RUN: not %sparse-opt %S/Inputs/prefetch.sp -schedule "prefetch(p, D, 8)" 2>&1 | FileCheck %s --check-prefix=PLANE
// PLANE: :13: error: an iteration of 'p' reads 'D' along 'k' and 'q'; 'prefetch' fetches one row
// RUN: not %sparse-opt %S/Inputs/prefetch.sp -schedule "prefetch(p, E, 8)" 2>&1 | FileCheck %s --check-prefix=WRITTEN
// WRITTEN: :13: error: 'next', which says where 'E' is read, is written in the loops
// RUN: not %sparse-opt %S/Inputs/prefetch.sp -schedule "prefetch(p, F, 8)" 2>&1 | FileCheck %s --check-prefix=VARIES
// VARIES: :13: error: an iteration of 'p' reads 'F' along 'l', whose range varies; 'prefetch' fetches elements that lie together

nest @inline {
  operand m : i32
  operand K : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand B : f64[]
  operand C : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1]
  index k : i32 in 0 .. K
  body {
    loop i {
      loop p {
        loop k {
          C[i * K + k] += val[p] * B[crd[p] * K + k]
        }
      }
    }
  }
}
