// Versions whose threads share out the same pieces are one loop on threads,
// which asks for each piece what runs: the search for pieces, and what the
// compiler makes a function of, is there once.
// RUN: %sparse-opt %S/../schedule/Inputs/spmm.sp -schedule "" -lower \
// RUN:   | FileCheck %s --implicit-check-not="threads {"
// RUN: %sparse-opt %S/../schedule/Inputs/spmm.sp -schedule "" -lower | %sparse-opt -
// CHECK: threads {
// CHECK: body {
// CHECK-NEXT: let [[A:.*]] = i64(K) == 32:i64
// CHECK-NEXT: let [[B:.*]] = i64(K) == 16:i64
// CHECK-NEXT: let [[C:.*]] = i64(K) == 8:i64
// CHECK-NEXT: let [[D:.*]] = i64(K) == 1:i64
// CHECK-NEXT: let i_len = i64(m)
// CHECK: array i_borders
// CHECK: for t : i64 in 0:i64 .. t_pieces threads {
// CHECK-NEXT: let i_start = i_borders[t]
// CHECK: if [[A]] {
// CHECK-NEXT: for i :
// CHECK: for kb : i64 in 0:i64 .. 32:i64 simd
// CHECK: if [[B]] {
// CHECK: if [[C]] {
// CHECK: if [[D]] {
// CHECK: for k1 :

// Where an iteration is a row, versions keep loops of their own: none asks which
// one runs. So do versions that share out other pieces.
// RUN: %sparse-opt %S/../schedule/Inputs/sddmm.sp -schedule "" -lower \
// RUN:   | FileCheck %s --check-prefix=OWN
// OWN: threads {
// OWN: threads {
