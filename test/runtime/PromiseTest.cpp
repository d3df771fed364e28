//===- PromiseTest.cpp - memory that is said to stay as it is -------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/promise.h"
#include "track/Promises.h"
#include "gtest/gtest.h"
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace lacuna::rt;

namespace {

/// A promise that ends with its block.
class Kept {
public:
  explicit Kept(const std::vector<char> &Of, uint32_t Flags = 0)
      : Kept(Of.data(), Of.size(), Flags) {}
  Kept(const char *Begin, size_t Size, uint32_t Flags = 0)
      : Number(lacuna_promise_begin("here", Begin, Size, Flags)) {}
  Kept(const Kept &) = delete;
  Kept &operator=(const Kept &) = delete;
  ~Kept() { lacuna_promise_end(Number); }

private:
  const uint64_t Number;
};

void change(std::vector<char> &Of) { ++Of[Of.size() / 2]; }

/// What is compared by a look, and what is large enough to be tracked.
class Promised : public testing::TestWithParam<size_t> {
protected:
  Promised() : Array(GetParam(), 1) {}

  std::shared_ptr<Source> source() const {
    return Source::of(Array.data(), Array.size());
  }

  /// Whether a look finds it the same, or a comparison does.
  static bool isSame(Source &S) {
    const Look L = S.look();
    if (L.Found != Look::Unknown)
      return L.Found == Look::Same;
    if (!S.isSame(0, 1))
      return false;
    S.confirm(L);
    return true;
  }

  std::vector<char> Array;
};

// Only who trusts the promise takes what has changed for the same.
TEST_P(Promised, NothingIsLookedAt) {
  const Kept P(Array);
  auto S = source();
  change(Array);
  EXPECT_EQ(S->look().Found, Look::Same);
  EXPECT_TRUE(S->isPromised());
}

TEST_P(Promised, WhatWasMadeBeforeIsLookedAtOnce) {
  auto S = source(), Old = source();
  change(Array);
  const Kept P(Array);
  EXPECT_FALSE(isSame(*Old));
  S = source();
  change(Array);
  EXPECT_EQ(S->look().Found, Look::Same);
}

TEST_P(Promised, UntilItEnds) {
  std::shared_ptr<Source> S;
  {
    const Kept P(Array);
    S = source();
  }
  EXPECT_TRUE(isSame(*S));
  change(Array);
  EXPECT_FALSE(isSame(*S));
  EXPECT_FALSE(S->isPromised());
}

TEST_P(Promised, TheNextPromiseIsAnotherOne) {
  std::shared_ptr<Source> S;
  {
    const Kept P(Array);
    S = source();
  }
  change(Array);
  const Kept P(Array);
  EXPECT_FALSE(isSame(*S));
}

TEST_P(Promised, UntilAChangeIsTold) {
  const Kept P(Array);
  auto S = source();
  change(Array);
  lacuna_promise_changed(&Array[Array.size() / 2], 1);
  EXPECT_FALSE(isSame(*S));
  S = source();
  lacuna_promise_changed(Array.data() + Array.size(), 1); // what lies behind
  change(Array);
  EXPECT_TRUE(isSame(*S));
}

TEST_P(Promised, APartIsNotEnough) {
  const Kept First(Array.data(), Array.size() - 1),
      Last(Array.data() + 1, Array.size() - 1);
  auto S = source();
  EXPECT_TRUE(isSame(*S));
  change(Array);
  EXPECT_FALSE(isSame(*S));
}

TEST_P(Promised, AroundOthers) {
  const Kept Outer(Array.data() - 8, Array.size() + 16);
  auto S = source();
  {
    const Kept Inner(Array);
    change(Array);
    EXPECT_TRUE(isSame(*S));
  }
  EXPECT_TRUE(isSame(*S));
}

TEST_P(Promised, TheOuterOneMayEndFirst) {
  auto Outer = std::make_unique<Kept>(Array);
  auto S = source();
  const Kept Inner(Array);
  Outer.reset();
  EXPECT_TRUE(isSame(*S));
  change(Array);
  EXPECT_TRUE(isSame(*S));
}

TEST_P(Promised, CheckedUsesCompare) {
  const Kept P(Array, LACUNA_PROMISE_CHECKED);
  auto S = source();
  EXPECT_TRUE(isSame(*S));
  change(Array);
  EXPECT_FALSE(isSame(*S));
}

TEST_P(Promised, OtherThreadsKnow) {
  const Kept P(Array);
  auto S = source();
  change(Array);
  std::thread([&] { EXPECT_TRUE(isSame(*S)); }).join();
}

TEST_P(Promised, AChildBeginsWithoutPromises) {
  const Kept P(Array);
  auto S = source();
  const pid_t Child = fork();
  if (Child == 0) {
    bool IsRight = isSame(*S);
    change(Array);
    IsRight = IsRight && !isSame(*S);
    const Kept Own(Array);
    IsRight = IsRight && !isSame(*S);
    _exit(IsRight ? 0 : 1);
  }
  int Status = 1;
  waitpid(Child, &Status, 0);
  EXPECT_EQ(Status, 0);
}

// Memory that cannot be tracked is as good as other memory.
TEST_P(Promised, ReasonsNotToTrackDoNotMatter) {
  const Kept P(Array);
  EXPECT_EQ(Source::whyNotTracked(Array.data(), Array.size()), nullptr);
}

INSTANTIATE_TEST_SUITE_P(Sizes, Promised,
                         testing::Values(100, size_t(1) << 20));

TEST(PromisesTest, OfNothing) {
  EXPECT_EQ(lacuna_promise_begin("here", nullptr, 0, 0), 0u);
  lacuna_promise_end(0);
  lacuna_promise_changed(nullptr, 0);
}

} // namespace
