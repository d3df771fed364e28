//===- Emulator.h - kernels as plain C++ ------------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stands in front of the text of kernels in place of the device's prelude, so
// that any compiler for the host takes it, with its sanitizers.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_TEST_CUDA_EMULATOR_EMULATOR_H
#define LACUNA_TEST_CUDA_EMULATOR_EMULATOR_H

#include "Machine.h"
#include <cstring>
#include <math.h> // for overloads in the global namespace
#include <type_traits>

#define __global__
#define __device__
#define __forceinline__ inline
#define __launch_bounds__(...)
#define __shared__ static thread_local // with -femulated-tls

// What the emulator itself does with memory is not the kernels' affair; a
// second stack for each fiber takes long.
#if __has_feature(thread_sanitizer)
extern "C" const char *__tsan_default_options() {
  return "halt_on_error=1:ignore_noninstrumented_modules=1";
}
#elif __has_feature(address_sanitizer)
extern "C" const char *__asan_default_options() {
  return "detect_stack_use_after_return=0";
}
#endif

namespace __lacuna {
template <typename T> T choose(bool C, T A, T B) { return C ? A : B; }
template <typename T> T streamed(const T *P) { return *P; }
} // namespace __lacuna

namespace emulator {

/// The value of lane \p Source, if \p IsIn, else of this one.
template <typename T>
T shuffled(const char *Name, unsigned Mask, T V, int Source, bool IsIn) {
  std::uint64_t Bits = 0;
  std::memcpy(&Bits, &V, sizeof V);
  Values All = meet(Name, Mask, Bits);
  if (!IsIn)
    return V;
  if (!(Mask >> Source & 1))
    fail("a shuffle takes a value from a lane outside of its mask");
  std::memcpy(&V, &All[size_t(Source)], sizeof V);
  return V;
}

} // namespace emulator

#define threadIdx (emulator::ThreadIndex)
#define blockIdx (emulator::BlockIndex)
#define blockDim (emulator::BlockSize)
#define gridDim (emulator::GridSize)

inline void __syncthreads() { emulator::waitForBlock(); }
inline void __syncwarp(unsigned Mask = ~0u) {
  emulator::meet("__syncwarp", Mask, 0, /*Orders=*/true);
}
inline unsigned __ballot_sync(unsigned Mask, int P) {
  emulator::Values All = emulator::meet("vote", Mask, P != 0);
  unsigned Ballot = 0;
  for (unsigned L = 0; L < 32; ++L)
    Ballot |= unsigned(All[L]) << L;
  return Ballot;
}
inline int __all_sync(unsigned Mask, int P) {
  return __ballot_sync(Mask, P) == Mask;
}
inline int __any_sync(unsigned Mask, int P) {
  return __ballot_sync(Mask, P) != 0;
}

template <typename T> unsigned __match_any_sync(unsigned Mask, T V) {
  emulator::Values All =
      emulator::meet("__match_any_sync", Mask, std::uint64_t(V));
  unsigned Equal = 0;
  for (unsigned L = 0; L < 32; ++L)
    if ((Mask >> L & 1) && All[L] == std::uint64_t(V))
      Equal |= 1u << L;
  return Equal;
}
inline void __threadfence() {}
inline void __threadfence_block() {}

template <typename T>
T __shfl_sync(unsigned Mask, T V, int Lane, int Width = 32) {
  int First = int(emulator::lane()) / Width * Width;
  return emulator::shuffled("__shfl_sync", Mask, V,
                            First + (Lane & (Width - 1)), true);
}
template <typename T>
T __shfl_up_sync(unsigned Mask, T V, int Delta, int Width = 32) {
  int Me = int(emulator::lane());
  return emulator::shuffled("__shfl_up_sync", Mask, V, Me - Delta,
                            Me % Width >= Delta);
}
template <typename T>
T __shfl_down_sync(unsigned Mask, T V, int Delta, int Width = 32) {
  int Me = int(emulator::lane());
  return emulator::shuffled("__shfl_down_sync", Mask, V, Me + Delta,
                            Me % Width + Delta < Width);
}
template <typename T>
T __shfl_xor_sync(unsigned Mask, T V, int Lanes, int Width = 32) {
  int Me = int(emulator::lane());
  return emulator::shuffled("__shfl_xor_sync", Mask, V, Me ^ Lanes,
                            (Me ^ Lanes) < Me / Width * Width + Width);
}

template <typename T> T __ldg(const T *P) { return *P; }

// One thread runs at a time, so that a load and a store are enough; as atomic
// ones they race with accesses that are not.
#define EMULATED_ATOMIC(NAME, RESULT)                                          \
  template <typename T> T NAME(T *P, std::type_identity_t<T> V) {              \
    T Old, New;                                                                \
    __atomic_load(P, &Old, __ATOMIC_RELAXED);                                  \
    New = T(RESULT);                                                           \
    __atomic_store(P, &New, __ATOMIC_RELAXED);                                 \
    return Old;                                                                \
  }
EMULATED_ATOMIC(atomicAdd, Old + V)
EMULATED_ATOMIC(atomicMul, Old *V)
EMULATED_ATOMIC(atomicMin, V < Old ? V : Old)
EMULATED_ATOMIC(atomicMax, Old < V ? V : Old)
EMULATED_ATOMIC(atomicAnd, Old &V)
EMULATED_ATOMIC(atomicOr, Old | V)
EMULATED_ATOMIC(atomicXor, Old ^ V)
EMULATED_ATOMIC(atomicExch, V)
template <typename T>
T atomicCAS(T *P, std::type_identity_t<T> Expected, std::type_identity_t<T> V) {
  T Old;
  __atomic_load(P, &Old, __ATOMIC_RELAXED);
  if (Old == Expected)
    __atomic_store(P, &V, __ATOMIC_RELAXED);
  return Old;
}

#endif // LACUNA_TEST_CUDA_EMULATOR_EMULATOR_H
