//===- Build.cpp - what layouts of all kinds take -------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Build.h"

using namespace lacuna::rt;

void lacuna::rt::takeSlots(Layout &To, const Level &From, Memory &Room,
                           size_t Count) {
  size_t Size = 0;
  for (size_t A = 0; A < From.arrays(); ++A)
    Size += Block::sizeOf<char>(Count * From.bytes(A));
  To.Entries = Room.take(Size);
  for (size_t A = 0; A < From.arrays(); ++A)
    To.Slots.push_back(To.Entries.take<char>(Count * From.bytes(A)));
  To.slots = To.Slots.data();
}

Element lacuna::rt::elementOf(const Level &From, size_t Array) {
  switch (From.bytes(Array)) {
  case 2:
    return uint16_t();
  case 4:
    return uint32_t();
  case 8:
    return uint64_t();
  case 16:
    return Raw<16>();
  default:
    return uint8_t();
  }
}
