//===- WalkTest.cpp - what walks have found is kept -----------------------===//
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

/// Values that a walk over a list of `int` stores.
struct Values : Walk {
  explicit Values(int64_t Count) {
    Loop.trips = Count;
    Loop.order = LACUNA_WAVE_VALUES;
    Loop.name = "q";
  }

  /// A run that has found values; null where they have to be found.
  lacuna_wave *begin() const {
    lacuna_wave *Run = lacuna_wave_find(&Loop);
    for (int32_t Step = 0; Run && Step < 2; ++Step)
      if (lacuna_wave_unknown(Run, Step))
        lacuna_wave_compare(Run, Step, 0, 1);
    return lacuna_wave_current(Run);
  }

  /// A run that keeps \p First and the numbers behind it, made of \p Read.
  lacuna_wave *keep(const Ints &Read, int First) const {
    lacuna_trace *Trace = lacuna_values_begin(&Loop, sizeof(int));
    if (!Trace)
      return nullptr;
    auto *Room = static_cast<int *>(lacuna_values_room(Trace));
    for (int64_t I = 0; I < Loop.trips; ++I)
      Room[I] = First + int(I);
    lacuna_trace_pages(Trace, 1, Read.data(), Read.size() * sizeof(int));
    return lacuna_values_keep(Trace, &Loop);
  }

  /// The first and the last value of \p Run, which ends; nothing if there are
  /// none.
  Ints ends(lacuna_wave *Run) const {
    auto *Found = static_cast<const int *>(lacuna_values_of(Run));
    Ints Ends = Found ? Ints{Found[0], Found[Loop.trips - 1]} : Ints();
    lacuna_values_end(&Run);
    return Ends;
  }
};

TEST(Values, LaterRunsReadThem) {
  const Values V(1000);
  const Ints crd(100, 1);
  EXPECT_FALSE(V.begin());
  EXPECT_EQ(V.ends(V.keep(crd, 5)), Ints({5, 1004}));
  for (int Time = 0; Time < 3; ++Time)
    EXPECT_EQ(V.ends(V.begin()), Ints({5, 1004}));
}

// Below the size that is tracked and above.
TEST(Values, TheyEndWithWhatTheyWereMadeOf) {
  for (size_t Size : {100, 100000}) {
    const Values V(10);
    Ints crd(Size, 1);
    EXPECT_FALSE(V.begin());
    EXPECT_EQ(V.ends(V.keep(crd, 5)), Ints({5, 14}));
    for (int *Changed : {&crd.front(), &crd[Size / 2], &crd.back()}) {
      EXPECT_FALSE(V.ends(V.begin()).empty());
      ++*Changed;
      EXPECT_FALSE(V.begin());
      EXPECT_EQ(V.ends(V.keep(crd, *Changed)), Ints({*Changed, *Changed + 9}));
    }
  }
}

// A run goes on with what it has found, whatever others find.
TEST(Values, RunsDoNotDisturbEachOther) {
  const Values V(10);
  Ints crd(100, 1);
  lacuna_wave *const First = V.keep(crd, 5);
  lacuna_wave *const Second = V.begin();
  ++crd[3];
  EXPECT_FALSE(V.begin());
  lacuna_wave *const Third = V.keep(crd, 7);
  EXPECT_EQ(V.ends(First), Ints({5, 14}));
  EXPECT_EQ(V.ends(Second), Ints({5, 14}));
  EXPECT_EQ(V.ends(Third), Ints({7, 16}));
}

TEST(Values, TooManyAreFoundNowhere) {
  const Values V((int64_t(1) << 26) + 1);
  const Ints crd(100, 1);
  EXPECT_FALSE(V.begin());
  EXPECT_FALSE(V.keep(crd, 5));
  // It is known now, and nobody tries again.
  lacuna_wave *Run = V.begin();
  EXPECT_TRUE(Run);
  EXPECT_FALSE(lacuna_values_of(Run));
  lacuna_values_end(&Run);
}

// Arrays that change are worth it if values are read four times.
TEST(Values, ArraysThatLastAFewRunsAreSearchedAgain) {
  for (int Uses : {0, 5}) {
    const Values V(10);
    Ints crd(1000, 2);
    int Kept = 0;
    for (int Time = 0; Time < 40; ++Time) {
      ++crd[size_t(Time)];
      if (lacuna_wave *Run = V.begin()) {
        EXPECT_TRUE(V.ends(Run).empty());
        continue;
      }
      V.ends(V.keep(crd, Time));
      ++Kept;
      for (int Again = 0; Again < Uses; ++Again)
        EXPECT_EQ(V.ends(V.begin()), Ints({Time, Time + 9}));
    }
    EXPECT_EQ(Kept, Uses == 0 ? 8 : 40);
  }
}

} // namespace
