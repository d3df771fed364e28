// A walk runs no loop of whose variable all subscripts are linear functions: its
// first and its last iteration note the extremes, in one run of what is inside.
// RUN: %sparse-opt %s -lower -schedule "parallelize(i, cpu_thread, no_races)" > %t
// RUN: FileCheck %s < %t

// What does not depend on the rows' loop is around it, and rows that follow each
// other are one loop.
// CHECK-LABEL: program @columns
// CHECK: } each {
// CHECK-NEXT: if 0 < w {
// CHECK: for i_chunk : i64 in 0:i64 .. i_chunks threads {
// CHECK: if rows_ascend {
// CHECK: for p : i32 in pos[i32(i_chunk_first)] .. pos[i32(i_chunk_last)] {
// CHECK-NEXT: note_least min= crd[p] * w + 0
// CHECK-NEXT: note_most max= crd[p] * w + (w - 1)
// CHECK-NEXT: }
// CHECK-NOT: for k
// CHECK: } disjoint

// Constants inside are part of the subscripts.
// CHECK-LABEL: program @named
// CHECK: } each {
// CHECK-NOT: for k
// CHECK: note_least min= crd[p] + 0
// CHECK-NEXT: note_most max= crd[p] + (w - 1)
// CHECK: } disjoint

// The other way round where subscripts fall.
// CHECK-LABEL: program @falling
// CHECK: } each {
// CHECK-NOT: for k
// CHECK: note_least min= crd[p] - 2 * (w - 1)
// CHECK-NEXT: note_most max= crd[p] - 2 * 0
// CHECK: } disjoint

// Whether they do may not be known: the loop inside runs for each.
// CHECK-LABEL: program @either
// CHECK: } each {
// CHECK: for k : i32 in 0 .. w {
// CHECK: } disjoint

// Squares have extremes elsewhere, constants may depend on 'k', and so may the
// loop inside and the condition around.
// CHECK-LABEL: program @square
// CHECK: } each {
// CHECK: for k : i32 in 0 .. w {
// CHECK: } disjoint
// CHECK-LABEL: program @inner
// CHECK: } each {
// CHECK: for k : i32 in 0 .. w {
// CHECK: } disjoint
// CHECK-LABEL: program @bounds
// CHECK: } each {
// CHECK: for k : i32 in 0 .. w {
// CHECK: } disjoint
// CHECK-LABEL: program @condition
// CHECK: } each {
// CHECK: for k : i32 in 0 .. w {
// CHECK: } disjoint

// Parts of a loop that was cut have no bounds of their own.
// CHECK-LABEL: program @cut
// CHECK: } each {
// CHECK: for k0 : i64 in
// CHECK: } disjoint

// The condition around a loop's body is inside where it reads memory: rows may
// be none.
// CHECK-LABEL: program @memory
// CHECK: } each {
// CHECK-NOT: if flag
// CHECK: for i : i32 in i32(i_chunk_first) .. i32(i_chunk_last) {
// CHECK-NEXT: if flag[0] > 0 {
// CHECK: } disjoint

nest @columns {
  operand n : i32
  operand w : i32
  operand pos : i32[]
  operand crd : i32[]
  operand b : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  index k : i32 in 0 .. w
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    loop i {
      loop k {
        var s : f64 = 0.0
        loop p {
          s += b[crd[p] * w + k]
        }
        y[i * w + k] = s
      }
    }
  }
}

nest @named {
  operand n : i32
  operand w : i32
  operand pos : i32[]
  operand crd : i32[]
  operand b : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  index k : i32 in 0 .. w
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    loop i {
      loop k {
        var s : f64 = 0.0
        loop p {
          let j = crd[p]
          s += b[j + k]
        }
        y[i * w + k] = s
      }
    }
  }
}

nest @falling {
  operand n : i32
  operand w : i32
  operand pos : i32[]
  operand crd : i32[]
  operand b : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  index k : i32 in 0 .. w
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    loop i {
      loop k {
        var s : f64 = 0.0
        loop p {
          s += b[crd[p] - 2 * k]
        }
        y[i * w + k] = s
      }
    }
  }
}

nest @either {
  operand n : i32
  operand w : i32
  operand pos : i32[]
  operand crd : i32[]
  operand b : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  index k : i32 in 0 .. w
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    loop i {
      loop k {
        var s : f64 = 0.0
        loop p {
          s += b[crd[p] + k * n]
        }
        y[i * w + k] = s
      }
    }
  }
}

nest @square {
  operand n : i32
  operand w : i32
  operand pos : i32[]
  operand crd : i32[]
  operand b : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  index k : i32 in 0 .. w
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    loop i {
      loop k {
        var s : f64 = 0.0
        loop p {
          s += b[crd[p] + k * k]
        }
        y[i * w + k] = s
      }
    }
  }
}

nest @inner {
  operand n : i32
  operand w : i32
  operand pos : i32[]
  operand crd : i32[]
  operand b : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  index k : i32 in 0 .. w
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    loop i {
      loop k {
        var s : f64 = 0.0
        loop p {
          let j = crd[p + k]
          s += b[j]
        }
        y[i * w + k] = s
      }
    }
  }
}

nest @bounds {
  operand n : i32
  operand w : i32
  operand pos : i32[]
  operand crd : i32[]
  operand b : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  index k : i32 in 0 .. w
  index p : i32 in pos[i] .. pos[i + k]
  body {
    loop i {
      loop k {
        var s : f64 = 0.0
        loop p {
          s += b[crd[p] + k]
        }
        y[i * w + k] = s
      }
    }
  }
}

nest @condition {
  operand n : i32
  operand w : i32
  operand pos : i32[]
  operand crd : i32[]
  operand b : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  index k : i32 in 0 .. w
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    loop i {
      loop k {
        var s : f64 = 0.0
        loop p {
          if k > 1 {
            s += b[crd[p] + k]
          }
        }
        y[i * w + k] = s
      }
    }
  }
}

nest @cut {
  operand n : i32
  operand w : i32
  operand crd : i32[]
  operand b : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  index k : i32 in 0 .. w
  split k -> k0, k1 by 4
  body {
    loop i {
      loop k0 {
        loop k1 {
          y[i] += b[crd[i]]
        }
      }
    }
  }
}

nest @memory {
  operand n : i32
  operand flag : i32[]
  operand crd : i32[]
  operand b : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  body {
    loop i {
      if flag[0] > 0 {
        y[i] = b[crd[i]]
      }
    }
  }
}
