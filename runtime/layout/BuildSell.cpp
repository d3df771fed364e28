//===- BuildSell.cpp - rows of like lengths side by side ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Build.h"
#include <algorithm>
#include <cstring>
#include <numeric>

using namespace lacuna::rt;

namespace {

class SellBuilder {
public:
  SellBuilder(Layout &To, const Level &From, Memory &Room)
      : To(To), From(From), Room(Room), Lanes(size_t(From.asked().lanes)),
        Groups(From.rows() / Lanes) {}
  void run();

private:
  void takeIndex();
  void sort();
  void sortWindow(size_t First, size_t Last);
  void measure();
  template <typename Count, typename Size>
  void fill(Count Lanes, Size Bytes, const char *In, char *Out) const;

  Layout &To;
  const Level &From;
  Memory &Room;
  const size_t Lanes, Groups;
  int64_t *Start = nullptr, *Work = nullptr;
  int32_t *Width = nullptr, *Row = nullptr;
  std::vector<uint32_t> Longer; ///< by length: how many rows come in front
};

} // namespace

void SellBuilder::takeIndex() {
  To.Index = Room.take(2 * Block::sizeOf<int64_t>(Groups + 1) +
                       Block::sizeOf<int32_t>(3 * Groups) +
                       Block::sizeOf<int32_t>(From.rows()));
  To.groups = int64_t(Groups);
  To.rows = From.asked().rows;
  To.start = Start = To.Index.take<int64_t>(Groups + 1);
  To.work = Work = To.Index.take<int64_t>(Groups + 1);
  To.width = Width = To.Index.take<int32_t>(3 * Groups);
  To.row = Row = To.Index.take<int32_t>(From.rows());
}

void SellBuilder::sortWindow(size_t First, size_t Last) {
  uint32_t Most = 0;
  for (size_t R = First; R < Last; ++R)
    Most = std::max(Most, From.length(R));
  // Few rows with one that is long among them: there are more lengths to count
  // than rows.
  if (Most / 4 > Last - First + 256) {
    std::iota(Row + First, Row + Last, int32_t(First));
    std::sort(Row + First, Row + Last, [&](int32_t A, int32_t B) {
      const uint32_t OfA = From.length(size_t(A)), OfB = From.length(size_t(B));
      return OfA != OfB ? OfA > OfB : A < B;
    });
    return;
  }
  Longer.assign(size_t(Most) + 1, 0);
  for (size_t R = First; R < Last; ++R)
    ++Longer[From.length(R)];
  uint32_t Sum = 0;
  for (size_t L = Longer.size(); L-- > 0;)
    Sum += std::exchange(Longer[L], Sum);
  for (size_t R = First; R < Last; ++R)
    Row[First + Longer[From.length(R)]++] = int32_t(R);
}

void SellBuilder::sort() {
  const auto Asked = size_t(From.asked().window);
  const size_t Window = Asked == 0 ? From.rows() : Asked;
  for (size_t First = 0; First < From.rows();) {
    const size_t Last = First + std::min(Window, From.rows() - First);
    sortWindow(First, Last);
    First = Last;
  }
}

/// Finds out where each group begins and ends.
void SellBuilder::measure() {
  const size_t Half =
      From.asked().masks ? std::max<size_t>(1, Lanes / 2) : Lanes;
  int64_t Slots = 0, Entries = 0;
  for (size_t G = 0; G < Groups; ++G) {
    const int32_t *const Of = Row + G * Lanes;
    Start[G] = Slots;
    Work[G] = Entries;
    int32_t *const Ends = Width + 3 * G;
    Ends[0] = int32_t(From.length(size_t(Of[Lanes - 1])));
    Ends[1] = int32_t(From.length(size_t(Of[Half - 1])));
    Ends[2] = int32_t(From.length(size_t(Of[0])));
    Slots += Ends[1] * int64_t(Lanes);
    for (size_t L = 0; L < Lanes; ++L)
      Entries += From.length(size_t(Of[L]));
  }
  Start[Groups] = Slots;
  Work[Groups] = Entries;
}

template <typename Count, typename Size>
void SellBuilder::fill(Count Lanes, Size Bytes, const char *In,
                       char *Out) const {
  for (size_t G = 0; G < Groups; ++G) {
    const char *At[MostLanes];
    uint32_t Length[MostLanes];
    for (size_t L = 0; L < Lanes; ++L) {
      const auto R = size_t(Row[G * Lanes + L]);
      At[L] = In + From.begin(R) * Bytes;
      Length[L] = From.length(R);
    }
    const auto Full = size_t(Width[3 * G]), All = size_t(Width[3 * G + 1]);
    for (size_t K = 0; K < Full; ++K)
      for (size_t L = 0; L < Lanes; ++L, Out += Bytes)
        std::memcpy(Out, At[L] + K * Bytes, Bytes);
    for (size_t K = Full; K < All; ++K)
      for (size_t L = 0; L < Lanes; ++L, Out += Bytes)
        std::memcpy(Out, At[K < Length[L] ? L : 0] + K * Bytes, Bytes);
  }
}

void SellBuilder::run() {
  takeIndex();
  sort();
  measure();
  takeSlots(To, From, Room, size_t(Start[Groups]));
  for (size_t A = 0; A < From.arrays(); ++A)
    withBytes(From.bytes(A), [&](auto Bytes) {
      withConstant<4, 8, 16>(Lanes, [&](auto Count) {
        fill(Count, Bytes, From.copy(A), To.slotsOf(A));
      });
    });
}

void lacuna::rt::buildSell(Layout &To, const Level &From, Memory &Room) {
  SellBuilder(To, From, Room).run();
}
