//===- LayoutTest.cpp - storage formats -----------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutSamples.h"
#include "gtest/gtest.h"
#include <sys/mman.h>
#include <unistd.h>

namespace {

TEST(Layout, SellHoldsEachEntryOnce) {
  const int32_t Lanes[] = {1, 4, 8, 16, 64};
  for (int I = 0; I < 300; ++I) {
    const int32_t C = Lanes[below(5)];
    const int64_t Rows = 1 + below(below(4) == 0 ? 20 : 600);
    Matrix M(lengths(Rows, 40), -4, {-4, 8}, below(50));
    const int64_t Window = below(3) == 0 ? 0 : C * (1 + below(20));
    const lacuna_level Of = M.sell(C, Window, below(3) != 0);
    const std::string Found = check(Of);
    EXPECT_TRUE(Found.empty() || (Found == "none" && M.Arrays[0].empty()))
        << Found << ", " << Rows << " rows, C " << C << ", sigma " << Window;
    // It is kept.
    EXPECT_EQ(check(Of), Found);
  }
}

TEST(Layout, AFewRowsAreMuchLongerThanTheRest) {
  std::vector<int64_t> Lengths = lengths(100, 5);
  Lengths[17] = Lengths[90] = 5000;
  Matrix M(Lengths, 8, {4, 8});
  EXPECT_EQ(check(M.sell(8, 0)), "");
  EXPECT_EQ(check(M.sell(4, 32, false)), "");
  EXPECT_EQ(check(M.csc()), "");
}

TEST(Layout, EntriesOfAllSizes) {
  for (int32_t Bytes : {1, 2, 3, 4, 8, 12, 16, 24}) {
    Matrix M(lengths(100, 20), 4, {-2, Bytes});
    EXPECT_EQ(check(M.sell(8, 32)), "") << Bytes;
    EXPECT_EQ(check(M.csc()), "") << Bytes;
  }
}

TEST(Layout, PositionsOfAllTypes) {
  for (int32_t Bytes : {-1, 1, -2, 2, -4, 4, -8, 8}) {
    Matrix M({3, 0, 2, 2, 7, 1, 0, 4, 4}, Bytes, {-4, 8}, /*First=*/3);
    EXPECT_EQ(check(M.sell(4, 4)), "") << Bytes;
    EXPECT_EQ(check(M.csc()), "") << Bytes;
  }
  Matrix Negative({3, 0, 2, 2, 7, 1, 0, 4, 4}, -4, {-4, 8}, /*First=*/-9);
  EXPECT_EQ(check(Negative.sell(4, 0)), "");
  // More than half of what a byte without a sign holds.
  Matrix Far({60, 60, 60, 60}, 1, {-4, 8}, /*First=*/10);
  EXPECT_EQ(check(Far.sell(4, 0)), "");
}

TEST(Layout, CscHoldsCoordinatesOfAllTypes) {
  for (int32_t Bytes : {-1, 1, -2, 2, -4, 4, -8, 8})
    for (int64_t Most : {int64_t(3), int64_t(300), INT64_MAX}) {
      Matrix M(lengths(200, 20), -4, {Bytes, 8}, 0, Most);
      EXPECT_EQ(check(M.csc()), "") << Bytes << ", " << Most;
    }
}

TEST(Layout, EmptyLevelsHaveNone) {
  Matrix Empty({0, 0, 0}, 4, {4, 8}), NoRows({}, 4, {4, 8});
  EXPECT_EQ(check(Empty.sell(4, 0)), "none");
  EXPECT_EQ(check(Empty.csc()), "none");
  lacuna_level None = NoRows.sell(4, 0);
  None.positions = nullptr;
  EXPECT_EQ(check(None), "none");
  None.rows = -1;
  EXPECT_EQ(check(None), "none");
  lacuna_layout_end(nullptr);
}

TEST(Layout, FewerRowsThanLanesAreInNoGroup) {
  Matrix M({3, 1, 2}, 4, {4, 8});
  const lacuna_level Of = M.sell(8, 0);
  const lacuna_layout *L = lacuna_layout_use(&Of);
  ASSERT_TRUE(L);
  EXPECT_EQ(L->groups, 0);
  EXPECT_EQ(std::vector<int64_t>(L->row, L->row + 3),
            std::vector<int64_t>({0, 2, 1}));
  lacuna_layout_end(L);
}

TEST(Layout, WhatIsNoLayoutIsRefused) {
  Matrix M({3, 1, 2}, 4, {4, 8});
  auto Refused = [&](auto Change) {
    lacuna_level Of = M.sell(4, 4);
    Change(Of);
    return check(Of) == "none";
  };
  EXPECT_FALSE(Refused([](lacuna_level &) {}));
  EXPECT_TRUE(Refused([](lacuna_level &L) { L.kind = 77; }));
  EXPECT_TRUE(Refused([](lacuna_level &L) { L.lanes = 0; }));
  EXPECT_TRUE(Refused([](lacuna_level &L) { L.lanes = 65; }));
  EXPECT_TRUE(Refused([](lacuna_level &L) { L.window = 6; }));
  EXPECT_TRUE(Refused([](lacuna_level &L) { L.position_bytes = 3; }));
  EXPECT_TRUE(Refused([](lacuna_level &L) { L.entry_arrays = 0; }));
  EXPECT_TRUE(Refused([](lacuna_level &L) {
    L.kind = LACUNA_CSC;
    L.coordinates = -1;
  }));
  EXPECT_TRUE(Refused([](lacuna_level &L) {
    L.kind = LACUNA_CSC;
    L.coordinate_bytes = 8;
  }));
}

/// Pages that nobody may read, but for what lies in front.
struct Fenced {
  static constexpr size_t Size = size_t(1) << 20;
  char *const Begin = static_cast<char *>(
      mmap(nullptr, Size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ~Fenced() { munmap(Begin, Size); }
};

TEST(Layout, NoEntryIsReadWherePositionsDoNotAscend) {
  Fenced Entries;
  Matrix M({3, 1, 2}, -4, {4, 8});
  M.Entries[0].begin = M.Entries[1].begin = Entries.Begin;
  for (const auto &P : {std::vector<int>{0, 4, 3, 6}, {0, -1, 3, 6}}) {
    std::memcpy(M.Positions.data(), P.data(), M.Positions.size());
    EXPECT_EQ(check(M.sell(1, 0)), "none");
    EXPECT_EQ(check(M.csc()), "none");
  }
}

TEST(Layout, PositionsWithoutASignThatAreVastAreRefused) {
  Fenced Fence;
  char *const Begin = Fence.Begin + 8192;
  mprotect(Begin, 4096, PROT_READ | PROT_WRITE);
  Matrix M({3, 1, 2}, 8, {4, 8});
  M.Entries[0].begin = M.Entries[1].begin = Begin;
  const int64_t First = -1; // the loop runs over no entry of the first row
  std::memcpy(M.Positions.data(), &First, 8);
  for (int I = 0; I < 9; ++I)
    EXPECT_EQ(check(M.sell(1, 0)), "none");
}

TEST(Layout, SamplesOfPausesReadWhatTheLoopReads) {
  // Entries of the first row alone may be read, and those in front not at all.
  Fenced Fence;
  char *const Begin = Fence.Begin + 8192;
  mprotect(Begin, 4096, PROT_READ | PROT_WRITE);
  Matrix M({512, 0, 0}, -4, {8});
  M.Entries[0].begin = Begin;
  const int32_t Cases[][4] = {{0, 512, 0, 512}, {0, 512, -600, -700}};
  for (const auto &P : Cases)
    for (int I = 0; I < 20; ++I) {
      std::memcpy(M.Positions.data(), P, 16);
      EXPECT_EQ(check(M.sell(1, 0)), "none");
    }
}

TEST(Layout, AsManyEntriesAsPositionsSayAreNotRead) {
  Fenced Entries;
  Matrix M({3, 1, 2}, -8, {4, 8});
  M.Entries[0].begin = M.Entries[1].begin = Entries.Begin;
  const int64_t Last[] = {int64_t(1) << 31, INT64_MAX};
  for (int64_t N : Last) {
    std::memcpy(M.Positions.data() + 24, &N, 8);
    EXPECT_EQ(check(M.sell(1, 0)), "none");
  }
}

TEST(Layout, ChangesOfSmallArraysAreSeen) {
  for (size_t Which : {0u, 1u, 2u}) {
    Matrix M({3, 1, 2, 8, 8, 8, 1, 3, 3}, -4, {4, 8});
    const lacuna_level Of = M.sell(4, 0);
    EXPECT_EQ(check(Of), "");
    char &Changed = Which == 2 ? M.Positions[4] : M.Arrays[Which].back();
    ++Changed;
    EXPECT_EQ(check(Of), "none");
    // After one change, two calls go without.
    EXPECT_EQ(check(Of), "none");
    EXPECT_EQ(check(Of), "none");
    EXPECT_EQ(check(Of), "");
  }
}

TEST(Layout, EntriesAreNotLookedAtBehindOtherPositions) {
  auto *Entries =
      static_cast<char *>(mmap(nullptr, 4096, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  Matrix M({3, 1, 2}, -4, {4, 8});
  M.Entries[0].begin = M.Entries[1].begin = Entries;
  const lacuna_level Of = M.sell(1, 0);
  EXPECT_EQ(check(Of), "");
  std::memset(M.Positions.data(), 0, M.Positions.size());
  munmap(Entries, 4096);
  EXPECT_EQ(check(Of), "none");
}

TEST(Layout, ALayoutInUseOutlivesChanges) {
  Matrix M({3, 1, 2, 8}, -4, {4, 8});
  const lacuna_level Of = M.sell(4, 0);
  const lacuna_layout *L = lacuna_layout_use(&Of);
  ASSERT_TRUE(L);
  ++M.Arrays[1][3];
  EXPECT_EQ(check(Of), "none");
  --M.Arrays[1][3];
  EXPECT_EQ(LayoutCheck(Of, *L).problem(), "");
  lacuna_layout_end(L);
}

} // namespace
