// What `scan` cannot follow: variables whose advance the first pass cannot know,
// and elements that two iterations may access.
// RUN: rm -rf %t && split-file %s %t
// RUN: not %sparse-opt %t/reset.sp -schedule "parallelize(i, cpu_thread, scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=RESET
// RESET: <schedule>:1:28: error: 'scan' cannot find out first where each thread of 'i' begins: 'nz' is not only updated by one operator, as by '++'{{$}}
// RUN: not %sparse-opt %t/own-value.sp -schedule "parallelize(i, cpu_thread, scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OWN_VALUE
// OWN_VALUE: <schedule>:1:28: error: 'scan' cannot find out first where each thread of 'i' begins: how 'nz' is updated depends on its value{{$}}
// RUN: not %sparse-opt %t/through-a-copy.sp -schedule "parallelize(i, cpu_thread, scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=THROUGH_A_COPY
// THROUGH_A_COPY: <schedule>:1:28: error: 'scan' cannot find out first where each thread of 'i' begins: how 'nz' is updated depends on its value{{$}}
// RUN: not %sparse-opt %t/in-place.sp -schedule "parallelize(i, cpu_thread, scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=IN_PLACE
// IN_PLACE: <schedule>:1:28: error: different iterations of 'i' may access one element of 'out': 'scan' needs each access to be to 'out[nz]' with '++nz' behind it in the same iteration{{$}}
// RUN: not %sparse-opt %t/written-first.sp -schedule "parallelize(i, cpu_thread, scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WRITTEN_FIRST
// WRITTEN_FIRST: <schedule>:1:28: error: 'scan' cannot find out first where each thread of 'i' begins: how 'nz' is updated depends on 'count'{{$}}
// RUN: not %sparse-opt %t/previous.sp -schedule "parallelize(i, cpu_thread, scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PREVIOUS
// PREVIOUS: <schedule>:1:28: error: 'scan' cannot find out first where each thread of 'i' begins: 'last' is not only updated by one operator, as by '++'{{$}}
// RUN: not %sparse-opt %t/arithmetic.sp -schedule "parallelize(i, cpu_thread, scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ARITHMETIC
// ARITHMETIC: <schedule>:1:28: error: 'scan' cannot find out first where each thread of 'i' begins: how 'nz' is updated depends on floating-point arithmetic, which the compiler may round differently in the two passes{{$}}
// RUN: not %sparse-opt %t/sums.sp -schedule "parallelize(i, cpu_thread, scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SUMS
// SUMS: <schedule>:1:28: error: 'scan' cannot find out first where each thread of 'i' begins: updates of 'last', of type 'double', would be rounded in another order{{$}}
// RUN: not %sparse-opt %t/without-branch.sp -schedule "parallelize(i, cpu_thread, scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WITHOUT_BRANCH
// WITHOUT_BRANCH: <schedule>:1:28: error: different iterations of 'i' may access one element of 'out': 'scan' needs each access to be to 'out[nz]' with '++nz' behind it in the same iteration{{$}}
// RUN: not %sparse-opt %t/behind.sp -schedule "parallelize(i, cpu_thread, scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BEHIND
// BEHIND: <schedule>:1:28: error: different iterations of 'i' may access one element of 'out': 'scan' needs each access to be to 'out[nz]' with '++nz' behind it in the same iteration{{$}}
// RUN: not %sparse-opt %t/before.sp -schedule "parallelize(i, cpu_thread, scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BEFORE
// BEFORE: <schedule>:1:28: error: different iterations of 'i' may access one element of 'out': 'scan' needs each access to be to 'out[nz]' with '++nz' behind it in the same iteration{{$}}
// RUN: not %sparse-opt %t/end-mark.sp -schedule "parallelize(i, cpu_thread, scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=END_MARK
// END_MARK: <schedule>:1:28: error: different iterations of 'i' may access one element of 'out': 'scan' needs each access to be to 'out[nz]' with '++nz' behind it in the same iteration{{$}}
// RUN: not %sparse-opt %t/too-far.sp -schedule "parallelize(i, cpu_thread, scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TOO_FAR
// TOO_FAR: <schedule>:1:28: error: different iterations of 'i' may access one element of 'out': 'scan' needs each access to be to 'out[nz]' with '++nz' behind it in the same iteration{{$}}
// RUN: not %sparse-opt %t/one-arm.sp -schedule "parallelize(i, cpu_thread, scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ONE_ARM
// ONE_ARM: <schedule>:1:28: error: different iterations of 'i' may access one element of 'out': 'scan' needs each access to be to 'out[nz]' with '++nz' behind it in the same iteration{{$}}
// RUN: not %sparse-opt %t/backwards.sp -schedule "parallelize(i, cpu_thread, scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BACKWARDS
// BACKWARDS: <schedule>:1:28: error: different iterations of 'i' may access one element of 'out': 'scan' needs each access to be to 'out[nz]' with '++nz' behind it in the same iteration{{$}}
// RUN: not %sparse-opt %t/narrow.sp -schedule "parallelize(i, cpu_thread, scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NARROW
// NARROW: <schedule>:1:28: error: 'nz' of type 'unsigned int' may wrap round, and 'scan' places elements of 'out' by 'int', 'long' and 'size_t' only{{$}}
// RUN: not %sparse-opt %t/stepped-first.sp -schedule "parallelize(i, cpu_thread, scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STEPPED_FIRST
// STEPPED_FIRST: <schedule>:1:28: error: different iterations of 'i' may access one element of 'out': 'scan' needs each access to be to 'out[nz]' with '++nz' behind it in the same iteration{{$}}
// RUN: not %sparse-opt %t/stepped-inside.sp -schedule "parallelize(i, cpu_thread, scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STEPPED_INSIDE
// STEPPED_INSIDE: <schedule>:1:28: error: different iterations of 'i' may access one element of 'out': 'scan' needs each access to be to 'out[nz]' with '++nz' behind it in the same iteration{{$}}
// RUN: not %sparse-opt %t/unbounded.sp -schedule "parallelize(i, cpu_thread, scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNBOUNDED
// UNBOUNDED: <schedule>:1:28: error: different iterations of 'i' may access one element of 'out': 'scan' needs each access to be to 'out[nz]' with '++nz' behind it in the same iteration{{$}}
// RUN: not %sparse-opt %t/from-elsewhere.sp -schedule "parallelize(i, cpu_thread, scan)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FROM_ELSEWHERE
// FROM_ELSEWHERE: <schedule>:1:28: error: different iterations of 'i' may access one element of 'out': 'scan' needs each access to be to 'out[nz]' with '++nz' behind it in the same iteration{{$}}

//--- reset.sp
nest @n {
  operand m : i32
  operand nz_in : i32
  operand pos : i32[]
  operand val : f64[]
  operand out : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    var nz : i32 = nz_in
    loop i {
      loop p { if val[p] > 0.0 { out[nz] = val[p] nz += 1 } else { nz = 0 } }
    }
  }
}

//--- own-value.sp
nest @n {
  operand m : i32
  operand nz_in : i32
  operand pos : i32[]
  operand val : f64[]
  operand out : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    var nz : i32 = nz_in
    loop i {
      loop p { if nz < 10 { out[nz] = val[p] nz += 1 } }
    }
  }
}

//--- through-a-copy.sp
nest @n {
  operand m : i32
  operand nz_in : i32
  operand pos : i32[]
  operand val : f64[]
  operand out : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    var nz : i32 = nz_in
    loop i {
      let first = nz
      loop p { if p > first { out[nz] = val[p] nz += 1 } }
    }
  }
}

//--- in-place.sp
nest @n {
  operand m : i32
  operand nz_in : i32
  operand pos : i32[]
  operand val : f64[]
  operand out : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    var nz : i32 = nz_in
    loop i {
      loop p { if out[p] > 0.0 { out[nz] = out[p] nz += 1 } }
    }
  }
}

//--- written-first.sp
nest @n {
  operand m : i32
  operand nz_in : i32
  operand pos : i32[]
  operand val : f64[]
  operand out : f64[] written
  operand count : i32[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    var nz : i32 = nz_in
    loop i {
      count[i] = pos[i + 1] - pos[i]
      nz += count[i]
    }
  }
}

//--- previous.sp
nest @n {
  operand m : i32
  operand nz_in : i32
  operand pos : i32[]
  operand val : f64[]
  operand out : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    var nz : i32 = nz_in
    var last : f64 = 0.0
    loop i {
      loop p { if val[p] > last { out[nz] = val[p] nz += 1 } last = val[p] }
    }
  }
}

//--- arithmetic.sp
nest @n {
  operand m : i32
  operand nz_in : i32
  operand pos : i32[]
  operand val : f64[]
  operand out : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    var nz : i32 = nz_in
    loop i {
      loop p { if val[p] * val[p] + val[p] > 0.5 { out[nz] = val[p] nz += 1 } }
    }
  }
}

//--- sums.sp
nest @n {
  operand m : i32
  operand nz_in : i32
  operand pos : i32[]
  operand val : f64[]
  operand out : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    var nz : i32 = nz_in
    var last : f64 = 0.0
    loop i {
      loop p { last += val[p] }
      out[i] = last
      nz += 1
    }
  }
}

//--- without-branch.sp
nest @n {
  operand m : i32
  operand nz_in : i32
  operand pos : i32[]
  operand val : f64[]
  operand out : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    var nz : i32 = nz_in
    loop i {
      loop p { out[nz] = val[p] nz += i32(val[p] > 0.0) }
    }
  }
}

//--- behind.sp
nest @n {
  operand m : i32
  operand nz_in : i32
  operand pos : i32[]
  operand val : f64[]
  operand out : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    var nz : i32 = nz_in
    loop i {
      loop p { if val[p] > 0.0 { nz += 1 out[nz] = val[p] } }
    }
  }
}

//--- before.sp
nest @n {
  operand m : i32
  operand nz_in : i32
  operand pos : i32[]
  operand val : f64[]
  operand out : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    var nz : i32 = nz_in
    loop i {
      loop p { if val[p] > 0.0 { out[nz] = out[nz - 1] nz += 1 } }
    }
  }
}

//--- end-mark.sp
nest @n {
  operand m : i32
  operand nz_in : i32
  operand pos : i32[]
  operand val : f64[]
  operand out : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    var nz : i32 = nz_in
    loop i {
      loop p { if val[p] > 0.0 { out[nz] = val[p] nz += 1 } }
      out[nz] = 0.0
    }
  }
}

//--- too-far.sp
nest @n {
  operand m : i32
  operand nz_in : i32
  operand pos : i32[]
  operand val : f64[]
  operand out : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    var nz : i32 = nz_in
    loop i {
      loop p { out[nz] = val[p] out[nz + 2] = val[p] nz += 2 }
    }
  }
}

//--- one-arm.sp
nest @n {
  operand m : i32
  operand nz_in : i32
  operand pos : i32[]
  operand val : f64[]
  operand out : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    var nz : i32 = nz_in
    loop i {
      loop p { out[nz] = val[p] if val[p] > 0.0 { nz += 1 } }
    }
  }
}

//--- backwards.sp
nest @n {
  operand m : i32
  operand nz_in : i32
  operand pos : i32[]
  operand val : f64[]
  operand out : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    var nz : i32 = nz_in
    loop i {
      loop p { out[nz] = val[p] nz += 1 if val[p] < 0.0 { nz += -1 } }
    }
  }
}

//--- narrow.sp
nest @n {
  operand m : i32
  operand nz_in : u32
  operand pos : i32[]
  operand val : f64[]
  operand out : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    var nz : u32 = nz_in
    loop i {
      loop p { if val[p] > 0.0 { out[nz] = val[p] nz += 1:u32 } }
    }
  }
}

//--- stepped-first.sp
nest @n {
  operand m : i32
  operand nz_in : i32
  operand pos : i32[]
  operand val : f64[]
  operand out : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    var nz : i32 = nz_in
    loop i {
      let first = nz
      loop p { out[nz] = val[p] nz += 1 }
      var r : i32 = first
      while r < nz { r += 1 out[r] = 0.0 }
    }
  }
}

//--- stepped-inside.sp
nest @n {
  operand m : i32
  operand nz_in : i32
  operand pos : i32[]
  operand val : f64[]
  operand out : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    var nz : i32 = nz_in
    loop i {
      let first = nz
      loop p { out[nz] = val[p] nz += 1 }
      var r : i32 = first
      while r < nz { while pos[r] > 0 { r += 1 } out[r] = 0.0 }
    }
  }
}

//--- unbounded.sp
nest @n {
  operand m : i32
  operand nz_in : i32
  operand pos : i32[]
  operand val : f64[]
  operand out : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    var nz : i32 = nz_in
    loop i {
      let first = nz
      loop p { out[nz] = val[p] nz += 1 }
      var r : i32 = first
      while r < m { out[r] = 0.0 r += 1 }
    }
  }
}

//--- from-elsewhere.sp
nest @n {
  operand m : i32
  operand nz_in : i32
  operand pos : i32[]
  operand val : f64[]
  operand out : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1]
  body {
    var nz : i32 = nz_in
    loop i {
      loop p { out[nz] = val[p] nz += 1 }
      var r : i32 = 0
      while r < nz { out[r] = 0.0 r += 1 }
    }
  }
}
