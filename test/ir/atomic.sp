// Atomic steps: read, printed, and asked whether there are such.
// RUN: split-file %s %t
// RUN: %sparse-opt %t/good.sp | FileCheck %s
// RUN: %sparse-opt %t/good.sp | %sparse-opt - | FileCheck %s
// RUN: %sparse-opt %t/good.sp -schedule "parallelize(i, cpu_thread, ignore_races)" | FileCheck %s --check-prefix=THREADS
// RUN: not %sparse-opt %t/good.sp -schedule "parallelize(i, cpu_thread, no_races)" 2>&1 | FileCheck %s --check-prefix=CHECKED
// RUN: not %sparse-opt %t/good.sp -schedule "wavefront(i)" 2>&1 | FileCheck %s --check-prefix=OTHERS
// RUN: not %sparse-opt %t/good.sp -schedule "parallelize(i, cpu_thread, scan)" 2>&1 | FileCheck %s --check-prefix=SCAN
// RUN: not %sparse-opt %t/other.sp 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not %sparse-opt %t/real.sp 2>&1 | FileCheck %s --check-prefix=REAL
// CHECK:      var was : i32 = x[crd[i]]
// CHECK-NEXT: atomic x[crd[i]] += 1 old was
// CHECK-NEXT: var found : i32 = x[i]
// CHECK-NEXT: atomic x[i] = found == 3 ? was : found old found
// CHECK-NEXT: atomic x[i] &= 7
// THREADS: loop i parallel(cpu_thread, ignore_races) {
// CHECKED: error: different iterations of 'i' may store to one element of 'x'
// OTHERS: error:
// SCAN: error: 'parallelize(i, cpu_thread, scan)' does not leave the loop's atomic operations as they are
// OTHER: no atomic step sets elements of 'x' to what this one does
// REAL: an atomic step is on an integer of an array, which 'x' has not

//--- good.sp
nest @good {
  operand n : i32
  operand crd : i32[]
  operand x : i32[] written
  index i : i32 in 0 .. n
  body {
    loop i {
      var was : i32 = x[crd[i]]
      atomic x[crd[i]] += 1 old was
      var found : i32 = x[i]
      atomic x[i] = found == 3 ? was : found old found
      atomic x[i] &= 7
    }
  }
}

//--- other.sp
nest @other {
  operand n : i32
  operand x : i32[] written
  index i : i32 in 0 .. n
  body {
    loop i {
      var was : i32 = x[i]
      atomic x[i] = was * 2 old was
    }
  }
}

//--- real.sp
nest @real {
  operand n : i32
  operand x : f64[] written
  index i : i32 in 0 .. n
  body {
    loop i {
      var was : f64 = x[i]
      atomic x[i] = 1.0 old was
    }
  }
}
