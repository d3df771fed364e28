//===- Level.cpp - the storage formats that exist -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/graph/Level.h"

using namespace lacuna;

// No format with stored coordinates is ordered by definition: a user's arrays
// are what they are, so order is a fact to assume or to check.
static const LevelFormat Formats[] = {
    {"dense", /*NumArrays=*/0, /*HasPositions=*/false, /*Ordered=*/true,
     /*Unique=*/true, /*Locate=*/true, /*Contiguous=*/true},
    {"compressed", /*NumArrays=*/2, /*HasPositions=*/true, /*Ordered=*/false,
     /*Unique=*/true, /*Locate=*/false, /*Contiguous=*/true},
    {"compressed_nonunique", /*NumArrays=*/2, /*HasPositions=*/true,
     /*Ordered=*/false, /*Unique=*/false, /*Locate=*/false,
     /*Contiguous=*/true},
    {"singleton", /*NumArrays=*/1, /*HasPositions=*/true, /*Ordered=*/false,
     /*Unique=*/false, /*Locate=*/false, /*Contiguous=*/true},
    {"segment", /*NumArrays=*/1, /*HasPositions=*/true, /*Ordered=*/false,
     /*Unique=*/true, /*Locate=*/false, /*Contiguous=*/false},
};

llvm::ArrayRef<LevelFormat> lacuna::levelFormats() { return Formats; }

const LevelFormat *lacuna::findLevelFormat(llvm::StringRef Name) {
  for (const LevelFormat &Format : Formats)
    if (Format.Name == Name)
      return &Format;
  return nullptr;
}
