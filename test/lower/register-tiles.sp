// A tile of constant width that a vector loop updates in each iteration of a
// loop around it stays in a local array; the tail of the columns does not.

// RUN: %sparse-opt %s --schedule='split(k, k0, k1, 16) order(i, k0, p, k1) parallelize(k1, cpu_vector, no_races)' --lower --check=off | FileCheck %s
// RUN: %sparse-opt %s --schedule='split(k, k0, k1, 256) order(i, k0, p, k1) parallelize(k1, cpu_vector, no_races)' --lower --check=off | FileCheck %s --check-prefix=LARGE
// RUN: %sparse-opt %s --schedule='split(k, k0, k1, 16) order(i, k0, p, k1)' --lower --check=off | FileCheck %s --check-prefix=LARGE

// CHECK:      if k1_rest >= 16:i64 {
// CHECK-NEXT:   let p_lo = pos[i]
// CHECK-NEXT:   let p_hi = pos[i + 1]
// CHECK-NEXT:   if p_lo < p_hi {
// CHECK-NEXT:     array C_tile : f64[16:i64]
// CHECK-NEXT:     for k1 : i64 in 0:i64 .. 16:i64 simd {
// CHECK-NEXT:       C_tile[k1] = C[i64(i) * i64(K) + i64(i32(k0 * 16:i64) + i32(k1))]
// CHECK-NEXT:     }
// CHECK-NEXT:     for p : i32 in p_lo .. p_hi {
// CHECK-NEXT:       let j = crd[p]
// CHECK-NEXT:       let k_first = i32(k0 * 16:i64)
// CHECK-NEXT:       for k1 : i64 in 0:i64 .. 16:i64 simd {
// CHECK-NEXT:         let k = k_first + i32(k1)
// CHECK-NEXT:         C_tile[k1] += val[p] * B[i64(j) * i64(K) + i64(k)]
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     for k1 : i64 in 0:i64 .. 16:i64 simd {
// CHECK-NEXT:       C[i64(i) * i64(K) + i64(i32(k0 * 16:i64) + i32(k1))] = C_tile[k1]
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: } else {
// CHECK-NOT:    C_tile
// LARGE-NOT:    C_tile

nest @spmm {
  operand m : i32
  operand K : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand B : f64[]
  operand C : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1] coordinate j
  index k : i32 in 0 .. K
  tensor A : dense(i), compressed(p; pos, crd) values val
  body {
    loop i {
      loop p {
        let j = crd[p]
        loop k {
          C[i * K + k] += val[p] * B[j * K + k]
        }
      }
    }
  }
}
