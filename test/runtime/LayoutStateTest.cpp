//===- LayoutStateTest.cpp - when there are layouts -----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutSamples.h"
#include "SystemFaults.h"
#include "track/Tracker.h"
#include "gtest/gtest.h"
#include <functional>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace lacuna::rt;

namespace {

/// Whether the kernel tells what is written.
bool isTracking() {
  Tracker *T = Tracker::current();
  return T && !T->Watch.whyNot();
}

/// Rows whose arrays are large.
struct Large : Matrix {
  Large() : Matrix(lengths(40000, 20), -4, {-4, 8}) {}
  char &changed(size_t Which) {
    return Which == 2 ? Positions[40] : Arrays[Which][Arrays[Which].size() / 2];
  }
};

const lacuna_layout *useOnce(const lacuna_level &Of) {
  const lacuna_layout *L = lacuna_layout_use(&Of);
  lacuna_layout_end(L);
  return L;
}

bool holdsInChild(const std::function<bool()> &Do) {
  const pid_t Child = fork();
  if (Child == 0)
    _exit(Do() ? 0 : 1);
  int Status = 1;
  waitpid(Child, &Status, 0);
  return Status == 0;
}

class LayoutState : public testing::Test {
protected:
  void SetUp() override {
    if (!isTracking())
      GTEST_SKIP() << "memory cannot be tracked";
  }
};

TEST_F(LayoutState, WhatIsTrackedIsKept) {
  Large M;
  const lacuna_level Of = M.sell(8, 64);
  EXPECT_EQ(check(Of), "");
  const lacuna_layout *L = useOnce(Of);
  for (int I = 0; I < 5; ++I)
    EXPECT_EQ(useOnce(Of), L);
  // What is there already.
  M.changed(1) = char(M.changed(1));
  EXPECT_EQ(useOnce(Of), L);
}

TEST_F(LayoutState, AnyChangeIsSeen) {
  for (size_t Which : {0u, 1u, 2u})
    for (int Uses : {1, 2, 5}) {
      Large M;
      const lacuna_level Of = M.csc();
      for (int I = 0; I < Uses; ++I)
        EXPECT_EQ(check(Of), "");
      M.changed(Which) ^= 1;
      EXPECT_EQ(check(Of), "none") << Which << ", " << Uses;
    }
}

/// How many calls go by until there is a layout.
int callsUntil(const lacuna_level &Of) {
  int Calls = 0;
  while (!useOnce(Of) && Calls < 1000)
    ++Calls;
  return Calls;
}

TEST_F(LayoutState, WhoChangesOftenRestsLonger) {
  Large M;
  const lacuna_level Of = M.sell(8, 64);
  EXPECT_EQ(callsUntil(Of), 0);
  for (int Calls : {3, 5, 9, 17}) {
    M.changed(1) ^= 1;
    EXPECT_EQ(callsUntil(Of), Calls); // the first one finds the change
  }
  for (int I = 0; I < 40; ++I)
    EXPECT_TRUE(useOnce(Of));
  M.changed(1) ^= 1;
  EXPECT_EQ(callsUntil(Of), 3);
}

TEST_F(LayoutState, WhoChangesAllTheTimeHasOneLayout) {
  Large M;
  const lacuna_level Of = M.sell(8, 64);
  int Made = 0;
  for (int I = 0; I < 300; ++I) {
    for (char &C : M.Arrays[1])
      ++C;
    Made += useOnce(Of) != nullptr;
  }
  EXPECT_EQ(Made, 1);
  // About as many calls behind the last change there is one again.
  EXPECT_LT(callsUntil(Of), 600);
}

TEST_F(LayoutState, WhatIsWrittenOftenIsNotCompared) {
  Large M;
  const lacuna_level Of = M.sell(8, 64);
  int Found = 0;
  for (int I = 0; I < 200; ++I) {
    volatile char &C = M.changed(1);
    C = char(C);
    Found += useOnce(Of) != nullptr;
  }
  EXPECT_GE(Found, 1);
  EXPECT_LE(Found, 20);
}

TEST(Layout, WithoutTrackingThereAreSmallOnesOnly) {
  for (Fault F :
       {Fault::Userfaultfd, Fault::Features, Fault::Pagemap, Fault::Maps,
        Fault::Pinned, Fault::Register, Fault::Scan, Fault::ShortScan}) {
    Large M;
    Matrix Small(lengths(100, 20), -4, {-4, 8});
    EXPECT_TRUE(holdsInChild([&] {
      Missing = F;
      // Nothing is asked of the kernel in the call that makes it.
      const std::string First = check(M.sell(8, 64));
      return (First == "none" || First.empty()) &&
             check(M.sell(8, 64)) == "none" && check(Small.sell(8, 64)) == "" &&
             check(Small.sell(8, 64)) == "";
    })) << int(F);
    EXPECT_TRUE(holdsInChild([&] {
      for (int I = 0; I < 3; ++I)
        useOnce(M.sell(8, 64));
      Missing = F;
      M.changed(1) ^= 1;
      return check(M.sell(8, 64)) == "none";
    })) << int(F);
  }
}

TEST(Layout, WhatTheSystemRefusesIsNotInErrno) {
  for (Fault F : {Fault::Userfaultfd, Fault::Pagemap, Fault::Scan}) {
    Large M;
    EXPECT_TRUE(holdsInChild([&] {
      Missing = F;
      errno = EDOM;
      for (int I = 0; I < 3; ++I)
        useOnce(M.sell(8, 64));
      return errno == EDOM;
    })) << int(F);
  }
}

TEST(Layout, SharedMemoryHasNone) {
  const size_t Size = size_t(1) << 20;
  char *Shared = static_cast<char *>(mmap(nullptr, Size, PROT_READ | PROT_WRITE,
                                          MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  Large M;
  M.Entries[1].begin = Shared;
  EXPECT_EQ(check(M.sell(8, 64)), "none");
  munmap(Shared, Size);
}

TEST_F(LayoutState, AChildBeginsAnew) {
  Large M;
  const lacuna_level Of = M.sell(8, 64);
  for (int I = 0; I < 3; ++I)
    EXPECT_EQ(check(Of), "");
  const lacuna_layout *Held = lacuna_layout_use(&Of);
  EXPECT_TRUE(holdsInChild([&] {
    M.changed(1) ^= 1;
    const bool IsNew = check(Of).empty() && check(Of).empty();
    lacuna_layout_end(Held);
    M.changed(0) ^= 1;
    return IsNew && check(Of) == "none";
  }));
  lacuna_layout_end(Held);
  EXPECT_EQ(useOnce(Of), Held);
}

/// Runs \p Do in a process of its own with \p Value for a variable.
void expectInProcess(const char *Variable, const char *Value, bool (*Do)(),
                     const char *Says) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        setenv(Variable, Value, 1);
        _exit(Do() ? 0 : 1);
      },
      testing::ExitedWithCode(0), Says);
}

TEST(LayoutProcess, MemoryIsLimited) {
  expectInProcess(
      "LACUNA_FORMAT_MEMORY", "100K",
      [] {
        // About 20 KB each, half of it copies of the arrays.
        std::vector<std::unique_ptr<Matrix>> All;
        for (int I = 0; I < 20; ++I)
          All.push_back(std::make_unique<Matrix>(
              std::vector<int64_t>(200, 3), -4, std::vector<int32_t>{-4, 8}));
        const lacuna_level First = All[0]->sell(8, 64);
        const lacuna_layout *Held = lacuna_layout_use(&First);
        if (!Held)
          return false;
        for (const auto &M : All)
          if (!check(M->sell(8, 64)).empty())
            return false;
        // The one in use stays; the next one was used longest ago.
        if (useOnce(First) != Held)
          return false;
        lacuna_layout_end(Held);
        Matrix Vast(std::vector<int64_t>(9000, 3), -4, {-4, 8});
        return check(Vast.sell(8, 64)) == "none";
      },
      "");
}

TEST(LayoutProcess, NoMemoryIsNoLayout) {
  for (const char *Value : {"0", "1K"})
    expectInProcess(
        "LACUNA_FORMAT_MEMORY", Value,
        [] {
          Matrix M(std::vector<int64_t>(200, 3), -4, {-4, 8});
          return check(M.sell(8, 64)) == "none" && check(M.csc()) == "none";
        },
        "");
}

TEST(LayoutProcess, TheLogTellsOfLayouts) {
  expectInProcess(
      "LACUNA_LOG", "1",
      [] {
        Matrix M(std::vector<int64_t>(200, 3), -4, {-4, 8});
        return check(M.sell(8, 64)).empty();
      },
      "lacuna: test.cpp:1: 'A' is sell\\(8, 64\\) now: 200 rows, 600 entries, "
      "100 % of its slots filled");
  expectInProcess(
      "LACUNA_LOG", "1",
      [] {
        Matrix M(std::vector<int64_t>(200, 3), -4, {-4, 8});
        return check(M.csc()).empty();
      },
      "lacuna: test.cpp:1: 'A' is csc now: 200 rows, 600 entries, "
      "1?[0-9]?[0-9] "
      "coordinates");
}

TEST(LayoutProcess, TheLogTellsOnceWhyThereIsNone) {
  expectInProcess(
      "LACUNA_LOG", "1",
      [] {
        Matrix M({3, 1, 2}, -4, {-4, 8});
        std::memset(M.Positions.data() + 4, 0xff, 4);
        for (int I = 0; I < 20; ++I)
          check(M.sell(8, 0));
        return true;
      },
      "^lacuna: test.cpp:1: 'A' is not sell\\(8, all\\): its positions do not "
      "ascend\n$");
  expectInProcess(
      "LACUNA_FORMAT_MEMORY", "many",
      [] {
        setenv("LACUNA_LOG", "1", 1);
        Matrix M(std::vector<int64_t>(200, 3), -4, {-4, 8});
        return check(M.csc()).empty();
      },
      "LACUNA_FORMAT_MEMORY=many means nothing");
}

} // namespace
