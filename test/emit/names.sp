// Names become C++ identifiers; where two meet, the operand keeps its name.

// RUN: %sparse-opt %s --emit=cpp > %t.cpp
// RUN: FileCheck %s < %t.cpp
// RUN: %clangxx -Wall -Wextra -Werror -fsyntax-only %t.cpp

// CHECK: int names(const int k_2, double *const new_)
// CHECK: for (int k_2_ = 0; k_2_ < k_2; ++k_2_) {
// CHECK-NEXT: new_[k_2_] = 0.0;

program @names {
  operand k_2 : i32
  operand new : f64[] written
  body {
    for k@2 : i32 in 0 .. k_2 {
      new[k@2] = 0.0
    }
  }
}
