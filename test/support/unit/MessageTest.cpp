//===- MessageTest.cpp - places of messages -------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/support/Message.h"
#include <gtest/gtest.h>

using namespace lacuna;

namespace {

MESSAGE(Exchanged, "'{1}' and '{0}', {2} times '{1}'", "")
MESSAGE(Braces, "accepted is '= {{...}' or '{}', {here} and {0}", "")
MESSAGE(Plain, "no place", "")

TEST(MessageTest, FillsPlacesWhereverTheyStand) {
  EXPECT_EQ(Exchanged("i", std::string("j"), 3), "'j' and 'i', 3 times 'j'");
}

TEST(MessageTest, KeepsOtherBraces) {
  EXPECT_EQ(Braces("{0}"), "accepted is '= {{...}' or '{}', {here} and {0}");
  EXPECT_EQ(Plain(), "no place");
}

TEST(MessageTest, CountsPlaces) {
  static_assert(countPlaces("") == 0);
  static_assert(countPlaces("{") == 0);
  static_assert(countPlaces("{0") == 0);
  static_assert(countPlaces("{2} {0} {1} {0}") == 3);
}

} // namespace
