//===- HeapTest.cpp - device memory for tests -----------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx.h"
#include <gtest/gtest.h>

using namespace lacuna::ptx;

TEST(Heap, FindsWhatEachByteIsPartOf) {
  Heap H;
  std::uint64_t A = H.allocate(256), B = H.allocate(3);
  EXPECT_EQ(A % 256, 0u);
  EXPECT_EQ(B % 256, 0u);
  ASSERT_TRUE(H.find(A));
  EXPECT_EQ(H.find(A)->Address, A);
  EXPECT_EQ(H.find(A + 255), H.find(A));
  EXPECT_EQ(H.find(B + 2), H.find(B));
  EXPECT_FALSE(H.find(A - 1));
  EXPECT_FALSE(H.find(A + 256));
  EXPECT_FALSE(H.find(B + 3));
  H.release(A);
  EXPECT_FALSE(H.find(A));
  EXPECT_TRUE(H.find(B));
}

TEST(Heap, KnowsWhatHasBeenWritten) {
  Heap H;
  std::uint64_t A = H.allocate(8);
  EXPECT_FALSE(H.written(A, 8));
  int One = 1, Read = 0;
  H.write(A + 4, &One, 4);
  EXPECT_TRUE(H.written(A + 4, 4));
  EXPECT_FALSE(H.written(A, 8));
  H.read(&Read, A + 4, 4);
  EXPECT_EQ(Read, 1);
}

TEST(Heap, EmptyAllocationsHaveAddresses) {
  Heap H;
  std::uint64_t A = H.allocate(0), B = H.allocate(0);
  EXPECT_NE(A, B);
  EXPECT_FALSE(H.find(A));
  H.write(A, nullptr, 0);
  EXPECT_TRUE(H.written(A, 0));
}
