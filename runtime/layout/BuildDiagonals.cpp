//===- BuildDiagonals.cpp - runs on diagonals -----------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Build.h"
#include <algorithm>

using namespace lacuna::rt;

namespace {

/// Entries of one diagonal in rows one below the other.
struct Run {
  int64_t Offset; ///< of coordinates from rows
  uint32_t Row, Length;
};

class DiagonalBuilder {
public:
  DiagonalBuilder(Layout &To, const Level &From, Memory &Room)
      : To(To), From(From), Room(Room),
        Height(From.asked().window == 0 ? 1024 : size_t(From.asked().window)),
        Groups((From.rows() - 1) / Height + 1) {}
  std::string run();

private:
  /// Shorter runs, in the mean, do not pay.
  static constexpr size_t LeastLength = 16;

  template <typename Int> const char *findRuns(const Int *Coordinate);
  template <typename Int> const char *goOn(const Int *Coordinate, size_t Row);
  void endGroup(size_t First, size_t Last);
  void takeIndex();

  Layout &To;
  const Level &From;
  Memory &Room;
  const size_t Height, Groups;
  std::vector<Run> Runs;        ///< of all groups so far
  std::vector<uint32_t> Behind; ///< by group: runs up to its end
  Temporary<uint32_t> Slot;     ///< by entry; its run, until the group ends
  size_t Entries = 0;           ///< in groups that have ended
};

} // namespace

/// Each run goes on, or ends, or begins in \p Row. Null, or why runs do not
/// pay.
template <typename Int>
const char *DiagonalBuilder::goOn(const Int *C, size_t Row) {
  const uint32_t Begin = From.begin(Row), End = From.begin(Row + 1);
  const size_t First = Behind.empty() ? 0 : Behind.back();
  // Of the row above, if the group has one: diagonals ascend in both.
  uint32_t Above = Row % Height == 0 ? Begin : From.begin(Row - 1);
  for (uint32_t E = Begin; E < End; ++E) {
    if (E != Begin && C[E - 1] >= C[E])
      return "the coordinates of a row do not ascend";
    int64_t Offset = 0;
    if (__builtin_sub_overflow(int64_t(0) + C[E], int64_t(Row), &Offset))
      return "coordinates are too far from their rows";
    auto OffsetOf = [&](uint32_t Of) { return Runs[First + Slot[Of]].Offset; };
    while (Above < Begin && OffsetOf(Above) < Offset)
      ++Above;
    if (Above < Begin && OffsetOf(Above) == Offset) {
      Slot[E] = Slot[Above++];
      ++Runs[First + Slot[E]].Length;
    } else {
      Slot[E] = uint32_t(Runs.size() - First);
      Runs.push_back({Offset, uint32_t(Row), 1});
    }
  }
  static_assert(LeastLength == 16, "as it says");
  return Runs.size() <= From.entries() / LeastLength
             ? nullptr
             : "its runs on diagonals have less than 16 entries in the mean";
}

/// Puts the runs of rows from \p First to \p Last in order: diagonals ascend,
/// as entries in a row do.
void DiagonalBuilder::endGroup(size_t First, size_t Last) {
  const size_t Begin = Behind.empty() ? 0 : Behind.back();
  std::vector<uint32_t> Order;
  for (size_t R = Begin; R < Runs.size(); ++R)
    Order.push_back(uint32_t(R - Begin));
  std::sort(Order.begin(), Order.end(), [&](uint32_t A, uint32_t B) {
    const Run &OfA = Runs[Begin + A], &OfB = Runs[Begin + B];
    return OfA.Offset != OfB.Offset ? OfA.Offset < OfB.Offset
                                    : OfA.Row < OfB.Row;
  });
  std::vector<uint32_t> Next(Order.size());
  std::vector<Run> Sorted;
  for (uint32_t Of : Order) {
    Next[Of] = uint32_t(Entries);
    Sorted.push_back(Runs[Begin + Of]);
    Entries += Sorted.back().Length;
  }
  for (uint32_t E = From.begin(First); E < From.begin(Last); ++E)
    Slot[E] = Next[Slot[E]]++;
  std::copy(Sorted.begin(), Sorted.end(), Runs.begin() + int64_t(Begin));
  Behind.push_back(uint32_t(Runs.size()));
}

template <typename Int> const char *DiagonalBuilder::findRuns(const Int *C) {
  for (size_t First = 0; First < From.rows();) {
    const size_t Last = First + std::min(Height, From.rows() - First);
    for (size_t R = First; R < Last; ++R)
      if (const char *Why = goOn(C, R))
        return Why;
    endGroup(First, Last);
    First = Last;
  }
  return nullptr;
}

void DiagonalBuilder::takeIndex() {
  To.Index = Room.take(2 * Block::sizeOf<int64_t>(Groups + 1) +
                       2 * Block::sizeOf<int64_t>(Runs.size()) +
                       Block::sizeOf<int64_t>(Runs.size() + 1));
  auto *const Start = To.Index.take<int64_t>(Groups + 1);
  auto *const Work = To.Index.take<int64_t>(Groups + 1);
  auto *const Row = To.Index.take<int32_t>(Runs.size());
  auto *const Coordinate = To.Index.take<int64_t>(Runs.size());
  auto *const First = To.Index.take<int64_t>(Runs.size() + 1);
  for (size_t G = 0; G <= Groups; ++G) {
    Start[G] = G == 0 ? 0 : Behind[G - 1];
    Work[G] = From.begin(std::min(G * Height, From.rows()));
  }
  int64_t At = 0;
  for (size_t R = 0; R < Runs.size(); ++R) {
    Row[R] = int32_t(Runs[R].Row);
    Coordinate[R] = Runs[R].Offset;
    First[R] = At;
    At += Runs[R].Length;
  }
  First[Runs.size()] = At;
  To.groups = int64_t(Groups);
  To.rows = From.asked().rows;
  To.start = Start;
  To.work = Work;
  To.row = Row;
  To.coordinate = Coordinate;
  To.first = First;
}

std::string DiagonalBuilder::run() {
  const Share Own = Room.share(From.entries() / LeastLength * sizeof(Run));
  Slot = {Room, From.entries()};
  const auto Of = size_t(From.asked().coordinates);
  auto Find = [&](auto Type) {
    return findRuns(reinterpret_cast<const decltype(Type) *>(From.copy(Of)));
  };
  if (const char *Why =
          std::visit(Find, integerOf(From.asked().coordinate_bytes)))
    return Why;
  takeIndex();
  takeSlots(To, From, Room, From.entries());
  for (size_t A = 0; A < From.arrays(); ++A)
    if (A != Of)
      fillSlots(To, From, A, Slot);
  return "";
}

std::string lacuna::rt::buildDiagonals(Layout &To, const Level &From,
                                       Memory &Room) {
  return DiagonalBuilder(To, From, Room).run();
}
