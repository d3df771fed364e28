// A tile that is updated below inner loops or a condition is kept around them
// all. It is loaded where the first update is certain, in front of a loop that
// updates it in each iteration, and stored only if it was loaded.

// RUN: %sparse-opt %s --schedule='parallelize(j, cpu_vector, no_races)' --lower --check=off | FileCheck %s

// CHECK-LABEL: program @fibres
// CHECK:      let pk_lo = pos1[i]
// CHECK-NEXT: let pk_hi = pos1[i + 1]
// CHECK-NEXT: if pk_lo < pk_hi {
// CHECK-NEXT:   array A_tile : f64[32:i64]
// CHECK-NEXT:   var A_loaded : bool = false
// CHECK-NEXT:   for pk : i32 in pk_lo .. pk_hi {
// CHECK-NEXT:     let pl_lo = pos2[pk]
// CHECK-NEXT:     let pl_hi = pos2[pk + 1]
// CHECK-NEXT:     if pl_lo < pl_hi {
// CHECK-NEXT:       if !A_loaded {
// CHECK-NEXT:         for j : i32 in 0 .. 32 simd {
// CHECK-NEXT:           A_tile[i64(j)] = A[i64(i) * 32:i64 + i64(j)]
// CHECK-NEXT:         }
// CHECK-NEXT:         A_loaded = true
// CHECK-NEXT:       }
// CHECK-NEXT:       for pl : i32 in pl_lo .. pl_hi {
// CHECK-NEXT:         for j : i32 in 0 .. 32 simd {
// CHECK-NEXT:           A_tile[i64(j)] += val[pl]
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   if A_loaded {
// CHECK-NEXT:     for j : i32 in 0 .. 32 simd {
// CHECK-NEXT:       A[i64(i) * 32:i64 + i64(j)] = A_tile[i64(j)]
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
nest @fibres {
  operand I : i32
  operand pos1 : i32[]
  operand pos2 : i32[]
  operand val : f64[]
  operand A : f64[] written
  index i : i32 in 0 .. I
  index pk : i32 in pos1[i] .. pos1[i + 1]
  index pl : i32 in pos2[pk] .. pos2[pk + 1]
  index j : i32 in 0 .. 32
  body {
    loop i {
      loop pk {
        loop pl {
          loop j {
            A[i * 32 + j] += val[pl]
          }
        }
      }
    }
  }
}

// CHECK-LABEL: program @masked
// CHECK:      array A_tile : f64[32:i64]
// CHECK-NEXT: var A_loaded : bool = false
// CHECK-NEXT: for pk : i32 in pk_lo .. pk_hi {
// CHECK-NEXT:   if val[pk] > 0.0 {
// CHECK-NEXT:     if !A_loaded {
// CHECK:            A_loaded = true
// CHECK-NEXT:     }
// CHECK-NEXT:     for j : i32 in 0 .. 32 simd {
// CHECK-NEXT:       A_tile[i64(j)] += val[pk]
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: if A_loaded {
nest @masked {
  operand I : i32
  operand pos1 : i32[]
  operand val : f64[]
  operand A : f64[] written
  index i : i32 in 0 .. I
  index pk : i32 in pos1[i] .. pos1[i + 1]
  index j : i32 in 0 .. 32
  body {
    loop i {
      loop pk {
        if val[pk] > 0.0 {
          loop j {
            A[i * 32 + j] += val[pk]
          }
        }
      }
    }
  }
}

// Read elsewhere in the loop over pk: kept around the loop over pl alone.
// CHECK-LABEL: program @read
// CHECK:      for pk : i32
// CHECK-NEXT:   s[pk] = A[pk]
// CHECK:        if pl_lo < pl_hi {
// CHECK-NEXT:     array A_tile : f64[32:i64]
// CHECK-NEXT:     for j : i32 in 0 .. 32 simd {
// CHECK-NEXT:       A_tile[i64(j)] = A[i64(i) * 32:i64 + i64(j)]
// CHECK-NEXT:     }
// CHECK-NEXT:     for pl : i32 in pl_lo .. pl_hi {
// CHECK-NOT:  A_loaded
nest @read {
  operand I : i32
  operand pos1 : i32[]
  operand pos2 : i32[]
  operand val : f64[]
  operand s : f64[] written
  operand A : f64[] written
  index i : i32 in 0 .. I
  index pk : i32 in pos1[i] .. pos1[i + 1]
  index pl : i32 in pos2[pk] .. pos2[pk + 1]
  index j : i32 in 0 .. 32
  body {
    loop i {
      loop pk {
        s[pk] = A[pk]
        loop pl {
          loop j {
            A[i * 32 + j] += val[pl]
          }
        }
      }
    }
  }
}
