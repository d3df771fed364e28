// A tile that a loop in front sets is neither loaded nor stored twice.

// RUN: %sparse-opt %s --schedule='parallelize(l, cpu_vector, no_races)' --lower --check=off | FileCheck %s

// CHECK-LABEL: program @set
// CHECK:      array C_tile : f64[32:i64]
// CHECK-NEXT: for k : i32 in 0 .. 32 {
// CHECK-NEXT:   let z = f64(i)
// CHECK-NEXT:   C_tile[i64(k)] = z
// CHECK-NEXT: }
// CHECK-NEXT: for p : i32 in pos[i] .. pos[i + 1] {
// CHECK-NEXT:   for l : i32 in 0 .. 32 simd {
// CHECK-NEXT:     C_tile[i64(l)] += val[p]
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: for l : i32 in 0 .. 32 simd {
// CHECK-NEXT:   C[i64(i) * 32:i64 + i64(l)] = C_tile[i64(l)]
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
        let z = f64(i)
        C[i * 32 + k] = z
      }
      loop p {
        loop l {
          C[i * 32 + l] += val[p]
        }
      }
    }
  }
}

// Another row is set; the elements are read between.
// CHECK-LABEL: program @other
// CHECK:       C[(i + 1) * 32 + k] = 0.0
// CHECK:       C_tile[i64(l)] = C[i64(i) * 32:i64 + i64(l)]
nest @other {
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
        C[(i + 1) * 32 + k] = 0.0
      }
      loop p {
        loop l {
          C[i * 32 + l] += val[p]
        }
      }
    }
  }
}

// CHECK-LABEL: program @between
// CHECK:       C[i * 32 + k] = 0.0
// CHECK:       C_tile[i64(l)] = C[i64(i) * 32:i64 + i64(l)]
nest @between {
  operand m : i32
  operand pos : i32[]
  operand val : f64[]
  operand s : f64[] written
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
      let c = C[i * 32]
      s[i] = c
      loop p {
        loop l {
          C[i * 32 + l] += val[p]
        }
      }
    }
  }
}
