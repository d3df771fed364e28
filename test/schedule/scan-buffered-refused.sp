// What `buffered_scan` cannot take apart: values of cursors that go elsewhere, places that
// keep what they hold, results that are read, values that cannot be found again.
// RUN: rm -rf %t && split-file %s %t
// RUN: not %sparse-opt %t/condition.sp -schedule "parallelize(i, cpu_thread, buffered_scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CONDITION
// CONDITION: <schedule>:1:28: error: 'buffered_scan' knows what 'n' is at the end only: it may say where elements are stored, and be stored as it is, but nothing else may depend on it{{$}}
// RUN: not %sparse-opt %t/in-sums.sp -schedule "parallelize(i, cpu_thread, buffered_scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=IN_SUMS
// IN_SUMS: <schedule>:1:28: error: 'buffered_scan' knows what 'n' is at the end only: it may say where elements are stored, and be stored as it is, but nothing else may depend on it{{$}}
// RUN: not %sparse-opt %t/next.sp -schedule "parallelize(i, cpu_thread, buffered_scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NEXT
// NEXT: <schedule>:1:28: error: 'buffered_scan' knows what 'n' is at the end only: it may say where elements are stored, and be stored as it is, but nothing else may depend on it{{$}}
// RUN: not %sparse-opt %t/converted-twice.sp -schedule "parallelize(i, cpu_thread, buffered_scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CONVERTED_TWICE
// CONVERTED_TWICE: <schedule>:1:28: error: 'buffered_scan' knows what 'n' is at the end only: it may say where elements are stored, and be stored as it is, but nothing else may depend on it{{$}}
// RUN: not %sparse-opt %t/difference.sp -schedule "parallelize(i, cpu_thread, buffered_scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DIFFERENCE
// DIFFERENCE: <schedule>:1:28: error: 'buffered_scan' knows what 'n' is at the end only: it may say where elements are stored, and be stored as it is, but nothing else may depend on it{{$}}
// RUN: not %sparse-opt %t/as-float.sp -schedule "parallelize(i, cpu_thread, buffered_scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=AS_FLOAT
// AS_FLOAT: <schedule>:1:28: error: 'buffered_scan' knows what 'n' is at the end only: it may say where elements are stored, and be stored as it is, but nothing else may depend on it{{$}}
// RUN: not %sparse-opt %t/at-itself.sp -schedule "parallelize(i, cpu_thread, buffered_scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=AT_ITSELF
// AT_ITSELF: <schedule>:1:28: error: 'buffered_scan' knows what 'n' is at the end only: it may say where elements are stored, and be stored as it is, but nothing else may depend on it{{$}}
// RUN: not %sparse-opt %t/of-inputs.sp -schedule "parallelize(i, cpu_thread, buffered_scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OF_INPUTS
// OF_INPUTS: <schedule>:1:28: error: 'buffered_scan' knows what 'n' is at the end only: it may say where elements are stored, and be stored as it is, but nothing else may depend on it{{$}}
// RUN: not %sparse-opt %t/second-cursor-used.sp -schedule "parallelize(i, cpu_thread, buffered_scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SECOND_CURSOR_USED
// SECOND_CURSOR_USED: <schedule>:1:28: error: 'buffered_scan' knows what 'n' is at the end only: it may say where elements are stored, and be stored as it is, but nothing else may depend on it{{$}}
// RUN: not %sparse-opt %t/scaled-second-cursor.sp -schedule "parallelize(i, cpu_thread, buffered_scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SCALED_SECOND_CURSOR
// SCALED_SECOND_CURSOR: <schedule>:1:28: error: 'buffered_scan' knows what 'n' is at the end only: it may say where elements are stored, and be stored as it is, but nothing else may depend on it{{$}}
// RUN: not %sparse-opt %t/skipped.sp -schedule "parallelize(i, cpu_thread, buffered_scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SKIPPED
// SKIPPED: <schedule>:1:28: error: 'buffered_scan' copies all that 'n' passes over, and iterations may leave elements of 'out' there as they are, or read them before they store them{{$}}
// RUN: not %sparse-opt %t/half.sp -schedule "parallelize(i, cpu_thread, buffered_scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=HALF
// HALF: <schedule>:1:28: error: 'buffered_scan' copies all that 'n' passes over, and iterations may leave elements of 'out' there as they are, or read them before they store them{{$}}
// RUN: not %sparse-opt %t/updated.sp -schedule "parallelize(i, cpu_thread, buffered_scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UPDATED
// UPDATED: <schedule>:1:28: error: 'buffered_scan' copies all that 'n' passes over, and iterations may leave elements of 'out' there as they are, or read them before they store them{{$}}
// RUN: not %sparse-opt %t/read-first.sp -schedule "parallelize(i, cpu_thread, buffered_scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=READ_FIRST
// READ_FIRST: <schedule>:1:28: error: 'buffered_scan' copies all that 'n' passes over, and iterations may leave elements of 'out' there as they are, or read them before they store them{{$}}
// RUN: not %sparse-opt %t/read-between.sp -schedule "parallelize(i, cpu_thread, buffered_scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=READ_BETWEEN
// READ_BETWEEN: <schedule>:1:28: error: 'buffered_scan' copies all that 'n' passes over, and iterations may leave elements of 'out' there as they are, or read them before they store them{{$}}
// RUN: not %sparse-opt %t/far-step.sp -schedule "parallelize(i, cpu_thread, buffered_scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FAR_STEP
// FAR_STEP: <schedule>:1:28: error: 'buffered_scan' copies all that 'n' passes over, and iterations may leave elements of 'out' there as they are, or read them before they store them{{$}}
// RUN: not %sparse-opt %t/filled-from-the-second.sp -schedule "parallelize(i, cpu_thread, buffered_scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FILLED_FROM_THE_SECOND
// FILLED_FROM_THE_SECOND: <schedule>:1:28: error: 'buffered_scan' copies all that 'n' passes over, and iterations may leave elements of 'out' there as they are, or read them before they store them{{$}}
// RUN: not %sparse-opt %t/filled-too-early.sp -schedule "parallelize(i, cpu_thread, buffered_scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FILLED_TOO_EARLY
// FILLED_TOO_EARLY: <schedule>:1:28: error: 'buffered_scan' copies all that 'n' passes over, and iterations may leave elements of 'out' there as they are, or read them before they store them{{$}}
// RUN: not %sparse-opt %t/filled-in-part.sp -schedule "parallelize(i, cpu_thread, buffered_scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FILLED_IN_PART
// FILLED_IN_PART: <schedule>:1:28: error: 'buffered_scan' copies all that 'n' passes over, and iterations may leave elements of 'out' there as they are, or read them before they store them{{$}}
// RUN: not %sparse-opt %t/counts.sp -schedule "parallelize(i, cpu_thread, buffered_scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=COUNTS
// COUNTS: <schedule>:1:28: error: 'buffered_scan' begins again where memory lacks, and the loop reads 'ends', which it stores to{{$}}
// RUN: not %sparse-opt %t/in-place.sp -schedule "parallelize(i, cpu_thread, buffered_scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=IN_PLACE
// IN_PLACE: <schedule>:1:28: error: 'buffered_scan' begins again where memory lacks, and the loop reads 'ends', which it stores to{{$}}
// RUN: not %sparse-opt %t/bounds.sp -schedule "parallelize(i, cpu_thread, buffered_scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BOUNDS
// BOUNDS: <schedule>:1:28: error: iterations of 'i' depend on each other: one reads 'ends' where another may have written it{{$}}
// RUN: not %sparse-opt %t/under-a-condition.sp -schedule "parallelize(i, cpu_thread, buffered_scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNDER_A_CONDITION
// UNDER_A_CONDITION: <schedule>:1:28: error: 'buffered_scan' adds to what is stored in 'ends' later, for which each element must be stored to once, whatever data say{{$}}
// RUN: not %sparse-opt %t/again.sp -schedule "parallelize(i, cpu_thread, buffered_scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=AGAIN
// AGAIN: <schedule>:1:28: error: 'buffered_scan' adds to what is stored in 'ends' later, for which each element must be stored to once, whatever data say{{$}}
// RUN: not %sparse-opt %t/twice.sp -schedule "parallelize(i, cpu_thread, buffered_scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TWICE
// TWICE: <schedule>:1:28: error: 'buffered_scan' adds to what is stored in 'ends' later, for which each element must be stored to once, whatever data say{{$}}
// RUN: not %sparse-opt %t/rows-in-a-list.sp -schedule "parallelize(i, cpu_thread, buffered_scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ROWS_IN_A_LIST
// ROWS_IN_A_LIST: <schedule>:1:28: error: 'buffered_scan' adds to what is stored in 'ends' later, for which each element must be stored to once, whatever data say{{$}}
// RUN: not %sparse-opt %t/maximum.sp -schedule "parallelize(i, cpu_thread, buffered_scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MAXIMUM
// MAXIMUM: <schedule>:1:28: error: 'buffered_scan' goes on from sums of integers, and joins what is only updated; 'n' is neither{{$}}
// RUN: not %sparse-opt %t/rounded.sp -schedule "parallelize(i, cpu_thread, buffered_scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ROUNDED
// ROUNDED: <schedule>:1:28: error: 'buffered_scan' goes on from sums of integers, and joins what is only updated; 'x' is neither{{$}}
// RUN: not %sparse-opt %t/elements.sp -schedule "parallelize(i, cpu_thread, buffered_scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ELEMENTS
// ELEMENTS: <schedule>:1:28: error: 'buffered_scan' goes on from variables, and not from elements of 'next'{{$}}
// RUN: not %sparse-opt %t/narrow.sp -schedule "parallelize(i, cpu_thread, buffered_scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NARROW
// NARROW: <schedule>:1:28: error: 'w' of type 'unsigned int' may wrap round, and 'buffered_scan' places elements of 'out' by 'int', 'long' and 'size_t' only{{$}}
// RUN: not %sparse-opt %t/beyond.sp -schedule "parallelize(i, cpu_thread, buffered_scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BEYOND
// BEYOND: <schedule>:1:28: error: different iterations of 'i' may access one element of 'out': 'buffered_scan' needs each access to be to 'out[n]' with '++n' behind it in the same iteration{{$}}

//--- condition.sp

nest @f {
  operand m : i32
  operand val : i32[]
  operand out : i32[] written
  operand ends : i32[] written
  index i : i32 in 0 .. m
  body {
    var n : i32 = 0
    var w : u32 = 0:u32
    var x : f64 = 0.0
    loop i {
      if n < 40 {
        out[n] = val[i]
        n += 1
      }
    }
  }
}

//--- in-sums.sp

nest @f {
  operand m : i32
  operand val : i32[]
  operand out : i32[] written
  operand ends : i32[] written
  index i : i32 in 0 .. m
  body {
    var n : i32 = 0
    var w : u32 = 0:u32
    var x : f64 = 0.0
    loop i {
      out[n] = val[i]
      n += 1
      ends[i] = n * 2
    }
  }
}

//--- next.sp

nest @f {
  operand m : i32
  operand val : i32[]
  operand out : i32[] written
  operand ends : i32[] written
  index i : i32 in 0 .. m
  body {
    var n : i32 = 0
    var w : u32 = 0:u32
    var x : f64 = 0.0
    loop i {
      out[n] = val[i]
      n += 1
      ends[i] = n + 1
    }
  }
}

//--- converted-twice.sp

nest @f {
  operand m : i32
  operand val : i32[]
  operand out : i32[] written
  operand ends : i64[] written
  index i : i32 in 0 .. m
  body {
    var n : i32 = 0
    var w : u32 = 0:u32
    var x : f64 = 0.0
    loop i {
      out[n] = val[i]
      n += 1
      ends[i] = i64(i16(n))
    }
  }
}

//--- difference.sp

nest @f {
  operand m : i32
  operand val : i32[]
  operand out : i32[] written
  operand ends : i32[] written
  index i : i32 in 0 .. m
  body {
    var n : i32 = 0
    var w : u32 = 0:u32
    var x : f64 = 0.0
    loop i {
      let first = n
      out[n] = val[i]
      n += 1
      ends[i] = n - first
    }
  }
}

//--- as-float.sp

nest @f {
  operand m : i32
  operand val : i32[]
  operand out : i32[] written
  operand ends : f64[] written
  index i : i32 in 0 .. m
  body {
    var n : i32 = 0
    var w : u32 = 0:u32
    var x : f64 = 0.0
    loop i {
      out[n] = val[i]
      n += 1
      ends[i] = f64(n)
    }
  }
}

//--- at-itself.sp

nest @f {
  operand m : i32
  operand val : i32[]
  operand out : i32[] written
  operand ends : i32[] written
  index i : i32 in 0 .. m
  body {
    var n : i32 = 0
    var w : u32 = 0:u32
    var x : f64 = 0.0
    loop i {
      out[n] = n
      n += 1
    }
  }
}

//--- of-inputs.sp

nest @f {
  operand m : i32
  operand val : i32[]
  operand out : i32[] written
  operand ends : i32[] written
  index i : i32 in 0 .. m
  body {
    var n : i32 = 0
    var w : u32 = 0:u32
    var x : f64 = 0.0
    loop i {
      out[n] = val[n]
      n += 1
    }
  }
}

//--- second-cursor-used.sp

nest @f {
  operand m : i32
  operand val : i32[]
  operand out : i32[] written
  operand ends : i32[] written
  index i : i32 in 0 .. m
  body {
    var n : i32 = 0
    var w : u32 = 0:u32
    var x : f64 = 0.0
    loop i {
      let first = n
      out[n] = val[i]
      n += 1
      var r : i32 = first
      while r < n {
        ends[i] = r
        r += 1
      }
    }
  }
}

//--- scaled-second-cursor.sp

nest @f {
  operand m : i32
  operand val : i32[]
  operand out : i32[] written
  operand ends : i32[] written
  index i : i32 in 0 .. m
  body {
    var n : i32 = 0
    var w : u32 = 0:u32
    var x : f64 = 0.0
    loop i {
      let first = n
      out[n] = val[i]
      n += 1
      var r : i32 = first
      while r < n {
        ends[i] = val[i]
        r *= 2
      }
    }
  }
}

//--- skipped.sp

nest @f {
  operand m : i32
  operand val : i32[]
  operand out : i32[] written
  operand ends : i32[] written
  index i : i32 in 0 .. m
  body {
    var n : i32 = 0
    var w : u32 = 0:u32
    var x : f64 = 0.0
    loop i {
      if val[i] > 3 {
        out[n] = val[i]
      }
      n += 1
    }
  }
}

//--- half.sp

nest @f {
  operand m : i32
  operand val : i32[]
  operand out : i32[] written
  operand ends : i32[] written
  index i : i32 in 0 .. m
  body {
    var n : i32 = 0
    var w : u32 = 0:u32
    var x : f64 = 0.0
    loop i {
      out[n] = val[i]
      n += 2
    }
  }
}

//--- updated.sp

nest @f {
  operand m : i32
  operand val : i32[]
  operand out : i32[] written
  operand ends : i32[] written
  index i : i32 in 0 .. m
  body {
    var n : i32 = 0
    var w : u32 = 0:u32
    var x : f64 = 0.0
    loop i {
      out[n] += val[i]
      n += 1
    }
  }
}

//--- read-first.sp

nest @f {
  operand m : i32
  operand val : i32[]
  operand out : i32[] written
  operand ends : i32[] written
  index i : i32 in 0 .. m
  body {
    var n : i32 = 0
    var w : u32 = 0:u32
    var x : f64 = 0.0
    loop i {
      ends[i] = out[n]
      out[n] = val[i]
      n += 1
    }
  }
}

//--- read-between.sp

nest @f {
  operand m : i32
  operand val : i32[]
  operand out : i32[] written
  operand ends : i32[] written
  index i : i32 in 0 .. m
  body {
    var n : i32 = 0
    var w : u32 = 0:u32
    var x : f64 = 0.0
    loop i {
      let first = n
      let at = n
      n += 1
      var r : i32 = first
      while r < n {
        ends[i] = out[r]
        r += 1
      }
      out[at] = val[i]
    }
  }
}

//--- far-step.sp

nest @f {
  operand m : i32
  operand val : i32[]
  operand out : i32[] written
  operand ends : i32[] written
  index i : i32 in 0 .. m
  body {
    var n : i32 = 0
    var w : u32 = 0:u32
    var x : f64 = 0.0
    loop i {
      out[n] = val[i]
      n += 100
    }
  }
}

//--- filled-from-the-second.sp

nest @f {
  operand m : i32
  operand val : i32[]
  operand out : i32[] written
  operand ends : i32[] written
  index i : i32 in 0 .. m
  body {
    var n : i32 = 0
    var w : u32 = 0:u32
    var x : f64 = 0.0
    loop i {
      let second = n + 1
      n += 1
      n += 1
      var r : i32 = second
      while r < n {
        out[r] = val[i]
        r += 1
      }
    }
  }
}

//--- filled-too-early.sp

nest @f {
  operand m : i32
  operand val : i32[]
  operand out : i32[] written
  operand ends : i32[] written
  index i : i32 in 0 .. m
  body {
    var n : i32 = 0
    var w : u32 = 0:u32
    var x : f64 = 0.0
    loop i {
      let first = n
      n += 1
      var r : i32 = first
      while r < n {
        out[r] = val[i]
        r += 1
      }
      n += 1
    }
  }
}

//--- filled-in-part.sp

nest @f {
  operand m : i32
  operand val : i32[]
  operand out : i32[] written
  operand ends : i32[] written
  index i : i32 in 0 .. m
  body {
    var n : i32 = 0
    var w : u32 = 0:u32
    var x : f64 = 0.0
    loop i {
      let first = n
      n += 1
      var r : i32 = first
      while r < n {
        if val[i] > 2 {
          out[r] = val[i]
        }
        r += 1
      }
    }
  }
}

//--- counts.sp

nest @f {
  operand m : i32
  operand val : i32[]
  operand out : i32[] written
  operand ends : i32[] written
  index i : i32 in 0 .. m
  body {
    var n : i32 = 0
    var w : u32 = 0:u32
    var x : f64 = 0.0
    loop i {
      out[n] = val[i]
      n += 1
      ends[i] += 1
    }
  }
}

//--- in-place.sp

nest @f {
  operand m : i32
  operand val : i32[]
  operand out : i32[] written
  operand ends : i32[] written
  index i : i32 in 0 .. m
  body {
    var n : i32 = 0
    var w : u32 = 0:u32
    var x : f64 = 0.0
    loop i {
      let t = ends[i]
      ends[i] = n
      out[n] = t
      n += 1
    }
  }
}

//--- bounds.sp

nest @f {
  operand m : i32
  operand val : i32[]
  operand out : i32[] written
  operand ends : i32[] written
  index i : i32 in 0 .. m
  index k : i32 in 0 .. ends[i]
  body {
    var n : i32 = 0
    var w : u32 = 0:u32
    var x : f64 = 0.0
    loop i {
      loop k {
        out[n] = val[i]
        n += 1
      }
      ends[i] = n
    }
  }
}

//--- under-a-condition.sp

nest @f {
  operand m : i32
  operand val : i32[]
  operand out : i32[] written
  operand ends : i32[] written
  index i : i32 in 0 .. m
  body {
    var n : i32 = 0
    var w : u32 = 0:u32
    var x : f64 = 0.0
    loop i {
      out[n] = val[i]
      n += 1
      if val[i] > 0 {
        ends[i] = n
      }
    }
  }
}

//--- again.sp

nest @f {
  operand m : i32
  operand val : i32[]
  operand out : i32[] written
  operand ends : i32[] written
  index i : i32 in 0 .. m
  index k : i32 in 0 .. 3
  body {
    var n : i32 = 0
    var w : u32 = 0:u32
    var x : f64 = 0.0
    loop i {
      loop k {
        out[n] = val[i]
        n += 1
        ends[i] = n
      }
    }
  }
}

//--- twice.sp

nest @f {
  operand m : i32
  operand val : i32[]
  operand out : i32[] written
  operand ends : i32[] written
  index i : i32 in 0 .. m
  body {
    var n : i32 = 0
    var w : u32 = 0:u32
    var x : f64 = 0.0
    loop i {
      ends[i] = n
      out[n] = val[i]
      n += 1
      ends[i] = n
    }
  }
}

//--- maximum.sp

nest @f {
  operand m : i32
  operand val : i32[]
  operand out : i32[] written
  operand ends : i32[] written
  index i : i32 in 0 .. m
  body {
    var n : i32 = 0
    var w : u32 = 0:u32
    var x : f64 = 0.0
    loop i {
      n max= val[i]
      ends[i] = n
    }
  }
}

//--- rounded.sp

nest @f {
  operand m : i32
  operand val : i32[]
  operand out : i32[] written
  operand ends : f64[] written
  index i : i32 in 0 .. m
  body {
    var n : i32 = 0
    var w : u32 = 0:u32
    var x : f64 = 0.0
    loop i {
      x += 0.5
      ends[i] = x
    }
  }
}

//--- elements.sp

nest @f {
  operand m : i32
  operand val : i32[]
  operand out : i32[] written
  operand ends : i32[] written
  operand e : i64
  operand next : i32[] written extent e
  index i : i32 in 0 .. m
  body {
    var n : i32 = 0
    var w : u32 = 0:u32
    var x : f64 = 0.0
    loop i {
      let q = next[val[i]]
      next[val[i]] += 1
      out[q] = i
    }
  }
}

//--- narrow.sp

nest @f {
  operand m : i32
  operand val : i32[]
  operand out : i32[] written
  operand ends : i32[] written
  index i : i32 in 0 .. m
  body {
    var n : i32 = 0
    var w : u32 = 0:u32
    var x : f64 = 0.0
    loop i {
      out[w] = val[i]
      w += 1:u32
    }
  }
}

//--- beyond.sp

nest @f {
  operand m : i32
  operand val : i32[]
  operand out : i32[] written
  operand ends : i32[] written
  index i : i32 in 0 .. m
  body {
    var n : i32 = 0
    var w : u32 = 0:u32
    var x : f64 = 0.0
    loop i {
      out[n] = val[i]
      out[n + 1] = val[i]
      n += 1
    }
  }
}

//--- rows-in-a-list.sp

nest @f {
  operand m : i32
  operand val : i32[]
  operand out : i32[] written
  operand ends : i32[] written
  index i : i32 in 0 .. m
  body {
    var n : i32 = 0
    var w : i32 = 0
    loop i {
      out[n] = val[i]
      n += 1
      ends[w] = n
      if val[i] > 3 {
        ends[w] = 7
      }
      w += 1
    }
  }
}
