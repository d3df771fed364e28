// What is no wavefront, and why.
// RUN: not %sparse-opt %S/Inputs/gauss-seidel.sp -schedule "parallelize(p, cpu_thread, wavefront)" 2>&1 | FileCheck %s --check-prefix=INNER
// INNER: error: 'wavefront' needs the outermost loop, 'i', not 'p'
// RUN: not %sparse-opt %S/Inputs/gauss-seidel.sp -schedule "parallelize(p, cpu_vector, wavefront)" 2>&1 | FileCheck %s --check-prefix=LANES
// LANES: error: 'wavefront' orders iterations on threads, not on 'cpu_vector'
// RUN: not %sparse-opt %S/Inputs/gauss-seidel.sp -schedule "fuse(i, p, f) parallelize(f, cpu_thread, wavefront)" 2>&1 | FileCheck %s --check-prefix=FUSED
// FUSED: error: 'wavefront' needs a loop of yours, or what 'split' makes of one; 'f' is neither
// RUN: not %sparse-opt %S/Inputs/gauss-seidel.sp -schedule "divide(i, i0, i1, 4) parallelize(i0, cpu_thread, wavefront)" 2>&1 | FileCheck %s --check-prefix=DIVIDED
// DIVIDED: error: 'wavefront' needs a loop of yours, or what 'split' makes of one; 'i0' is neither
// RUN: not %sparse-opt %S/Inputs/gauss-seidel.sp -schedule "parallelize(i, cpu_thread, wavefront, schedule(static))" 2>&1 | FileCheck %s --check-prefix=ORDER
// ORDER: error: unknown order 'static'
// ORDER: note: expected 'list', 'levels' or 'auto'

// On a GPU.
// RUN: not %sparse-opt %S/Inputs/gauss-seidel.sp -schedule "target(cuda) parallelize(i, gpu_block, wavefront)" 2>&1 | FileCheck %s --check-prefix=BLOCK
// BLOCK: error: 'wavefront' orders iterations on threads, not on 'gpu_block'
// RUN: not %sparse-opt %S/Inputs/gauss-seidel.sp -schedule "target(cuda) parallelize(i, gpu_thread, wavefront, schedule(list))" 2>&1 | FileCheck %s --check-prefix=LIST
// LIST: error: 'schedule(list)' is an order for threads of the CPU; a GPU runs 'schedule(levels)'
// RUN: not %sparse-opt %S/Inputs/gauss-seidel.sp -schedule "target(cuda) parallelize(i, gpu_thread, wavefront, schedule(auto))" 2>&1 | FileCheck %s --check-prefix=AUTO
// AUTO: error: 'schedule(auto)' is an order for threads of the CPU; a GPU runs 'schedule(levels)'
// RUN: not %sparse-opt %S/Inputs/gauss-seidel.sp -schedule "target(cuda) parallelize(p, gpu_thread, wavefront)" 2>&1 | FileCheck %s --check-prefix=GPU-INNER
// GPU-INNER: error: 'wavefront' needs the outermost loop, 'i', not 'p'
// RUN: not %sparse-opt %S/Inputs/gauss-seidel.sp -schedule "target(cuda) split(p, p0, p1, 32) parallelize(i, gpu_thread, wavefront) parallelize(p1, gpu_thread, no_races)" 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: error: 'i' around 'p1' runs on 'gpu_thread' already; one loop of a nest path can
// RUN: not %sparse-opt %S/Inputs/dense-row.sp -schedule "private(w) target(cuda) parallelize(i, gpu_thread, wavefront)" 2>&1 | FileCheck %s --check-prefix=PRIVATE
// PRIVATE: error: 'wavefront' gives threads of a GPU no copies of 'w', which is private

// Rows that share nothing are free.
// RUN: %sparse-opt %S/Inputs/spmv.sp -schedule "parallelize(i, cpu_thread, wavefront)" | FileCheck %s --check-prefix=FREE
// FREE: loop i parallel(cpu_thread, no_races)
