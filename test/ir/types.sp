// Types by word where the spelling is the usual one, else with the spelling.
// RUN: %sparse-opt %s > %t
// RUN: FileCheck %s < %t
// RUN: %sparse-opt %t | diff %t -

program @types {
  // CHECK:      operand a : bool
  // CHECK-NEXT: operand b : i8[]
  // CHECK-NEXT: operand c : "char":i8[]
  // CHECK-NEXT: operand d : i16
  // CHECK-NEXT: operand e : i32
  // CHECK-NEXT: operand f : i64
  // CHECK-NEXT: operand g : "__int128":i128
  // CHECK-NEXT: operand h : u8
  // CHECK-NEXT: operand i : u16
  // CHECK-NEXT: operand j : u32
  // CHECK-NEXT: operand k : u64
  // CHECK-NEXT: operand l : f16
  // CHECK-NEXT: operand m : f32
  // CHECK-NEXT: operand n : f64
  // CHECK-NEXT: operand o : f80
  // CHECK-NEXT: operand p : "__float128":f128
  // CHECK-NEXT: operand q : "std::complex<float>"[]
  operand a : "bool":bool
  operand b : i8[]
  operand c : "char":i8[]
  operand d : i16
  operand e : "int":i32
  operand f : i64
  operand g : "__int128":i128
  operand h : u8
  operand i : u16
  operand j : u32
  operand k : u64
  operand l : f16
  operand m : f32
  operand n : f64
  operand o : f80
  operand p : "__float128":f128
  operand q : "std::complex<float>"[]
  body { }
}
