//===- MachineCollectives.cpp - what lanes tell each other ----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

using namespace lacuna::ptx;

void Machine::shuffle(const Instruction &I, Thread *Lanes) {
  std::array<Value, WarpSize> Values{};
  std::array<bool, WarpSize> InRange{};
  const std::uint32_t Mask = T->Mask;
  for (unsigned L = 0; L < WarpSize; ++L) {
    if (!(Mask >> L & 1))
      continue;
    // As the PTX manual has it.
    unsigned Lane = L, Amount = get(I.Operands[2], Lanes[L]) & 31;
    Value Last = get(I.Operands[3], Lanes[L]);
    unsigned Clamp = Last & 31, Segment = Last >> 8 & 31;
    unsigned MinLane = Lane & Segment;
    unsigned MaxLane = MinLane | (Clamp & ~Segment);
    int Source = 0;
    bool In = false;
    switch (I.Shuffle) {
    case ShuffleMode::Up:
      Source = int(Lane) - int(Amount);
      In = Source >= int(MaxLane);
      break;
    case ShuffleMode::Down:
      Source = int(Lane + Amount);
      In = Source <= int(MaxLane);
      break;
    case ShuffleMode::Butterfly:
      Source = int(Lane ^ Amount);
      In = Source <= int(MaxLane);
      break;
    case ShuffleMode::Index:
      Source = int(MinLane | (Amount & ~Segment));
      In = Source <= int(MaxLane);
      break;
    }
    if (!In)
      Source = int(Lane);
    if (!(Mask >> Source & 1)) {
      T = &Lanes[L];
      throw Failure{"takes a value from lane " + std::to_string(Source) +
                    ", which is not in the mask " + hex(Mask)};
    }
    Values[L] = get(I.Operands[1], Lanes[Source]);
    InRange[L] = In;
  }
  for (unsigned L = 0; L < WarpSize; ++L) {
    if (!(Mask >> L & 1))
      continue;
    set(I.Results[0], Values[L], Lanes[L]);
    set(I.Results[1], InRange[L], Lanes[L]);
  }
}

void Machine::vote(const Instruction &I, Thread *Lanes) {
  const std::uint32_t Mask = T->Mask;
  std::uint32_t Ballot = 0;
  for (unsigned L = 0; L < WarpSize; ++L)
    if (Mask >> L & 1)
      Ballot |= std::uint32_t(get(I.Operands[1], Lanes[L])) << L;
  Value Outcome = 0;
  switch (I.Vote) {
  case VoteMode::Ballot:
    Outcome = Ballot;
    break;
  case VoteMode::All:
    Outcome = Ballot == Mask;
    break;
  case VoteMode::Any:
    Outcome = Ballot != 0;
    break;
  case VoteMode::Uniform:
    Outcome = Ballot == Mask || Ballot == 0;
    break;
  }
  for (unsigned L = 0; L < WarpSize; ++L)
    if (Mask >> L & 1)
      set(I.Results[0], Outcome, Lanes[L]);
}

void Machine::match(const Instruction &I, Thread *Lanes) {
  const std::uint32_t Mask = T->Mask;
  std::array<Value, WarpSize> Outcomes{};
  for (unsigned L = 0; L < WarpSize; ++L)
    for (unsigned M = 0; M < WarpSize; ++M)
      if ((Mask >> L & 1) && (Mask >> M & 1) &&
          get(I.Operands[1], Lanes[L]) == get(I.Operands[1], Lanes[M]))
        Outcomes[L] |= Value(1) << M;
  for (unsigned L = 0; L < WarpSize; ++L)
    if (Mask >> L & 1)
      set(I.Results[0], Outcomes[L], Lanes[L]);
}
