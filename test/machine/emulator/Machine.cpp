//===- Machine.cpp - blocks, warps and lanes on the host ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "Fiber.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <random>

using namespace emulator;

Dim3 emulator::ThreadIndex, emulator::BlockIndex, emulator::BlockSize,
    emulator::GridSize;

namespace {

enum class Wait { None, Block, Warp };

struct Thread {
  Thread(Stacks &From, const std::function<void()> &Kernel, Dim3 Index,
         size_t Number)
      : Runs(From, Kernel), Index(Index), Number(Number) {}

  Fiber Runs;
  Dim3 Index;
  size_t Number; ///< in the block
  Wait Waits = Wait::None;
  // At a collective.
  const char *Name = "";
  unsigned Mask = 0;
  std::uint64_t Value = 0;
  bool Orders = false;
  Values Told{};

  bool isWith(const Thread &Other) const {
    return Waits == Wait::Warp && Mask == Other.Mask &&
           std::strcmp(Name, Other.Name) == 0;
  }
};

/// How compilers for -femulated-tls describe a thread-local variable.
struct SharedVariable {
  std::size_t Size, Alignment;
  void *Value;
  const void *Initial;
};

/// A block that runs.
class Block {
public:
  Block(const std::function<void()> &Kernel, std::mt19937_64 &Rng);
  void run();

  void *shared(const SharedVariable &Variable);

  Thread *Current = nullptr;

private:
  void settle();
  void release(const std::vector<Thread *> &Group, bool Orders);
  std::vector<Thread *> all();
  std::vector<Thread *> warpMates();

  Stacks Memory;
  std::deque<Thread> Threads;
  std::vector<Thread *> Ready;
  size_t Finished = 0, AtBarrier = 0;
  std::map<const SharedVariable *, std::unique_ptr<char[]>> Shared;
  std::mt19937_64 &Rng;
};

} // namespace

static Block *Running = nullptr;

static void order(const std::vector<Thread *> &Group) {
  std::vector<Fiber *> Fibers;
  for (Thread *T : Group)
    Fibers.push_back(&T->Runs);
  Fiber::order(Fibers);
}

Block::Block(const std::function<void()> &Kernel, std::mt19937_64 &Rng)
    : Memory(size_t(BlockSize.x) * BlockSize.y * BlockSize.z), Rng(Rng) {
  for (unsigned Z = 0; Z < BlockSize.z; ++Z)
    for (unsigned Y = 0; Y < BlockSize.y; ++Y)
      for (unsigned X = 0; X < BlockSize.x; ++X)
        Ready.push_back(&Threads.emplace_back(Memory, Kernel, Dim3{X, Y, Z},
                                              Threads.size()));
}

void Block::run() {
  while (!Ready.empty()) {
    std::swap(Ready[Rng() % Ready.size()], Ready.back());
    Current = Ready.back();
    Ready.pop_back();
    ThreadIndex = Current->Index;
    Current->Runs.resume();
    settle();
  }
  if (Finished != Threads.size())
    fail("deadlock: threads wait for others that do not come");
}

/// Lets those go on who have met now that the current thread has stopped.
void Block::settle() {
  if (Current->Runs.hasEnded()) {
    ++Finished;
  } else if (Current->Waits == Wait::Block) {
    if (++AtBarrier < Threads.size())
      return;
    AtBarrier = 0;
    release(all(), /*Orders=*/true);
  } else if (auto Group = warpMates(); !Group.empty()) {
    Values Told{};
    for (Thread *T : Group)
      Told[T->Number % 32] = T->Value;
    for (Thread *T : Group)
      T->Told = Told;
    release(Group, Current->Orders);
  }
}

void Block::release(const std::vector<Thread *> &Group, bool Orders) {
  if (Orders)
    order(Group);
  for (Thread *T : Group)
    T->Waits = Wait::None;
  Ready.insert(Ready.end(), Group.begin(), Group.end());
}

std::vector<Thread *> Block::all() {
  std::vector<Thread *> Result;
  for (Thread &T : Threads)
    Result.push_back(&T);
  return Result;
}

/// The lanes of the current thread's mask, if all are where it is.
std::vector<Thread *> Block::warpMates() {
  std::vector<Thread *> Result;
  const size_t First = Current->Number / 32 * 32;
  for (size_t L = 0; L < 32; ++L) {
    if (!(Current->Mask >> L & 1))
      continue;
    if (First + L >= Threads.size() || !Threads[First + L].isWith(*Current))
      return {};
    Result.push_back(&Threads[First + L]);
  }
  return Result;
}

void *Block::shared(const SharedVariable &Variable) {
  std::unique_ptr<char[]> &Memory = Shared[&Variable];
  if (!Memory) {
    Memory.reset(new char[Variable.Size]);
    std::memset(Memory.get(), 0xCB, Variable.Size);
  }
  return Memory.get();
}

void emulator::launch(Dim3 Grid, Dim3 Size, std::uint64_t Seed,
                      const std::function<void()> &Kernel) {
  std::mt19937_64 Rng(Seed);
  GridSize = Grid;
  BlockSize = Size;
  std::vector<Dim3> Order;
  for (unsigned Z = 0; Z < Grid.z; ++Z)
    for (unsigned Y = 0; Y < Grid.y; ++Y)
      for (unsigned X = 0; X < Grid.x; ++X)
        Order.push_back({X, Y, Z});
  std::shuffle(Order.begin(), Order.end(), Rng);
  for (const Dim3 Index : Order) {
    BlockIndex = Index;
    Block B(Kernel, Rng);
    Running = &B;
    B.run();
  }
  Fiber::join();
}

/// Where a thread-local variable is that `Variable` describes: shared memory,
/// new for each block.
extern "C" void *__emutls_get_address(const SharedVariable *Variable) {
  return Running->shared(*Variable);
}

void emulator::waitForBlock() {
  Running->Current->Waits = Wait::Block;
  Fiber::suspend();
}

Values emulator::meet(const char *Name, unsigned Mask, std::uint64_t Value,
                      bool Orders) {
  if (!(Mask >> lane() & 1))
    fail("a lane is not in its mask");
  Thread &T = *Running->Current;
  T.Waits = Wait::Warp;
  T.Name = Name;
  T.Mask = Mask;
  T.Value = Value;
  T.Orders = Orders;
  Fiber::suspend();
  return T.Told;
}

unsigned emulator::lane() { return unsigned(Running->Current->Number % 32); }

void emulator::fail(const char *What) {
  std::fprintf(stderr, "emulator: block (%u,%u,%u), thread (%u,%u,%u): %s\n",
               BlockIndex.x, BlockIndex.y, BlockIndex.z, ThreadIndex.x,
               ThreadIndex.y, ThreadIndex.z, What);
  // Not exit: what it calls would run on a fiber's stack.
  std::_Exit(1);
}
