// A walk notes a subscript once: not again where it is known to be noted, and
// once for all arrays that are accessed where it is, under the same conditions.
// RUN: %sparse-opt %s -lower -schedule "parallelize(i, cpu_thread, no_races)" > %t
// RUN: FileCheck %s < %t
// RUN: %sparse-opt %s --emit=cpp -schedule "parallelize(i, cpu_thread, no_races)" | FileCheck --check-prefix=CPP %s

// CHECK: var x_least : i64 =
// CHECK-NEXT: var x_most : i64 =
// CHECK-NEXT: var z_least : i64 =
// CHECK-NEXT: var z_most : i64 =
// CHECK-NEXT: } kept(x_least, x_most, z_least, z_most)
// CHECK: for i : i32 in 0 .. n {
// CHECK-NEXT: let j = crd[i]
// CHECK-NEXT: x_least min= i64(j)
// CHECK-NEXT: x_most max= i64(j) + 1:i64
// CHECK-NEXT: if n > 5 {
// CHECK-NEXT: z_least min= i64(j)
// CHECK-NEXT: z_most max= i64(j) + 1:i64
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: } disjoint w[{{.*}}], x[x_least .. x_most] and w[{{.*}}], y[x_least .. x_most] and w[{{.*}}], z[z_least .. z_most]
// CHECK-NEXT: body {

// Where ranges begin and end is computed once for all comparisons of a block,
// which do not branch.
// CPP: if (lacuna_guard == 0) {
// CPP: const decltype(sizeof 0) w_begin = (decltype(sizeof 0))w;
// CPP-NEXT: const decltype(sizeof 0) crd_begin =
// CPP-NEXT: const decltype(sizeof 0) w_end =
// CPP-NEXT: const decltype(sizeof 0) crd_end =
// CPP-NEXT: const bool are_apart = ((long)n <= 0) | (w_end <= crd_begin) | (crd_end <= w_begin);
// CPP-NEXT: const decltype(sizeof 0) b_begin =
// CPP-NEXT: const decltype(sizeof 0) b_end =
// CPP-NEXT: const bool are_apart2 = (w == b) | ((long)n <= 0) | (w_end <= b_begin) | (b_end <= w_begin);
// CPP-NEXT: if (!(are_apart & are_apart2))
// CPP-NEXT: lacuna_guard = !are_apart ? 1 : 2;

nest @alike {
  operand n : i32
  operand crd : i32[]
  operand b : f64[]
  operand x : f64[]
  operand y : f64[]
  operand z : f64[]
  operand w : f64[] written
  index i : i32 in 0 .. n
  body {
    loop i {
      let j = crd[i]
      var s : f64 = b[i]
      if 0.0 < x[j] {
        s += x[j]
      }
      s += y[j]
      if n > 5 {
        s += z[j]
      }
      w[i] = s
    }
  }
}
