//===- Build.cpp - what layouts of all kinds take -------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Build.h"
#include <cstring>

using namespace lacuna::rt;

/// How much may be read behind an array.
static constexpr size_t Spare = 64;

void lacuna::rt::takeSlots(Layout &To, const Level &From, Memory &Room,
                           size_t Count) {
  auto IsLeftOut = [&](size_t A) {
    return From.asked().kind == LACUNA_DIA &&
           A == size_t(From.asked().coordinates);
  };
  size_t Size = 0;
  for (size_t A = 0; A < From.arrays(); ++A)
    Size +=
        IsLeftOut(A) ? 0 : Block::sizeOf<char>(Count * From.bytes(A) + Spare);
  To.Entries = Room.take(Size);
  for (size_t A = 0; A < From.arrays(); ++A)
    To.Slots.push_back(
        IsLeftOut(A) ? nullptr
                     : To.Entries.take<char>(Count * From.bytes(A) + Spare));
  To.slots = To.Slots.data();
}

void lacuna::rt::fillSlots(Layout &To, const Level &From, size_t Array,
                           const Temporary<uint32_t> &Slot) {
  const char *const In = From.copy(Array);
  char *const Out = To.slotsOf(Array);
  withBytes(From.bytes(Array), [&](auto Bytes) {
    for (size_t E = 0; E < Slot.size(); ++E)
      std::memcpy(Out + Slot[E] * Bytes, In + E * Bytes, Bytes);
  });
}
