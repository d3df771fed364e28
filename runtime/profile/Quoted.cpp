//===- Quoted.cpp - texts in JSON -----------------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "profile/Quoted.h"
#include <cstddef>

using namespace lacuna::rt;

/// How many bytes of UTF-8 begin \p Text, at most four; 0 if it is none.
static size_t utf8Length(const unsigned char *Text) {
  const unsigned char C = Text[0];
  const size_t Length = C < 0x80                ? 1
                        : C >= 0xC2 && C < 0xE0 ? 2
                        : C >= 0xE0 && C < 0xF0 ? 3
                        : C >= 0xF0 && C < 0xF5 ? 4
                                                : 0;
  for (size_t I = 1; I < Length; ++I)
    if ((Text[I] & 0xC0) != 0x80)
      return 0;
  const bool IsLongOrSurrogate =
      (C == 0xE0 && Text[1] < 0xA0) || (C == 0xED && Text[1] >= 0xA0) ||
      (C == 0xF0 && Text[1] < 0x90) || (C == 0xF4 && Text[1] >= 0x90);
  return IsLongOrSurrogate ? 0 : Length;
}

std::string lacuna::rt::quoted(const char *Text) {
  static constexpr char Digits[] = "0123456789abcdef";
  std::string Out = "\"";
  const auto *At = reinterpret_cast<const unsigned char *>(Text);
  while (*At) {
    const size_t Length = utf8Length(At);
    if (Length == 0) {
      Out += "\\ufffd";
      ++At;
      continue;
    }
    if (*At == '"' || *At == '\\') {
      Out += '\\';
    } else if (*At < 0x20) {
      Out += "\\u00";
      Out += Digits[*At >> 4];
      Out += Digits[*At & 15];
      ++At;
      continue;
    }
    Out.append(reinterpret_cast<const char *>(At), Length);
    At += Length;
  }
  return Out + '"';
}
