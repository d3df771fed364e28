//===- Level.h - storage formats, one per tensor dimension ------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A level of a tensor is stored in a format, which says what can be done with
// it (Chou et al., "Format abstraction for sparse tensor algebra compilers",
// section 3; thesis chapter 3). Who walks levels asks the format and need not
// know which ones there are.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_IR_LEVEL_H
#define LACUNA_IR_LEVEL_H

#include "lacuna/ir/Expr.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace lacuna {

struct IndexVar;
struct Nest;
struct LevelFormat;

/// What an array of a level holds.
enum class LevelArray {
  Positions,  ///< at parent r and r + 1: where the segment of r begins and ends
  Coordinates ///< at position p: its coordinate
};

/// One level of a tensor as the nest iterates it.
struct Level {
  const LevelFormat *Format;
  /// The index variable that iterates it: the coordinate variable of a dense
  /// level, the position variable of one with positions.
  std::string Var;
  /// Array operands in the order of the format: compressed has pos and crd.
  std::vector<std::string> Arrays;

  /// The array that holds \p What; empty if there is none.
  std::string array(LevelArray What) const;
  /// The coordinate at \p Position, as it is stored. The level has an array of
  /// coordinates.
  ExprRef coordinateAt(const Nest &N, ExprRef Position) const;
};

/// A level in a loop's bounds.
struct WalkedLevel {
  lacuna::Level Level;
  ExprRef Parent; ///< the position in the level above
};

/// One way to store a level.
struct LevelFormat {
  llvm::StringRef Name; ///< as written in `tensor(…)`
  llvm::ArrayRef<LevelArray> Arrays;
  /// Loops run over stored positions, not over all coordinates.
  bool HasPositions;
  /// No coordinate comes twice within a segment, or equal ones come one after
  /// the other: such levels can be merged.
  bool Unique;

  constexpr LevelFormat(llvm::StringRef Name, llvm::ArrayRef<LevelArray> Arrays,
                        bool HasPositions, bool Unique)
      : Name(Name), Arrays(Arrays), HasPositions(HasPositions), Unique(Unique) {
  }

  /// Whether loops as users write them are seen to walk such a level, so that
  /// `tensor(…)` may speak of it.
  virtual bool isRecognised() const { return false; }

  /// The level that the loop over \p V walks, by its bounds; its coordinates
  /// are in \p Coordinates. Nothing if it walks none of this format.
  virtual std::optional<WalkedLevel>
  recognise(const IndexVar &V, llvm::StringRef Coordinates) const {
    return std::nullopt;
  }

protected:
  ~LevelFormat() = default;
};

extern const LevelFormat &DenseLevel, &CompressedLevel, &SegmentLevel;

/// The formats that there are.
llvm::ArrayRef<const LevelFormat *> levelFormats();

/// The format called \p Name, or null.
const LevelFormat *findLevelFormat(llvm::StringRef Name);

/// The level with positions that the loop over \p V walks, with its coordinates
/// in \p Coordinates; nothing if its bounds are not those of a format.
std::optional<WalkedLevel> walkedPositions(const IndexVar &V,
                                           llvm::StringRef Coordinates);

/// A proven view of array operands as a sparse tensor, outermost level first.
struct Tensor {
  std::string Name;
  std::vector<Level> Levels;
  /// Arrays accessed by the last level's position (usually one).
  std::vector<std::string> Values;
};

} // namespace lacuna

#endif // LACUNA_IR_LEVEL_H
