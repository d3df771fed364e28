//===- BuildBlocks.cpp - full blocks, and what is left --------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Build.h"
#include <algorithm>

using namespace lacuna::rt;

namespace {

class BlockBuilder {
public:
  BlockBuilder(Layout &To, const Level &From, Memory &Room)
      : To(To), From(From), Room(Room), Rows(size_t(From.asked().lanes)),
        Columns(size_t(From.asked().window)), Groups(From.rows() / Rows) {}
  std::string run();

private:
  /// Less than this many of a hundred entries in blocks do not pay.
  static constexpr size_t LeastShare = 90;
  static constexpr uint32_t NoSlot = UINT32_MAX;

  template <typename Int> void findBlocks(const Int *Coordinate);
  template <typename Int>
  void findBlocksOf(const Int *Coordinate, size_t Group);
  template <typename Int>
  bool isFull(const Int *Coordinate, int64_t First, const uint32_t *At,
              const uint32_t *End) const;
  void addBlock(int64_t First, const uint32_t *At);
  void placeRest(size_t InBlocks);
  void takeIndex();

  Layout &To;
  const Level &From;
  Memory &Room;
  const size_t Rows, Columns, Groups;
  std::vector<int64_t> Blocks;  ///< their first coordinates
  std::vector<uint32_t> Behind; ///< by group: blocks up to its end
  std::vector<uint32_t> Slot;   ///< by entry
  std::vector<int64_t> Rest;    ///< by row
};

} // namespace

template <typename Int>
static bool ascends(const Int *Coordinate, uint32_t First, uint32_t Last) {
  for (uint32_t E = First; E + 1 < Last; ++E)
    if (Coordinate[E] >= Coordinate[E + 1])
      return false;
  return true;
}

/// The multiple of \p Columns at \p Coordinate or in front of it. Wraps where
/// there is none.
static int64_t firstOf(int64_t Coordinate, int64_t Columns) {
  const int64_t Over = Coordinate % Columns;
  const int64_t Back = Over < 0 ? Over + Columns : Over;
  return int64_t(uint64_t(Coordinate) - uint64_t(Back));
}

/// How far \p Coordinate is behind \p First.
static uint64_t behind(int64_t Coordinate, int64_t First) {
  return uint64_t(Coordinate) - uint64_t(First);
}

/// Whether each row of a group goes on with all of a block's coordinates.
template <typename Int>
bool BlockBuilder::isFull(const Int *Coordinate, int64_t First,
                          const uint32_t *At, const uint32_t *End) const {
  for (size_t R = 0; R < Rows; ++R)
    if (End[R] - At[R] < Columns || Coordinate[At[R]] != First ||
        behind(Coordinate[At[R] + Columns - 1], First) != Columns - 1)
      return false;
  return true;
}

void BlockBuilder::addBlock(int64_t First, const uint32_t *At) {
  const auto Begin = uint32_t(Blocks.size() * Rows * Columns);
  for (size_t R = 0; R < Rows; ++R)
    for (size_t C = 0; C < Columns; ++C)
      Slot[At[R] + C] = Begin + uint32_t(C * Rows + R);
  Blocks.push_back(First);
}

/// Goes through all rows of the group at once, as far as all that they have is
/// in blocks.
template <typename Int>
void BlockBuilder::findBlocksOf(const Int *C, size_t Group) {
  uint32_t At[8], End[8];
  for (size_t R = 0; R < Rows; ++R) {
    At[R] = From.begin(Group * Rows + R);
    End[R] = From.begin(Group * Rows + R + 1);
    if (!ascends(C, At[R], End[R]))
      return;
  }
  while (At[0] != End[0]) {
    const int64_t First = firstOf(C[At[0]], int64_t(Columns));
    if (!isFull(C, First, At, End))
      return;
    addBlock(First, At);
    for (size_t R = 0; R < Rows; ++R)
      At[R] += uint32_t(Columns);
  }
}

template <typename Int> void BlockBuilder::findBlocks(const Int *C) {
  for (size_t G = 0; G < Groups; ++G) {
    findBlocksOf(C, G);
    Behind[G] = uint32_t(Blocks.size());
  }
}

void BlockBuilder::takeIndex() {
  To.Index = Room.take(2 * Block::sizeOf<int64_t>(Groups + 1) +
                       Block::sizeOf<int64_t>(Blocks.size()) +
                       Block::sizeOf<int64_t>(From.rows() + 1));
  auto *const Start = To.Index.take<int64_t>(Groups + 1);
  auto *const Work = To.Index.take<int64_t>(Groups + 1);
  auto *const Coordinate = To.Index.take<int64_t>(Blocks.size());
  auto *const RestOf = To.Index.take<int64_t>(From.rows() + 1);
  for (size_t G = 0; G <= Groups; ++G) {
    Start[G] = G == 0 ? 0 : Behind[G - 1];
    Work[G] = From.begin(G * Rows);
  }
  std::copy(Blocks.begin(), Blocks.end(), Coordinate);
  std::copy(Rest.begin(), Rest.end(), RestOf);
  To.groups = int64_t(Groups);
  To.rows = From.asked().rows;
  To.start = Start;
  To.work = Work;
  To.coordinate = Coordinate;
  To.rest = RestOf;
}

void BlockBuilder::placeRest(size_t InBlocks) {
  auto Next = uint32_t(InBlocks);
  for (size_t R = 0; R < From.rows(); ++R) {
    Rest.push_back(Next);
    for (uint32_t E = From.begin(R); E < From.begin(R + 1); ++E)
      if (Slot[E] == NoSlot)
        Slot[E] = Next++;
  }
  Rest.push_back(Next);
}

std::string BlockBuilder::run() {
  const Share Own = Room.share(From.entries() * sizeof(uint32_t) +
                               (Groups + From.rows()) * sizeof(int64_t));
  Slot.assign(From.entries(), NoSlot);
  Behind.resize(Groups);
  const auto Of = size_t(From.asked().coordinates);
  auto Find = [&](auto Type) {
    findBlocks(reinterpret_cast<const decltype(Type) *>(From.copy(Of)));
  };
  std::visit(Find, integerOf(From.asked().coordinate_bytes));
  const size_t InBlocks = Blocks.size() * Rows * Columns;
  const size_t Percent = InBlocks * 100 / From.entries();
  if (Percent < LeastShare)
    return std::to_string(Percent) + " % of its entries lie in full " +
           std::to_string(Rows) + "x" + std::to_string(Columns) + " blocks, " +
           std::to_string(LeastShare) + " % are needed";
  placeRest(InBlocks);
  takeIndex();
  takeSlots(To, From, Room, From.entries());
  for (size_t A = 0; A < From.arrays(); ++A)
    fillSlots(To, From, A, Slot);
  return "";
}

std::string lacuna::rt::buildBlocks(Layout &To, const Level &From,
                                    Memory &Room) {
  return BlockBuilder(To, From, Room).run();
}
