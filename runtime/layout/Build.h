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

/// Calls \p Do with \p Value, as a constant where it is one of \p Usual: copies
/// of so many bytes are instructions then, and loops over so many lanes none.
template <size_t... Usual, typename Fn> void withConstant(size_t Value, Fn Do) {
  const bool IsUsual = ((Value == Usual &&
                         (Do(std::integral_constant<size_t, Usual>()), true)) ||
                        ...);
  if (!IsUsual)
    Do(Value);
}

/// The same with the size of an element.
template <typename Fn> void withBytes(size_t Bytes, Fn Do) {
  withConstant<4, 8, 16>(Bytes, Do);
}

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_LAYOUT_BUILD_H
