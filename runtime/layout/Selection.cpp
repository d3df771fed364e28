//===- Selection.cpp - which layout suits a level -------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows of one group in each of 64 parts of the level tell what all are like.
// What they promise is not always kept: whoever makes a layout refuses as well.
//
//===----------------------------------------------------------------------===//

#include "Selection.h"
#include "Level.h"
#include "Memory.h"
#include <algorithm>
#include <array>

using namespace lacuna::rt;

/// Rows that are looked at: a multiple of those of all usual blocks.
static constexpr int64_t Samples = 64, RowsOfSample = 12;
/// Entries of a row that are looked at.
static constexpr uint64_t MostOfRow = 512;
/// Smaller levels stay in the fastest caches, where rows are as fast.
static constexpr uint64_t LeastEntries = 100000;

namespace {

/// Positions of a row, or as many as are looked at.
struct SampledRow {
  int64_t Begin;
  size_t Count;
};

/// Rows one below the other.
using SampledGroup = std::array<SampledRow, RowsOfSample>;

/// Reads coordinates of rows.
template <typename Int> struct Coordinates {
  const Int *Of;
  int64_t at(const SampledRow &Row, size_t Number) const {
    return +Of[Row.Begin + int64_t(Number)];
  }
};

/// How much of what was looked at fits.
struct Fit {
  size_t Good = 0, All = 0;
  bool isShare(double Least) const {
    return All != 0 && double(Good) >= Least * double(All);
  }
};

} // namespace

/// Nothing where positions are none of a level that there may be a layout of.
template <typename Int>
static std::vector<SampledGroup> sample(const lacuna_level &Of,
                                        const Int *Positions) {
  std::vector<SampledGroup> Result;
  const int64_t Groups = Of.rows / RowsOfSample;
  for (int64_t S = 0; S < std::min(Samples, Groups); ++S) {
    const int64_t First =
        (Groups <= Samples ? S : Groups / Samples * S) * RowsOfSample;
    for (int64_t R = 0; R < RowsOfSample; ++R) {
      const int64_t Begin = +Positions[First + R],
                    End = +Positions[First + R + 1];
      if (Begin > End || (Begin < 0 && Of.position_bytes > 0))
        return {};
      if (R == 0)
        Result.emplace_back();
      Result.back()[size_t(R)] = {
          Begin, size_t(std::min(distance(Begin, End), MostOfRow))};
    }
  }
  return Result;
}

/// Whether each of \p Rows goes on with a whole block behind \p Done entries.
template <typename Int>
static bool isBlock(Coordinates<Int> C, std::span<const SampledRow> Rows,
                    size_t Done, size_t Columns) {
  const size_t Behind = Done + Columns;
  if (Rows[0].Count < Behind)
    return false;
  const int64_t First = C.at(Rows[0], Done);
  return std::all_of(Rows.begin(), Rows.end(), [&](const SampledRow &R) {
    return R.Count >= Behind && C.at(R, Done) == First &&
           distance(First, C.at(R, Behind - 1)) == Columns - 1;
  });
}

/// Entries in blocks in front of the rest, as layout.h has them.
template <typename Int>
static void lookForBlocks(Coordinates<Int> C, const SampledGroup &Group,
                          size_t Height, size_t Columns, Fit &F) {
  for (size_t R = 0; R + Height <= Group.size(); R += Height) {
    const std::span<const SampledRow> Rows(Group.data() + R, Height);
    size_t Done = 0;
    while (isBlock(C, Rows, Done, Columns))
      Done += Columns;
    F.Good += Done * Height;
    for (const SampledRow &Row : Rows)
      F.All += Row.Count;
  }
}

/// Entries below which diagonals go on.
template <typename Int>
static void lookForDiagonals(Coordinates<Int> C, const SampledGroup &Group,
                             Fit &F) {
  for (size_t R = 0; R + 1 < Group.size(); ++R) {
    const SampledRow &Row = Group[R], &Below = Group[R + 1];
    size_t B = 0;
    for (size_t E = 0; E < Row.Count; ++E) {
      const int64_t At = C.at(Row, E);
      while (B < Below.Count && C.at(Below, B) <= At)
        ++B;
      F.Good += B < Below.Count && distance(At, C.at(Below, B)) == 1;
    }
    F.All += Row.Count;
  }
}

/// Counts entries of rows whose length the processor does not foretell, if it
/// foretells what came behind the last four lengths before. Side by side the
/// others gain nothing.
template <typename Int>
static Fit lookAtLengths(const lacuna_level &Of, const Int *Positions) {
  constexpr int64_t Parts = 4, RowsOfPart = 4096;
  const bool IsShort = Of.rows <= Parts * RowsOfPart;
  std::vector<uint64_t> Foretold(4096, 0);
  Fit F;
  for (int64_t P = 0; P < (IsShort ? 1 : Parts); ++P) {
    const int64_t First = IsShort ? 0 : Of.rows / Parts * P;
    const int64_t Last = IsShort ? Of.rows : First + RowsOfPart;
    uint64_t Lengths = 0;
    for (int64_t R = First; R < Last; ++R) {
      const uint64_t Length = distance(+Positions[R], +Positions[R + 1]);
      uint64_t &Next = Foretold[(Lengths * 0x9e3779b97f4a7c15) >> 52];
      F.Good += Next != Length;
      F.All += Length;
      Next = Length;
      Lengths = (Lengths << 16) + Length;
    }
  }
  return F;
}

/// Whether entries of \p Of promise what its builder asks for.
static bool isPromising(const lacuna_level &Of) {
  if (Of.kind == LACUNA_CSC)
    return true;
  if (Of.kind == LACUNA_SELL) {
    auto Look = [&](auto Type) {
      return lookAtLengths(Of,
                           static_cast<const decltype(Type) *>(Of.positions));
    };
    return std::visit(Look, integerOf(Of.position_bytes)).isShare(1.0 / 24);
  }
  auto Sample = [&](auto Type) {
    return sample(Of, static_cast<const decltype(Type) *>(Of.positions));
  };
  const std::vector<SampledGroup> Groups =
      std::visit(Sample, integerOf(Of.position_bytes));
  Fit F;
  auto Look = [&](auto Type) {
    const Coordinates<decltype(Type)> C{
        reinterpret_cast<const decltype(Type) *>(
            Of.entries[Of.coordinates].begin)};
    for (const SampledGroup &Group : Groups)
      if (Of.kind == LACUNA_DIA)
        lookForDiagonals(C, Group, F);
      else
        lookForBlocks(C, Group, size_t(Of.lanes), size_t(Of.window), F);
  };
  std::visit(Look, integerOf(Of.coordinate_bytes));
  // Runs of 16 entries end in one of 16.
  return F.isShare(Of.kind == LACUNA_DIA ? 15.0 / 16 : 0.9);
}

/// How much memory copies of \p Count entries of \p Of take, and their slots.
static double memoryOf(const lacuna_level &Of, uint64_t Count) {
  double Bytes = 0;
  for (int64_t A = 0; A < Of.entry_arrays; ++A)
    Bytes += 2.0 * Of.entries[A].bytes * double(Count);
  return Bytes;
}

/// Whether \p Of is large enough, and it can be known that it is as it was.
static bool isWorthwhile(const lacuna_level &Of) {
  const auto [First, Count] = entriesOf(Of);
  if (Count < LeastEntries || memoryOf(Of, Count) > double(Memory::limit()) ||
      Source::whyNotTracked(Of.positions, Level::memoryOfPositions(Of)))
    return false;
  for (int64_t A = 0; A < Of.entry_arrays; ++A) {
    const lacuna_entries &E = Of.entries[A];
    if (Source::whyNotTracked(E.begin + First * int64_t(E.bytes),
                              Count * size_t(E.bytes)))
      return false;
  }
  return true;
}

std::vector<size_t> lacuna::rt::selected(std::span<const lacuna_level> Levels,
                                         bool Reassociates) {
  std::vector<size_t> Result;
  if (Levels.empty() || whyNot(Levels[0]) || !isWorthwhile(Levels[0]))
    return Result;
  auto Add = [&](bool AreSell) {
    for (size_t N = 0; N < Levels.size(); ++N)
      if ((Levels[N].kind == LACUNA_SELL) == AreSell && !whyNot(Levels[N]) &&
          isPromising(Levels[N]))
        Result.push_back(N);
  };
  Add(/*AreSell=*/false);
  // It has nothing for rows with a pattern, and lanes are faster on long ones.
  if (Result.empty() && !Reassociates)
    Add(/*AreSell=*/true);
  return Result;
}
