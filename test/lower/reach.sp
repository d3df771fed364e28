// How far an array is accessed of which nothing says how large it is: one walk
// finds that, and what else guards want to know. It stands in front of those
// that read it. The text can be read again.
// RUN: %sparse-opt %S/../schedule/Inputs/csc.sp -lower \
// RUN:   -schedule "parallelize(j, cpu_thread, parallel_reduction)" > %t
// RUN: %sparse-opt %t | diff %t -
// RUN: FileCheck %s < %t

// CHECK: operand y : f64[] written extent y_reach
// CHECK-NEXT: operand y_reach : i64 reach of y
// CHECK-NEXT: guard "'y' overlaps 'val'" {
// CHECK: } kept(y_least, y_most, val_least, val_most) of j(
// CHECK: } behind {
// CHECK-NEXT: y_reach = y_least < 0:i64 && y_least < y_most ? -1:i64 : max(y_most, 0:i64)
// CHECK-NEXT: } disjoint y[y_least .. y_most], val[val_least .. val_most]
// CHECK-NEXT: guard "elements in front of 'y' may be accessed, of which copies have none" holds y_reach >= 0:i64
// CHECK-NEXT: guard "'y' overlaps 'pos'" disjoint y[0:i64 .. 0 < n ? y_reach : 0:i64], pos[0:i64 .. i64(n) + 1:i64]
// CHECK: array y_copies : f64[(min(512:i64, i64(call i32 team_size())) - 1:i64) * (min(max(y_reach, 0:i64), 9007199254740992:i64) + 8:i64)]

// Nobody is trusted with what copies rest on.
// RUN: %sparse-opt %S/../schedule/Inputs/csc.sp -lower -check=off \
// RUN:   -schedule "parallelize(j, cpu_thread, parallel_reduction)" | FileCheck %s --check-prefix=OFF
// OFF: y_reach = y_least
// OFF: guard "elements in front of 'y' may be accessed, of which copies have none" holds y_reach >= 0:i64
// OFF-NOT: disjoint
