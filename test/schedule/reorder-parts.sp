// reorder(k, p) and order give what an iteration of k does before and behind the loop over p loops
// of their own, where iterations of k are independent of each other.

// RUN: split-file %s %t

// RUN: %sparse-opt %t/sum.sp -schedule "reorder(k, p)" | FileCheck %s --check-prefix=SUM
// SUM: index k_before : i32 in 0 .. K
// SUM: guard "the loop over 'k' has no iterations" 0 < K
// SUM: body {
// SUM-NEXT: loop i {
// SUM-NEXT: loop k_before {
// SUM-NEXT: C[i * K + k_before] = 0.0
// SUM-NEXT: }
// SUM-NEXT: loop p {
// SUM-NEXT: loop k {
// SUM-NEXT: C[i * K + k] += val[p] * B[crd[p] * K + k]
// SUM-NEXT: }
// SUM-NEXT: }
// SUM-NEXT: }
// SUM-NEXT: }

// Both sides, with lets.
// RUN: %sparse-opt %t/both.sp -schedule "order(i, p, k)" | FileCheck %s --check-prefix=BOTH
// BOTH: body {
// BOTH-NEXT: loop i {
// BOTH-NEXT: loop k_before {
// BOTH-NEXT: C[i * K + k_before] *= d[k_before] * 2.0
// BOTH-NEXT: }
// BOTH-NEXT: loop p {
// BOTH-NEXT: loop k {
// BOTH-NEXT: let w = d[k] * 2.0
// BOTH-NEXT: C[i * K + k] += val[p] * w
// BOTH-NEXT: }
// BOTH-NEXT: }
// BOTH-NEXT: loop k_after {
// BOTH-NEXT: C[i * K + k_after] += d[k_after] * 2.0
// BOTH-NEXT: }
// BOTH-NEXT: }
// BOTH-NEXT: }

// Other iterations use the element.
// RUN: not %sparse-opt %t/shared.sp -schedule "reorder(k, p)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SHARED
// SHARED: error: cannot exchange 'k' and 'p': 'sum' is set for each 'k' outside the loop over 'p', and its values would be mixed

// The let is another one behind the store.
// RUN: not %sparse-opt %t/late.sp -schedule "reorder(k, p)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LATE
// LATE: error: cannot exchange 'k' and 'p': 'w' between them reads 'C', which is written below

// Parts of a loop that commands made have no range of their own.
// RUN: not %sparse-opt %t/sum.sp -schedule "split(k, k0, k1, 4) reorder(k1, p)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DERIVED
// DERIVED: error: cannot exchange 'k1' and 'p': the bounds of 'p' read 'pos', which may be read only where 'k1' runs

// Nobody knows in front of the nest whether there is an iteration.
// RUN: not %sparse-opt %t/ragged.sp -schedule "reorder(k, p)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=RAGGED
// RAGGED: error: cannot exchange 'k' and 'p': the bounds of 'p' read 'pos', which may be read only where 'k' runs

//--- sum.sp
nest @sum {
  operand m : i32
  operand K : i32
  operand pos : i32[]
  operand val : f64[]
  operand B : f64[]
  operand crd : i32[]
  operand C : f64[] written
  index i : i32 in 0 .. m
  index k : i32 in 0 .. K
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    loop i {
      loop k {
        var sum : f64 = 0.0
        loop p {
          sum += val[p] * B[crd[p] * K + k]
        }
        C[i * K + k] = sum
      }
    }
  }
}

//--- both.sp
nest @both {
  operand m : i32
  operand K : i32
  operand pos : i32[]
  operand val : f64[]
  operand d : f64[]
  operand C : f64[] written
  index i : i32 in 0 .. m
  index k : i32 in 0 .. K
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    loop i {
      loop k {
        let w = d[k] * 2.0
        C[i * K + k] *= w
        loop p {
          C[i * K + k] += val[p] * w
        }
        C[i * K + k] += w
      }
    }
  }
}

//--- shared.sp
nest @shared {
  operand m : i32
  operand K : i32
  operand pos : i32[]
  operand val : f64[]
  operand C : f64[] written
  index i : i32 in 0 .. m
  index k : i32 in 0 .. K
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    loop i {
      loop k {
        var sum : f64 = 0.0
        loop p {
          sum += val[p]
        }
        C[i * K + k / 2] = sum
      }
    }
  }
}

//--- late.sp
nest @late {
  operand m : i32
  operand K : i32
  operand pos : i32[]
  operand val : f64[]
  operand C : f64[] written
  index i : i32 in 0 .. m
  index k : i32 in 0 .. K
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    loop i {
      loop k {
        let w = C[i * K + k]
        C[i * K + k] = 0.0
        loop p {
          C[i * K + k] += val[p] * w
        }
      }
    }
  }
}

//--- ragged.sp
nest @ragged {
  operand m : i32
  operand len : i32[]
  operand pos : i32[]
  operand val : f64[]
  operand C : f64[] written
  index i : i32 in 0 .. m
  index k : i32 in 0 .. len[i]
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    loop i {
      loop k {
        loop p {
          C[i * 100 + k] += val[p]
        }
      }
    }
  }
}
