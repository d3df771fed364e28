// A dense loop below fused positions: a cut row needs a partial result for each
// of its elements, and memory for them is had before anything is stored. With
// atomics no memory is needed.

// RUN: %sparse-opt %s --emit=cpp > %t.inc
// RUN: FileCheck %s < %t.inc
// RUN: %clangxx -fopenmp -O2 -Wall -Wextra -Werror -DCODE='"%t.inc"' %S/Inputs/position-dense.cpp -o %t.exe
// RUN: %t.exe

// CHECK-LABEL: int carried(
// CHECK: double *c_parts = nullptr;
// CHECK: c_parts = (double *)__builtin_malloc(c_parts_bytes);
// CHECK: __builtin_free(c_parts);

// CHECK-LABEL: int atomic(
// CHECK-NOT: malloc
// CHECK: for (int k = 0; k < w; ++k) {
// CHECK-NEXT: c[i * w + k] += val[p] * b[j * w + k];
// CHECK: #pragma omp atomic
// CHECK-NEXT: c[i * w + k] += val[p] * b[j * w + k];

nest @carried {
  operand m : i32
  operand w : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand b : f64[]
  operand c : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1] coordinate j
  index k : i32 in 0 .. w
  fuse i, p -> f
  split f -> t, q by 8
  guard "'pos' does not ascend" pos[r] <= pos[r + 1:i64] for r in 0:i64 .. i64(m)
  body {
    loop t parallel(cpu_thread, temporary) {
      loop q {
        track i {
          enter {
          }
          each {
            let j = crd[p]
            loop k {
              c[i * w + k] += val[p] * b[j * w + k]
            }
          }
          leave {
          }
        }
      }
    }
  }
}

nest @atomic {
  operand m : i32
  operand w : i32
  operand pos : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand b : f64[]
  operand c : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1] coordinate j
  index k : i32 in 0 .. w
  fuse i, p -> f
  split f -> t, q by 8
  guard "'pos' does not ascend" pos[r] <= pos[r + 1:i64] for r in 0:i64 .. i64(m)
  body {
    loop t parallel(cpu_thread, atomics) {
      loop q {
        track i {
          enter {
          }
          each {
            let j = crd[p]
            loop k {
              c[i * w + k] += val[p] * b[j * w + k]
            }
          }
          leave {
          }
        }
      }
    }
  }
}
