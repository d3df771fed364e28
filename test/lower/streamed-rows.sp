// Rows that are stored from registers go past the caches where they begin a
// cache line.

// RUN: %sparse-opt %s --schedule='nontemporal(C) parallelize(l, cpu_vector, no_races)' --lower --check=off | FileCheck %s

// CHECK-LABEL: program @set
// CHECK:      for l : i32 in 0 .. 32 simd {
// CHECK-NEXT:   C_tile[i64(l)] += val[p]
// CHECK:      if (&C[i64(i) * 32:i64 + i64(0)] & 63:u64) == 0:u64 {
// CHECK-NEXT:   stream C[i64(i) * 32:i64 + i64(0)] = C_tile, 32
// CHECK-NEXT: } else {
// CHECK-NEXT:   for l : i32 in 0 .. 32 simd {
// CHECK-NEXT:     C[i64(i) * 32:i64 + i64(l)] = C_tile[i64(l)]
// CHECK-NEXT:   }
// CHECK-NEXT: }
nest @set {
  operand m : i32
  operand pos : i32[]
  operand val : f64[]
  operand C : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1]
  index k : i32 in 0 .. 32
  index l : i32 in 0 .. 32
  body {
    loop i {
      loop k {
        C[i * 32 + k] = 0.0
      }
      loop p {
        loop l {
          C[i * 32 + l] += val[p]
        }
      }
    }
  }
}

// The nest's own local array.
// CHECK-LABEL: program @own
// CHECK: if (&C[i64(0) + i64(i) * 8:i64] & 63:u64) == 0:u64 {
// CHECK-NEXT: stream C[i64(0) + i64(i) * 8:i64] = w, 8
nest @own {
  operand m : i32
  operand C : f64[] written
  index i : i32 in 0 .. m
  index k : i32 in 0 .. 8
  index l : i32 in 0 .. 8
  body {
    loop i {
      array w : f64[8:i64] = 0.0
      loop k {
        w[k] += f64(i)
      }
      loop l {
        C[l + i * 8] = w[l]
      }
    }
  }
}
