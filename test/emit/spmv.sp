// Generated code is right under every schedule, with and without OpenMP, and
// leaves the output alone where a guard fails.

// RUN: rm -rf %t && mkdir %t
// RUN: %sparse-opt %s --emit=cpp > %t/plain.inc
// RUN: %sparse-opt %s --schedule='split(i, i0, i1, 32) parallelize(i0, cpu_thread, no_races)' --emit=cpp > %t/a1.inc
// RUN: %sparse-opt %s --schedule='divide(i, i0, i1, 5) reorder(i0, i1) split(p, p0, p1, 4) unroll(p1)' --emit=cpp > %t/tiles.inc
// RUN: %sparse-opt %s --schedule='num_threads(3) parallelize(i, cpu_thread, no_races, schedule(dynamic, 2)) parallelize(p, cpu_vector, parallel_reduction)' --emit=cpp > %t/lanes.inc
// RUN: %sparse-opt %s --schedule='parallelize(p, cpu_thread, parallel_reduction)' --emit=cpp > %t/chunks.inc
// RUN: %clangxx -fopenmp -O2 -Wall -Wextra -Werror -I%t %S/Inputs/spmv.cpp -o %t/openmp
// RUN: %t/openmp
// RUN: rm -rf %t.s && mkdir %t.s && cp %t/plain.inc %t/tiles.inc %t.s
// RUN: %sparse-opt %s --schedule='split(i, i0, i1, 32) parallelize(i0, cpu_thread, no_races)' --emit=cpp --no-openmp > %t.s/a1.inc
// RUN: %clangxx -O2 -Wall -Wextra -Werror -I%t.s -DSERIAL %S/Inputs/spmv.cpp -o %t/serial
// RUN: %t/serial

nest @spmv {
  operand m : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand x : f64[]
  operand y : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1] coordinate j
  tensor A : dense(i), compressed(p; pos, crd) values val
  body {
    loop i {
      var sum : f64 = 0.0
      loop p {
        let j = crd[p]
        sum += val[p] * x[j]
      }
      y[i] = sum
    }
  }
}
