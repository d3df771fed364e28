//===- Level.cpp - the storage formats that exist -------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna/ir/Level.h"
#include "lacuna/ir/Nest.h"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;

//===-- formats -----------------------------------------------------------===//

// No format with stored coordinates is ordered by definition: a user's arrays
// are what they are, so order is a fact to assume or to check.
namespace {

constexpr LevelArray PosAndCrd[] = {LevelArray::Positions,
                                    LevelArray::Coordinates};
constexpr LevelArray CrdAlone[] = {LevelArray::Coordinates};

/// All coordinates of a range.
struct DenseFormat final : LevelFormat {
  constexpr DenseFormat()
      : LevelFormat("dense", {}, /*HasPositions=*/false, /*Unique=*/true) {}

  bool isRecognised() const override { return true; }
};

/// Positions from pos[r] to pos[r + 1].
struct CompressedFormat final : LevelFormat {
  constexpr CompressedFormat()
      : LevelFormat("compressed", PosAndCrd, /*HasPositions=*/true,
                    /*Unique=*/true) {}

  bool isRecognised() const override { return true; }

  std::optional<WalkedLevel>
  recognise(const IndexVar &V, llvm::StringRef Coordinates) const override {
    if (V.isDerived())
      return std::nullopt;
    ExprRef Lo = withoutIntegerCasts(V.Lo), Hi = withoutIntegerCasts(V.Hi);
    const auto *First = llvm::dyn_cast<LoadExpr>(Lo.get());
    const auto *End = llvm::dyn_cast<LoadExpr>(Hi.get());
    if (!First || !End || rowOf(First->index()) ||
        First->array() != End->array() || !isNext(First->index(), End->index()))
      return std::nullopt;
    return WalkedLevel{
        {this, V.Name, {First->array().str(), Coordinates.str()}},
        First->index()};
  }
};

/// The same where a coordinate may come again anywhere in its segment.
struct NonUniqueFormat final : LevelFormat {
  constexpr NonUniqueFormat()
      : LevelFormat("compressed_nonunique", PosAndCrd, /*HasPositions=*/true,
                    /*Unique=*/false) {}
};

/// One position for each of the level above.
struct SingletonFormat final : LevelFormat {
  constexpr SingletonFormat()
      : LevelFormat("singleton", CrdAlone, /*HasPositions=*/true,
                    /*Unique=*/false) {}
};

/// Positions of a range that is not read from `pos`: one segment alone.
struct SegmentFormat final : LevelFormat {
  constexpr SegmentFormat()
      : LevelFormat("segment", CrdAlone, /*HasPositions=*/true,
                    /*Unique=*/true) {}
};

constexpr DenseFormat Dense;
constexpr CompressedFormat Compressed;
constexpr NonUniqueFormat NonUnique;
constexpr SingletonFormat Singleton;
constexpr SegmentFormat Segment;

/// The first one that recognises a loop is taken.
constexpr const LevelFormat *Formats[] = {&Dense, &Compressed, &NonUnique,
                                          &Singleton, &Segment};

} // namespace

const LevelFormat &lacuna::DenseLevel = Dense;
const LevelFormat &lacuna::CompressedLevel = Compressed;
const LevelFormat &lacuna::SegmentLevel = Segment;

llvm::ArrayRef<const LevelFormat *> lacuna::levelFormats() { return Formats; }

const LevelFormat *lacuna::findLevelFormat(llvm::StringRef Name) {
  for (const LevelFormat *Format : Formats)
    if (Format->Name == Name)
      return Format;
  return nullptr;
}

std::optional<WalkedLevel>
lacuna::walkedPositions(const IndexVar &V, llvm::StringRef Coordinates) {
  for (const LevelFormat *Format : Formats)
    if (std::optional<WalkedLevel> Walked = Format->recognise(V, Coordinates))
      return Walked;
  return std::nullopt;
}

//===-- levels ------------------------------------------------------------===//

std::string Level::array(LevelArray What) const {
  for (const auto &[Holds, Name] : llvm::zip(Format->Arrays, Arrays))
    if (Holds == What)
      return Name;
  return "";
}

ExprRef Level::coordinateAt(const Nest &N, ExprRef Position) const {
  std::string Crd = array(LevelArray::Coordinates);
  return load(N.findOperand(Crd)->Ty, Crd, std::move(Position));
}
