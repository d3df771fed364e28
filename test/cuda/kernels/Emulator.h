//===- Emulator.h - kernels as plain C++ ------------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stands in front of the text of kernels in place of the device's prelude, so
// that any compiler for the host takes it, with its sanitizers. Threads are
// fibers, each of which runs until it waits for others; which runs next is
// random. Blocks run one after the other. Races are not seen here.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_TEST_CUDA_KERNELS_EMULATOR_H
#define LACUNA_TEST_CUDA_KERNELS_EMULATOR_H

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <math.h> // for overloads in the global namespace
#include <memory>
#include <random>
#include <ucontext.h>
#include <vector>
#if __has_feature(address_sanitizer)
#include <sanitizer/common_interface_defs.h>
#endif

#define __global__
#define __device__
#define __shared__ static
#define __forceinline__ inline
#define __launch_bounds__(...)

namespace __lacuna {
template <typename T> T choose(bool C, T A, T B) { return C ? A : B; }
} // namespace __lacuna

namespace emulator {

struct Dim3 {
  unsigned x = 1, y = 1, z = 1;
};

/// What the lanes of a warp tell each other at a collective.
using Values = std::array<std::uint64_t, 32>;

class Machine {
public:
  /// Runs \p Kernel once for each thread.
  void launch(Dim3 Grid, Dim3 Block, std::uint64_t Seed,
              std::function<void()> Kernel);

  void waitForBlock() {
    Current->Waits = Wait::Block;
    yield();
  }
  /// Waits until all lanes of \p Mask are at a collective called \p Name;
  /// returns what they came with.
  Values meet(const char *Name, unsigned Mask, std::uint64_t Value = 0) {
    if (!(Mask >> lane() & 1))
      fail("a lane is not in its mask");
    Current->Waits = Wait::Warp;
    Current->Name = Name;
    Current->Mask = Mask;
    Current->Value = Value;
    yield();
    return Current->Told;
  }
  unsigned lane() const { return unsigned(Current - Threads.data()) % 32; }

  [[noreturn]] void fail(const char *What) const {
    std::fprintf(stderr, "emulator: block (%u,%u,%u), thread (%u,%u,%u): %s\n",
                 BlockIndex.x, BlockIndex.y, BlockIndex.z, ThreadIndex.x,
                 ThreadIndex.y, ThreadIndex.z, What);
    std::exit(1);
  }

  Dim3 ThreadIndex, BlockIndex, BlockSize, GridSize;

private:
  enum class Wait { None, Block, Warp, Done };
  struct Thread {
    ucontext_t Context;
    std::unique_ptr<char[]> Stack;
    Dim3 Index;
    Wait Waits = Wait::None;
    const char *Name = "";
    unsigned Mask = 0;
    std::uint64_t Value = 0;
    Values Told{};
  };
  static constexpr size_t StackSize = 64 * 1024; // sanitizers need much

  static void start();
  void runBlock();
  void resume(Thread &T);
  void yield();
  bool release();
  bool releaseBlock();
  bool releaseWarp(Thread &T);

  std::vector<Thread> Threads;
  Thread *Current = nullptr;
  ucontext_t Scheduler;
  const void *SchedulerStack = nullptr;
  size_t SchedulerStackSize = 0;
  std::function<void()> Kernel;
  std::mt19937_64 Rng;
};

inline Machine TheMachine;

inline void Machine::launch(Dim3 Grid, Dim3 Block, std::uint64_t Seed,
                            std::function<void()> K) {
  Rng.seed(Seed);
  Kernel = std::move(K);
  GridSize = Grid;
  BlockSize = Block;
  std::vector<Dim3> Order;
  for (unsigned Z = 0; Z < Grid.z; ++Z)
    for (unsigned Y = 0; Y < Grid.y; ++Y)
      for (unsigned X = 0; X < Grid.x; ++X)
        Order.push_back({X, Y, Z});
  std::shuffle(Order.begin(), Order.end(), Rng);
  for (Dim3 Index : Order) {
    BlockIndex = Index;
    runBlock();
  }
}

inline void Machine::runBlock() {
  Threads.resize(size_t(BlockSize.x) * BlockSize.y * BlockSize.z);
  for (size_t I = 0; I < Threads.size(); ++I) {
    Thread &T = Threads[I];
    T.Index = {unsigned(I % BlockSize.x),
               unsigned(I / BlockSize.x % BlockSize.y),
               unsigned(I / BlockSize.x / BlockSize.y)};
    T.Waits = Wait::None;
    if (!T.Stack)
      T.Stack = std::make_unique_for_overwrite<char[]>(StackSize);
    getcontext(&T.Context);
    T.Context.uc_stack.ss_sp = T.Stack.get();
    T.Context.uc_stack.ss_size = StackSize;
    T.Context.uc_link = nullptr;
    makecontext(&T.Context, &Machine::start, 0);
  }
  while (true) {
    std::vector<Thread *> Ready;
    bool AllDone = true;
    for (Thread &T : Threads) {
      if (T.Waits == Wait::None)
        Ready.push_back(&T);
      AllDone &= T.Waits == Wait::Done;
    }
    if (AllDone)
      return;
    std::shuffle(Ready.begin(), Ready.end(), Rng);
    for (Thread *T : Ready)
      resume(*T);
    if (!release())
      fail("deadlock: threads wait for others that do not come");
  }
}

inline void Machine::resume(Thread &T) {
  Current = &T;
  ThreadIndex = T.Index;
#if __has_feature(address_sanitizer)
  void *Fake = nullptr;
  __sanitizer_start_switch_fiber(&Fake, T.Stack.get(), StackSize);
#endif
  swapcontext(&Scheduler, &T.Context);
#if __has_feature(address_sanitizer)
  __sanitizer_finish_switch_fiber(Fake, nullptr, nullptr);
#endif
}

inline void Machine::yield() {
#if __has_feature(address_sanitizer)
  void *Fake = nullptr;
  __sanitizer_start_switch_fiber(Current->Waits == Wait::Done ? nullptr : &Fake,
                                 SchedulerStack, SchedulerStackSize);
#endif
  swapcontext(&Current->Context, &Scheduler);
#if __has_feature(address_sanitizer)
  __sanitizer_finish_switch_fiber(Fake, &SchedulerStack, &SchedulerStackSize);
#endif
}

inline void Machine::start() {
  Machine &M = TheMachine;
#if __has_feature(address_sanitizer)
  __sanitizer_finish_switch_fiber(nullptr, &M.SchedulerStack,
                                  &M.SchedulerStackSize);
#endif
  M.Kernel();
  M.Current->Waits = Wait::Done;
  M.yield();
}

/// Lets those go on who have met. Whether there was anyone.
inline bool Machine::release() {
  bool Any = releaseBlock(), AllDone = true;
  for (Thread &T : Threads) {
    Any |= T.Waits == Wait::Warp && releaseWarp(T);
    AllDone &= T.Waits == Wait::Done;
  }
  return Any || AllDone;
}

inline bool Machine::releaseBlock() {
  for (Thread &T : Threads)
    if (T.Waits != Wait::Block)
      return false;
  for (Thread &T : Threads)
    T.Waits = Wait::None;
  return true;
}

inline bool Machine::releaseWarp(Thread &T) {
  Thread *Lanes = &T - (&T - Threads.data()) % 32;
  Values Told{};
  for (unsigned L = 0; L < 32; ++L) {
    if (!(T.Mask >> L & 1))
      continue;
    if (Lanes + L >= Threads.data() + Threads.size())
      return false;
    const Thread &Other = Lanes[L];
    if (Other.Waits != Wait::Warp || Other.Mask != T.Mask ||
        std::strcmp(Other.Name, T.Name) != 0)
      return false;
    Told[L] = Other.Value;
  }
  const unsigned Mask = T.Mask;
  for (unsigned L = 0; L < 32; ++L) {
    if (!(Mask >> L & 1))
      continue;
    Lanes[L].Told = Told;
    Lanes[L].Waits = Wait::None;
  }
  return true;
}

/// The value of lane \p Source, if \p IsIn, else of this one.
template <typename T>
T shuffled(const char *Name, unsigned Mask, T V, int Source, bool IsIn) {
  std::uint64_t Bits = 0;
  std::memcpy(&Bits, &V, sizeof V);
  Values All = TheMachine.meet(Name, Mask, Bits);
  if (!IsIn)
    return V;
  if (!(Mask >> Source & 1))
    TheMachine.fail("a shuffle takes a value from a lane outside of its mask");
  std::memcpy(&V, &All[size_t(Source)], sizeof V);
  return V;
}

} // namespace emulator

#define threadIdx (emulator::TheMachine.ThreadIndex)
#define blockIdx (emulator::TheMachine.BlockIndex)
#define blockDim (emulator::TheMachine.BlockSize)
#define gridDim (emulator::TheMachine.GridSize)

inline void __syncthreads() { emulator::TheMachine.waitForBlock(); }
inline void __syncwarp(unsigned Mask = ~0u) {
  emulator::TheMachine.meet("__syncwarp", Mask);
}
inline unsigned __ballot_sync(unsigned Mask, int P) {
  emulator::Values All = emulator::TheMachine.meet("vote", Mask, P != 0);
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
      emulator::TheMachine.meet("__match_any_sync", Mask, std::uint64_t(V));
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
  int First = int(emulator::TheMachine.lane()) / Width * Width;
  return emulator::shuffled("__shfl_sync", Mask, V,
                            First + (Lane & (Width - 1)), true);
}
template <typename T>
T __shfl_up_sync(unsigned Mask, T V, int Delta, int Width = 32) {
  int Me = int(emulator::TheMachine.lane());
  return emulator::shuffled("__shfl_up_sync", Mask, V, Me - Delta,
                            Me % Width >= Delta);
}
template <typename T>
T __shfl_down_sync(unsigned Mask, T V, int Delta, int Width = 32) {
  int Me = int(emulator::TheMachine.lane());
  return emulator::shuffled("__shfl_down_sync", Mask, V, Me + Delta,
                            Me % Width + Delta < Width);
}
template <typename T>
T __shfl_xor_sync(unsigned Mask, T V, int Lanes, int Width = 32) {
  int Me = int(emulator::TheMachine.lane());
  return emulator::shuffled("__shfl_xor_sync", Mask, V, Me ^ Lanes,
                            (Me ^ Lanes) < Me / Width * Width + Width);
}

template <typename T> T __ldg(const T *P) { return *P; }

// One thread runs at a time.
#define EMULATED_ATOMIC(NAME, RESULT)                                          \
  template <typename T> T NAME(T *P, std::type_identity_t<T> V) {              \
    T Old = *P;                                                                \
    *P = T(RESULT);                                                            \
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
  T Old = *P;
  if (Old == Expected)
    *P = V;
  return Old;
}

#endif // LACUNA_TEST_CUDA_KERNELS_EMULATOR_H
