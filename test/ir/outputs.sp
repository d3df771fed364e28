// What verification compares: a scan, slices, what is known of sums.
// RUN: %sparse-opt %s > %t
// RUN: FileCheck %s < %t
// RUN: %sparse-opt %t | diff %t -

// CHECK-LABEL: program @all {
// CHECK:         outputs {
// CHECK-NEXT:      var y_lo : i64 = 0:i64
// CHECK-NEXT:    }
// CHECK-NEXT:      output y[y_lo .. i64(n)]
// CHECK-NEXT:      output z[0:i64 ..]
// CHECK-NEXT:      reassociated f32 terms y_lo magnitude 0.5
// CHECK-NEXT:  }
program @all {
  operand n : i32
  operand y : f64[] written
  operand z : f64[] written
  body { y[0] = 1.0 }
  outputs { var y_lo : i64 = 0:i64 }
    output y[y_lo .. i64(n)]
    output z[0:i64 ..]
    reassociated f32 terms y_lo magnitude 0.5
}

// CHECK-LABEL: program @least {
// CHECK:         outputs
// CHECK-NEXT:      output y[0:i64 .. 1:i64]
// CHECK-NEXT:  }
program @least {
  operand y : f64[] written
  body { y[0] = 1.0 }
  outputs output y[0:i64 .. 1:i64]
}
