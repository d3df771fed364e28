// What the prelude offers, for each type, and what clang makes of C++ that is
// not in kernels.cu.

// Each thread adds v, multiplies by v, and so on; olds has what it saw.
#define ATOMICS(T, NAME)                                                       \
  extern "C" __global__ void sums_##NAME(T *p, const T *v, T *olds) {          \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                             \
    olds[i] = atomicAdd(p, v[i]);                                              \
    atomicMul(p + 1, v[i]);                                                    \
    atomicMin(p + 2, v[i]);                                                    \
    atomicMax(p + 3, v[i]);                                                    \
  }
#define BITWISE(T, NAME)                                                       \
  extern "C" __global__ void bits_##NAME(T *p, const T *v) {                   \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                             \
    atomicAnd(p, v[i]);                                                        \
    atomicOr(p + 1, v[i]);                                                     \
    atomicXor(p + 2, v[i]);                                                    \
  }
#define SHUFFLES(T, NAME)                                                      \
  extern "C" __global__ void shuffles_##NAME(const T *p, T *q, int d, int w) { \
    int i = threadIdx.x;                                                       \
    T v = __ldg(p + i);                                                        \
    q[4 * i] = __shfl_sync(~0u, v, d, w);                                      \
    q[4 * i + 1] = __shfl_up_sync(~0u, v, d, w);                               \
    q[4 * i + 2] = __shfl_down_sync(~0u, v, d, w);                             \
    q[4 * i + 3] = __shfl_xor_sync(~0u, v, d, w);                              \
  }
#define MATH(T, NAME)                                                          \
  extern "C" __global__ void math_##NAME(const T *p, T *q) {                   \
    T x = p[3 * threadIdx.x], y = p[3 * threadIdx.x + 1],                      \
      z = p[3 * threadIdx.x + 2];                                              \
    q += 13 * threadIdx.x;                                                     \
    q[0] = sqrt(x);                                                            \
    q[1] = fabs(x);                                                            \
    q[2] = floor(x);                                                           \
    q[3] = ceil(x);                                                            \
    q[4] = trunc(x);                                                           \
    q[5] = round(x);                                                           \
    q[6] = rint(x);                                                            \
    q[7] = nearbyint(x);                                                       \
    q[8] = fmin(x, y);                                                         \
    q[9] = fmax(x, y);                                                         \
    q[10] = copysign(x, y);                                                    \
    q[11] = fma(x, y, z);                                                      \
    q[12] = x / y;                                                             \
  }
#define INTEGER(T, NAME) ATOMICS(T, NAME) BITWISE(T, NAME) SHUFFLES(T, NAME)
#define FLOATING(T, NAME) ATOMICS(T, NAME) SHUFFLES(T, NAME) MATH(T, NAME)

INTEGER(char, char)
INTEGER(signed char, schar)
INTEGER(unsigned char, uchar)
INTEGER(short, short)
INTEGER(unsigned short, ushort)
INTEGER(int, int)
INTEGER(unsigned, uint)
INTEGER(long, long)
INTEGER(unsigned long, ulong)
INTEGER(long long, llong)
INTEGER(unsigned long long, ullong)
FLOATING(float, float)
FLOATING(double, double)

extern "C" __global__ void bools(bool *p, const bool *v) {
  atomicAnd(p, v[threadIdx.x]);
  atomicOr(p + 1, v[threadIdx.x]);
}

extern "C" __global__ void votes(const int *p, unsigned *q) {
  int v = p[threadIdx.x];
  q += 5 * threadIdx.x;
  q[0] = __all_sync(~0u, v < 5);
  q[1] = __any_sync(~0u, v == 3);
  q[2] = __ballot_sync(~0u, v & 1);
  q[3] = __match_any_sync(~0u, (unsigned)v);
  q[4] = __match_any_sync(~0u, (unsigned long long)v << 40);
}

// Functions that are called.
struct Three {
  int a;
  double b;
  float c;
};

static __device__ __attribute__((noinline)) double
horner(double x, int n, const double *p) {
  double s = 0.0;
  while (n-- > 0)
    s = s * x + p[n];
  return s;
}

static __device__ __attribute__((noinline)) Three twice(Three t) {
  return {2 * t.a, 2 * t.b, 2 * t.c};
}

static __device__ __attribute__((noinline)) int ackermann(int m, int n) {
  return m == 0   ? n + 1
         : n == 0 ? ackermann(m - 1, 1)
                  : ackermann(m - 1, ackermann(m, n - 1));
}

extern "C" __global__ void calls(const double *p, int n, Three t, double *q) {
  Three u = twice(twice(t));
  q += 5 * threadIdx.x;
  q[0] = horner(p[0] + threadIdx.x, n, p);
  q[1] = u.a;
  q[2] = u.b;
  q[3] = u.c;
  q[4] = ackermann(2, (int)threadIdx.x);
}

// Local memory, tables, bits and vectors.
extern "C" __global__ void sorted(const int *p, int *q) {
  int a[8];
  for (int i = 0; i < 8; ++i)
    a[i] = p[8 * threadIdx.x + i];
  for (int i = 1; i < 8; ++i)
    for (int j = i; j > 0 && a[j - 1] > a[j]; --j) {
      int t = a[j];
      a[j] = a[j - 1];
      a[j - 1] = t;
    }
  for (int i = 0; i < 8; ++i)
    q[8 * threadIdx.x + i] = a[i];
}

extern "C" __global__ void table(const int *p, int *q) {
  int r = 0;
  switch (p[threadIdx.x]) {
  case 0: r = 17; break;
  case 1: r = 4; break;
  case 2: r = 99; break;
  case 3: r = -3; break;
  case 4: r = 1 << 20; break;
  case 5: r = 8; break;
  }
  q[threadIdx.x] = r;
}

extern "C" __global__ void hashes(const unsigned *p, unsigned *q) {
  unsigned v = p[threadIdx.x];
  q += 6 * threadIdx.x;
  q[0] = v << 7 | v >> 25;
  q[1] = __builtin_popcount(v) + __builtin_clz(v | 1) * 100;
  q[2] = v << 24 | (v << 8 & 0xff0000) | (v >> 8 & 0xff00) | v >> 24;
  q[3] = v >> 5 & 0x3ff;
  q[4] = v / 7 + v % 1000;
  q[5] = (unsigned)((unsigned long long)v * v >> 17);
}

extern "C" __global__ void vectors(const float *__restrict__ a,
                                   float *__restrict__ b,
                                   const short *__restrict__ c,
                                   short *__restrict__ d) {
  a = (const float *)__builtin_assume_aligned(a, 16);
  b = (float *)__builtin_assume_aligned(b, 16);
  c = (const short *)__builtin_assume_aligned(c, 16);
  d = (short *)__builtin_assume_aligned(d, 16);
#pragma unroll
  for (int i = 0; i < 4; ++i)
    b[i] = 2 * a[i];
#pragma unroll
  for (int i = 0; i < 8; ++i)
    d[i] = c[i] + 1;
}
