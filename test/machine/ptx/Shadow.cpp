//===- Shadow.cpp - who accessed a place last -----------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shadow.h"

using namespace lacuna::ptx;

static constexpr std::uint64_t PageSize = 256;

Order::~Order() = default;

Shadow::Shadow(std::uint64_t Size) : Pages((Size + PageSize - 1) / PageSize) {}
Shadow::~Shadow() = default;
Shadow::Shadow(Shadow &&) noexcept = default;

void Shadow::splitCells(Page &P) {
  std::vector<Cell> Split;
  Split.reserve(P.Cells.size() * P.BytesOfCell);
  for (const Cell &C : P.Cells)
    Split.insert(Split.end(), P.BytesOfCell, C);
  P.Cells = std::move(Split);
  P.BytesOfCell = 1;
}

Access Shadow::conflict(const Cell &C, AccessKind K, const Access &Now,
                        const Order &O) {
  // A load that takes memory to be constant races with each store whenever.
  if (K == AccessKind::ReadOnly && C.AnyWrite)
    return C.AnyWrite;
  bool Writes = K == AccessKind::Write || K == AccessKind::StrongWrite;
  if (Writes && C.ReadOnly)
    return C.ReadOnly;
  auto Races = [&](const Access &Before) {
    return Before && Before.Thread != Now.Thread && !O.isOrdered(Before);
  };
  if (Races(C.Write))
    return C.Write;
  auto RacesWithOne = [&](const Several &S) {
    return Races(S[0]) ? S[0] : Races(S[1]) ? S[1] : Access();
  };
  Access Found;
  if (Writes)
    Found = RacesWithOne(C.Reads);
  if (!Found && (K == AccessKind::Write || K == AccessKind::Read))
    Found = RacesWithOne(C.StrongWrites);
  if (!Found && K == AccessKind::Write)
    Found = RacesWithOne(C.StrongReads);
  return Found;
}

void Shadow::add(Several &S, const Access &Now, const Order &O) {
  auto IsBehind = [&](const Access &Before) {
    return !Before || Before.Thread == Now.Thread || O.isOrdered(Before);
  };
  if (IsBehind(S[0])) {
    S[0] = Now;
    if (S[1] && IsBehind(S[1]))
      S[1] = Access();
  } else if (IsBehind(S[1]) || O.distance(S[0].Thread, Now.Thread) >
                                   O.distance(S[0].Thread, S[1].Thread)) {
    S[1] = Now;
  }
}

void Shadow::record(Cell &C, AccessKind K, const Access &Now, const Order &O) {
  switch (K) {
  case AccessKind::Read:
    return add(C.Reads, Now, O);
  case AccessKind::ReadOnly:
    C.ReadOnly = Now;
    return;
  case AccessKind::StrongRead:
    return add(C.StrongReads, Now, O);
  case AccessKind::StrongWrite:
    if (!C.AnyWrite)
      C.AnyWrite = Now;
    return add(C.StrongWrites, Now, O);
  case AccessKind::Write:
    if (!C.AnyWrite)
      C.AnyWrite = Now;
    // All others happened before.
    C.Reads = C.StrongReads = C.StrongWrites = {};
    C.Write = Now;
    return;
  }
}

Access Shadow::note(std::uint64_t Offset, unsigned Size, AccessKind K,
                    const Access &Now, const Order &O) {
  auto &P = Pages[Offset / PageSize];
  if (!P) {
    P = std::make_unique<Page>();
    P->Cells.resize(PageSize / P->BytesOfCell);
  }
  if (Size < P->BytesOfCell)
    splitCells(*P);
  std::uint64_t First = Offset % PageSize / P->BytesOfCell;
  for (std::uint64_t I = First; I < First + Size / P->BytesOfCell; ++I) {
    if (Access Found = conflict(P->Cells[I], K, Now, O))
      return Found;
    record(P->Cells[I], K, Now, O);
  }
  return Access();
}
