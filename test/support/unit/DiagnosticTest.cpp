//===- DiagnosticTest.cpp - errors, and words that are near ---------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/support/Diagnostic.h"
#include <gtest/gtest.h>

using namespace lacuna;

TEST(DiagnosticTest, SuggestsWhatWasMeant) {
  std::vector<std::string> Words = {"split", "fuse", "reorder", "i0", "i"};
  EXPECT_EQ(nearestWord("splt", Words), "split");
  EXPECT_EQ(nearestWord("reodrer", Words), "reorder");
  EXPECT_EQ(nearestWord("spilt", Words), "split");
  EXPECT_EQ(nearestWord("0i", Words), "i0");
  EXPECT_EQ(nearestWord("pslti", Words), std::nullopt);
  EXPECT_EQ(nearestWord("i1", Words), "i0");
  EXPECT_EQ(nearestWord("unroll", Words), std::nullopt);
  EXPECT_EQ(nearestWord("k", Words), std::nullopt);
}

TEST(DiagnosticTest, ForeignErrorsAreInternal) {
  Diagnostic D = takeDiagnostic(llvm::createStringError("lost"));
  EXPECT_EQ(D.Message, "internal: lost");
  D = takeDiagnostic(makeError({3, 5}, "bad factor", {"try 4"}, "4"));
  EXPECT_EQ(D.Message, "bad factor");
  EXPECT_EQ(D.Where.Begin, 3u);
  EXPECT_EQ(D.Replacement, "4");
  ASSERT_EQ(D.Notes.size(), 1u);
  EXPECT_EQ(D.Notes.front().Text, "try 4");
}
