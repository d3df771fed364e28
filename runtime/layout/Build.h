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
               const Temporary<uint32_t> &Slot);

/// Calls \p Do with \p Bytes, the size of an element, as a constant where most
/// have it: to copy one is an instruction then.
template <typename Fn> void withBytes(size_t Bytes, Fn Do) {
  switch (Bytes) {
  case 4:
    return Do(std::integral_constant<size_t, 4>());
  case 8:
    return Do(std::integral_constant<size_t, 8>());
  case 16:
    return Do(std::integral_constant<size_t, 16>());
  default:
    return Do(Bytes);
  }
}

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_LAYOUT_BUILD_H
