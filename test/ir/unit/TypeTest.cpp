//===- TypeTest.cpp - types and their text -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Samples.h"

using namespace lacuna;

static const Type U8(TypeClass::UInt, 8, "unsigned char");
static const Type I8(TypeClass::Int, 8, "signed char");
static const Type U32(TypeClass::UInt, 32, "unsigned int");
static const Type U64(TypeClass::UInt, 64, "unsigned long");

TEST(Type, HoldsAllOfComparesRanges) {
  EXPECT_TRUE(Type::i64().holdsAllOf(Type::i32()));
  EXPECT_TRUE(Type::i64().holdsAllOf(Type::i64()));
  EXPECT_TRUE(Type::i64().holdsAllOf(U32));
  EXPECT_TRUE(U64.holdsAllOf(U32));
  EXPECT_TRUE(I8.holdsAllOf(Type::boolean()));
  EXPECT_TRUE(U8.holdsAllOf(Type::boolean()));
  EXPECT_FALSE(Type::i32().holdsAllOf(Type::i64()));
  EXPECT_FALSE(Type::i64().holdsAllOf(U64));
  EXPECT_FALSE(Type::i32().holdsAllOf(U32));
  EXPECT_FALSE(U64.holdsAllOf(Type::i32()));
}

TEST(Type, HoldsAllOfIsAboutIntegers) {
  EXPECT_FALSE(Type::f64().holdsAllOf(Type::i32()));
  EXPECT_FALSE(Type::i64().holdsAllOf(Type::f32()));
  EXPECT_FALSE(Type::opaque("T").holdsAllOf(Type::i32()));
  EXPECT_FALSE(Type::boolean().holdsAllOf(I8));
}

TEST(Type, SpellingsOfOneWidthDiffer) {
  Type LongLong(TypeClass::Int, 64, "long long");
  EXPECT_NE(LongLong, Type::i64());
  EXPECT_TRUE(LongLong.holdsAllOf(Type::i64()));
}

TEST(Type, PrintsWordOrSpelling) {
  EXPECT_EQ(printed(Type::boolean()), "bool");
  EXPECT_EQ(printed(Type::i64()), "i64");
  EXPECT_EQ(printed(U8), "u8");
  EXPECT_EQ(printed(Type(TypeClass::Float, 80, "long double")), "f80");
  EXPECT_EQ(printed(Type(TypeClass::Int, 64, "long long")),
            "\"long long\":i64");
  EXPECT_EQ(printed(Type(TypeClass::Int, 128, "__int128")),
            "\"__int128\":i128");
  EXPECT_EQ(printed(Type::opaque("std::complex<double>")),
            "\"std::complex<double>\"");
}
