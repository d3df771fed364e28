// Kernels with dynamic shared memory and with variables of the module.

extern __shared__ double dynamic[];
extern "C" __global__ void reversed(const double *p, double *q) {
  dynamic[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  q[threadIdx.x] = dynamic[blockDim.x - 1 - threadIdx.x];
}

static __device__ int counter = 5;
static __attribute__((constant)) int primes[8] = {2, 3, 5, 7, 11, 13};
extern "C" __global__ void variables(const int *p, int *q) {
  atomicAdd(&counter, primes[p[threadIdx.x]]);
  __syncthreads();
  q[threadIdx.x] = *(volatile int *)&counter;
}
