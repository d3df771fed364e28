// Where a store may change, for all that the compiler knows, the variable in
// which OpenMP keeps the end of a loop on threads, chunks have loops of their
// own. A loop inside is where the time goes, and others' ends are safe.
// RUN: %sparse-opt %s --schedule='parallelize(i, cpu_thread, no_races)' --lower --check=off | FileCheck %s

// CHECK-LABEL: program @ints
// CHECK:         for i_chunk : i64 in 0:i64 .. i_chunks threads {
// CHECK:           for i : i32 in {{.*}} .. {{.*}} {
// CHECK-NEXT:        y[i] = x[i] + 1
nest @ints {
  operand n : i32
  operand x : i32[]
  operand y : i32[] written
  index i : i32 in 0 .. n
  body {
    loop i {
      y[i] = x[i] + 1
    }
  }
}

// A character may lie in anything.
// CHECK-LABEL: program @bytes
// CHECK:         for i_chunk : i64 in 0:i64 .. i_chunks threads {
nest @bytes {
  operand n : i64
  operand x : u8[]
  operand y : u8[] written
  index i : i64 in 0:i64 .. n
  body {
    loop i {
      if x[i] != 0:u8 {
        y[i] = x[i]
      }
    }
  }
}

// CHECK-LABEL: program @doubles
// CHECK:         for i : i64 in 0:i64 .. n threads {
nest @doubles {
  operand n : i64
  operand x : f64[]
  operand y : f64[] written
  index i : i64 in 0:i64 .. n
  body {
    loop i {
      y[i] = x[i]
    }
  }
}

// CHECK-LABEL: program @otherWidth
// CHECK:         for i : i64 in 0:i64 .. n threads {
nest @otherWidth {
  operand n : i64
  operand y : i32[] written
  index i : i64 in 0:i64 .. n
  body {
    loop i {
      y[i] = 1
    }
  }
}

// CHECK-LABEL: program @rows
// CHECK:         for i : i32 in 0 .. n threads {
nest @rows {
  operand n : i32
  operand m : i32
  operand y : i32[] written
  index i : i32 in 0 .. n
  index k : i32 in 0 .. m
  body {
    loop i {
      loop k {
        y[i] += k
      }
    }
  }
}
