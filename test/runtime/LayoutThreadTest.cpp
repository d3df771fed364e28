//===- LayoutThreadTest.cpp - layouts of several threads ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutSamples.h"
#include "gtest/gtest.h"
#include <atomic>
#include <thread>

/// Nobody writes while others use a layout; between that one thread does.
TEST(LayoutThreads, ShareLayouts) {
  constexpr int Count = 4, Rounds = 60;
  Matrix M(lengths(300, 20), -4, {-4, 8});
  std::atomic<int> Found{0}, Wrong{0};
  for (int Round = 0; Round < Rounds; ++Round) {
    if (Round % 7 == 6)
      M.Arrays[1][size_t(Round)] ^= 1;
    std::vector<std::thread> Threads;
    for (int I = 0; I < Count; ++I)
      Threads.emplace_back([&, I] {
        for (int Times = 0; Times < 4; ++Times) {
          const std::string What = check(M.sell(8, 8 * (1 + (I + Round) % 3)));
          Found += What.empty();
          Wrong += !What.empty() && What != "none";
        }
      });
    for (std::thread &T : Threads)
      T.join();
  }
  EXPECT_EQ(Wrong, 0);
  EXPECT_GT(Found, Rounds);
}
