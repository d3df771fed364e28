// Kernels in CUDA C++ and what runs them.

// A row for each thread (thesis A.9).
// RUN: %sparse-opt %S/../schedule/Inputs/spmv.sp --emit=cuda --schedule='target(cuda) split(i, block, thread, 256) parallelize(block, gpu_block, no_races) parallelize(thread, gpu_thread, no_races)' | FileCheck %s --check-prefix=ROWS
// ROWS:      extern "C" __global__ void __launch_bounds__(256) spmv_kernel(const int *__restrict__ const pos, const int *__restrict__ const crd, const double *__restrict__ const val, const double *__restrict__ const x, double *const y, const long i_len) {
// ROWS-NEXT:   const int block = (int)((long)blockIdx.x);
// ROWS:        if ((long)(threadIdx.x) < (long)i_last - (long)i_first) {
// ROWS-NEXT:     const int i = (int)(i_first + (int)(threadIdx.x));
// ROWS:            for (int p_group = 0; p_group < p_group_end; ++p_group) {
// ROWS-COUNT-8:      sum += val[p] * x[j];
// ROWS:            if ((p_count & 4) != 0) {
// ROWS:            if ((p_count & 1) != 0) {
// ROWS:            y[i] = sum;
// ROWS:      if (lacuna_guard == 0 && (0 < m)) {
// ROWS-NEXT:   int lacuna_failed = 1;
// ROWS-NEXT:   if (auto *lacuna_run = __lacuna_begin(&module)) {
// ROWS:          __lacuna_buffer(lacuna_run, y, 0 * (long)sizeof(*y), (long)m * (long)sizeof(*y), 3, &lacuna_y);
// ROWS:          const unsigned lacuna_block[] = {256, 1, 1};
// ROWS-NEXT:     __lacuna_launch(lacuna_run, "spmv_kernel", lacuna_grid, lacuna_block, 0, lacuna_args);
// ROWS-NEXT:     lacuna_failed = __lacuna_end(lacuna_run);

// A row for each warp (A.10): lanes join their sums, one stores.
// RUN: %sparse-opt %S/../schedule/Inputs/spmv.sp --emit=cuda --schedule='target(cuda) split(i, block, br, 64) split(br, wr, warp, 16) split(p, nz, thread, 32) order(block, warp, wr, thread, nz) parallelize(block, gpu_block, no_races) parallelize(warp, gpu_warp, no_races) parallelize(thread, gpu_thread, temporary)' | FileCheck %s --check-prefix=WARPS
// WARPS: __launch_bounds__(512)
// WARPS:     if ((int)(threadIdx.x / 32) < 16) {
// WARPS-NEXT:  const int warp = (int)(threadIdx.x / 32);
// WARPS:       double sum_part = -0.0;
// WARPS:         const int thread = (int)(threadIdx.x % 32);
// WARPS:             sum_part += val[p] * x[j];
// WARPS:       for (int distance = 16; distance > 0; distance /= 2) {
// WARPS-NEXT:    const double other = __shfl_xor_sync(0xffffffffu, sum_part, distance);
// WARPS-NEXT:    sum_part = threadIdx.x & distance ? (double)(other + sum_part) : (double)(sum_part + other);
// WARPS:       sum += sum_part;
// WARPS:     if (threadIdx.x % 32 == 0) {
// WARPS-NEXT:  y[i] = sum;

// A row for each block: the sums meet in shared memory.
// RUN: %sparse-opt %S/../schedule/Inputs/spmv.sp --emit=cuda --schedule='target(cuda) split(p, nz, thread, 96) order(i, thread, nz) parallelize(i, gpu_block, no_races) parallelize(thread, gpu_thread, temporary)' | FileCheck %s --check-prefix=BLOCKS
// BLOCKS: __launch_bounds__(96)
// BLOCKS:     __shared__ double sum_part_shared[96];
// BLOCKS-NEXT: sum_part_shared[threadIdx.x] = sum_part;
// BLOCKS-NEXT: __syncthreads();
// BLOCKS-NEXT: for (int count = 64; count > 0; count /= 2) {
// BLOCKS-NEXT:   if (threadIdx.x < count && threadIdx.x + count < 96) {
// BLOCKS:     if (threadIdx.x == 0) {
// BLOCKS-NEXT:  y[i] = sum;

// A dense row for each block: its threads wait where they meet in elements, not
// where each has its own, and not between atomic updates.
// RUN: %sparse-opt %S/../schedule/Inputs/dense-row.sp --emit=cuda --schedule='private(w) target(cuda) split(p, p0, p1, 64) parallelize(i, gpu_block, no_races) parallelize(p1, gpu_thread, atomics)' | FileCheck %s --check-prefix=SHARED
// SHARED:      extern __shared__ __attribute__((aligned(16))) unsigned char shared_memory[];
// SHARED-NEXT: double *const w_block = (double *)shared_memory;
// SHARED-NOT:  __syncthreads
// SHARED:      w_block[{{.*}}w_block_step * 64] = w[{{.*}}w_block_step * 64];
// SHARED:      __syncthreads();
// SHARED:      for (int p0 = 0; p0 < p0_end; ++p0) {
// SHARED-NOT:  __syncthreads
// SHARED:      atomicAdd(&w_block[crd[p]], (double)val[p]);
// SHARED:      __syncthreads();
// SHARED-NEXT: const int r_end = pos[i + 1];
// SHARED-NEXT: for (int r = pos[i]; r < r_end; ++r) {
// SHARED-NOT:  __syncthreads
// SHARED:      __lacuna_launch(lacuna_run, "expanded_kernel", lacuna_grid, lacuna_block, (unsigned)(2147483647 < w_block_room * 8 ? 2147483647 : w_block_room * 8), lacuna_args);

// Rows that need others, level by level: several in one block, or one in many.
// RUN: %sparse-opt %S/../schedule/Inputs/gauss-seidel.sp --emit=cuda --schedule='target(cuda) parallelize(i, gpu_thread, wavefront)' | FileCheck %s --check-prefix=LEVELS
// LEVELS:      extern "C" __global__ void __launch_bounds__(256) gauss_seidel_kernel(const int *__restrict__ const pos, const int *__restrict__ const crd, const double *__restrict__ const val, const double *__restrict__ const b, const double *__restrict__ const d, double *const x, const int *__restrict__ const lacuna_order, const long lacuna_from, const long lacuna_to) {
// LEVELS-NEXT:   for (long level = lacuna_from; level < lacuna_to; ++level) {
// LEVELS-NEXT:     for (long at = lacuna_order[level] + blockIdx.x * 256L + threadIdx.x; at < lacuna_order[level + 1]; at += gridDim.x * 256L) {
// LEVELS-NEXT:       const int i = lacuna_order[at];
// LEVELS-NOT:        __syncthreads
// LEVELS:            x[i] = s / d[i];
// LEVELS-NEXT:     }
// LEVELS-NEXT:     if (level + 1 < lacuna_to)
// LEVELS-NEXT:       __syncthreads();
// LEVELS-NEXT:   }
// LEVELS-NEXT: }
// LEVELS:      void *wave_plan = nullptr;
// LEVELS-NEXT: if (lacuna_guard == 0 && __lacuna_may_begin()) {
// LEVELS-NEXT:   __lacuna_acquire(
// LEVELS:      wave_plan_loop = {{.*}}, 0, 1, 0, wave_plan_values, {{.*}} "i"};
// LEVELS:      if (auto *lacuna_run = __lacuna_begin(&module)) {
// LEVELS:        void *lacuna_order;
// LEVELS-NEXT:   long lacuna_levels[2];
// LEVELS-NEXT:   void *const lacuna_args[] = {{{.*}}, (void *)&lacuna_order, (void *)&lacuna_levels[0], (void *)&lacuna_levels[1]};
// LEVELS-NEXT:   __lacuna_wave_launch(wave_plan, lacuna_run, "gauss_seidel_kernel", 256, lacuna_args, &lacuna_order, lacuna_levels);
// LEVELS-NEXT:   lacuna_failed = __lacuna_end(lacuna_run);
// LEVELS:        lacuna_guard =
// LEVELS-NEXT: }
// LEVELS-NEXT: __lacuna_wave_end(wave_plan);
