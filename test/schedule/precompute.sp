// precompute(e, v, vp, w): a factor of a sum is summed in a workspace first,
// over the loops that nothing else needs. Fibres without elements stay untouched.
// RUN: %sparse-opt %S/Inputs/mttkrp.sp \
// RUN:   -schedule "order(i, k, l, j) precompute(val[pl]*D[l*32+j], j, j, w) split(i, i1, i2, 32) parallelize(i1, cpu_thread, no_races)" \
// RUN:   | FileCheck %s --check-prefix=A5
// A5: index j : i32 in 0 .. 32
// A5-NEXT: index j_w : i32 in 0 .. 32
// A5: loop i1 parallel(cpu_thread, no_races) {
// A5-NEXT: loop i2 {
// A5-NEXT: loop pk {
// A5-NEXT: let k = crd1[pk]
// A5-NEXT: {
// A5-NEXT: array w : f64[32:i64] = 0.0
// A5-NEXT: loop pl {
// A5-NEXT: let l = crd2[pl]
// A5-NEXT: loop j {
// A5-NEXT: w[j] += val[pl] * D[l * 32 + j]
// A5-NEXT: }
// A5-NEXT: }
// A5-NEXT: if pos2[pk] < pos2[pk + 1] {
// A5-NEXT: loop j_w {
// A5-NEXT: A[i * 32 + j_w] += w[j_w] * C[k * 32 + j_w]

// The producer's loop by a name of its own; the expression in another order,
// with parentheses and the coordinate spelled out.
// RUN: %sparse-opt %S/Inputs/mttkrp.sp \
// RUN:   -schedule "precompute((D[j + 32*crd2[pl]])*val[pl], j, jp, w) parallelize(jp, cpu_vector, no_races)" \
// RUN:   | FileCheck %s --check-prefix=NAMED
// NAMED: index jp : i32 in 0 .. 32
// NAMED: loop jp parallel(cpu_vector, no_races) {
// NAMED-NEXT: w[jp] += val[pl] * D[l * 32 + jp]
// NAMED: loop j {
// NAMED-NEXT: A[i * 32 + j] += w[j] * C[k * 32 + j]

// RUN: not %sparse-opt %S/Inputs/mttkrp.sp -schedule "precompute(val[pl]*D.1[l], j, jp, w)" 2>&1 | FileCheck %s --check-prefix=MEMBER
// MEMBER: error: expected the name of a member, found '1'

// RUN: not %sparse-opt %S/Inputs/mttkrp-counted.sp -schedule "precompute(val[pl]*D[l*32+j], j, j, w)" 2>&1 | FileCheck %s --check-prefix=BETWEEN
// BETWEEN: <schedule>:1:1: error: other statements stand between 'pl', over which 'w' would be summed, and 'j'{{$}}

// A range that 'bound' makes constant.
// RUN: %sparse-opt %s \
// RUN:   -schedule "bound(j, jb, 32, max_exact) precompute(val[pl]*D[l*J+j], jb, jb, w) parallelize(jb_w, cpu_vector, no_races)" \
// RUN:   | FileCheck %s --check-prefix=BOUND
// BOUND: index jb_w : i32 in 0 .. 32
// BOUND: array w : f64[32:i64] = 0.0
// BOUND: loop jb {
// BOUND-NEXT: w[j] += val[pl] * D[l * J + j]
// BOUND: loop jb_w parallel(cpu_vector, no_races) {
// BOUND-NEXT: A[i * J + jb_w] += w[jb_w] * C[k * J + jb_w]

// A range that is known in front of the loops.
// RUN: %sparse-opt %s \
// RUN:   -schedule "precompute(val[pl]*D[l*J+j], j, jp, w) parallelize(jp, cpu_vector, no_races) split(j, j0, j1, 8)" \
// RUN:   | FileCheck %s --check-prefix=RUNTIME
// RUNTIME: index j : i32 in 0 .. J
// RUNTIME-NEXT: index jp : i32 in 0 .. J
// RUNTIME: array w : f64[i64(J)] = 0.0
// RUNTIME: loop jp parallel(cpu_vector, no_races) {
// RUNTIME-NEXT: w[jp] += val[pl] * D[l * J + jp]
// RUNTIME: loop j0 {
// RUNTIME-NEXT: loop j1 {
// RUNTIME-NEXT: A[i * J + j] += w[j] * C[k * J + j]
// RUN: %sparse-opt %s \
// RUN:   -schedule "bound(j, jb, 32, max_constraint) precompute(val[pl]*D[l*J+j], jb, jb, w)" \
// RUN:   | FileCheck %s --check-prefix=CONSTRAINED
// CONSTRAINED: index jb_w : i32 in 0 .. J
// CONSTRAINED: array w : f64[i64(J)] = 0.0

// One that begins at a variable: the difference need not fit the type.
// RUN: sed 's/in 0 .. J/in I .. J/' %s > %t.sp
// RUN: %sparse-opt %t.sp -schedule "precompute(val[pl]*D[l*J+j], j, jp, w)" \
// RUN:   | FileCheck %s --check-prefix=FROM
// FROM: array w : f64[i64(J) - i64(I)] = 0.0
// FROM: w[i64(jp) - i64(I)] += val[pl] * D[l * J + jp]

// RUN: sed 's/in 0 .. J/in i .. J/' %s > %t.sp
// RUN: not %sparse-opt %t.sp -schedule "precompute(val[pl]*D[l*J+j], j, jp, w)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=VARIES
// VARIES: <schedule>:1:30: error: the range of 'j', from 'i' to 'J', depends on 'i', so that workspace 'w' cannot be allocated in front of the loops{{$}}
// RUN: sed 's/in 0 .. J/in 0 .. crd2[pl]/' %s > %t.sp
// RUN: not %sparse-opt %t.sp -schedule "precompute(val[pl]*D[l*J+j], j, jp, w)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=INNER
// INNER: <schedule>:1:30: error: the range of 'j', from '0' to 'crd2[pl]', depends on 'pl', so that workspace 'w' cannot be allocated in front of the loops{{$}}
// RUN: sed 's/in 0 .. J/in 0 .. pos1[2]/' %s > %t.sp
// RUN: not %sparse-opt %t.sp -schedule "precompute(val[pl]*D[l*J+j], j, jp, w)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LOADED
// LOADED: <schedule>:1:30: error: the range of 'j', from '0' to 'pos1[2]', reads 'pos1', so that workspace 'w' cannot be allocated in front of the loops{{$}}
// RUN: sed 's/in 0 .. J/in 0 .. 100 \/ J/' %s > %t.sp
// RUN: not %sparse-opt %t.sp -schedule "precompute(val[pl]*D[l*J+j], j, jp, w)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DIVIDED
// DIVIDED: <schedule>:1:30: error: the range of 'j', from '0' to '100 / J', divides by 'J', which may be 0 where your loops do not run, so that workspace 'w' cannot be allocated in front of the loops{{$}}
// RUN: sed 's/operand J : i32/operand J : i32 liveout/' %s > %t.sp
// RUN: not %sparse-opt %t.sp -schedule "precompute(val[pl]*D[l*J+j], j, jp, w)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CHANGES
// CHANGES: <schedule>:1:30: error: the range of 'j', from '0' to 'J', depends on 'J', which changes, so that workspace 'w' cannot be allocated in front of the loops{{$}}

// The sum of a fibre is a local array, not one more copy of it.
// RUN: %sparse-opt %S/Inputs/mttkrp.sp -lower -check=off \
// RUN:   -schedule "precompute(val[pl]*D[l*32+j], j, jp, w) parallelize(jp, cpu_vector, no_races)" \
// RUN:   | FileCheck %s --check-prefix=TILE
// TILE-NOT: w_tile
// TILE: w[jp] += val[pl] * D[i64(l) * 32:i64 + i64(jp)]
// TILE-NOT: w_tile

// Nested: the second one takes a factor of the first one's sum.
// RUN: %sparse-opt %S/Inputs/mttkrp4.sp \
// RUN:   -schedule "order(i, k, l, m, j) precompute(val[pm]*E[m*32+j]*D[l*32+j], j, j, bde) precompute(val[pm]*E[m*32+j], j, j, be) split(i, i1, i2, 32) parallelize(i1, cpu_thread, no_races)" \
// RUN:   | FileCheck %s --check-prefix=A6
// A6: array bde : f64[32:i64] = 0.0
// A6-NEXT: var bde_any : bool = false
// A6-NEXT: loop pl {
// A6-NEXT: let l = crd2[pl]
// A6-NEXT: {
// A6-NEXT: array be : f64[32:i64] = 0.0
// A6-NEXT: loop pm {
// A6-NEXT: let m = crd3[pm]
// A6-NEXT: loop j {
// A6-NEXT: be[j] += val[pm] * E[m * 32 + j]
// A6: if pos3[pl] < pos3[pl + 1] {
// A6-NEXT: loop j_be {
// A6-NEXT: bde[j_be] += be[j_be] * D[l * 32 + j_be]
// A6: bde_any ||= pos3[pl] < pos3[pl + 1]
// A6-NEXT: }
// A6-NEXT: if bde_any {
// A6-NEXT: loop j_bde {
// A6-NEXT: A[i * 32 + j_bde] += bde[j_bde] * C[k * 32 + j_bde]

// No loop that only the expression needs: computed for each j, not summed.
// RUN: %sparse-opt %S/Inputs/mttkrp.sp \
// RUN:   -schedule "precompute(val[pl]*C[k*32+j], j, jp, w)" \
// RUN:   | FileCheck %s --check-prefix=PLAIN
// PLAIN: array w : f64[32:i64]
// PLAIN-NEXT: loop jp {
// PLAIN-NEXT: w[jp] = val[pl] * C[k * 32 + jp]
// PLAIN-NEXT: }
// PLAIN-NEXT: loop j {
// PLAIN-NEXT: A[i * 32 + j] += w[j] * D[l * 32 + j]

// RUN: not %sparse-opt %S/Inputs/mttkrp.sp \
// RUN:   -schedule "precompute(val[pl]*D[k*32+j], j, j, w)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NEAR
// NEAR: <schedule>:1:20: error: 'D[k*32+j]' is no factor of what the loop over 'j' adds to 'A'; did you mean 'D[l * 32 + j]'?{{$}}
// NEAR: note: the factors are 'val[pl]', 'C[k * 32 + j]' and 'D[l * 32 + j]'{{$}}

// RUN: not %sparse-opt %S/Inputs/mttkrp.sp \
// RUN:   -schedule "precompute(val[pl] + D[l*32+j], j, j, w)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SUM
// SUM: <schedule>:1:12: error: 'val[pl] + D[l*32+j]' is no factor of what the loop over 'j' adds to 'A'{{$}}

// RUN: not %sparse-opt %S/Inputs/mttkrp.sp \
// RUN:   -schedule "precompute(val[pl]*val[pl], j, j, w)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TWICE
// TWICE: <schedule>:1:20: error: 'val[pl]' is no factor of what the loop over 'j' adds to 'A'{{$}}

// The loop that it names may be made too late.
// RUN: not %sparse-opt %S/Inputs/mttkrp.sp \
// RUN:   -schedule "precompute(val[pl]*D[l*32+j], j1, j2, w) split(j, j0, j1, 4)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BEHIND
// BEHIND: <schedule>:1:31: error: 'j1' is made by 'split' behind this clause; put 'split' first{{$}}

// RUN: not %sparse-opt %S/Inputs/mttkrp.sp \
// RUN:   -schedule "precompute(val[pl]*f(j), j, j, w)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CALL
// CALL: <schedule>:1:21: error: expected an operator, found '('{{$}}

// RUN: not %sparse-opt %S/Inputs/mttkrp.sp \
// RUN:   -schedule "precompute(val[pl*, j, j, w)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OPEN
// OPEN: <schedule>:1:28: error: expected ']', found ')'{{$}}

// RUN: not %sparse-opt %S/Inputs/mttkrp.sp \
// RUN:   -schedule "precompute(val[pl]*, j, j, w)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=END
// END: <schedule>:1:12: error: expected a variable, an array element or a number, found the end{{$}}

// RUN: not %sparse-opt %S/Inputs/mttkrp.sp \
// RUN:   -schedule "precompute(val[pl], l, lp, w)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OUTER
// OUTER: <schedule>:1:21: error: 'pl' encloses the loop over 'j'; 'precompute' needs the innermost loop{{$}}

// RUN: not %sparse-opt %S/Inputs/mttkrp.sp \
// RUN:   -schedule "precompute(val[pl], j, k, w)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LOOP
// LOOP: <schedule>:1:24: error: the name 'k' is taken; a loop that a command makes needs a new name{{$}}

// RUN: not %sparse-opt %S/Inputs/mttkrp.sp \
// RUN:   -schedule "precompute(val[pl], j, w, w)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WORKSPACE
// WORKSPACE: <schedule>:1:27: error: the name 'w' is taken; a workspace needs a new name{{$}}

// RUN: not %sparse-opt %S/Inputs/mttkrp.sp \
// RUN:   -schedule "precompute(val[pl], j, j+1, int)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WORDS
// WORDS: <schedule>:1:24: error: expected a new name for a loop, found 'j+1'{{$}}
// WORDS: <schedule>:1:29: error: 'int' is a keyword and cannot name a workspace{{$}}

// RUN: not %sparse-opt %S/Inputs/mttkrp.sp \
// RUN:   -schedule "fp(strict) precompute(val[pl], j, j, w)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STRICT
// STRICT: <schedule>:1:12: error: 'precompute' would reassociate the reduction into 'A', which 'fp(strict)' forbids{{$}}

// RUN: not %sparse-opt %S/Inputs/mttkrp.sp \
// RUN:   -schedule "split(j, j0, j1, 8) precompute(val[pl], j1, jp, w)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DERIVED
// DERIVED: <schedule>:1:41: error: 'j1' was made by a command; put 'precompute' before that{{$}}

// RUN: not %sparse-opt %S/Inputs/mttkrp.sp \
// RUN:   -schedule "parallelize(pl, cpu_thread, ignore_races) precompute(val[pl]*D[l*32+j], j, j, w)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PARALLEL
// PARALLEL: <schedule>:1:73: error: 'pl' is parallel already; put 'precompute' before 'parallelize(pl, ...)'{{$}}

// RUN: not %sparse-opt %S/Inputs/mttkrp.sp \
// RUN:   -schedule "precompute(val[pl]*D[l*32+j], j, j, w) parallelize(pl, cpu_thread, parallel_reduction)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=JOINED
// JOINED: <schedule>:1:68: error: 'parallel_reduction' joins updates of one variable or element, but 'pl' updates different elements of 'w'{{$}}

// RUN: sed 's/in 0 .. 32/in 0 .. 8193/' %S/Inputs/mttkrp.sp > %t.sp
// RUN: not %sparse-opt %t.sp -schedule "precompute(val[pl], j, j, w)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LARGE
// LARGE: <schedule>:1:27: error: workspace 'w' would have 8193 elements of type 'double'; at most 8192 are supported{{$}}

// RUN: sed 's/f64/i32/' %S/Inputs/mttkrp.sp > %t.sp
// RUN: not %sparse-opt %t.sp -schedule "precompute(val[pl], j, j, w)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SIGNED
// SIGNED: <schedule>:1:12: error: 'precompute' would change the order of sums of type 'int', which may overflow where yours do not{{$}}

// RUN: sed 's/ += val/ min= val/' %S/Inputs/mttkrp.sp > %t.sp
// RUN: not %sparse-opt %t.sp -schedule "precompute(val[pl], j, j, w)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MINIMUM
// MINIMUM: <schedule>:1:1: error: 'precompute' takes a factor out of a sum, but 'A' is not updated by '+='{{$}}

// RUN: sed 's/D\[l/A[l/' %S/Inputs/mttkrp.sp > %t.sp
// RUN: not %sparse-opt %t.sp -schedule "precompute(val[pl]*A[l*32+j], j, j, w)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=READ
// READ: <schedule>:1:1: error: 'A' is read and written in the loop over 'pl'; 'precompute' would change the order{{$}}

nest @bounded {
  operand I : i32
  operand J : i32
  operand pos1 : i32[]
  operand crd1 : i32[]
  operand pos2 : i32[]
  operand crd2 : i32[]
  operand val : f64[]
  operand C : f64[]
  operand D : f64[]
  operand A : f64[] written
  index i : i32 in 0 .. I
  index pk : i32 in pos1[i] .. pos1[i + 1] coordinate k
  index pl : i32 in pos2[pk] .. pos2[pk + 1] coordinate l
  index j : i32 in 0 .. J
  tensor val : dense(i), compressed(pk; pos1, crd1), compressed(pl; pos2, crd2) values val
  body {
    loop i {
      loop pk {
        let k = crd1[pk]
        loop pl {
          let l = crd2[pl]
          loop j {
            A[i * J + j] += val[pl] * C[k * J + j] * D[l * J + j]
          }
        }
      }
    }
  }
}
