// Iterations that subscripts alone do not tell apart, but the ranges of loops do.
// REQUIRES: affine
// RUN: split-file %s %t
// RUN: %sparse-opt %t/below.sp -schedule "parallelize(i, cpu_thread, no_races)" | FileCheck %s --check-prefix=BELOW
// RUN: %sparse-opt %t/below.sp -schedule auto | FileCheck %s --check-prefix=BELOW
// Row k is none of those below it, if column k is one of a row.
// BELOW: guard "a subscript leaves an inner array, or a bound leaves its type" i64(k) >= 0:i64 || i64(k) + 1:i64 >= i64(n)
// BELOW: loop i parallel(cpu_thread, no_races)

// Column k is none of those behind it: lanes are as good.
// RUN: %sparse-opt %t/below.sp -schedule "parallelize(i, cpu_thread, no_races) parallelize(j, cpu_vector, no_races)" | FileCheck %s --check-prefixes=BELOW,LANES
// LANES: loop j parallel(cpu_vector, no_races)

// With row k among them, the others read what it writes.
// RUN: sed 's/i : i32 in k + 1/i : i32 in k/' %t/below.sp > %t/from.sp
// RUN: not %sparse-opt %t/from.sp -schedule "parallelize(i, cpu_thread, no_races)" 2>&1 | FileCheck %s --check-prefix=FROM
// FROM: error: iterations of 'i' depend on each other
// RUN: %sparse-opt %t/from.sp -schedule auto | FileCheck %s --check-prefix=LEFT --implicit-check-not=parallel
// LEFT: nest @below

// It is asked within an iteration of the loops around.
// RUN: not %sparse-opt %t/steps.sp -schedule "parallelize(i, cpu_thread, no_races)" 2>&1 | FileCheck %s --check-prefix=STEPS
// RUN: %sparse-opt %t/steps.sp -schedule "parallelize(j, cpu_thread, no_races)" | FileCheck %s --check-prefix=INSIDE
// STEPS: error: iterations of '{{[ij]}}' depend on each other
// INSIDE: loop j parallel(cpu_thread, no_races)

// Rows over other columns than those that clear them are apart if they are long
// enough.
// RUN: %sparse-opt %t/columns.sp -schedule auto | FileCheck %s --check-prefix=COLUMNS
// COLUMNS: guard "a subscript leaves an inner array, or a bound leaves its type" i64(n) <= 0:i64 || i64(K) >= i64(L) || i64(L) <= 0:i64
// COLUMNS: loop i parallel(cpu_thread, no_races)

//--- below.sp
nest @below {
  operand k : i32
  operand n : i32
  operand a : f64[] written
  index i : i32 in k + 1 .. n
  index j : i32 in k + 1 .. n
  body {
    loop i {
      a[i * n + k] = a[i * n + k] / a[k * n + k]
      loop j {
        a[i * n + j] += -(a[i * n + k] * a[k * n + j])
      }
    }
  }
}

//--- steps.sp
nest @steps {
  operand a : f64[] written inner 100:i64
  index i : i32 in 1 .. 100
  index j : i32 in 0 .. i
  body {
    loop i {
      loop j {
        a[i64(i) * 100:i64 + i64(j)] = a[i64(j) * 100:i64] + 1.0
      }
    }
  }
}

//--- columns.sp
nest @otherColumns {
  operand n : i32
  operand K : i32
  operand L : i32
  operand y : f64[] written
  operand x : f64[]
  index i : i32 in 0 .. n
  index k : i32 in 0 .. K
  index l : i32 in 0 .. L
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
