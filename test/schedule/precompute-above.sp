// Sums above the loops on blocks of a GPU: kernels leave them for each other in
// the device's memory. Positions tell whether there are any.
// DEFINE: %{columns} = split(j, cb, ct, 64) parallelize(cb, gpu_block, no_races) parallelize(ct, gpu_thread, no_races)
// DEFINE: %{above} = assume(extent(B, m)) target(cuda) precompute(val[p] * B[k * n + j], j, jp, w) %{columns}
// RUN: %sparse-opt %s -lower -schedule "%{above} split(i, b, t, 32) parallelize(b, gpu_block, atomics) parallelize(t, gpu_thread, atomics)" | FileCheck %s
// CHECK: guard "'pos' does not ascend"
// CHECK: array w : f64[i64(n)] = 0.0
// CHECK-NOT: array
// CHECK: for b : i32 {{.*}} gpu_block {
// CHECK: atomic w[jp] += val[p] * B[k * n + jp]
// CHECK: for cb : i32 {{.*}} gpu_block {
// CHECK: gpu_thread(most(64)) {
// CHECK-NEXT: if 0 < m && pos[0] < pos[m] {
// CHECK-NEXT: A[j] += w[j] * c[j]

// The producer's loop outside: no thread shares a sum.
// RUN: %sparse-opt %s -lower -schedule "%{above} order(jp, i, p) split(jp, b, t, 32) parallelize(b, gpu_block, no_races) parallelize(t, gpu_thread, no_races)" | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: var w_acc : f64 = w[jp]
// OUTSIDE: w_acc += val[p] * B[k * n + jp]
// OUTSIDE-NOT: atomic

// RUN: not %sparse-opt %s -schedule "%{above} split(i, b, t, 32) parallelize(b, gpu_block, no_races) parallelize(t, gpu_thread, no_races)" 2>&1 | FileCheck %s --check-prefix=RACES
// RACES: error: different iterations of 'b' update the same elements of 'w'
// RACES: note: 'atomics' makes each update atomic
// RUN: not %sparse-opt %s -schedule "%{above} split(i, b, t, 32) parallelize(b, gpu_block, temporary) parallelize(t, gpu_thread, temporary)" 2>&1 | FileCheck %s --check-prefix=JOINED
// JOINED: error: 'temporary' on 'gpu_block' joins updates of variables, but 'w' is an array
// RUN: not %sparse-opt %s -schedule "%{above}" 2>&1 | FileCheck %s --check-prefix=PRODUCER
// PRODUCER: error: the outermost loop of a kernel runs on 'gpu_block', and that is 'i'

// Rows that lie anywhere note it, where threads of blocks or of a CPU meet atomically.
// RUN: sed 's/pos.i. .. pos.i + 1./pos[i] .. end[i]/; s/tensor.*//' %s > %t.sp
// RUN: %sparse-opt %t.sp -lower -schedule "assume(extent(end, m)) %{above} split(i, b, t, 32) parallelize(b, gpu_block, atomics) parallelize(t, gpu_thread, atomics)" | FileCheck %s --check-prefix=NOTED
// NOTED: array w : f64[i64(n)] = 0.0
// NOTED-NEXT: array w_any : i32[1:i64] = 0
// NOTED: atomic w[jp] +=
// NOTED: atomic w_any[0] |= i32(pos[i] < end[i])
// NOTED: if w_any[0] != 0 {
// NOTED-NEXT: A[j] += w[j] * c[j]
// RUN: %sparse-opt %t.sp -schedule "precompute(val[p] * B[k * n + j], j, jp, w) parallelize(i, cpu_thread, atomics)" | FileCheck %s --check-prefix=THREADS
// THREADS: array w_any : i32[1:i64] = 0
// THREADS: w_any[0:i64] |= i32(pos[i] < end[i])
// THREADS: if w_any[0:i64] != 0 {
// RUN: not %sparse-opt %t.sp -schedule "%{above} order(jp, i, p)" 2>&1 | FileCheck %s --check-prefix=ORDER
// ORDER: error: cannot exchange 'i' and 'jp': between them 'precompute' notes whether anything is summed

// Each kernel has units of its own.
// RUN: %sparse-opt %s -schedule "%{above} split(i, b, t, 32) parallelize(b, gpu_block, atomics) parallelize(t, gpu_warp, atomics)" | FileCheck %s --check-prefix=UNITS
// UNITS: loop t parallel(gpu_warp, atomics(w)) {
// UNITS: loop ct parallel(gpu_thread, no_races)

nest @sums {
  operand m : i32
  operand n : i32
  operand pos : i32[]
  operand end : i32[]
  operand crd : i32[]
  operand val : f64[]
  operand B : f64[]
  operand c : f64[]
  operand A : f64[] written
  index i : i32 in 0 .. m
  index p : i32 in pos[i] .. pos[i + 1] coordinate k
  index j : i32 in 0 .. n
  tensor M : dense(i), compressed(p; pos, crd) values val
  body {
    loop i {
      loop p {
        let k = crd[p]
        loop j {
          A[j] += val[p] * B[k * n + j] * c[j]
        }
      }
    }
  }
}
