//===- Numbers.cpp - values as C++'s types --------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Numbers.h"
#include <cmath>

using namespace lacuna::ptx;

double lacuna::ptx::halfOf(Value Bits) {
  int Exponent = int(Bits >> 10 & 31);
  double Digits = double(Bits & 0x3ff);
  double Size = Exponent == 31  ? Digits == 0 ? HUGE_VAL : std::nan("")
                 : Exponent == 0 ? std::ldexp(Digits, -24)
                                : std::ldexp(1024 + Digits, Exponent - 25);
  return Bits & 0x8000 ? -Size : Size;
}

Value lacuna::ptx::bitsOfHalf(double V) {
  if (V != V)
    return 0x7fff;
  Value Sign = std::signbit(V) ? 0x8000 : 0;
  V = std::fabs(V);
  if (V >= 65520) // halfway to what would be the next one
    return Sign | 0x7c00;
  if (V < std::ldexp(1, -14))
    return Sign | Value(std::nearbyint(std::ldexp(V, 24)));
  int Exponent = std::ilogb(V);
  // 2048 of these digits is the next power of two, and so are the bits.
  Value Digits = Value(std::nearbyint(std::ldexp(V, 10 - Exponent)));
  return Sign | ((Value(Exponent + 14) << 10) + Digits);
}
