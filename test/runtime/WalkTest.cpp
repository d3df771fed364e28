//===- WalkTest.cpp - results of walks that are kept ----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/wave.h"
#include "gtest/gtest.h"
#include <optional>
#include <sys/mman.h>
#include <vector>

namespace {

using Ints = std::vector<int>;
using Results = std::vector<int64_t>;

/// A walk over a list of `int`, perhaps behind a source that is known in front.
struct Walk {
  lacuna_loop Loop;
  lacuna_source Known{};
  std::vector<int64_t> Values{1, 2};

  Walk() {
    static uint64_t Number = 0;
    Loop = {{++Number, 11}, 1,       1, 0,  LACUNA_WAVE_WALK, Values.data(),
            Values.size(),  nullptr, 0, "i"};
  }

  void setKnown(const Ints &All) {
    Known = {All.data(), All.size() * sizeof(int)};
    Loop.sources = &Known;
    Loop.source_count = 1;
  }

  /// What a call finds: results, none where it is to walk without keeping them;
  /// nothing where it is to walk and keep them.
  std::optional<Results> find(int32_t Parts = 1) const {
    lacuna_wave *Run = lacuna_wave_find(&Loop);
    for (int32_t Step = 0; Run && Step < 2; ++Step)
      if (lacuna_wave_unknown(Run, Step))
        for (int32_t Part = 0; Part < Parts; ++Part)
          lacuna_wave_compare(Run, Step, Part, Parts);
    Run = Run ? lacuna_wave_current(Run) : nullptr;
    if (!Run)
      return std::nullopt;
    const int64_t *Found = lacuna_walk_results(Run);
    Results All = Found ? Results(Found, Found + 2) : Results();
    lacuna_wave_end(Run);
    return All;
  }

  /// The first calls walk without notes: there may be no others.
  void waitForNotes() const {
    for (int Time = 0; Time < 8; ++Time)
      EXPECT_EQ(find(), Results());
  }

  void keep(const Ints &All, const Results &Found) const {
    lacuna_trace *Trace = lacuna_trace_begin(1, 0);
    ASSERT_TRUE(Trace);
    if (!All.empty())
      lacuna_trace_pages(Trace, 1, All.data(), All.size() * sizeof(int));
    lacuna_walk_keep(Trace, &Loop, Found.data(), int32_t(Found.size()));
  }
};

TEST(Walk, ResultsAreKept) {
  Walk W;
  const Ints crd(100, 1);
  W.waitForNotes();
  EXPECT_FALSE(W.find());
  W.keep(crd, {3, -4});
  EXPECT_EQ(W.find(), Results({3, -4}));
  EXPECT_EQ(W.find(4), Results({3, -4}));
}

TEST(Walk, AnotherValueIsAnotherWalk) {
  Walk W;
  const Ints crd(100, 1);
  W.waitForNotes();
  EXPECT_FALSE(W.find());
  W.keep(crd, {3, 4});
  W.Values[1] = 7;
  EXPECT_FALSE(W.find());
  W.keep(crd, {5, 6});
  EXPECT_EQ(W.find(), Results({5, 6}));
  W.Values[1] = 2;
  EXPECT_EQ(W.find(), Results({3, 4}));
}

// Whichever of them it is, below the size that is tracked and above.
TEST(Walk, ResultsEndWithWhatTheyWereMadeOf) {
  for (size_t Size : {100, 100000})
    for (int Parts : {1, 3}) {
      Ints pos(Size, 1), crd(Size, 2);
      for (int *Changed : {&pos.front(), &pos[Size / 2 + 1], &pos.back(),
                           &crd.front(), &crd[Size / 3], &crd.back()}) {
        Walk W;
        W.setKnown(pos);
        W.waitForNotes();
        W.keep(crd, {8, 9});
        for (int Time = 0; Time < 3; ++Time)
          EXPECT_EQ(W.find(Parts), Results({8, 9}));
        ++*Changed;
        EXPECT_FALSE(W.find(Parts));
        EXPECT_FALSE(W.find(Parts));
        W.keep(crd, {10, 11});
        EXPECT_EQ(W.find(Parts), Results({10, 11}));
      }
    }
}

TEST(Walk, ArraysThatAlwaysChangeAreWalkedEachTime) {
  Walk W;
  Ints crd(1000, 2);
  W.waitForNotes();
  int Kept = 0;
  for (int Time = 0; Time < 40; ++Time) {
    ++crd[size_t(Time)];
    const std::optional<Results> Found = W.find();
    EXPECT_TRUE(!Found || Found->empty());
    if (Found)
      continue;
    W.keep(crd, {1, 2});
    ++Kept;
  }
  EXPECT_EQ(Kept, 8);
}

// Arrays that are used some times before they change are worth it.
TEST(Walk, ArraysThatLastAreKeptAgain) {
  Walk W;
  Ints crd(1000, 2);
  W.waitForNotes();
  for (int Time = 0; Time < 40; ++Time) {
    ++crd[size_t(Time)];
    EXPECT_FALSE(W.find());
    W.keep(crd, {Time, 2});
    for (int Again = 0; Again < 24; ++Again)
      EXPECT_EQ(W.find(), Results({Time, 2}));
  }
}

// More than there is to be kept: nothing is compared, and nothing noted again.
TEST(Walk, WhatIsTooLargeIsWalkedEachTime) {
  constexpr size_t Size = size_t(257) << 20;
  void *const At = mmap(nullptr, Size, PROT_READ,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  ASSERT_NE(At, MAP_FAILED);
  Walk W;
  W.Known = {At, Size};
  W.Loop.sources = &W.Known;
  W.Loop.source_count = 1;
  W.waitForNotes();
  EXPECT_FALSE(W.find());
  W.keep({}, {1, 2});
  munmap(At, Size);
  EXPECT_EQ(W.find(), Results());
}

} // namespace
