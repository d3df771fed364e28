//===- BuildTranspose.cpp - entries by their coordinates ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Build.h"
#include <algorithm>
#include <numeric>

using namespace lacuna::rt;

namespace {

/// Where entries go.
class TransposeBuilder {
public:
  TransposeBuilder(Layout &To, const Level &From, Memory &Room)
      : To(To), From(From), Room(Room), Entries(From.entries()) {}
  void run();

private:
  template <typename Int> void order(const Int *Coordinate);
  template <typename Int> void count(const Int *Coordinate, size_t Range);
  template <typename Int> void sort(const Int *Coordinate);
  void takeIndex(size_t Groups);
  void fillRows();

  Layout &To;
  const Level &From;
  Memory &Room;
  const size_t Entries;
  int64_t Least = 0;
  int64_t *Start = nullptr, *Coordinate = nullptr;
  int32_t *Row = nullptr;
  Temporary<uint32_t> Slot; ///< by entry
};

} // namespace

void TransposeBuilder::takeIndex(size_t Groups) {
  To.Index = Room.take(Block::sizeOf<int64_t>(Groups + 1) +
                       Block::sizeOf<int64_t>(Groups) +
                       Block::sizeOf<int32_t>(Entries));
  To.groups = int64_t(Groups);
  To.rows = From.asked().rows;
  To.start = To.work = Start = To.Index.take<int64_t>(Groups + 1);
  To.coordinate = Coordinate = To.Index.take<int64_t>(Groups);
  To.row = Row = To.Index.take<int32_t>(Entries);
}

/// Counts the entries of each of \p Range coordinates from the least on.
template <typename Int>
void TransposeBuilder::count(const Int *C, size_t Range) {
  const Temporary<uint32_t> Next(Room, Range);
  std::fill(Next.begin(), Next.end(), 0);
  auto Of = [&](size_t E) { return size_t(uint64_t(C[E]) - uint64_t(Least)); };
  for (size_t E = 0; E < Entries; ++E)
    ++Next[Of(E)];
  takeIndex(Range - size_t(std::count(Next.begin(), Next.end(), 0u)));
  uint32_t Sum = 0;
  size_t G = 0;
  for (size_t I = 0; I < Range; ++I) {
    if (Next[I] == 0)
      continue;
    Coordinate[G] = Least + int64_t(I);
    Start[G++] = Sum;
    Sum += std::exchange(Next[I], Sum);
  }
  Start[G] = Sum;
  for (size_t E = 0; E < Entries; ++E)
    Slot[E] = Next[Of(E)]++;
}

/// The same where most coordinates in between have no entry.
template <typename Int> void TransposeBuilder::sort(const Int *C) {
  const Temporary<uint32_t> Order(Room, Entries);
  std::iota(Order.begin(), Order.end(), 0u);
  std::sort(Order.begin(), Order.end(), [&](uint32_t A, uint32_t B) {
    return C[A] != C[B] ? C[A] < C[B] : A < B;
  });
  size_t Groups = 1;
  for (size_t S = 1; S < Entries; ++S)
    Groups += C[Order[S]] != C[Order[S - 1]];
  takeIndex(Groups);
  size_t G = 0;
  for (size_t S = 0; S < Entries; ++S) {
    Slot[Order[S]] = uint32_t(S);
    if (S != 0 && C[Order[S]] == C[Order[S - 1]])
      continue;
    Coordinate[G] = +C[Order[S]];
    Start[G++] = int64_t(S);
  }
  Start[G] = int64_t(Entries);
}

template <typename Int> void TransposeBuilder::order(const Int *C) {
  const auto [First, Last] = std::minmax_element(C, C + Entries);
  Least = +*First;
  const uint64_t Span = uint64_t(*Last) - uint64_t(*First);
  if (Span / 4 <= Entries)
    count(C, size_t(Span) + 1);
  else
    sort(C);
}

void TransposeBuilder::fillRows() {
  for (size_t R = 0; R < From.rows(); ++R)
    for (size_t E = From.begin(R); E < From.begin(R + 1); ++E)
      Row[Slot[E]] = int32_t(R);
}

void TransposeBuilder::run() {
  Slot = {Room, Entries};
  const auto Of = size_t(From.asked().coordinates);
  auto Order = [&](auto Type) {
    order(reinterpret_cast<const decltype(Type) *>(From.copy(Of)));
  };
  std::visit(Order, integerOf(From.asked().coordinate_bytes));
  takeSlots(To, From, Room, Entries);
  fillRows();
  for (size_t A = 0; A < From.arrays(); ++A)
    fillSlots(To, From, A, Slot);
}

void lacuna::rt::buildTranspose(Layout &To, const Level &From, Memory &Room) {
  TransposeBuilder(To, From, Room).run();
}
