// The flag that ends a loop of the user's becomes a `break` where nothing of
// the loop runs behind it.

// RUN: %sparse-opt %s --emit=cpp | FileCheck %s

// CHECK-LABEL: while (goes && p < 9) {
// CHECK:         at = p;
// CHECK-NEXT:    stays = false;
// CHECK-NEXT:    goes = false;
// CHECK-NEXT:    break;
// CHECK-NEXT:  }
// CHECK-NEXT:  if (stays) {
// CHECK:         at = 3;
// CHECK-NEXT:    goes = false;
// CHECK-NEXT:    break;
// CHECK:       if (goes) {
//
// Something follows; another flag stays; the flag is looked at last; the loop
// inside is another one.
// CHECK-LABEL: while (goes2 && p < 9) {
// CHECK-NOT:   break;
// CHECK-LABEL: while (goes3 && p < 9) {
// CHECK-NOT:   break;
// CHECK-LABEL: while (p < 9 && goes4) {
// CHECK-NOT:   break;
// CHECK-LABEL: while (goes5 && p < 9) {
// CHECK-NEXT:    while (q < 3 && x[q] > 0) {
// CHECK-NOT:   break;
// CHECK:         return

program @search {
  operand x : i32[]
  operand y : i32[] written
  body {
    var at : i32 = -1
    var p : i32 = 0
    var q : i32 = 0
    var stays : bool = true
    var goes : bool = true
    while goes && p < 9 {
      stays = true
      if x[p] == 4 {
        at = p
        stays = false
        goes = false
      }
      if stays {
        if x[p] == 5 {
          at = 3
          goes = false
        }
      }
      if goes {
        p += 1
      }
    }
    var goes2 : bool = true
    while goes2 && p < 9 {
      if x[p] == 4 {
        goes2 = false
      }
      p += 1
    }
    var goes3 : bool = true
    while goes3 && p < 9 {
      if x[p] == 6 {
        goes3 = false
      }
      if stays {
        p += 1
      }
    }
    var goes4 : bool = true
    while p < 9 && goes4 {
      if x[p] == 7 {
        goes4 = false
      } else {
        p += 1
      }
    }
    var goes5 : bool = true
    while goes5 && p < 9 {
      while q < 3 && x[q] > 0 {
        goes5 = false
        q += 1
      }
      p += 1
    }
    y[0] = at + p + q
  }
}
