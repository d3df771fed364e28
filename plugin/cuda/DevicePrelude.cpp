//===- DevicePrelude.cpp - what stands in front of kernels ----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda/DevicePrelude.h"
#include <string>

/// What CUDA's own headers have. Shuffles move 32 bits; wider values go in
/// halves. The second half of a shuffle's last operand is the highest lane that
/// may be read, the first one cuts the warp into segments.
static constexpr llvm::StringLiteral CudaText = R"(
#if defined(__CUDA__) && !defined(__CLANG_CUDA_RUNTIME_WRAPPER_H__)
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __lacuna_fn static __device__ __forceinline__

struct __lacuna_dim { unsigned x, y, z; };
#define __LACUNA_INDEX(R)                                                      \
  __lacuna_fn __lacuna_dim __lacuna_##R() {                                    \
    return {(unsigned)__nvvm_read_ptx_sreg_##R##_x(),                          \
            (unsigned)__nvvm_read_ptx_sreg_##R##_y(),                          \
            (unsigned)__nvvm_read_ptx_sreg_##R##_z()};                         \
  }
__LACUNA_INDEX(tid)
__LACUNA_INDEX(ctaid)
__LACUNA_INDEX(ntid)
__LACUNA_INDEX(nctaid)
#define threadIdx __lacuna_tid()
#define blockIdx __lacuna_ctaid()
#define blockDim __lacuna_ntid()
#define gridDim __lacuna_nctaid()

// __syncthreads() is known to clang.
__lacuna_fn void __syncwarp(unsigned mask = ~0u) { __nvvm_bar_warp_sync(mask); }
__lacuna_fn void __threadfence() { __nvvm_membar_gl(); }
__lacuna_fn void __threadfence_block() { __nvvm_membar_cta(); }

__lacuna_fn int __all_sync(unsigned mask, int p) {
  return __nvvm_vote_all_sync(mask, p != 0);
}
__lacuna_fn int __any_sync(unsigned mask, int p) {
  return __nvvm_vote_any_sync(mask, p != 0);
}
__lacuna_fn unsigned __ballot_sync(unsigned mask, int p) {
  return __nvvm_vote_ballot_sync(mask, p != 0);
}
__lacuna_fn unsigned __match_any_sync(unsigned mask, unsigned v) {
  return __nvvm_match_any_sync_i32(mask, v);
}
__lacuna_fn unsigned __match_any_sync(unsigned mask, unsigned long long v) {
  return __nvvm_match_any_sync_i64(mask, v);
}

#define __LACUNA_SHUFFLE32(NAME, T)                                            \
  __lacuna_fn T NAME(unsigned mask, T v, int lane, int width = 32) {           \
    return __builtin_bit_cast(                                                 \
        T, NAME##_word(mask, __builtin_bit_cast(int, v), lane, width));        \
  }
#define __LACUNA_SHUFFLE64(NAME, T)                                            \
  __lacuna_fn T NAME(unsigned mask, T v, int lane, int width = 32) {           \
    unsigned long long bits = __builtin_bit_cast(unsigned long long, v);       \
    unsigned low = NAME##_word(mask, (int)bits, lane, width);                  \
    unsigned high = NAME##_word(mask, (int)(bits >> 32), lane, width);         \
    return __builtin_bit_cast(T, (unsigned long long)high << 32 | low);        \
  }
#define __LACUNA_SHUFFLE(NAME, BUILTIN, LAST)                                  \
  __lacuna_fn int NAME##_word(unsigned mask, int v, int lane, int width) {     \
    return BUILTIN(mask, v, lane, (32 - width) << 8 | LAST);                   \
  }                                                                            \
  __LACUNA_SHUFFLE32(NAME, int)                                                \
  __LACUNA_SHUFFLE32(NAME, unsigned)                                           \
  __LACUNA_SHUFFLE32(NAME, float)                                              \
  __LACUNA_SHUFFLE64(NAME, long)                                               \
  __LACUNA_SHUFFLE64(NAME, unsigned long)                                      \
  __LACUNA_SHUFFLE64(NAME, long long)                                          \
  __LACUNA_SHUFFLE64(NAME, unsigned long long)                                 \
  __LACUNA_SHUFFLE64(NAME, double)
__LACUNA_SHUFFLE(__shfl_sync, __nvvm_shfl_sync_idx_i32, 31)
__LACUNA_SHUFFLE(__shfl_up_sync, __nvvm_shfl_sync_up_i32, 0)
__LACUNA_SHUFFLE(__shfl_down_sync, __nvvm_shfl_sync_down_i32, 31)
__LACUNA_SHUFFLE(__shfl_xor_sync, __nvvm_shfl_sync_bfly_i32, 31)

#define __LACUNA_LDG(T, BUILTIN)                                               \
  __lacuna_fn T __ldg(const T *p) { return __nvvm_ldg_##BUILTIN(p); }
__LACUNA_LDG(char, c)
__LACUNA_LDG(unsigned char, uc)
__LACUNA_LDG(short, s)
__LACUNA_LDG(unsigned short, us)
__LACUNA_LDG(int, i)
__LACUNA_LDG(unsigned, ui)
__LACUNA_LDG(long, l)
__LACUNA_LDG(unsigned long, ul)
__LACUNA_LDG(long long, ll)
__LACUNA_LDG(unsigned long long, ull)
__LACUNA_LDG(float, f)
__LACUNA_LDG(double, d)
__lacuna_fn signed char __ldg(const signed char *p) {
  return (signed char)__ldg((const unsigned char *)p);
}

#define __LACUNA_ATOMIC(NAME, BUILTIN, T, AS)                                  \
  __lacuna_fn T NAME(T *p, T v) {                                              \
    return (T)__nvvm_atom_##BUILTIN((AS *)p, (AS)v);                           \
  }
#define __LACUNA_BITWISE(T, AS, SUFFIX)                                        \
  __LACUNA_ATOMIC(atomicAnd, and_gen_##SUFFIX, T, AS)                          \
  __LACUNA_ATOMIC(atomicOr, or_gen_##SUFFIX, T, AS)                            \
  __LACUNA_ATOMIC(atomicXor, xor_gen_##SUFFIX, T, AS)                          \
  __LACUNA_ATOMIC(atomicExch, xchg_gen_##SUFFIX, T, AS)                        \
  __lacuna_fn T atomicCAS(T *p, T expected, T v) {                             \
    return (T)__nvvm_atom_cas_gen_##SUFFIX((AS *)p, (AS)expected, (AS)v);      \
  }
__LACUNA_BITWISE(int, int, i)
__LACUNA_BITWISE(unsigned, int, i)
__LACUNA_BITWISE(long long, long long, ll)
__LACUNA_BITWISE(unsigned long long, long long, ll)
__LACUNA_ATOMIC(atomicAdd, add_gen_i, int, int)
__LACUNA_ATOMIC(atomicAdd, add_gen_i, unsigned, int)
__LACUNA_ATOMIC(atomicAdd, add_gen_ll, unsigned long long, long long)
__LACUNA_ATOMIC(atomicAdd, add_gen_f, float, float)
__LACUNA_ATOMIC(atomicAdd, add_gen_d, double, double)
__LACUNA_ATOMIC(atomicMin, min_gen_i, int, int)
__LACUNA_ATOMIC(atomicMax, max_gen_i, int, int)
__LACUNA_ATOMIC(atomicMin, min_gen_ui, unsigned, unsigned)
__LACUNA_ATOMIC(atomicMax, max_gen_ui, unsigned, unsigned)
__LACUNA_ATOMIC(atomicMin, min_gen_ll, long long, long long)
__LACUNA_ATOMIC(atomicMax, max_gen_ll, long long, long long)
__LACUNA_ATOMIC(atomicMin, min_gen_ull, unsigned long long, unsigned long long)
__LACUNA_ATOMIC(atomicMax, max_gen_ull, unsigned long long, unsigned long long)

#define __LACUNA_MATH(NAME, PARAMETERS, ARGUMENTS)                             \
  __lacuna_fn double NAME PARAMETERS(double) {                                 \
    return __builtin_##NAME ARGUMENTS;                                         \
  }                                                                            \
  __lacuna_fn float NAME PARAMETERS(float) {                                   \
    return __builtin_##NAME##f ARGUMENTS;                                      \
  }                                                                            \
  __lacuna_fn float NAME##f PARAMETERS(float) {                                \
    return __builtin_##NAME##f ARGUMENTS;                                      \
  }
#define __LACUNA_X(T) (T x)
#define __LACUNA_XY(T) (T x, T y)
#define __LACUNA_XYZ(T) (T x, T y, T z)
__LACUNA_MATH(sqrt, __LACUNA_X, (x))
__LACUNA_MATH(fabs, __LACUNA_X, (x))
__LACUNA_MATH(floor, __LACUNA_X, (x))
__LACUNA_MATH(ceil, __LACUNA_X, (x))
__LACUNA_MATH(trunc, __LACUNA_X, (x))
__LACUNA_MATH(round, __LACUNA_X, (x))
__LACUNA_MATH(rint, __LACUNA_X, (x))
__LACUNA_MATH(nearbyint, __LACUNA_X, (x))
__LACUNA_MATH(fmin, __LACUNA_XY, (x, y))
__LACUNA_MATH(fmax, __LACUNA_XY, (x, y))
__LACUNA_MATH(copysign, __LACUNA_XY, (x, y))
__LACUNA_MATH(fma, __LACUNA_XYZ, (x, y, z))
#endif
)";

/// What CUDA's headers lack. Templates, so that functions of CUDA's come first
/// where both fit. `update` reads with a volatile load, which is no race.
static constexpr llvm::StringLiteral ExtraText = R"(
namespace __lacuna {
template <typename T> struct identity { typedef T type; };

template <typename T, typename Word> union as { Word bits; T value; };

#define __LACUNA_CHOOSE(WORD, SUFFIX, LETTER)                                  \
  {                                                                            \
    as<T, WORD> left, right, result;                                           \
    left.value = a;                                                            \
    right.value = b;                                                           \
    asm("{ .reg .pred p; setp.ne.b32 p, %1, 0; selp." SUFFIX                   \
        " %0, %2, %3, p; }"                                                    \
        : "=" LETTER(result.bits)                                              \
        : "r"((int)c), LETTER(left.bits), LETTER(right.bits));                 \
    return result.value;                                                       \
  }
// c ? a : b
template <typename T> __device__ __forceinline__ T choose(bool c, T a, T b) {
  if constexpr (sizeof(T) == 8)
    __LACUNA_CHOOSE(unsigned long long, "b64", "l")
  else if constexpr (sizeof(T) == 4)
    __LACUNA_CHOOSE(unsigned, "b32", "r")
  else if constexpr (sizeof(T) == 2)
    __LACUNA_CHOOSE(unsigned short, "b16", "h")
  else
    return c ? a : b;
}

#define __LACUNA_STREAMED(WORD, SUFFIX, LETTER)                                \
  {                                                                            \
    as<T, WORD> result;                                                        \
    asm("{ .reg .b64 a; cvta.to.global.u64 a, %1;"                             \
        " ld.global.cs.nc." SUFFIX " %0, [a]; }"                               \
        : "=" LETTER(result.bits)                                              \
        : "l"(p));                                                             \
    return result.value;                                                       \
  }
// *p, which nobody writes and nobody reads again soon
template <typename T> __device__ __forceinline__ T streamed(const T *p) {
  if constexpr (sizeof(T) == 8)
    __LACUNA_STREAMED(unsigned long long, "b64", "l")
  else if constexpr (sizeof(T) == 4)
    __LACUNA_STREAMED(unsigned, "b32", "r")
  else
    return *p;
}

template <typename T, typename Word, typename Op>
__device__ __forceinline__ T update_word(Word *p, unsigned shift, Op op) {
  const Word mask = (Word)(~(Word)0 >> (8 * (sizeof(Word) - sizeof(T))));
  typedef Word __attribute__((may_alias)) Any;
  Word old = *(volatile Any *)p, seen;
  as<T, Word> now, next;
  do {
    seen = old;
    now.bits = (old >> shift) & mask;
    next.bits = 0;
    next.value = op(now.value);
    old = atomicCAS(p, seen, (seen & ~(mask << shift)) | next.bits << shift);
  } while (old != seen);
  return now.value;
}

template <typename T, typename Op>
__device__ __forceinline__ T update(T *p, Op op) {
  if constexpr (sizeof(T) == 8)
    return update_word<T>((unsigned long long *)p, 0, op);
  else
    return update_word<T>((unsigned *)((unsigned long long)p & ~3ull),
                          8 * ((unsigned long long)p & 3), op);
}
}

#define __LACUNA_UPDATE(NAME, RESULT)                                          \
  template <typename T>                                                        \
  __device__ __forceinline__ T NAME(                                           \
      T *p, typename __lacuna::identity<T>::type v) {                          \
    return __lacuna::update(p, [=](T old) { return (T)(RESULT); });            \
  }
__LACUNA_UPDATE(atomicAdd, old + v)
__LACUNA_UPDATE(atomicMul, old *v)
__LACUNA_UPDATE(atomicMin, __lacuna::choose(v < old, v, old))
__LACUNA_UPDATE(atomicMax, __lacuna::choose(old < v, v, old))
__LACUNA_UPDATE(atomicAnd, old &v)
__LACUNA_UPDATE(atomicOr, old | v)
__LACUNA_UPDATE(atomicXor, old ^ v)

#define __LACUNA_AS(NAME, T, AS)                                               \
  __device__ __forceinline__ T NAME(T *p, T v) {                               \
    return (T)NAME((AS *)p, (AS)v);                                            \
  }
#define __LACUNA_AS_UNSIGNED(T)                                                \
  __LACUNA_AS(atomicAdd, T, unsigned long long)                                \
  __LACUNA_AS(atomicAnd, T, unsigned long long)                                \
  __LACUNA_AS(atomicOr, T, unsigned long long)                                 \
  __LACUNA_AS(atomicXor, T, unsigned long long)
__LACUNA_AS_UNSIGNED(long)
__LACUNA_AS_UNSIGNED(unsigned long)
__LACUNA_AS(atomicAdd, long long, unsigned long long)
__LACUNA_AS(atomicMin, long, long long)
__LACUNA_AS(atomicMax, long, long long)
__LACUNA_AS(atomicMin, unsigned long, unsigned long long)
__LACUNA_AS(atomicMax, unsigned long, unsigned long long)
)";

llvm::StringRef lacuna::plugin::devicePrelude() {
  static const std::string Text = CudaText.str() + ExtraText.str();
  return Text;
}
