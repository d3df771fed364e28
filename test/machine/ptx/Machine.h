//===- Machine.h - runs decoded PTX -----------------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread runs by itself until it waits for others: at a barrier of the
// block or a collective of the warp. A few blocks are under way at a time;
// which thread runs next, and how far, is random.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_TEST_CUDA_PTX_MACHINE_H
#define LACUNA_TEST_CUDA_PTX_MACHINE_H

#include "Code.h"
#include "Random.h"
#include "Shadow.h"
#include <unordered_map>

namespace lacuna::ptx {

inline constexpr unsigned WarpSize = 32;

/// A contiguous piece of memory.
struct Region {
  const char *What;
  std::uint64_t Address = 0, Size = 0;
  std::byte *Bytes = nullptr;
  std::uint8_t *Written = nullptr;
  bool ReadOnly = false;
  std::unique_ptr<Shadow> Races; // null: of one thread alone
};

/// A function that runs, or has called another one.
struct Frame {
  const Function *F;
  std::uint32_t PC; // of the instruction to run next, or of the call
  size_t Registers, Params, Local;
};

enum class State : std::uint8_t { Ready, AtBarrier, AtCollective, Done };

struct Thread {
  std::vector<Value> Registers;
  std::vector<std::byte> Params;
  std::vector<std::byte> Local;
  std::vector<std::uint8_t> LocalWritten;
  std::vector<Frame> Callers;
  Frame Here{};
  Value *R = nullptr; // the registers of this frame

  State S = State::Ready;
  std::uint32_t PlaceInReady = 0;
  const Instruction *Waits = nullptr;
  std::uint32_t Mask = 0;

  Dim3 Index;
  std::uint32_t Id = 0;
  std::uint32_t Time = 1, BarrierTime = 0;
};

struct Warp {
  /// The times that each lane knows of each other one.
  std::array<std::array<std::uint32_t, WarpSize>, WarpSize> Clock{};
  /// Lanes that wait at collectives, and that have returned.
  std::uint32_t Waiting = 0, Done = 0;
};

struct Block {
  Dim3 Index;
  std::uint32_t Linear = 0;
  std::vector<Thread> Threads;
  std::vector<std::uint32_t> Ready;
  std::vector<Warp> Warps;
  std::vector<std::byte> SharedBytes;
  std::vector<std::uint8_t> SharedWritten;
  std::vector<Region> Shared;
  unsigned Waiting = 0, Done = 0; // at the barrier; returned
};

/// Where an instruction accesses memory.
struct Place {
  Region *Where;
  std::uint64_t Offset;
  bool IsShared;
};

/// The place that has the number \p Linear among \p Size places.
Dim3 indexOf(std::uint64_t Linear, Dim3 Size);

// For messages.
std::string text(Dim3 D);
std::string hex(std::uint64_t V);
std::string atLine(unsigned Line);

/// One launch.
class Machine : public Order {
public:
  Machine(const Code &C, const Kernel &K, Dim3 Grid, Dim3 BlockSize,
          unsigned DynamicShared, std::span<const std::byte> Arguments,
          Memory &Mem, const Options &Opts)
      : C(C), K(K), Grid(Grid), BlockSize(BlockSize),
        DynamicShared(DynamicShared), Arguments(Arguments), Mem(Mem),
        Opts(Opts), Rng(Opts.Seed) {}

  Result run();

  bool isOrdered(const Access &Before) const override;
  unsigned distance(std::uint32_t A, std::uint32_t B) const override;

private:
  void check();
  void runAll();
  void start(Block &B, std::uint32_t Linear);
  void layOutShared(Block &B);
  void runSlice(std::uint64_t Steps);
  void step(const Instruction &I);
  std::string where() const;
  std::string nameOf(std::uint32_t Id) const;

  // Values
  Value get(const Operand &O, const Thread &Of) const;
  Value get(const Operand &O) const { return get(O, *T); }
  void set(std::uint32_t Register, Value V, Thread &Of) {
    if (Register != NoRegister)
      Of.R[Register] = V & Of.Here.F->Masks[Register];
  }
  void set(std::uint32_t Register, Value V) { set(Register, V, *T); }

  // Memory
  Region *globalRegion(std::uint64_t Address);
  Region *within(std::vector<Region> &Regions, std::uint64_t Address) const;
  Place place(const Instruction &I, const char *Does);
  void note(const Place &P, unsigned Size, AccessKind Kind);
  void checkWritten(const Place &P, unsigned Size);
  void load(const Instruction &I);
  void store(const Instruction &I);
  void atomic(const Instruction &I);

  // Control
  void call(const Instruction &I);
  void leave();
  void finish();

  // Waiting
  void block(const Instruction &I, State S);
  void wake(Thread &Other);
  void barrier(const Instruction &I);
  void finishBarrier();
  void collective(const Instruction &I);
  void failIfLost(const Thread &Of) const;
  void finishCollective(const Instruction &I);
  void shuffle(const Instruction &I, Thread *Lanes);
  void vote(const Instruction &I, Thread *Lanes);
  void match(const Instruction &I, Thread *Lanes);
  void joinClocks();
  [[noreturn]] void deadlock();

  Warp &warpOf(const Thread &Of) const {
    return B->Warps[size_t(&Of - B->Threads.data()) / WarpSize];
  }
  /// The first thread of its warp.
  Thread *lanesOf(const Thread &Of) const {
    return &B->Threads[size_t(&Of - B->Threads.data()) / WarpSize * WarpSize];
  }
  unsigned laneOf(const Thread &Of) const {
    return unsigned(&Of - B->Threads.data()) % WarpSize;
  }
  unsigned threadsOfBlock() const {
    return BlockSize.X * BlockSize.Y * BlockSize.Z;
  }

  const Code &C;
  const Kernel &K;
  const Dim3 Grid, BlockSize;
  const unsigned DynamicShared;
  const std::span<const std::byte> Arguments;
  Memory &Mem;
  const Options &Opts;
  Random Rng;
  Statistics Counts;
  const Function *Entry = nullptr;

  std::unordered_map<const Allocation *, std::unique_ptr<Region>> Globals;
  std::vector<Region> Variables;
  std::array<Region *, 8> Recent{}; // found last
  unsigned NextRecent = 0;
  Region LocalRegion{"local memory", 0, 0, nullptr, nullptr, false, nullptr};

  std::vector<Block> Blocks;
  // What runs now:
  Block *B = nullptr;
  Thread *T = nullptr;
  const Instruction *Now = nullptr;
};

} // namespace lacuna::ptx

#endif // LACUNA_TEST_CUDA_PTX_MACHINE_H
