// Row products in position space and over balanced pieces, with real threads:
// rows of any length, cut by borders once or many times, empty rows in front,
// between and behind, no rows, no entries.

// RUN: rm -rf %t && mkdir %t
// RUN: %sparse-opt %s --schedule='fuse(i, p, fp)' --emit=cpp > %t/serial.inc
// RUN: %sparse-opt %s --schedule='fuse(i, p, fp) split(fp, c, q, 16) parallelize(c, cpu_thread, temporary)' --emit=cpp > %t/carried.inc
// RUN: %sparse-opt %s --schedule='fuse(i, p, fp) divide(fp, c, q, 7) parallelize(c, cpu_thread, temporary, schedule(dynamic)) num_threads(5)' --emit=cpp > %t/divided.inc
// RUN: %sparse-opt %s --schedule='fuse(i, p, fp) split(fp, c, q, 3) parallelize(c, cpu_thread, atomics)' --emit=cpp > %t/atomic.inc
// RUN: %sparse-opt %s --schedule='fuse(i, p, fp) split(fp, c, q, 64) parallelize(c, cpu_thread, temporary) parallelize(q, cpu_vector, parallel_reduction)' --emit=cpp > %t/lanes.inc
// RUN: %sparse-opt %s --schedule='divide(i, t, r, threads, balance(p)) parallelize(t, cpu_thread, no_races)' --emit=cpp > %t/balanced.inc
// RUN: %clangxx -fopenmp -O2 -Wall -Wextra -Werror -I%t %S/Inputs/position.cpp -o %t/run
// RUN: %t/run
// RUN: env OMP_NUM_THREADS=1 %t/run
// RUN: env OMP_NUM_THREADS=600 OMP_THREAD_LIMIT=4 %t/run

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
