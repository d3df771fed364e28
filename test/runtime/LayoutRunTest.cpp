//===- LayoutRunTest.cpp - whether layouts make loops faster --------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutSamples.h"
#include "layout/Selection.h"
#include "layout/TriedFormats.h"
#include "track/Tracker.h"
#include "gtest/gtest.h"
#include <array>
#include <chrono>
#include <memory>
#include <sys/mman.h>

using lacuna::rt::selected;
using lacuna::rt::TriedFormats;

namespace {

using Numbers = std::vector<size_t>;

/// Nothing is selected of which nobody knows whether it changes.
class LayoutRun : public ::testing::Test {
  void SetUp() override {
    const lacuna::rt::Tracker *T = lacuna::rt::Tracker::current();
    if (!T || T->Watch.whyNot())
      GTEST_SKIP() << "memory cannot be tracked";
  }
};

/// Rows of equal lengths, of which row r has the coordinates `Of(r)`.
template <typename Fn>
std::unique_ptr<Matrix> matrixOf(int64_t Rows, int64_t Length, Fn Of) {
  auto M = std::make_unique<Matrix>(std::vector<int64_t>(size_t(Rows), Length),
                                    -4, std::vector<int32_t>{-4, 8});
  for (int64_t R = 0; R < Rows; ++R)
    M->setCoordinates(R, Of(R));
  return M;
}

/// Rows of three have the same blocks, which begin anywhere.
std::unique_ptr<Matrix> blocks(int64_t Rows) {
  return matrixOf(Rows, 36, [](int64_t R) {
    std::vector<int64_t> All;
    for (int64_t B = 0; B < 12; ++B)
      for (int64_t J = 0; J < 3; ++J)
        All.push_back(100 * B + (R / 3 * 41 + B * 17) % 90 + J);
    return All;
  });
}

std::unique_ptr<Matrix> diagonals(int64_t Rows) {
  return matrixOf(Rows, 4, [](int64_t R) {
    return std::vector<int64_t>{R, R + 7, R + 8, R + 900};
  });
}

std::vector<lacuna_level> levelsOf(const Matrix &M) {
  return {M.dia(1024), M.blocks(3, 3), M.sell(8, 4096)};
}

/// Along diagonals, and in blocks.
std::unique_ptr<Matrix> band() {
  return matrixOf(3000, 39, [](int64_t R) {
    std::vector<int64_t> All;
    for (int64_t J = 0; J < 39; ++J)
      All.push_back(R / 3 * 3 + J);
    return All;
  });
}

TEST_F(LayoutRun, EntriesTellWhichLayoutSuits) {
  const auto Blocks = blocks(3000), Diagonals = diagonals(30000);
  for (const bool Reassociates : {false, true}) {
    EXPECT_EQ(selected(levelsOf(*Blocks), Reassociates), Numbers{1});
    EXPECT_EQ(selected(levelsOf(*Diagonals), Reassociates), Numbers{0});
  }
  EXPECT_EQ(selected(levelsOf(*band()), true), (Numbers{0, 1}));
}

TEST_F(LayoutRun, RowsWhoseEndsAreForetoldStayAsTheyAre) {
  std::vector<int64_t> Same(20000, 6), Pattern, Mixed;
  for (int64_t R = 0; R < 20000; ++R) {
    Pattern.push_back(3 + R % 3 * 3);
    Mixed.push_back(3 + below(7));
  }
  const std::vector<int32_t> Widths = {-4, 8};
  for (const auto &Lengths : {Same, Pattern}) {
    Matrix M(Lengths, -4, Widths);
    EXPECT_EQ(selected(levelsOf(M), false), Numbers());
  }
  Matrix M(Mixed, -4, Widths);
  EXPECT_EQ(selected(levelsOf(M), false), Numbers{2});
  // Its rows may be long enough for lanes.
  EXPECT_EQ(selected(levelsOf(M), true), Numbers());
}

TEST_F(LayoutRun, SmallLevelsStayAsTheyAre) {
  EXPECT_EQ(selected(levelsOf(*diagonals(20000)), false), Numbers());
  EXPECT_EQ(selected({}, false), Numbers());
}

TEST_F(LayoutRun, NothingIsReadThatTheLoopDoesNotRead) {
  // Nobody may read behind the last coordinate.
  constexpr int64_t Rows = 768, Length = 160, Entries = Rows * Length;
  constexpr size_t Page = 4096, Size = Entries * 4 / Page * Page;
  static_assert(Size == Entries * 4);
  char *const At =
      static_cast<char *>(mmap(nullptr, Size + Page, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(At, MAP_FAILED);
  ASSERT_EQ(mprotect(At + Size, Page, PROT_NONE), 0);
  Matrix M(std::vector<int64_t>(Rows, Length), -4, {-4, 8});
  std::memcpy(At, M.Arrays[0].data(), Size);
  M.Entries[0].begin = At;
  EXPECT_EQ(selected(levelsOf(M), false), Numbers());
  // The last row but one ends in front of its first position.
  const auto First = int32_t(Entries - 2 * Length), End = First - 1;
  std::memcpy(M.Positions.data() + 4 * (Rows - 1), &End, 4);
  EXPECT_EQ(selected(levelsOf(M), false), Numbers());
  munmap(At, Size + Page);
}

using Clock = std::chrono::steady_clock;

/// What a run does, faster with a layout.
void work(const lacuna_layout_run *R) {
  const auto Time = std::chrono::microseconds(R && R->layout ? 5 : 200);
  for (const auto Begin = Clock::now(); Clock::now() - Begin < Time;) {
  }
}

/// Some runs; how many had that of level \p Of.
int runs(const std::vector<lacuna_level> &All, int Count, bool Reassociates,
         int64_t Of) {
  int Result = 0;
  for (int I = 0; I < Count; ++I) {
    lacuna_layout_run *R = lacuna_layout_begin(All.data(), int64_t(All.size()),
                                               1, Reassociates ? 1 : 0);
    // Where nothing is measured loops may reassociate.
    EXPECT_TRUE(R || !Reassociates);
    Result += R && R->layout && R->level == Of;
    work(R);
    lacuna_layout_finish(R);
  }
  return Result;
}

TEST_F(LayoutRun, ALayoutIsTriedBehindRunsWithout) {
  const auto M = blocks(3000);
  const std::vector<lacuna_level> All = levelsOf(*M);
  EXPECT_EQ(runs(All, 55, true, 1), 0);
  EXPECT_GT(runs(All, 40, true, 1), 20);
  // Whatever was found, and whatever changes, sums keep their order.
  M->Arrays[1][5000] ^= 1;
  EXPECT_GT(runs(All, 200, true, 1), 100);
}

TEST_F(LayoutRun, WhatChangesInEachRunHasNoLayoutForAWhile) {
  // Lanes may be used again at once, or where changes begin later, soon.
  for (const auto &[From, Least, Most] :
       {std::array{0, 0, 3}, {150, 200, 300}}) {
    const auto M = blocks(3000);
    const std::vector<lacuna_level> All = levelsOf(*M);
    int Asked = 0;
    for (int I = 0; I < 600; ++I) {
      for (size_t E = 0; I >= From && E < M->Arrays[1].size(); E += 8)
        M->Arrays[1][E] ^= 1;
      lacuna_layout_run *R = lacuna_layout_begin(All.data(), 3, 1, 1);
      Asked += R != nullptr;
      work(R);
      lacuna_layout_finish(R);
    }
    EXPECT_GE(Asked, Least);
    EXPECT_LE(Asked, Most);
  }
}

TEST_F(LayoutRun, OfNoThreadsNothingIsMeasured) {
  const auto M = blocks(3000);
  const std::vector<lacuna_level> All = levelsOf(*M);
  for (int K = 0; K < 100; ++K)
    EXPECT_EQ(lacuna_layout_begin(All.data(), 3, 0, K % 2), nullptr);
}

/// The same for a tuned loop.
int triedRuns(const std::vector<lacuna_level> &All, int Count,
              TriedFormats &Tried) {
  int Result = 0;
  for (int I = 0; I < Count; ++I) {
    lacuna_layout_run *R = lacuna_layout_tried(
        All.data(), int64_t(All.size()), reinterpret_cast<int64_t>(&Tried));
    Result += R && R->layout && R->level == 1;
    work(R);
    lacuna_layout_finish(R);
  }
  return Result;
}

TEST_F(LayoutRun, WhatIsTriedOfATunedLoopIsTold) {
  const auto M = blocks(3000);
  static TriedFormats Tried;
  EXPECT_EQ(triedRuns(levelsOf(*M), 60, Tried), 0);
  EXPECT_EQ(Tried.Best, TriedFormats::None);
  EXPECT_GT(triedRuns(levelsOf(*M), 100, Tried), 50);
  EXPECT_EQ(Tried.Best, 1);
  EXPECT_TRUE(Tried.IsNew);
  // Five, unless others disturb them.
  EXPECT_GE(Tried.All[1].Runs, 1u);
  EXPECT_LE(Tried.All[1].Runs, 5u);
  EXPECT_GT(Tried.All[1].Ratio, 0);
  EXPECT_LT(Tried.All[1].Ratio, 1);
  EXPECT_EQ(Tried.All[0].Ratio, 0);
  EXPECT_EQ(Tried.All[2].Ratio, 0);
}

TEST_F(LayoutRun, OthersAreTriedWhereATunedLoopGoesOn) {
  const auto M = band();
  static TriedFormats Tried;
  triedRuns(levelsOf(*M), 290, Tried);
  EXPECT_GT(Tried.All[0].Ratio, 0);
  EXPECT_EQ(Tried.All[1].Ratio, 0);
  triedRuns(levelsOf(*M), 100, Tried);
  EXPECT_GT(Tried.All[1].Ratio, 0);
  EXPECT_GE(Tried.Best, 0);
}

TEST_F(LayoutRun, WhatIsKnownIsMadeSoonOrNever) {
  const auto M = blocks(3000);
  static TriedFormats Best, None, Other;
  Best.Known = 1;
  None.Known = TriedFormats::None;
  Other.Known = 2;
  EXPECT_EQ(triedRuns(levelsOf(*M), 2, Best), 0);
  EXPECT_GT(triedRuns(levelsOf(*M), 40, Best), 15);
  EXPECT_FALSE(Best.IsNew);
  EXPECT_EQ(triedRuns(levelsOf(*M), 200, None), 0);
  EXPECT_EQ(triedRuns(levelsOf(*M), 200, Other), 0);
  EXPECT_EQ(lacuna_layout_tried(levelsOf(*M).data(), 3, 0), nullptr);
}

TEST_F(LayoutRun, OtherEntriesAtTheSamePlaceAreLookedAtAnew) {
  const auto M = blocks(3000);
  const std::vector<lacuna_level> All = levelsOf(*M);
  runs(All, 90, false, 1);
  for (int64_t R = 0; R < 3000; ++R) {
    std::vector<int64_t> Row;
    for (int64_t J = 0; J < 36; ++J)
      Row.push_back(R + 50 * J);
    M->setCoordinates(R, Row);
  }
  EXPECT_GT(runs(All, 1600, false, 0), 100);
}

} // namespace
