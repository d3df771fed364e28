//===- Level.h - rows of positions, and their entries --------- -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_LAYOUT_LEVEL_H
#define LACUNA_RUNTIME_LAYOUT_LEVEL_H

#include "lacuna/layout.h"
#include "track/Source.h"
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace lacuna::rt {

/// Of a group in sell.
inline constexpr size_t MostLanes = 64;

/// What a layout is asked of, told apart from others by where its arrays are.
class LevelKey {
public:
  explicit LevelKey(const lacuna_level &Of)
      : Of(Of), Arrays(Of.entries, Of.entries + Of.entry_arrays) {}
  bool isOf(const lacuna_level &Other) const;

private:
  const lacuna_level Of; ///< without its pointer to the arrays
  const std::vector<lacuna_entries> Arrays;
};

/// Why there can be no layout of \p Of, which has rows and arrays, whatever
/// these hold; else null.
const char *whyNot(const lacuna_level &Of);

/// The arrays of a level as they were copied.
class Level {
public:
  explicit Level(const lacuna_level &Of) : Of(Of) {}

  /// Copies the positions, and reads nothing else. Why there can be no layout;
  /// else null, and then the entries may be read.
  const char *copyPositions();
  /// The same of these.
  const char *copyEntries();

  /// How many bytes copies take.
  static size_t memoryOfPositions(const lacuna_level &Of);
  size_t memoryOfEntries() const;

  const lacuna_level &asked() const { return Of; }
  size_t rows() const { return size_t(Of.rows); }
  size_t arrays() const { return size_t(Of.entry_arrays); }
  size_t entries() const { return Begin.back(); }

  /// The first entry of row \p Row, from 0 for the first one that there is.
  uint32_t begin(size_t Row) const { return Begin[Row]; }
  uint32_t length(size_t Row) const { return Begin[Row + 1] - Begin[Row]; }

  size_t bytes(size_t Array) const { return size_t(Of.entries[Array].bytes); }
  /// The copy of an array.
  const char *copy(size_t Array) const { return Sources[Array + 1]->copy(); }

  /// Positions first: the others may be looked at where these are as they were.
  std::vector<std::shared_ptr<Source>> takeSources() {
    return std::move(Sources);
  }

private:
  template <typename Int> const char *readPositions(const Int *P);
  const char *copy(const void *Begin, size_t Size);

  const lacuna_level &Of;
  std::vector<std::shared_ptr<Source>> Sources;
  int64_t First = 0; ///< position
  std::vector<uint32_t> Begin;
};

using Integer = std::variant<int8_t, uint8_t, int16_t, uint16_t, int32_t,
                             uint32_t, int64_t>;

/// A value of the type of integers of \p Bytes bytes, negative where they are
/// signed. Those of 8 bytes are always taken for signed.
Integer integerOf(int32_t Bytes);

/// How far \p To is behind \p From.
inline uint64_t distance(int64_t From, int64_t To) {
  return uint64_t(To) - uint64_t(From);
}

/// Positions from a first one on.
struct Positions {
  int64_t First;
  uint64_t Count;
};

/// Those of all entries of \p Of, of which whyNot() knows nothing; none where
/// the last one lies in front of the first.
Positions entriesOf(const lacuna_level &Of);

/// What \p Of is to become, as a directive says it.
std::string kindOf(const lacuna_level &Of);

/// Which one it is, for messages.
std::string nameOf(const lacuna_level &Of);

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_LAYOUT_LEVEL_H
