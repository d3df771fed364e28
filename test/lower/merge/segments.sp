// A GPU reads the coordinates of all levels that it merges, of segments whose range is not read
// from memory as of others: they are copied to it.

// RUN: %sparse-opt %s --emit=cuda \
// RUN:   -schedule "assume(extent(acrd, na), extent(av, na), extent(y, n)) target(cuda) split(j, j0, j1, 16) parallelize(j0, gpu_block, no_races)" \
// RUN:   | FileCheck %s
// CHECK: __global__ void {{.*}} a_kernel({{.*}}const int *__restrict__ const acrd
// CHECK: acrd[p
// CHECK: are_apart = {{.*}}(y_end <= acrd_begin) | (acrd_end <= y_begin);
// CHECK: __lacuna_buffer(lacuna_run, acrd, {{.*}}(long)na

nest @a {
  operand n : i32
  operand na : i32
  operand acrd : i32[]
  operand av : f64[]
  operand y : f64[] written
  index j : i32 in 0 .. n
  index p : i32 in 0 .. na
  tensor A : segment(p; acrd) values av
  body {
    loop j merge(a: p, d: j; d) {
      if a {
        y[j] = av[p]
      }
    }
  }
}
