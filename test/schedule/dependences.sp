// Which loops auto makes parallel: places of different iterations must be distinct. What only
// the run can decide becomes a guard.

// RUN: %sparse-opt %s -schedule auto | FileCheck %s --implicit-check-not=guard

// CHECK-LABEL: nest @shifted
// CHECK: loop i parallel
nest @shifted {
  operand n : i32
  operand y : f64[] written
  index i : i32 in 1 .. n
  body {
    loop i {
      y[i - 1] = f64(i)
    }
  }
}

// CHECK-LABEL: nest @reversed
// CHECK: loop i parallel
nest @reversed {
  operand n : i32
  operand y : f64[] written
  index i : i32 in 0 .. n
  body {
    loop i {
      y[n - 1 - i] = f64(i)
    }
  }
}

// Reading a neighbour orders the iterations.
// CHECK-LABEL: nest @neighbour
// CHECK: loop i {
nest @neighbour {
  operand n : i32
  operand y : f64[] written
  index i : i32 in 1 .. n
  body {
    loop i {
      y[i] = y[i - 1]
    }
  }
}

// Real and imaginary parts.
// CHECK-LABEL: nest @interleaved
// CHECK: loop i parallel
nest @interleaved {
  operand n : i32
  operand y : f64[] written
  index i : i32 in 0 .. n
  body {
    loop i {
      y[2 * i] = f64(i)
      y[2 * i + 1] = y[2 * i]
    }
  }
}

// CHECK-LABEL: nest @overlapping
// CHECK: loop i {
nest @overlapping {
  operand n : i32
  operand y : f64[] written
  index i : i32 in 0 .. n
  body {
    loop i {
      y[2 * i] = f64(i)
      y[2 * i + 2] = f64(i)
    }
  }
}

// A stride that is not constant may be 0.
// CHECK-LABEL: nest @strided
// CHECK: guard "different iterations of 'i' may store to one element of 'y'" i64(s) != 0:i64
// CHECK: loop i parallel
nest @strided {
  operand n : i32
  operand s : i32
  operand y : f64[] written
  index i : i32 in 0 .. n
  body {
    loop i {
      y[i * s] = f64(i)
    }
  }
}

// Rows of a dense matrix: the row length is the stride.
// CHECK-LABEL: nest @dense
// CHECK: loop i parallel
nest @dense {
  operand n : i32
  operand K : i32
  operand C : f64[] written
  index i : i32 in 0 .. n
  index k : i32 in 0 .. K
  body {
    loop i {
      loop k {
        C[i * K + k] = f64(i)
      }
    }
  }
}

// Another leading dimension is checked.
// CHECK-LABEL: nest @leading
// CHECK: guard "different iterations of 'i' may store to one element of 'C'" i64(K) >= 0:i64 && i64(K) - 1:i64 < i64(ld) && i64(ld) >= 1:i64
// CHECK: loop i parallel
nest @leading {
  operand n : i32
  operand K : i32
  operand ld : i32
  operand C : f64[] written
  index i : i32 in 0 .. n
  index k : i32 in 0 .. K
  body {
    loop i {
      loop k {
        C[i * ld + k] = f64(i)
      }
    }
  }
}

// CHECK-LABEL: nest @columns
// CHECK: loop i {
nest @columns {
  operand n : i32
  operand C : f64[] written
  index i : i32 in 0 .. n
  index k : i32 in 0 .. 17
  body {
    loop i {
      loop k {
        C[i * 16 + k] = f64(i)
      }
    }
  }
}

// Three levels of blocks, written out or nested.
// CHECK-LABEL: nest @blocks
// CHECK: loop i parallel
nest @blocks {
  operand n : i32
  operand J : i32
  operand K : i32
  operand C : f64[] written
  operand D : f64[] written
  index i : i32 in 0 .. n
  index j : i32 in 0 .. J
  index k : i32 in 0 .. K
  body {
    loop i {
      loop j {
        loop k {
          C[(i * J + j) * K + k] = f64(i)
          D[i * J * K + j * K + k] = f64(i)
        }
      }
    }
  }
}

// Unsigned arithmetic wraps: no product may leave the type.
// CHECK-LABEL: nest @wrapping
// CHECK: guard "different iterations of 'i' may store to one element of 'C'" i64(K) >= 0:i64 && i64(n) >= 0:i64 && i64(n) <= 1431655765:i64 / max(i64(K), 1:i64) && i64(K) <= 1431655765:i64
// CHECK: loop i parallel
nest @wrapping {
  operand n : u32
  operand K : u32
  operand C : f64[] written
  index i : u32 in 0:u32 .. n
  index k : u32 in 0:u32 .. K
  body {
    loop i {
      loop k {
        C[i * K + k] = f64(i)
      }
    }
  }
}

// A shift alone is injective even where it wraps.
// CHECK-LABEL: nest @rotated
// CHECK: loop i parallel
nest @rotated {
  operand n : u32
  operand s : u32
  operand C : f64[] written
  index i : u32 in 0:u32 .. n
  body {
    loop i {
      C[i - s] = f64(i)
    }
  }
}

// CHECK-LABEL: nest @narrowed
// CHECK: guard {{.*}} i64(n) >= 0:i64 && i64(n) <= 127:i64
// CHECK: loop i parallel
nest @narrowed {
  operand n : i32
  operand C : f64[] written
  index i : i32 in 0 .. n
  body {
    loop i {
      C[u8(i)] = f64(i)
    }
  }
}

// A product wraps too: 16 * 16 is 0 in eight bits.
// CHECK-LABEL: nest @scaled
// CHECK: guard {{.*}} i64(s) >= 0:i64 && i64(n) >= 0:i64 && i64(n) <= 127:i64 / max(i64(s), 1:i64) && i64(s) != 0:i64
// CHECK: loop i parallel
nest @scaled {
  operand n : i32
  operand s : i32
  operand C : f64[] written
  index i : i32 in 0 .. n
  body {
    loop i {
      C[u8(i) * u8(s)] = f64(i)
    }
  }
}

// CHECK-LABEL: nest @product
// CHECK: loop i {
nest @product {
  operand n : i32
  operand C : f64[] written
  index i : i32 in 0 .. n
  body {
    loop i {
      C[i * i] = f64(i)
    }
  }
}

// CHECK-LABEL: nest @sum
// CHECK: loop i {
nest @sum {
  operand n : i32
  operand C : f64[] written
  index i : i32 in 0 .. n
  index k : i32 in 0 .. n
  body {
    loop i {
      loop k {
        C[i + k] = f64(i)
      }
    }
  }
}

// A let is seen through; an array in the subscript is not.
// CHECK-LABEL: nest @named
// CHECK: loop i parallel
nest @named {
  operand n : i32
  operand y : f64[] written
  index i : i32 in 0 .. n
  body {
    loop i {
      let q = i + 3
      y[q] = f64(i)
    }
  }
}

// CHECK-LABEL: nest @gathered
// CHECK: loop i {
nest @gathered {
  operand n : i32
  operand r : i32[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  body {
    loop i {
      y[r[i]] = f64(i)
    }
  }
}

// A subscript that reads what the loop writes can be anything.
// CHECK-LABEL: nest @moving
// CHECK: loop i {
nest @moving {
  operand n : i32
  operand r : i32[] written
  operand y : f64[] written
  index i : i32 in 0 .. n
  body {
    loop i {
      r[i] = 0
      y[r[0] + i] = f64(i)
    }
  }
}

// Bounds that the loop writes.
// CHECK-LABEL: nest @filling
// CHECK: loop i {
nest @filling {
  operand n : i32
  operand pos : i32[] written
  operand y : f64[]
  operand z : f64[] written
  index i : i32 in 0 .. n
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    loop i {
      loop p {
        z[i] += y[p]
      }
      pos[i] = 0
    }
  }
}

// A scalar from before the loop: updated in order, or only used.
// CHECK-LABEL: nest @running
// CHECK: loop i {
nest @running {
  operand n : i32
  operand y : f64[] written
  index i : i32 in 0 .. n
  body {
    var t : f64 = 0.0
    loop i {
      t += 1.0
      y[i] = t
    }
  }
}

// CHECK-LABEL: nest @constant
// CHECK: loop i parallel
nest @constant {
  operand n : i32
  operand y : f64[] written
  index i : i32 in 0 .. n
  body {
    var t : f64 = 0.0
    t = 2.0
    loop i {
      y[i] = t
    }
  }
}

// A live-out is stored once.
// CHECK-LABEL: nest @last
// CHECK: loop i parallel
nest @last {
  operand n : i32
  operand y : f64[] written
  operand s : f64 liveout
  index i : i32 in 0 .. n
  body {
    loop i {
      y[i] = 1.0
      if (i == n - 1) {
        s = 1.0
      }
    }
  }
}

// Positions of begin/end arrays may overlap.
// CHECK-LABEL: nest @segments
// CHECK: loop i parallel(cpu_thread, wavefront(val), schedule(auto)) {
nest @segments {
  operand n : i32
  operand begin : i32[]
  operand end : i32[]
  operand val : f64[] written
  index i : i32 in 0 .. n
  index p : i32 in begin[i] .. end[i]
  body {
    loop i {
      loop p {
        val[p] *= 2.0
      }
    }
  }
}

// Under a condition pos may hold anything and is not read ahead.
// CHECK-LABEL: nest @masked
// CHECK: loop i parallel(cpu_thread, wavefront(val), schedule(auto)) {
nest @masked {
  operand n : i32
  operand mask : bool[]
  operand pos : i32[]
  operand val : f64[] written
  index i : i32 in 0 .. n
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    loop i {
      if (mask[i]) {
        loop p {
          val[p] *= 2.0
        }
      }
    }
  }
}

// Stored in each iteration, it would be the last to finish that counts.
// CHECK-LABEL: nest @always
// CHECK: loop i {
nest @always {
  operand n : i32
  operand y : f64[] written
  operand s : f64 liveout
  index i : i32 in 0 .. n
  body {
    loop i {
      y[i] = 1.0
      s = y[i]
    }
  }
}

// Rows of a tile: the last row is one iteration of each loop.
// CHECK-LABEL: nest @corner
// CHECK: loop i parallel
nest @corner {
  operand n : i32
  operand y : f64[] written
  operand s : f64 liveout
  index i : i32 in 0 .. n
  index k : i32 in 0 .. n
  body {
    loop i {
      loop k {
        if (i64(k) == i64(n) - 1:i64 && i64(i) == i64(n) - 1:i64) {
          s = 1.0
        }
      }
    }
  }
}

// CHECK-LABEL: nest @elsewhere
// CHECK: loop i {
nest @elsewhere {
  operand n : i32
  operand y : f64[] written
  operand s : f64 liveout
  index i : i32 in 0 .. n
  index k : i32 in 0 .. n
  body {
    loop i {
      loop k {
        if (i64(k) == i64(n) - 1:i64) {
          s = 1.0
        }
      }
    }
  }
}

// One loop clears a row, another one adds to it: both run over the same columns.
// CHECK-LABEL: nest @cleared
// CHECK: loop i parallel
nest @cleared {
  operand n : i32
  operand K : i32
  operand y : f64[] written
  operand x : f64[]
  index i : i32 in 0 .. n
  index k : i32 in 0 .. K
  index l : i32 in 0 .. K
  body {
    loop i {
      loop k {
        y[i * K + k] = 0.0
      }
      loop l {
        y[i * K + l] += x[l]
      }
    }
  }
}

// All pairs: what one element is as k, another iteration touches as l.
// CHECK-LABEL: nest @pairs
// CHECK: loop k {
// CHECK: loop l {
nest @pairs {
  operand n : i32
  operand y : f64[] written
  index k : i32 in 0 .. n
  index l : i32 in 0 .. n
  body {
    loop k {
      loop l {
        y[k] = y[l] + 1.0
      }
    }
  }
}

// What all iterations store is one value: threads may store it in any order.
// CHECK-LABEL: nest @marks
// CHECK: loop i parallel(cpu_thread, no_races, marks(y))
nest @marks {
  operand n : i32
  operand r : i32[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  body {
    loop i {
      y[r[i]] = 1.0
    }
  }
}

// Loops that mark may be exchanged.
// RUN: sed -n '/^nest @exchanged/,/^}/p' %s | %sparse-opt - -schedule 'reorder(i, k)' | FileCheck %s --check-prefix=EXCHANGED
// EXCHANGED: loop k {
// EXCHANGED-NEXT: loop i {
nest @exchanged {
  operand n : i32
  operand r : i32[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  index k : i32 in 0 .. n
  body {
    loop i {
      loop k {
        y[r[i + k]] = 1.0
      }
    }
  }
}

// CHECK-LABEL: nest @alternates
// CHECK: loop i {
nest @alternates {
  operand n : i32
  operand r : i32[]
  operand y : f64[] written
  index i : i32 in 0 .. n
  body {
    loop i {
      y[r[i]] = 1.0
      y[r[n - i]] = 2.0
    }
  }
}
