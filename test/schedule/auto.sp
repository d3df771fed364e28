// What a bare #pragma sparse, or auto, stands for.
//
// Rows of stored positions: pieces of equal work, lanes where rows are long, no
// copies where they are short.
// RUN: %sparse-opt %S/Inputs/spmv.sp -schedule "" | FileCheck %s --check-prefix=SPMV
// RUN: %sparse-opt %S/Inputs/spmv.sp -schedule "auto" | FileCheck %s --check-prefix=SPMV
// SPMV: // where f64(i64(pos[i64(m)]) - i64(pos[0:i64])) >= 2.000000E+04
// SPMV-NEXT: // where most 'i' have fewer than 7 iterations of 'p'
// SPMV-NEXT: nest @spmv
// SPMV: balance i -> t, ir into 0 over p
// SPMV: loop t parallel(cpu_thread, no_races) {
// SPMV-NEXT: loop ir {
// SPMV: loop p unroll(1) {
// SPMV: // where most iterations of 'p' belong to an 'i' with at least 32
// SPMV-NEXT: nest @spmv
// SPMV: balance i -> t, ir into 0 over p
// SPMV: loop t parallel(cpu_thread, no_races) {
// SPMV-NEXT: loop ir {
// SPMV: loop p parallel(cpu_vector, parallel_reduction, width(4)) {
// SPMV: nest @spmv
// SPMV: balance i -> t, ir into 0 over p
// SPMV: loop t parallel(cpu_thread, no_races) {
// SPMV: loop p {

// fp(strict) leaves no reassociation to choose, facts stay.
// RUN: %sparse-opt %S/Inputs/spmv.sp -schedule "fp(strict) num_threads(2)" \
// RUN:   | FileCheck %s --check-prefix=STRICT --implicit-check-not=cpu_vector --implicit-check-not=iterations
// STRICT: fact fp(strict)
// STRICT: fact num_threads 2
// STRICT: loop t parallel(cpu_thread, no_races) {

// A dense row that the positions of a row add to stays in registers.
// RUN: %sparse-opt %S/Inputs/spmm.sp -schedule "" | FileCheck %s --check-prefix=SPMM
// SPMM: // where f64(i64(pos[i64(m)]) - i64(pos[0:i64])) * f64(i64(K)) >= 2.000000E+04
// SPMM-NEXT: // where 'k' has exactly 32 iterations
// SPMM: bound k -> kb max_exact 32
// SPMM: loop p {
// SPMM: loop kb parallel(cpu_vector, no_races) {
// SPMM: // where 'k' has exactly 16 iterations
// SPMM: // where 'k' has exactly 8 iterations
// SPMM: // where 'k' has exactly 1 iterations
// SPMM-NOT: where 'k'
// SPMM: nest @spmm
// SPMM: split k -> k0, k1 by 32
// SPMM: loop t parallel(cpu_thread, no_races) {
// SPMM-NEXT: loop ir {
// SPMM-NEXT: loop k0 {
// SPMM-NEXT: loop p {
// SPMM: loop k1 parallel(cpu_vector, no_races) {
// SPMM-NOT: nest @spmm

// The same where the row is cleared first: what commands make of the second
// loop over k is named after it.
// RUN: sed -e 's/index k : i32 in 0 .. K/index k@1 : i32 in 0 .. K index k@2 : i32 in 0 .. K/' \
// RUN:   -e 's/loop p {/loop k@1 { C[i * K + k@1] = 0.0 } loop p {/' \
// RUN:   -e 's/loop k {/loop k@2 {/' -e 's/\([+*] \)k\]/\1k@2]/g' %S/Inputs/spmm.sp > %t.sp
// RUN: %sparse-opt %t.sp -schedule "" | FileCheck %s --check-prefix=CLEARED
// CLEARED: // where 'k@2' has exactly 32 iterations
// CLEARED: index k@1 : i32 in 0 .. 32
// CLEARED: bound k@2 -> kb_2 max_exact 32
// CLEARED: loop kb_2 parallel(cpu_vector, no_races) {
// CLEARED: // where 'k@2' has exactly 8 iterations
// CLEARED: // where 'k@2' has exactly 1 iterations
// CLEARED-NOT: where 'k
// CLEARED: split k@2 -> k0_2, k1_2 by 32
// CLEARED: loop k0_2 {
// CLEARED-NEXT: loop p {
// CLEARED: loop k1_2 parallel(cpu_vector, no_races) {

// Registers hold no complex numbers: narrow rows of them stay as they are.
// RUN: sed -e 's/f64/"std::complex<double>"/' %S/Inputs/spmm.sp \
// RUN:   -e 's/val\[p\] \* \(B.*\)/opaque "std::complex<double>" "$0 * $1" (val[p], \1)/' > %t.sp
// RUN: %sparse-opt %t.sp -schedule "" | FileCheck %s --check-prefix=COMPLEX
// COMPLEX: // where 'k' has exactly 8 iterations
// COMPLEX: // where 'k' has at least 32 iterations
// COMPLEX: split k -> k0, k1 by 32
// COMPLEX: nest @spmm
// COMPLEX: loop k {

// The same over several levels.
// RUN: %sparse-opt %S/Inputs/mttkrp.sp -schedule "" | FileCheck %s --check-prefix=MTTKRP
// MTTKRP: loop t parallel(cpu_thread, no_races) {
// MTTKRP-NEXT: loop ir {
// MTTKRP-NEXT: loop pk {
// MTTKRP: loop pl {
// MTTKRP: loop j parallel(cpu_vector, no_races) {

// A dense sum; a position belongs to one row only where pos ascends, in each
// version.
// RUN: %sparse-opt %S/Inputs/sddmm.sp -schedule "auto" | FileCheck %s --check-prefix=SDDMM
// SDDMM: // where 'k' has exactly 32 iterations and most 'i' gather by 'p' at least 128 rows away from the next one
// SDDMM: prefetch C[crd[p_ahead] * K + 0], 32:i64
// SDDMM: loop kb parallel(cpu_vector, parallel_reduction, width(8)) {
// SDDMM: // where 'k' has exactly 32 iterations{{$}}
// SDDMM-NOT: does not end at
// SDDMM: guard "'pos' does not ascend" pos[r] <= pos[r + 1:i64] for r in 0:i64 .. i64(m)
// SDDMM: loop kb parallel(cpu_vector, parallel_reduction) {
// SDDMM: // where 'k' has exactly 8 iterations
// SDDMM: loop kb parallel(cpu_vector, parallel_reduction, width(8)) {
// SDDMM: // where 'k' has at least 32 iterations
// SDDMM: guard "'pos' does not ascend" pos[r] <= pos[r + 1:i64] for r in 0:i64 .. i64(m)
// SDDMM: loop k parallel(cpu_vector, parallel_reduction) {
// SDDMM: nest @sddmm
// SDDMM: guard "'pos' does not ascend" pos[r] <= pos[r + 1:i64] for r in 0:i64 .. i64(m)
// SDDMM: loop k {

// Coordinates that each iteration need not read, floats half as far.
// RUN: sed -e 's/let j = crd/if p > 2 { let j = crd/' -e 's/ \* s$/ * s }/' %S/Inputs/sddmm.sp > %t.sp
// RUN: %sparse-opt %t.sp -schedule "auto" | FileCheck %s --check-prefix=SOME --implicit-check-not=gather
// SOME: loop kb parallel(cpu_vector, parallel_reduction) {
// RUN: sed -e '/let j/d' -e 's/C\[j/C[crd[p]/' %S/Inputs/sddmm.sp > %t.sp
// RUN: %sparse-opt %t.sp -schedule "auto" | FileCheck %s --check-prefix=DIRECT
// DIRECT: // where 'k' has exactly 32 iterations and most 'i' gather by 'p' at least 128 rows away from the next one
// RUN: sed -e 's/f64/f32/' -e 's/= 0.0/= 0.0:f32/' %S/Inputs/sddmm.sp > %t.sp
// RUN: %sparse-opt %t.sp -schedule "auto" | FileCheck %s --check-prefix=FLOATS --implicit-check-not="32 iterations and"
// FLOATS: // where 'k' has exactly 64 iterations and most 'i' gather by 'p' at least 128 rows away from the next one

// What the version for a width needs is no guard of all: where 'K' is 8, 'ldc'
// may be less than 32.
// RUN: sed -e 's/operand K : i32/operand K : i32 operand ldc : i32/' -e 's/C\[i \* K/C[i * ldc/' \
// RUN:   %S/Inputs/spmm.sp > %t.sp
// RUN: %sparse-opt %t.sp -schedule "" | FileCheck %s --check-prefix=STRIDE --implicit-check-not=31
// STRIDE: // where 'k' has exactly 32 iterations
// STRIDE: guard "different iterations of 't' may store to one element of 'C'" i64(K) >= 0:i64 && i64(K) - 1:i64 < i64(ldc) && i64(ldc) >= 1:i64

// A loop that does not count from 0 to an operand has no widths of its own.
// RUN: sed 's/in 0 .. K/in 1 .. K/' %S/Inputs/spmm.sp > %t.sp
// RUN: %sparse-opt %t.sp -schedule "" | FileCheck %s --check-prefix=FROM --implicit-check-not=exactly
// FROM: split k -> k0, k1 by 32

// What data choose is summed up in copies, of which a walk finds how large they
// have to be.
// RUN: %sparse-opt %S/Inputs/csc.sp -schedule "auto" | FileCheck %s --check-prefix=COPIES
// COPIES: no more than 1.000000E+00 + f64(i64(pos[i64(n)]) - i64(pos[0:i64])) / (4.000000E+00 * max(f64(y_reach),
// COPIES: operand y : f64[] written extent y_reach
// COPIES: operand y_reach : i64 reach of y
// COPIES: loop t parallel(cpu_thread, parallel_reduction(y)) {

// Otherwise runs show whether an order that the data allow is faster.
// RUN: %sparse-opt %S/Inputs/csc.sp -schedule "auto fp(strict)" | FileCheck %s --check-prefix=ALONE --implicit-check-not=guard
// ALONE: body {
// ALONE-NEXT: loop j parallel(cpu_thread, wavefront(y), schedule(auto)) {
// ALONE-NEXT: loop p {
// ALONE-NEXT: let i = row[p]
// ALONE-NEXT: y[i] += val[p] * x[j]

// The rest is about this file.
// RUN: %sparse-opt %s -schedule "" | FileCheck %s

// Where no level says how long rows are: rows as they come, as long as three of
// them, or eight at least.
// CHECK: // where f64(i64(m)) * max(8.000000E+00, (f64(i64(end[0]) - i64(begin[0])) + f64(i64(end[i32(i64(m) / 2:i64)]) - i64(begin[i32(i64(m) / 2:i64)])) + f64(i64(end[m - 1]) - i64(begin[m - 1]))) / 3.000000E+00) >= 2.000000E+04
// CHECK-LABEL: nest @begin_end
// CHECK: loop i parallel(cpu_thread, no_races) {
nest @begin_end {
  operand m : i32
  operand begin : i32[]
  operand end : i32[]
  operand crd : i32[]
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in begin[i] .. end[i]
  body {
    loop i {
      var sum : f64 = 0.0
      loop p {
        sum += x[crd[p]]
      }
      y[i] = sum
    }
  }
}

// Names of the user's are kept apart.
// CHECK-LABEL: nest @taken
// CHECK: balance i -> t_2, ir into 0 over p
nest @taken {
  operand t : i32
  operand t1 : f64
  operand pos : i32[]
  operand y : f64[] written
  index i : i32 in 0 .. t
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    loop i {
      loop p {
        y[i] += t1
      }
    }
  }
}

// A sum over all: lanes on one thread, then blocks of lanes on several.
// CHECK: // where 'i' has fewer than 100000 iterations
// CHECK-NEXT: nest @dot
// CHECK: loop i parallel(cpu_vector, parallel_reduction) {
// CHECK: nest @dot
// CHECK: split i -> i0, i1 by 2048
// CHECK: loop i0 parallel(cpu_thread, parallel_reduction) {
// CHECK-NEXT: loop i1 parallel(cpu_vector, parallel_reduction) {
nest @dot {
  operand n : i32
  operand x : f64[]
  operand s : f64 liveout
  index i : i32 in 0 .. n
  body {
    loop i {
      s += x[i]
    }
  }
}

// Constant widths: a narrow row is one tile, a wide one is cut.
// CHECK-LABEL: nest @widths
// CHECK: split c -> c0, c1 by 32
// CHECK: loop a parallel(cpu_vector, no_races) {
// CHECK: loop b parallel(cpu_vector, no_races) {
// CHECK: loop c0 {
// CHECK-NEXT: loop r {
// CHECK: loop c1 parallel(cpu_vector, no_races) {
// CHECK: loop d parallel(cpu_vector, parallel_reduction, width(8)) {
// CHECK-NOT: has at least
nest @widths {
  operand m : i32
  operand u : f64[]
  operand y : f64[] written
  operand z : f64[] written
  operand w : f64[] written
  operand v : f64[] written
  index i : i32 in 0 .. m
  index q : i32 in 0 .. 99
  index a : i32 in 0 .. 3
  index b : i32 in 0 .. 32
  index r : i32 in 0 .. 99
  index c : i32 in 0 .. 100
  index d : i32 in 0 .. 16
  body {
    loop i {
      loop q {
        loop a {
          y[i * 3 + a] += u[q]
        }
        loop b {
          z[i * 32 + b] += u[q]
        }
      }
      loop r {
        loop c {
          w[i * 100 + c] += u[r]
        }
      }
      var s : f64 = 0.0
      loop d {
        s += u[d]
      }
      v[i] = s
    }
  }
}

// Too little work in every run.
// CHECK-LABEL: nest @small
// CHECK: loop i {
nest @small {
  operand y : f64[] written
  index i : i32 in 0 .. 100
  body {
    loop i {
      y[i] = 1.0
    }
  }
}

// Rows behind rows: nothing in front says how long those are. A tree's levels
// are balanced (MTTKRP, above).
// CHECK: // where f64(i64(pos[i64(m)]) - i64(pos[0:i64])) * 8.000000E+00 >= 2.000000E+04
// CHECK-NEXT: nest @behind
// CHECK: loop i parallel(cpu_thread, no_races, schedule(dynamic, 16)) {
nest @behind {
  operand m : i32
  operand pos : i32[]
  operand crd : i32[]
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1] coordinate j
  index q : i32 in pos[crd[p]] .. pos[crd[p] + 1]
  body {
    loop i {
      var s : f64 = 0.0
      loop p {
        let j = crd[p]
        loop q {
          s += x[crd[q]]
        }
      }
      y[i] = s
    }
  }
}

// A search inside of rows; the deeper loops are nested, the fewer rows a thread
// takes. An uncounted loop counts as eight iterations.
// CHECK: // where f64(i64(pos[i64(m)]) - i64(pos[0:i64])) * 6.400000E+01 >= 2.000000E+04
// CHECK-NEXT: nest @search
// CHECK: loop i parallel(cpu_thread, parallel_reduction, schedule(dynamic, 2)) {
nest @search {
  operand m : i32
  operand pos : i32[]
  operand crd : i32[]
  operand found : i64 liveout
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1]
  index q : i32 in pos[i] .. pos[i + 1]
  body {
    loop i {
      loop p {
        var it : i32 = pos[crd[p]]
        loop q {
          while crd[it] < crd[q] {
            it += 1
          }
          found += i64(crd[it] == crd[q])
        }
      }
    }
  }
}

// Parts of a floating-point sum stay those of threads.
// CHECK: nest @weight
// CHECK-NOT: dynamic
// CHECK: loop t parallel(cpu_thread, parallel_reduction) {
nest @weight {
  operand m : i32
  operand pos : i32[]
  operand crd : i32[]
  operand x : f64[]
  operand s : f64 liveout
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1]
  index q : i32 in pos[crd[p]] .. pos[crd[p] + 1]
  body {
    loop i {
      loop p {
        loop q {
          s += x[crd[q]]
        }
      }
    }
  }
}

// A search in rows of known length: halving takes about as long in each.
// CHECK: nest @halved
// CHECK: loop i parallel(cpu_thread, no_races) {
nest @halved {
  operand m : i32
  operand n : i32
  operand pos : i32[]
  operand crd : i32[]
  operand y : i32[] written
  index i : i32 in 0 .. m
  index k : i32 in 0 .. n
  body {
    loop i {
      loop k {
        var at : i32 = pos[i]
        while crd[at] < k {
          at += 1
        }
        y[i * n + k] = at
      }
    }
  }
}
