//===- MachineWaits.cpp - who waits for whom ------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include <algorithm>
#include <bit>

using namespace lacuna::ptx;

void Machine::block(const Instruction &I, State S) {
  T->S = S;
  T->Waits = &I;
  std::uint32_t Last = B->Ready.back();
  B->Ready[T->PlaceInReady] = Last;
  B->Threads[Last].PlaceInReady = T->PlaceInReady;
  B->Ready.pop_back();
}

void Machine::wake(Thread &Other) {
  Other.S = State::Ready;
  ++Other.Here.PC;
  Other.PlaceInReady = std::uint32_t(B->Ready.size());
  B->Ready.push_back(std::uint32_t(&Other - B->Threads.data()));
}

void Machine::barrier(const Instruction &I) {
  block(I, State::AtBarrier);
  ++B->Waiting;
  finishBarrier();
}

/// Ends the barrier if all threads have come. It is not enough that those come
/// which have not returned, and they must come to one instruction.
void Machine::finishBarrier() {
  if (B->Waiting == 0 || B->Waiting + B->Done < B->Threads.size())
    return;
  const Thread *First = nullptr;
  for (const Thread &Other : B->Threads) {
    if (Other.S != State::AtBarrier)
      continue;
    if (!First)
      First = &Other;
    if (Other.Waits != First->Waits)
      throw Failure{"threads of a block wait at different barriers, " +
                    nameOf(First->Id) + " at " + atLine(First->Waits->Line) +
                    " and " + nameOf(Other.Id) + " at " +
                    atLine(Other.Waits->Line)};
  }
  if (B->Done)
    throw Failure{std::to_string(B->Waiting) +
                  " threads of the block wait at " +
                  atLine(First->Waits->Line) + ", but " +
                  std::to_string(B->Done) + " have returned"};
  for (Thread &Other : B->Threads) {
    Other.BarrierTime = Other.Time++;
    wake(Other);
  }
  B->Waiting = 0;
  ++Counts.Barriers;
}

void Machine::collective(const Instruction &I) {
  T->Mask = std::uint32_t(get(I.Operands[0]));
  unsigned Me = laneOf(*T);
  if (!(T->Mask >> Me & 1))
    throw Failure{"lane " + std::to_string(Me) + " is not in its mask " +
                  hex(T->Mask)};
  block(I, State::AtCollective);
  Warp &W = warpOf(*T);
  W.Waiting |= 1u << Me;
  if ((W.Waiting & T->Mask) != T->Mask)
    return failIfLost(*T);
  Thread *Lanes = lanesOf(*T);
  for (unsigned L = 0; L < WarpSize; ++L)
    if ((T->Mask >> L & 1) &&
        (Lanes[L].Waits != &I || Lanes[L].Mask != T->Mask))
      return; // elsewhere, or with other lanes first
  W.Waiting &= ~T->Mask;
  finishCollective(I);
}

/// Fails if \p Of waits for lanes that cannot come.
void Machine::failIfLost(const Thread &Of) const {
  const Thread *Lanes = lanesOf(Of);
  auto Count = size_t(B->Threads.data() + B->Threads.size() - Lanes);
  auto Fail = [&](unsigned L, const std::string &Why) {
    throw Failure{"waits for lane " + std::to_string(L) + " of the mask " +
                  hex(Of.Mask) + Why};
  };
  if (Count < WarpSize && Of.Mask >> Count)
    Fail(unsigned(std::bit_width(Of.Mask)) - 1,
         ", which does not exist in a block of " +
             std::to_string(B->Threads.size()) + " threads");
  if (std::uint32_t Lost = Of.Mask & warpOf(Of).Done)
    Fail(unsigned(std::countr_zero(Lost)), ", which has returned");
}

void Machine::finishCollective(const Instruction &I) {
  Thread *Lanes = lanesOf(*T);
  switch (I.Op) {
  case Op::Shuffle:
    shuffle(I, Lanes);
    break;
  case Op::Vote:
    vote(I, Lanes);
    break;
  case Op::Match:
    match(I, Lanes);
    break;
  default:
    joinClocks();
    break;
  }
  const std::uint32_t Mask = T->Mask;
  for (unsigned L = 0; L < WarpSize; ++L)
    if (Mask >> L & 1)
      wake(Lanes[L]);
  ++Counts.Collectives;
}

/// All lanes of the mask learn what each of them knows.
void Machine::joinClocks() {
  Thread *Lanes = lanesOf(*T);
  auto &Clock = warpOf(*T).Clock;
  std::array<std::uint32_t, WarpSize> Joined{};
  for (unsigned L = 0; L < WarpSize; ++L) {
    if (!(T->Mask >> L & 1))
      continue;
    for (unsigned M = 0; M < WarpSize; ++M)
      Joined[M] = std::max(Joined[M], Clock[L][M]);
    Joined[L] = std::max(Joined[L], Lanes[L].Time++);
  }
  for (unsigned L = 0; L < WarpSize; ++L)
    if (T->Mask >> L & 1)
      Clock[L] = Joined;
}

bool Machine::isOrdered(const Access &Before) const {
  std::uint32_t Size = threadsOfBlock();
  if (Before.Thread / Size != B->Linear)
    return false;
  const Thread &Other = B->Threads[Before.Thread % Size];
  if (Before.Time <= Other.BarrierTime)
    return true;
  return &warpOf(Other) == &warpOf(*T) &&
         Before.Time <= warpOf(*T).Clock[laneOf(*T)][laneOf(Other)];
}

unsigned Machine::distance(std::uint32_t X, std::uint32_t Y) const {
  std::uint32_t Size = threadsOfBlock();
  if (X / Size != Y / Size)
    return 2;
  return X % Size / WarpSize == Y % Size / WarpSize ? 0 : 1;
}

/// No thread of the block can go on.
void Machine::deadlock() {
  for (Thread &Of : B->Threads) {
    if (Of.S != State::AtCollective)
      continue;
    T = &Of;
    Now = Of.Waits;
    failIfLost(Of);
    const Thread *Lanes = lanesOf(Of);
    for (unsigned L = 0; L < WarpSize; ++L) {
      if (!(Of.Mask >> L & 1))
        continue;
      std::string Lane = "waits for lane " + std::to_string(L) +
                         " of the mask " + hex(Of.Mask) + ", which waits ";
      if (Lanes[L].Waits != Of.Waits)
        throw Failure{Lane + "at " + atLine(Lanes[L].Waits->Line)};
      if (Lanes[L].Mask != Of.Mask)
        throw Failure{Lane + "with another mask, " + hex(Lanes[L].Mask)};
    }
  }
  throw Failure{"deadlock"};
}
