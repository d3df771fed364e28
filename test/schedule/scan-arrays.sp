// Arrays of cursors: what `scan` takes, and what it cannot follow.
// RUN: rm -rf %t && split-file %s %t
// RUN: %sparse-opt %t/accepted.sp -schedule "parallelize(i, cpu_thread, scan)" | FileCheck %s --check-prefix=ACCEPTED
// ACCEPTED: loop i parallel(cpu_thread, scan(next[], out)) {
// RUN: %sparse-opt %t/down.sp -schedule "parallelize(i, cpu_thread, scan)" | FileCheck %s --check-prefix=DOWN
// DOWN: loop i parallel(cpu_thread, scan(next[], out)) {
// RUN: not %sparse-opt %t/no-extent.sp -schedule "parallelize(i, cpu_thread, scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NO_EXTENT
// NO_EXTENT: <schedule>:1:28: error: 'scan' counts in copies of 'next', but it is not known how many elements 'next' has{{$}}
// RUN: not %sparse-opt %t/behind-the-step.sp -schedule "parallelize(i, cpu_thread, scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BEHIND_THE_STEP
// BEHIND_THE_STEP: <schedule>:1:28: error: different iterations of 'i' may access one element of 'out': 'scan' needs each access to be to 'out[next[e]]' with '++next[e]' behind it, or '--next[e]' in front, for the same e in the same iteration{{$}}
// RUN: not %sparse-opt %t/too-far.sp -schedule "parallelize(i, cpu_thread, scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TOO_FAR
// TOO_FAR: <schedule>:1:28: error: different iterations of 'i' may access one element of 'out': 'scan' needs each access to be to 'out[next[e]]' with '++next[e]' behind it, or '--next[e]' in front, for the same e in the same iteration{{$}}
// RUN: not %sparse-opt %t/other-element.sp -schedule "parallelize(i, cpu_thread, scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OTHER_ELEMENT
// OTHER_ELEMENT: <schedule>:1:28: error: different iterations of 'i' may access one element of 'out': 'scan' needs each access to be to 'out[next[e]]' with '++next[e]' behind it, or '--next[e]' in front, for the same e in the same iteration{{$}}
// RUN: not %sparse-opt %t/one-arm.sp -schedule "parallelize(i, cpu_thread, scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ONE_ARM
// ONE_ARM: <schedule>:1:28: error: different iterations of 'i' may access one element of 'out': 'scan' needs each access to be to 'out[next[e]]' with '++next[e]' behind it, or '--next[e]' in front, for the same e in the same iteration{{$}}
// RUN: not %sparse-opt %t/in-front-of-the-step-down.sp -schedule "parallelize(i, cpu_thread, scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=IN_FRONT_OF_THE_STEP_DOWN
// IN_FRONT_OF_THE_STEP_DOWN: <schedule>:1:28: error: different iterations of 'i' may access one element of 'out': 'scan' needs each access to be to 'out[next[e]]' with '++next[e]' behind it, or '--next[e]' in front, for the same e in the same iteration{{$}}
// RUN: not %sparse-opt %t/both-ways.sp -schedule "parallelize(i, cpu_thread, scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BOTH_WAYS
// BOTH_WAYS: <schedule>:1:28: error: different iterations of 'i' may store to one element of 'next'{{$}}
// RUN: not %sparse-opt %t/set.sp -schedule "parallelize(i, cpu_thread, scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SET
// SET: <schedule>:1:28: error: different iterations of 'i' may store to one element of 'next'{{$}}
// RUN: not %sparse-opt %t/narrow.sp -schedule "parallelize(i, cpu_thread, scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NARROW
// NARROW: <schedule>:1:28: error: different iterations of 'i' may store to one element of 'next'{{$}}
// RUN: not %sparse-opt %t/by-results.sp -schedule "parallelize(i, cpu_thread, scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BY_RESULTS
// BY_RESULTS: <schedule>:1:28: error: 'scan' cannot find out first where each thread of 'i' begins: how 'next' is updated depends on 'out'{{$}}
// RUN: not %sparse-opt %t/by-its-value.sp -schedule "parallelize(i, cpu_thread, scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BY_ITS_VALUE
// BY_ITS_VALUE: <schedule>:1:28: error: 'scan' cannot find out first where each thread of 'i' begins: how 'next' is updated depends on its value{{$}}
// RUN: not %sparse-opt %t/changing-subscript.sp -schedule "parallelize(i, cpu_thread, scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CHANGING_SUBSCRIPT
// CHANGING_SUBSCRIPT: <schedule>:1:28: error: different iterations of 'i' may access one element of 'out': 'scan' needs each access to be to 'out[next[e]]' with '++next[e]' behind it, or '--next[e]' in front, for the same e in the same iteration{{$}}

// No other strategy is proposed for such loops, and nothing is to be vouched for.
// RUN: not %sparse-opt %t/accepted.sp -schedule "parallelize(i, cpu_thread, no_races)" >%t/notes 2>&1
// RUN: FileCheck %s --input-file=%t/notes --check-prefix=NOTES --implicit-check-not=note:
// NOTES: <schedule>:1:28: error: different iterations of 'i' may store to one element of 'next'
// NOTES: <schedule>:1:28: note: 'scan' finds out first where each thread begins
// RUN: not %sparse-opt %t/no-extent.sp -schedule "parallelize(i, cpu_thread, no_races)" >%t/notes 2>&1
// RUN: FileCheck %s --input-file=%t/notes --check-prefix=EXTENT --implicit-check-not=note:
// EXTENT: <schedule>:1:28: note: 'assume(extent(next, n))', where it has n elements, lets 'scan' find out first where each thread begins

//--- accepted.sp

nest @buckets {
  operand m : i32
  operand crd : i32[]
  operand key : i32[]
  operand n : i64
  operand next : i32[] written extent n
  operand out : i32[] written
  index i : i32 in 0 .. m
  body {
    loop i {
      let q = next[key[i]]
      next[key[i]] += 1
      out[q] = i
    }
  }
}

//--- down.sp

nest @buckets {
  operand m : i32
  operand crd : i32[]
  operand key : i32[]
  operand n : i64
  operand next : u32[] written extent n
  operand out : i32[] written
  index i : i32 in 0 .. m
  body {
    loop i {
      next[key[i]] += 4294967295:u32
      out[next[key[i]]] = i
    }
  }
}

//--- no-extent.sp

nest @buckets {
  operand m : i32
  operand crd : i32[]
  operand key : i32[]
  operand n : i64
  operand next : i32[] written
  operand out : i32[] written
  index i : i32 in 0 .. m
  body {
    loop i {
      out[next[key[i]]] = i
      next[key[i]] += 1
    }
  }
}

//--- behind-the-step.sp

nest @buckets {
  operand m : i32
  operand crd : i32[]
  operand key : i32[]
  operand n : i64
  operand next : i32[] written extent n
  operand out : i32[] written
  index i : i32 in 0 .. m
  body {
    loop i {
      next[key[i]] += 1
      out[next[key[i]]] = i
    }
  }
}

//--- too-far.sp

nest @buckets {
  operand m : i32
  operand crd : i32[]
  operand key : i32[]
  operand n : i64
  operand next : i32[] written extent n
  operand out : i32[] written
  index i : i32 in 0 .. m
  body {
    loop i {
      out[next[key[i]] + 1] = i
      next[key[i]] += 1
    }
  }
}

//--- other-element.sp

nest @buckets {
  operand m : i32
  operand crd : i32[]
  operand key : i32[]
  operand n : i64
  operand next : i32[] written extent n
  operand out : i32[] written
  index i : i32 in 0 .. m
  body {
    loop i {
      out[next[key[i]]] = i
      next[crd[i]] += 1
    }
  }
}

//--- one-arm.sp

nest @buckets {
  operand m : i32
  operand crd : i32[]
  operand key : i32[]
  operand n : i64
  operand next : i32[] written extent n
  operand out : i32[] written
  index i : i32 in 0 .. m
  body {
    loop i {
      out[next[key[i]]] = i
      if crd[i] > 3 {
        next[key[i]] += 1
      }
    }
  }
}

//--- in-front-of-the-step-down.sp

nest @buckets {
  operand m : i32
  operand crd : i32[]
  operand key : i32[]
  operand n : i64
  operand next : i32[] written extent n
  operand out : i32[] written
  index i : i32 in 0 .. m
  body {
    loop i {
      out[next[key[i]]] = i
      next[key[i]] += -1
    }
  }
}

//--- both-ways.sp

nest @buckets {
  operand m : i32
  operand crd : i32[]
  operand key : i32[]
  operand n : i64
  operand next : i32[] written extent n
  operand out : i32[] written
  index i : i32 in 0 .. m
  body {
    loop i {
      out[next[key[i]]] = i
      next[key[i]] += 1
      next[crd[i]] += -1
    }
  }
}

//--- set.sp

nest @buckets {
  operand m : i32
  operand crd : i32[]
  operand key : i32[]
  operand n : i64
  operand next : i32[] written extent n
  operand out : i32[] written
  index i : i32 in 0 .. m
  body {
    loop i {
      out[next[key[i]]] = i
      next[key[i]] += 1
      next[crd[i]] = 3
    }
  }
}

//--- narrow.sp

nest @buckets {
  operand m : i32
  operand crd : i32[]
  operand key : i32[]
  operand n : i64
  operand next : i16[] written extent n
  operand out : i32[] written
  index i : i32 in 0 .. m
  body {
    loop i {
      out[next[key[i]]] = i
      next[key[i]] += 1
    }
  }
}

//--- by-results.sp

nest @buckets {
  operand m : i32
  operand crd : i32[]
  operand key : i32[]
  operand n : i64
  operand next : i32[] written extent n
  operand out : i32[] written
  index i : i32 in 0 .. m
  body {
    loop i {
      let k = out[i]
      out[next[k]] = i
      next[k] += 1
    }
  }
}

//--- by-its-value.sp

nest @buckets {
  operand m : i32
  operand crd : i32[]
  operand key : i32[]
  operand n : i64
  operand next : i32[] written extent n
  operand out : i32[] written
  index i : i32 in 0 .. m
  body {
    loop i {
      if next[key[i]] < 10 {
        out[next[key[i]]] = i
        next[key[i]] += 1
      }
    }
  }
}

//--- changing-subscript.sp

nest @buckets {
  operand m : i32
  operand crd : i32[]
  operand key : i32[]
  operand n : i64
  operand next : i32[] written extent n
  operand out : i32[] written
  index i : i32 in 0 .. m
  body {
    loop i {
      var k : i32 = key[i]
      let q = next[k]
      k = crd[i]
      next[k] += 1
      out[q] = i
    }
  }
}
