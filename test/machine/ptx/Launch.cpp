//===- Launch.cpp - a launch and its blocks -------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include <algorithm>
#include <cstdio>
#include <cstring>

using namespace lacuna::ptx;

static constexpr unsigned ResidentBlocks = 4;
static constexpr unsigned LongSlice = 4096, ShortSlice = 32; // instructions

std::string lacuna::ptx::text(Dim3 D) {
  return "(" + std::to_string(D.X) + "," + std::to_string(D.Y) + "," +
         std::to_string(D.Z) + ")";
}

std::string lacuna::ptx::hex(std::uint64_t V) {
  char Buffer[24];
  std::snprintf(Buffer, sizeof Buffer, "0x%llx",
                static_cast<unsigned long long>(V));
  return Buffer;
}

std::string lacuna::ptx::atLine(unsigned Line) {
  return "line " + std::to_string(Line);
}

Dim3 lacuna::ptx::indexOf(std::uint64_t Linear, Dim3 Size) {
  return {unsigned(Linear % Size.X), unsigned(Linear / Size.X % Size.Y),
          unsigned(Linear / Size.X / Size.Y)};
}

void Machine::check() {
  auto IsIn = [](Dim3 D, std::uint64_t X, unsigned Y, unsigned Z) {
    return D.X && D.Y && D.Z && D.X <= X && D.Y <= Y && D.Z <= Z;
  };
  if (!IsIn(BlockSize, 1024, 1024, 64) || threadsOfBlock() > 1024)
    throw Failure{"a block cannot have " + text(BlockSize) + " threads"};
  if (K.MaxThreads && threadsOfBlock() > K.MaxThreads)
    throw Failure{"a block of " + text(BlockSize) + " threads, but at most " +
                  std::to_string(K.MaxThreads) + " are allowed"};
  if (!IsIn(Grid, 0x7fff'ffff, 65535, 65535) ||
      std::uint64_t(Grid.X) * Grid.Y * Grid.Z * threadsOfBlock() >=
          Access::None)
    throw Failure{"a grid cannot have " + text(Grid) + " blocks"};
  if (std::uint64_t(K.StaticShared) + DynamicShared > Opts.MostShared)
    throw Failure{std::to_string(K.StaticShared) + " + " +
                  std::to_string(DynamicShared) +
                  " bytes of shared memory, but a block has " +
                  std::to_string(Opts.MostShared)};
  if (Arguments.size() != K.ArgumentSize)
    throw Failure{std::to_string(K.ArgumentSize) +
                  " bytes of arguments are needed, " +
                  std::to_string(Arguments.size()) + " were given"};
}

Result Machine::run() {
  Result R;
  try {
    check();
    runAll();
  } catch (const Failure &F) {
    R.Error = "kernel '" + K.Name + "'" + where() + ": " + F.Message;
  }
  R.Counts = Counts;
  return R;
}

/// The thread and its instruction, where there is one.
std::string Machine::where() const {
  if (!T)
    return "";
  std::string S = ", " + nameOf(T->Id);
  if (!Now)
    return S;
  std::string Text = C.Lines[Now->Line - 1];
  Text.erase(0, Text.find_first_not_of(" \t"));
  std::replace(Text.begin(), Text.end(), '\t', ' ');
  return S + ", " + atLine(Now->Line) + " '" + Text + "'";
}

std::string Machine::nameOf(std::uint32_t Id) const {
  return "block " + text(indexOf(Id / threadsOfBlock(), Grid)) + ", thread " +
         text(indexOf(Id % threadsOfBlock(), BlockSize));
}

void Machine::runAll() {
  for (const auto &F : C.Functions)
    if (F->IsKernel && F->Name == K.Name)
      Entry = F.get();
  for (Variable &V : C.Globals)
    Variables.push_back({"variable", V.Address, V.Size, V.Bytes.data(), nullptr,
                         V.IsConstant, std::make_unique<Shadow>(V.Size)});

  std::vector<std::uint32_t> Order(size_t(Grid.X) * Grid.Y * Grid.Z);
  for (size_t I = 0; I < Order.size(); ++I)
    Order[I] = std::uint32_t(I);
  for (size_t I = Order.size(); I > 1; --I)
    std::swap(Order[I - 1], Order[Rng.below(I)]);

  size_t Next = 0;
  Blocks.resize(std::min<size_t>(ResidentBlocks, Order.size()));
  for (Block &New : Blocks)
    start(New, Order[Next++]);
  while (!Blocks.empty()) {
    size_t Chosen = Rng.below(Blocks.size());
    B = &Blocks[Chosen];
    if (B->Done == B->Threads.size()) {
      if (Next < Order.size()) {
        start(*B, Order[Next++]);
      } else {
        std::swap(*B, Blocks.back());
        Blocks.pop_back();
      }
      continue;
    }
    if (B->Ready.empty())
      deadlock();
    T = &B->Threads[B->Ready[Rng.below(B->Ready.size())]];
    runSlice(1 + Rng.below(Rng.below(2) ? LongSlice : ShortSlice));
    T = nullptr;
  }
}

void Machine::start(Block &New, std::uint32_t Linear) {
  New.Linear = Linear;
  New.Index = indexOf(Linear, Grid);
  New.Waiting = New.Done = 0;
  New.Threads.resize(threadsOfBlock());
  New.Warps.assign((threadsOfBlock() + WarpSize - 1) / WarpSize, {});
  New.Ready.clear();
  for (unsigned N = 0; N < New.Threads.size(); ++N) {
    Thread &Of = New.Threads[N];
    New.Ready.push_back(N);
    Of.PlaceInReady = N;
    Of.Registers.resize(Entry->Registers.size());
    for (size_t I = 0; I < Of.Registers.size(); ++I)
      Of.Registers[I] = Rng.next() & Entry->Masks[I];
    Of.R = Of.Registers.data();
    Of.Params.resize(Entry->ParamBytes);
    if (!Arguments.empty())
      std::memcpy(Of.Params.data(), Arguments.data(), Arguments.size());
    Of.Local.resize(Entry->LocalBytes);
    Of.LocalWritten.assign(Entry->LocalBytes, 0);
    Of.Callers.clear();
    Of.Here = {Entry, 0, 0, 0, 0};
    Of.S = State::Ready;
    Of.Index = indexOf(N, BlockSize);
    Of.Id = Linear * threadsOfBlock() + N;
    Of.Time = 1;
    Of.BarrierTime = 0;
  }
  layOutShared(New);
}

void Machine::layOutShared(Block &New) {
  auto IsOfOtherKernel = [&](const Variable &V) {
    return V.Owner && V.Owner->IsKernel && V.Owner != Entry;
  };
  auto SizeOf = [&](const Variable &V) {
    return V.IsDynamic ? DynamicShared : V.Size;
  };
  std::uint64_t Total = 0;
  for (const Variable &V : C.Shared)
    if (!IsOfOtherKernel(V))
      Total += SizeOf(V);
  New.SharedBytes.resize(Total);
  for (std::byte &Byte : New.SharedBytes)
    Byte = std::byte(Rng.next() >> 56);
  New.SharedWritten.assign(Total, 0);
  New.Shared.clear();
  std::uint64_t Offset = 0;
  for (const Variable &V : C.Shared) {
    if (IsOfOtherKernel(V))
      continue;
    New.Shared.push_back({"shared memory", V.Address, SizeOf(V),
                          New.SharedBytes.data() + Offset,
                          New.SharedWritten.data() + Offset, false,
                          std::make_unique<Shadow>(SizeOf(V))});
    Offset += SizeOf(V);
  }
}

Result lacuna::ptx::launch(const Module &M, std::string_view Name, Dim3 Grid,
                           Dim3 Block, unsigned DynamicShared,
                           std::span<const std::byte> Arguments, Memory &Mem,
                           const Options &Opts) {
  const Kernel *K = M.kernel(Name);
  if (!K)
    return {"kernel '" + std::string(Name) + "' is not in the module", {}};
  return Machine(M.code(), *K, Grid, Block, DynamicShared, Arguments, Mem, Opts)
      .run();
}
