//===- BuildBlocks.cpp - full blocks, and what is left --------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Build.h"
#include <algorithm>
#include <cstring>

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

  size_t blocksBefore(size_t Group) const {
    return Group == 0 ? 0 : Behind[Group - 1];
  }
  /// How many entries of row \p Row are in blocks.
  size_t inBlocks(size_t Row) const {
    const size_t G = Row / Rows;
    return G == Groups ? 0 : (Behind[G] - blocksBefore(G)) * Columns;
  }
  template <typename Int> void findBlocks(const Int *Coordinate);
  template <typename Count, typename Int>
  void findBlocksOf(Count Rows, const Int *Coordinate, size_t Group);
  template <typename Count, typename Size>
  void fillBlocks(Count Rows, Size Bytes, const char *In, char *Out) const;
  void fillRest(size_t Bytes, const char *In, char *Out) const;
  void fill(size_t Array) const;
  void takeIndex();

  Layout &To;
  const Level &From;
  Memory &Room;
  const size_t Rows, Columns, Groups;
  std::vector<int64_t> Blocks;  ///< their first coordinates
  std::vector<uint32_t> Behind; ///< by group: blocks up to its end
};

} // namespace

template <typename Int>
static bool ascends(const Int *Coordinate, uint32_t First, uint32_t Last) {
  bool Result = true;
  for (uint32_t E = First; E + 1 < Last; ++E)
    Result &= Coordinate[E] < Coordinate[E + 1];
  return Result;
}

/// Goes through all rows of the group at once, as far as all that they have is
/// in blocks.
template <typename Count, typename Int>
void BlockBuilder::findBlocksOf(Count Rows, const Int *C, size_t Group) {
  const Int *At[8];
  uint32_t Least = UINT32_MAX;
  for (size_t R = 0; R < Rows; ++R) {
    const uint32_t Begin = From.begin(Group * Rows + R);
    const uint32_t End = From.begin(Group * Rows + R + 1);
    if (!ascends(C, Begin, End))
      return;
    At[R] = C + Begin;
    Least = std::min(Least, End - Begin);
  }
  for (size_t E = 0; E + Columns <= Least; E += Columns) {
    const int64_t First = +At[0][E];
    bool IsFull = true;
    for (size_t R = 0; R < Rows; ++R)
      IsFull &= At[R][E] == First &&
                distance(First, At[R][E + Columns - 1]) == Columns - 1;
    if (!IsFull)
      return;
    Blocks.push_back(First);
  }
}

template <typename Int> void BlockBuilder::findBlocks(const Int *C) {
  withConstant<2, 3, 4>(Rows, [&](auto Count) {
    for (size_t G = 0; G < Groups; ++G) {
      findBlocksOf(Count, C, G);
      Behind[G] = uint32_t(Blocks.size());
    }
  });
}

template <typename Count, typename Size>
void BlockBuilder::fillBlocks(Count Rows, Size Bytes, const char *In,
                              char *Out) const {
  for (size_t G = 0; G < Groups; ++G) {
    const char *At[8];
    for (size_t R = 0; R < Rows; ++R)
      At[R] = In + From.begin(G * Rows + R) * Bytes;
    const size_t End = inBlocks(G * Rows);
    for (size_t E = 0; E < End; ++E)
      for (size_t R = 0; R < Rows; ++R, Out += Bytes)
        std::memcpy(Out, At[R] + E * Bytes, Bytes);
  }
}

void BlockBuilder::fillRest(size_t Bytes, const char *In, char *Out) const {
  Out += Blocks.size() * Rows * Columns * Bytes;
  for (size_t R = 0; R < From.rows(); ++R) {
    const char *const First = In + (From.begin(R) + inBlocks(R)) * Bytes;
    Out = std::copy(First, In + From.begin(R + 1) * Bytes, Out);
  }
}

/// Of coordinates nobody reads those in blocks.
void BlockBuilder::fill(size_t Array) const {
  const char *const In = From.copy(Array);
  char *const Out = To.slotsOf(Array);
  if (Array != size_t(From.asked().coordinates))
    withBytes(From.bytes(Array), [&](auto Bytes) {
      withConstant<2, 3, 4>(
          Rows, [&](auto Count) { fillBlocks(Count, Bytes, In, Out); });
    });
  fillRest(From.bytes(Array), In, Out);
}

void BlockBuilder::takeIndex() {
  To.Index = Room.take(2 * Block::sizeOf<int64_t>(Groups + 1) +
                       Block::sizeOf<int64_t>(Blocks.size()) +
                       Block::sizeOf<int64_t>(From.rows() + 1));
  auto *const Start = To.Index.take<int64_t>(Groups + 1);
  auto *const Work = To.Index.take<int64_t>(Groups + 1);
  auto *const Coordinate = To.Index.take<int64_t>(Blocks.size());
  auto *const Rest = To.Index.take<int64_t>(From.rows() + 1);
  for (size_t G = 0; G <= Groups; ++G) {
    Start[G] = int64_t(blocksBefore(G));
    Work[G] = From.begin(G * Rows);
  }
  std::copy(Blocks.begin(), Blocks.end(), Coordinate);
  Rest[0] = int64_t(Blocks.size() * Rows * Columns);
  for (size_t R = 0; R < From.rows(); ++R)
    Rest[R + 1] = Rest[R] + From.length(R) - int64_t(inBlocks(R));
  To.groups = int64_t(Groups);
  To.rows = From.asked().rows;
  To.start = Start;
  To.work = Work;
  To.coordinate = Coordinate;
  To.rest = Rest;
}

std::string BlockBuilder::run() {
  const Share Own =
      Room.share(Groups * sizeof(uint32_t) +
                 From.entries() / (Rows * Columns) * sizeof(int64_t));
  Blocks.reserve(From.entries() / (Rows * Columns));
  Behind.resize(Groups);
  auto Find = [&](auto Type) {
    const char *const C = From.copy(size_t(From.asked().coordinates));
    findBlocks(reinterpret_cast<const decltype(Type) *>(C));
  };
  std::visit(Find, integerOf(From.asked().coordinate_bytes));
  const size_t InBlocks = Blocks.size() * Rows * Columns;
  const size_t Percent = InBlocks * 100 / From.entries();
  if (Percent < LeastShare)
    return std::to_string(Percent) + " % of its entries lie in full " +
           std::to_string(Rows) + "x" + std::to_string(Columns) + " blocks, " +
           std::to_string(LeastShare) + " % are needed";
  takeIndex();
  takeSlots(To, From, Room, From.entries());
  for (size_t A = 0; A < From.arrays(); ++A)
    fill(A);
  return "";
}

std::string lacuna::rt::buildBlocks(Layout &To, const Level &From,
                                    Memory &Room) {
  return BlockBuilder(To, From, Room).run();
}
