// A search that returns from its midst sets a variable that holds nothing at first.
// The walk searches as the nest does.
// RUN: %sparse-opt %s -lower -schedule "parallelize(e, cpu_thread, wavefront)" > %t
// RUN: %sparse-opt %t | diff %t -
// RUN: FileCheck %s < %t

// CHECK: plan wave_plan of e(
// CHECK: for e : i32 in 0 .. ne {
// CHECK-NEXT: var found : i32
// CHECK: touch write val[found], i64(e)
nest @assembly {
  operand ne : i32
  operand nnz : i32
  operand pos : i32[]
  operand crd : i32[] extent i64(nnz)
  operand row : i32[] extent i64(ne)
  operand col : i32[] extent i64(ne)
  operand k : f64[]
  operand val : f64[] written extent i64(nnz)
  index e : i32 in 0 .. ne
  body {
    loop e {
      var found : i32
      var stays : bool = true
      var p : i32 = pos[row[e]]
      var goes : bool = true
      while goes && p < pos[row[e] + 1] {
        if crd[p] == col[e] {
          found = p
          stays = false
          goes = false
        }
        if goes {
          p += 1
        }
      }
      if stays {
        found = 0
      }
      val[found] += k[e]
    }
  }
}
