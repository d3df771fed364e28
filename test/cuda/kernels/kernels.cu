// Products with a CSR matrix in the ways in which GPUs do them, and some other
// kernels: what the tests compile, run and plant faults in.

// The largest i of [first, last] with pos[i] <= p.
static __device__ int find_row(const int *__restrict__ pos, int first, int last,
                               int p) {
  while (first < last) {
    int middle = first + (last - first + 1) / 2;
    if (__ldg(pos + middle) <= p)
      first = middle;
    else
      last = middle - 1;
  }
  return first;
}

extern "C" __global__ void __launch_bounds__(256)
    row_per_thread(const int *__restrict__ pos, const int *__restrict__ crd,
                   const double *__restrict__ val, const double *__restrict__ x,
                   double *__restrict__ y, int rows) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rows;
       i += gridDim.x * blockDim.x) {
    double sum = 0.0;
    for (int p = __ldg(pos + i); p < __ldg(pos + i + 1); ++p)
      sum += __ldg(val + p) * __ldg(x + __ldg(crd + p));
    y[i] = sum;
  }
}

extern "C" __global__ void __launch_bounds__(256)
    warp_per_row(const int *__restrict__ pos, const int *__restrict__ crd,
                 const double *__restrict__ val, const double *__restrict__ x,
                 double *__restrict__ y, int rows) {
  int lane = threadIdx.x % 32;
  int warps = gridDim.x * blockDim.x / 32;
  for (int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32; i < rows;
       i += warps) {
    double sum = 0.0;
    for (int p = __ldg(pos + i) + lane; p < __ldg(pos + i + 1); p += 32)
      sum += __ldg(val + p) * __ldg(x + __ldg(crd + p));
    for (int d = 16; d > 0; d /= 2)
      sum += __shfl_down_sync(0xffffffff, sum, d);
    if (lane == 0)
      y[i] = sum;
  }
}

extern "C" __global__ void __launch_bounds__(128)
    block_per_row(const int *__restrict__ pos, const int *__restrict__ crd,
                  const double *__restrict__ val, const double *__restrict__ x,
                  double *__restrict__ y) {
  __shared__ double partial[4];
  int i = blockIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  double sum = 0.0;
  for (int p = __ldg(pos + i) + threadIdx.x; p < __ldg(pos + i + 1); p += 128)
    sum += __ldg(val + p) * __ldg(x + __ldg(crd + p));
  for (int d = 16; d > 0; d /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, d);
  if (lane == 0)
    partial[warp] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < 4; ++w)
      sum += partial[w];
    y[i] = sum;
  }
}

// starts[b] is the row of position b * size, starts[blocks] the last row that
// has one.
extern "C" __global__ void block_starts(const int *__restrict__ pos,
                                        int *__restrict__ starts, int rows,
                                        int count, int size, int blocks) {
  for (int b = blockIdx.x * blockDim.x + threadIdx.x; b <= blocks;
       b += gridDim.x * blockDim.x) {
    long p = (long)b * size;
    starts[b] = find_row(pos, 0, rows - 1, p < count ? (int)p : count - 1);
  }
}

// Each thread has 4 positions, each block 256; y is 0 before.
extern "C" __global__ void __launch_bounds__(64)
    position_split(const int *__restrict__ pos, const int *__restrict__ crd,
                   const double *__restrict__ val, const double *__restrict__ x,
                   double *y, const int *__restrict__ starts, int rows,
                   int count) {
  int lane = threadIdx.x % 32;
  int first = blockIdx.x * 256 + threadIdx.x * 4;
  int last = first + 4 < count ? first + 4 : count;
  int i = find_row(pos, __ldg(starts + blockIdx.x),
                   __ldg(starts + blockIdx.x + 1),
                   first < count ? first : count - 1);
  double sum = 0.0;
  for (int p = first; p < last; ++p) {
    while (p == __ldg(pos + i + 1))
      ++i;
    sum += __ldg(val + p) * __ldg(x + __ldg(crd + p));
    if (p + 1 == __ldg(pos + i + 1)) {
      atomicAdd(y + i, sum);
      sum = 0.0;
    }
  }
  // Where the whole warp is in one row, one addition does.
  if (__all_sync(0xffffffff, i == __shfl_sync(0xffffffff, i, 0))) {
    for (int d = 16; d > 0; d /= 2)
      sum += __shfl_down_sync(0xffffffff, sum, d);
    if (lane == 0)
      atomicAdd(y + i, sum);
  } else {
    atomicAdd(y + i, sum);
  }
}

// A warp for each row; its positions go through shared memory, its lanes along
// the columns of the dense matrix.
extern "C" __global__ void __launch_bounds__(128)
    dense_columns(const int *__restrict__ pos, const int *__restrict__ crd,
                  const double *__restrict__ val, const double *__restrict__ d,
                  double *__restrict__ y, int rows, int columns) {
  __shared__ int crds[4][32];
  __shared__ double vals[4][32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int i = blockIdx.x * 4 + warp; i < rows; i += gridDim.x * 4) {
    int end = __ldg(pos + i + 1);
    for (int k = lane; k - lane < columns; k += 32) {
      double sum = 0.0;
      for (int p = __ldg(pos + i); p < end; p += 32) {
        if (p + lane < end) {
          crds[warp][lane] = __ldg(crd + p + lane);
          vals[warp][lane] = __ldg(val + p + lane);
        }
        __syncwarp();
        int parts = end - p < 32 ? end - p : 32;
        if (k < columns)
          for (int q = 0; q < parts; ++q)
            sum += vals[warp][q] *
                   __ldg(d + (long)crds[warp][q] * columns + k);
        __syncwarp(0xffffffff);
      }
      if (k < columns)
        y[(long)i * columns + k] = sum;
    }
  }
}

// Tiles of 16 x 16 of two dense matrices whose size is a multiple of that.
extern "C" __global__ void __launch_bounds__(256)
    dense_tile(const double *__restrict__ a, const double *__restrict__ b,
               double *__restrict__ c, int n) {
  __shared__ double ta[16][16], tb[16][17];
  int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
  double sum = 0.0;
  for (int k0 = 0; k0 < n; k0 += 16) {
    ta[threadIdx.y][threadIdx.x] = a[row * n + k0 + threadIdx.x];
    tb[threadIdx.y][threadIdx.x] = b[(k0 + threadIdx.y) * n + column];
    __syncthreads();
    for (int k = 0; k < 16; ++k)
      sum += ta[threadIdx.y][k] * tb[k][threadIdx.x];
    __syncthreads(); // before the next tile
  }
  c[row * n + column] = sum;
}

// Counts in shared memory first; at most 64 columns, counts are 0 before.
extern "C" __global__ void histogram(const int *__restrict__ crd, int *counts,
                                     int count, int columns) {
  __shared__ int part[64];
  for (int j = threadIdx.x; j < columns; j += blockDim.x)
    part[j] = 0;
  __syncthreads();
  for (int p = blockIdx.x * blockDim.x + threadIdx.x; p < count;
       p += gridDim.x * blockDim.x)
    atomicAdd(&part[crd[p]], 1);
  __syncthreads();
  for (int j = threadIdx.x; j < columns; j += blockDim.x)
    if (part[j] != 0)
      atomicAdd(counts + j, part[j]);
}
