//===- Code.cpp - types of PTX --------------------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Code.h"

using namespace lacuna::ptx;

std::optional<Type> lacuna::ptx::typeOf(std::string_view Word) {
  if (Word == "pred")
    return Type{Kind::Pred, 1};
  if (Word.size() < 2)
    return std::nullopt;
  std::string_view Digits = Word.substr(1);
  std::uint8_t Bits = Digits == "8"    ? 8
                      : Digits == "16" ? 16
                      : Digits == "32" ? 32
                      : Digits == "64" ? 64
                                       : 0;
  if (Bits == 0)
    return std::nullopt;
  switch (Word[0]) {
  case 'b':
    return Type{Kind::Bits, Bits};
  case 'u':
    return Type{Kind::Unsigned, Bits};
  case 's':
    return Type{Kind::Signed, Bits};
  case 'f':
    if (Bits >= 16)
      return Type{Kind::Float, Bits};
    return std::nullopt;
  default:
    return std::nullopt;
  }
}
