//===- TrackTest.cpp - whether memory is as it was ------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SystemFaults.h"
#include "track/Tracker.h"
#include "gtest/gtest.h"
#include <cstring>
#include <functional>
#include <string>
#include <sys/mman.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace lacuna::rt;

namespace {

constexpr size_t Size = size_t(1) << 20;

/// Memory of its own, and an array in it that neither begins nor ends with a
/// page.
struct Array {
  explicit Array(int Flags = MAP_PRIVATE | MAP_ANONYMOUS)
      : Mapped(static_cast<char *>(
            mmap(nullptr, Size, PROT_READ | PROT_WRITE, Flags, -1, 0))) {
    std::memset(Mapped, 1, Size);
  }
  ~Array() { munmap(Mapped, Size); }
  char *begin() const { return Mapped + 40; }
  std::shared_ptr<Source> source() const {
    return Source::of(begin(), Size - 100);
  }
  char *const Mapped;
};

/// What generated code does: looks, and compares where that says nothing.
enum class Result { Known, Compared, Differs };
Result check(Source &S) {
  const Look L = S.look();
  if (L.Found != Look::Unknown)
    return L.Found == Look::Same ? Result::Known : Result::Differs;
  for (int32_t Part : {0, 1, 2})
    if (!S.isSame(Part, 3))
      return Result::Differs;
  S.confirm(L);
  return Result::Compared;
}

class Track : public testing::Test {
protected:
  void SetUp() override {
    Tracker *T = Tracker::current();
    if (!T || T->Watch.whyNot())
      GTEST_SKIP() << (T ? T->Watch.whyNot() : "no memory");
  }
};

TEST_F(Track, WhatWasFoundTheSameIsTracked) {
  Array A;
  auto S = A.source();
  EXPECT_EQ(check(*S), Result::Compared);
  EXPECT_EQ(S->whyCompared(), nullptr);
  EXPECT_EQ(check(*S), Result::Known);
  A.begin()[Size / 2] = 1; // what is there already
  EXPECT_EQ(check(*S), Result::Compared);
  EXPECT_EQ(check(*S), Result::Known);
  A.begin()[Size / 2] = 2;
  EXPECT_EQ(check(*S), Result::Differs);
}

TEST_F(Track, NeighboursInTheSamePageDoNotMatter) {
  Array A;
  auto S = A.source();
  check(*S);
  A.Mapped[0] = A.begin()[-1] = A.begin()[Size - 100] = 7;
  EXPECT_EQ(check(*S), Result::Known);
  for (size_t At : {size_t(0), Size - 101}) {
    A.begin()[At] = 7;
    EXPECT_EQ(check(*S), Result::Differs);
    A.begin()[At] = 1;
    EXPECT_EQ(check(*S), Result::Known);
  }
}

TEST_F(Track, EqualSourcesAreOne) {
  Array A;
  auto First = A.source();
  EXPECT_EQ(A.source(), First);
  A.begin()[5] = 9;
  EXPECT_NE(A.source(), First);
}

TEST_F(Track, SourcesMayShareTheirPages) {
  Array A;
  auto First = Source::of(A.begin(), Size - 30000),
       Second = Source::of(A.begin() + 20000, Size - 30000);
  check(*First);
  check(*Second);
  EXPECT_EQ(check(*First), Result::Known);
  EXPECT_EQ(check(*Second), Result::Known);
  // What is written is found by both, whoever looks first.
  A.begin()[Size / 2] = 2;
  EXPECT_EQ(check(*Second), Result::Differs);
  EXPECT_EQ(check(*First), Result::Differs);
}

TEST_F(Track, BetweenPartsAnythingMayChange) {
  Array A;
  std::vector<Bytes> Parts;
  for (size_t At = 0; At + 3000 < Size; At += 5000)
    Parts.push_back({A.Mapped + At + 7, 3000});
  auto S = Source::of(Parts);
  EXPECT_EQ(check(*S), Result::Compared);
  EXPECT_EQ(check(*S), Result::Known);
  // In a page that all of the source covers: ends are compared anyway.
  char *const Past = A.Mapped + 50 * 5000 + 7 + 3000;
  *Past = 2;
  EXPECT_EQ(check(*S), Result::Compared);
  EXPECT_EQ(check(*S), Result::Known);
  Past[-1] = 2;
  EXPECT_EQ(check(*S), Result::Differs);
  Past[-1] = 1;
  EXPECT_EQ(Source::of(Parts), S);
  Parts.pop_back();
  EXPECT_NE(Source::of(Parts), S);
}

TEST_F(Track, MappedAnewIsUnknown) {
  Array A;
  auto S = A.source();
  check(*S);
  const std::vector<char> Was(A.Mapped, A.Mapped + Size);
  mmap(A.Mapped, Size, PROT_READ | PROT_WRITE,
       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  EXPECT_EQ(check(*S), Result::Differs);
  std::memcpy(A.Mapped, Was.data(), Size);
  EXPECT_EQ(check(*S), Result::Compared);
}

TEST_F(Track, WhatIsOftenWrittenIsLeftAlone) {
  Array A;
  auto S = A.source();
  int Protected = 0;
  for (int Run = 0; Run < 1000; ++Run) {
    A.begin()[Size / 2] = 1;
    const Look L = S->look();
    EXPECT_EQ(L.Found, Look::Unknown);
    Protected += L.Ticket != 0;
    S->confirm(L);
  }
  EXPECT_GT(Protected, 5);
  EXPECT_LT(Protected, 15);
  EXPECT_STREQ(S->whyCompared(), "written too often");
}

TEST_F(Track, SharedMemoryIsCompared) {
  Array A(MAP_SHARED | MAP_ANONYMOUS);
  auto S = A.source();
  for (int Run = 0; Run < 3; ++Run)
    EXPECT_EQ(check(*S), Result::Compared);
  EXPECT_STREQ(S->whyCompared(), "mapped from a file, or shared");
}

TEST_F(Track, ThreadsThatLookAtTheSameTimeAreNotDeceived) {
  Array A;
  auto S = A.source();
  check(*S);
  A.begin()[Size / 2] = 2;
  // One protects and has not compared yet; another one must not rely on that.
  const Look First = S->look();
  EXPECT_EQ(First.Found, Look::Unknown);
  EXPECT_EQ(check(*S), Result::Differs);
  A.begin()[Size / 2] = 1;
  // Whoever protects later has the say.
  S->confirm(First);
  EXPECT_EQ(check(*S), Result::Compared);
}

/// Runs \p Do in a child, which begins anew.
bool holdsInChild(const std::function<bool()> &Do) {
  const pid_t Child = fork();
  if (Child == 0)
    std::_Exit(Do() ? 0 : 1);
  int Status = 1;
  waitpid(Child, &Status, 0);
  return Status == 0;
}

TEST_F(Track, ChildrenBeginAnew) {
  Array A;
  auto S = A.source();
  check(*S);
  EXPECT_TRUE(holdsInChild([&] {
    return check(*S) == Result::Compared && check(*S) == Result::Known;
  }));
  EXPECT_TRUE(holdsInChild([&] {
    A.begin()[Size / 2] = 2;
    return check(*S) == Result::Differs;
  }));
  EXPECT_EQ(check(*S), Result::Known);
}

TEST_F(Track, WhatTheSystemLacksIsCompared) {
  for (Fault F :
       {Fault::Userfaultfd, Fault::Features, Fault::Register, Fault::Scan,
        Fault::ShortScan, Fault::Pagemap, Fault::Maps, Fault::Pinned}) {
    Array A;
    auto S = A.source();
    // From the start, and from some time on.
    EXPECT_TRUE(holdsInChild([&] {
      Missing = F;
      return check(*S) == Result::Compared && check(*S) == Result::Compared &&
             S->whyCompared();
    })) << int(F);
    EXPECT_TRUE(holdsInChild([&] {
      auto Before = check(*S);
      Missing = F;
      A.begin()[Size / 2] = 1;
      auto Behind = check(*S);
      A.begin()[Size / 2] = 2;
      return Before == Result::Compared && Behind == Result::Compared &&
             check(*S) == Result::Differs;
    })) << int(F);
  }
}

TEST_F(Track, TwoWatchesInOneProcessWouldDeceiveEachOther) {
  EXPECT_STREQ(WriteWatch(-1).whyNot(), "something else watches memory");
}

TEST(Small, AreCompared) {
  std::vector<char> Bytes(1000, 1);
  auto S = Source::of(Bytes.data(), Bytes.size());
  EXPECT_TRUE(S->isSmall());
  EXPECT_EQ(check(*S), Result::Known);
  Bytes[999] = 2;
  EXPECT_EQ(check(*S), Result::Differs);
}

} // namespace
