//===- RecallTest.cpp - what is known of resident arrays ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support.h"
#include <gtest/gtest.h>

using namespace lacuna::test;

namespace {
/// A piece of host code that reads two arrays.
class Site {
public:
  Site(const Vector &A, const Vector &B) : A(A), B(B) {}

  void remember(long Result, long Number = 1) const {
    const lacuna_span Read[] = {whole(A), whole(B)};
    lacuna_remember(this, &Number, sizeof Number, Read, 2, &Result, 1);
  }
  /// -1 if it is not known.
  long recall(long Number = 1) const {
    const lacuna_span Read[] = {whole(A), whole(B)};
    long Result = -1;
    return lacuna_recall(this, &Number, sizeof Number, Read, 2, &Result, 1)
               ? Result
               : -1;
  }

private:
  static lacuna_span whole(const Vector &V) {
    return {V.data(), 0, std::ptrdiff_t(bytes(V))};
  }
  const Vector &A, &B;
};
} // namespace

TEST(Recall, KnowsWhatIsResident) {
  expectRun([] {
    Vector A = {1, 2, 3}, B = {4};
    Site S(A, B), Other(A, B);
    S.remember(7);
    CHECK(S.recall() == -1); // nothing is there
    enter(A, LACUNA_IN);
    S.remember(7);
    CHECK(S.recall() == -1); // a part is
    enter(B, LACUNA_IN);
    S.remember(7);
    CHECK(S.recall() == 7);
    CHECK(S.recall(2) == -1);
    CHECK(Other.recall() == -1);
    S.remember(9, 2);
    Other.remember(11);
    CHECK(S.recall() == 7 && S.recall(2) == 9 && Other.recall() == 11);
    leave(B, 0);
    leave(A, 0);
    CHECK(S.recall() == -1);
  });
}

TEST(Recall, ForgetsWhatChanges) {
  expectRun([] {
    Vector A = {1, 2, 3}, B = {4, 5, 6};
    Site S(A, B);
    Loop L("a.cpp:1");
    enter(A, LACUNA_IN);
    enter(B, LACUNA_IN);
    S.remember(1);
    update(B, LACUNA_OUT); // the host has it already
    CHECK(S.recall() == 1);
    update(B, LACUNA_IN);
    CHECK(S.recall() == -1);
    S.remember(2);
    L.scale(2, A.data(), B.data(), 3); // a kernel writes B
    CHECK(L.isOnGpu());
    CHECK(S.recall() == -1);
    // Nobody remembers what has not come back.
    S.remember(3);
    CHECK(S.recall() == -1);
    lacuna_host_acquire("a.cpp:2", B.data(), bytes(B));
    S.remember(4);
    CHECK(S.recall() == 4);
    lacuna_host_release("a.cpp:3", A.data(), bytes(A));
    CHECK(S.recall() == -1);
    S.remember(5);
    lacuna_host_release_all();
    CHECK(S.recall() == -1);
    leave(B, 0);
    leave(A, 0);
    // Others at the same place, as young as those were.
    enter(A, LACUNA_IN);
    enter(B, LACUNA_IN);
    S.remember(6);
    CHECK(S.recall() == 6);
    leave(B, 0);
    leave(A, 0);
    enter(A, LACUNA_IN);
    enter(B, LACUNA_IN);
    CHECK(S.recall() == -1);
    leave(B, 0);
    leave(A, 0);
  });
}

/// An array without elements says nothing about what was read.
TEST(Recall, NeedsSomethingToRead) {
  expectRun([] {
    Vector A = {1}, None;
    Site S(A, None);
    enter(A, LACUNA_IN);
    S.remember(1);
    CHECK(S.recall() == -1);
    leave(A, 0);
  });
}

TEST(Recall, HasRoomForSome) {
  expectRun([] {
    Vector A = {1}, B = {2};
    Site S(A, B);
    enter(A, LACUNA_IN);
    enter(B, LACUNA_IN);
    for (long N = 0; N < 100; ++N)
      S.remember(N, N);
    CHECK(S.recall(99) == 99);
    CHECK(S.recall(0) == -1);
    leave(B, 0);
    leave(A, 0);
  });
}

TEST(Recall, IsNothingWithoutGpu) {
  expectRun(
      [] {
        Vector A = {1}, B = {2};
        Site S(A, B);
        enter(A, LACUNA_IN);
        enter(B, LACUNA_IN);
        S.remember(1);
        CHECK(S.recall() == -1);
        leave(B, 0);
        leave(A, 0);
      },
      "", {{"LACUNA_GPU", "off"}});
}
