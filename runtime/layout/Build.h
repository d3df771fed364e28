//===- Build.h - layouts of levels ---------------------------- -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_LAYOUT_BUILD_H
#define LACUNA_RUNTIME_LAYOUT_BUILD_H

#include "Layout.h"
#include <string>

namespace lacuna::rt {

/// These fill \p To with what layout.h says of their kind, from the copies in
/// \p From. They throw where there is no memory.
void buildSell(Layout &To, const Level &From, Memory &Room);
void buildTranspose(Layout &To, const Level &From, Memory &Room);

/// The same; empty, or why that does not pay, and then \p To is none.
std::string buildBlocks(Layout &To, const Level &From, Memory &Room);
std::string buildDiagonals(Layout &To, const Level &From, Memory &Room);

/// Takes an array of \p Count slots for each of a level's arrays.
void takeSlots(Layout &To, const Level &From, Memory &Room, size_t Count);

/// Puts each entry of an array into its slot; \p Slot by entry.
void fillSlots(Layout &To, const Level &From, size_t Array,
               const std::vector<uint32_t> &Slot);

/// A value of \p Bytes bytes that is only copied.
template <size_t Bytes> struct Raw {
  char Of[Bytes];
};

using Element = std::variant<uint8_t, uint16_t, uint32_t, uint64_t, Raw<16>>;

/// A value as large as the elements of \p Array of \p From, or a byte where
/// they have another size.
Element elementOf(const Level &From, size_t Array);

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_LAYOUT_BUILD_H
