//===- Level.h - storage formats, one per tensor dimension -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_GRAPH_LEVEL_H
#define LACUNA_GRAPH_LEVEL_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace lacuna {

/// What can be done with one storage level (Chou et al., "Format abstraction
/// for sparse tensor algebra compilers", section 3; thesis chapter 3).
struct LevelFormat {
  llvm::StringRef Name; ///< as written in `tensor(…)`
  unsigned NumArrays;   ///< arrays it needs, e.g. pos and crd
  bool HasPositions;    ///< iterates stored positions, not all coordinates
  bool Ordered;         ///< coordinates ascend within a segment by definition
  bool Unique;          ///< no coordinate twice within a segment
  bool Locate;          ///< position of a coordinate in O(1)
  bool Contiguous;      ///< segments of consecutive parents are adjacent
};

/// The format called \p Name, or null.
const LevelFormat *findLevelFormat(llvm::StringRef Name);
llvm::ArrayRef<LevelFormat> levelFormats();

/// One level of a tensor as the nest iterates it.
struct Level {
  const LevelFormat *Format;
  /// The index variable that iterates it: the coordinate variable of a dense
  /// level, the position variable of one with positions.
  std::string Var;
  /// Array operands in the order of the format: compressed has pos and crd.
  std::vector<std::string> Arrays;
};

/// A proven view of array operands as a sparse tensor, outermost level first.
struct Tensor {
  std::string Name;
  std::vector<Level> Levels;
  /// Arrays accessed by the last level's position (usually one).
  std::vector<std::string> Values;
};

} // namespace lacuna

#endif // LACUNA_GRAPH_LEVEL_H
