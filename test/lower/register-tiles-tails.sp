// What is left of a row behind its full tiles has tiles as well: parts of a
// constant width that overlap, of which all are loaded before one is stored.

// RUN: %sparse-opt %s --schedule='split(k, k0, k1, 16) order(i, k0, p, k1) parallelize(k1, cpu_vector, no_races)' --lower --check=off | FileCheck %s

// CHECK-LABEL: program @rows
// CHECK:      if k1_rest >= 16:i64 {
// CHECK:        array C_tile : f64[16:i64]
// CHECK:      } else {
// CHECK-NEXT:   if k1_rest >= 5:i64 {
// CHECK-NEXT:     let k_begin_2 = min(4:i64, k1_rest - 4:i64)
// CHECK-NEXT:     let k_begin_3 = min(8:i64, k1_rest - 4:i64)
// CHECK-NEXT:     let k_begin_4 = k1_rest - 4:i64
// CHECK:            array C_1_tile : f64[4:i64]
// CHECK-NEXT:       for k_lane : i64 in 0:i64 .. 4:i64 simd {
// CHECK-NEXT:         C_1_tile[k_lane] = C[i64(i) * i64(K) + (i64(i32(k0 * 16:i64)) + k_lane)]
// CHECK:            array C_2_tile : f64[4:i64]
// CHECK-NEXT:       for k_lane : i64 in 0:i64 .. 4:i64 simd {
// CHECK-NEXT:         C_2_tile[k_lane] = C[i64(i) * i64(K) + (i64(i32(k0 * 16:i64)) + k_begin_2 + k_lane)]
// CHECK:            array C_3_tile : f64[4:i64]
// CHECK:            array C_4_tile : f64[4:i64]
// CHECK:            for p : i32 in p_lo .. p_hi {
// CHECK-NEXT:         for k_lane : i64 in 0:i64 .. 4:i64 simd {
// CHECK-NEXT:           C_1_tile[k_lane] += val[p]
// CHECK-NEXT:         }
// CHECK-NEXT:         for k_lane : i64 in 0:i64 .. 4:i64 simd {
// CHECK-NEXT:           C_2_tile[k_lane] += val[p]
// CHECK:              C_4_tile[k_lane] += val[p]
// CHECK-NOT:      _tile[k_lane] = C
// CHECK:            C[i64(i) * i64(K) + (i64(i32(k0 * 16:i64)) + k_lane)] = C_1_tile[k_lane]
// CHECK:            C[i64(i) * i64(K) + (i64(i32(k0 * 16:i64)) + k_begin_4 + k_lane)] = C_4_tile[k_lane]
// CHECK:        } else {
// CHECK-NEXT:     if k1_rest >= 1:i64 {
// CHECK:            array C_1_tile : f64[1:i64]
// CHECK:            array C_4_tile : f64[1:i64]
nest @rows {
  operand m : i32
  operand K : i32
  operand pos : i32[]
  operand val : f64[]
  operand C : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1]
  index k : i32 in 0 .. K
  body {
    loop i {
      loop p {
        loop k {
          C[i * K + k] += val[p]
        }
      }
    }
  }
}

// Something else is done for each position, however many columns are left.
// CHECK-LABEL: program @beside
// CHECK:      if k1_rest >= 16:i64 {
// CHECK:        array C_tile : f64[16:i64]
// CHECK:      } else {
// CHECK-NOT:    _tile
nest @beside {
  operand m : i32
  operand K : i32
  operand pos : i32[]
  operand val : f64[]
  operand C : f64[] written
  operand D : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1]
  index k : i32 in 0 .. K
  body {
    loop i {
      loop p {
        loop k {
          C[i * K + k] += val[p]
          if val[p] > 0.0 {
            D[p * K + k] = val[p]
          }
        }
      }
    }
  }
}
