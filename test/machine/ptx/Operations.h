//===- Operations.h - what instructions compute -----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_TEST_CUDA_PTX_OPERATIONS_H
#define LACUNA_TEST_CUDA_PTX_OPERATIONS_H

#include "Numbers.h"
#include <algorithm>
#include <cmath>

namespace lacuna::ptx {

// Integers are computed modulo 2^64 and cut, so that nothing overflows.
inline constexpr auto AddInt = []<typename T>(T A, T B) -> T {
  return T(Value(A) + Value(B));
};
inline constexpr auto SubInt = []<typename T>(T A, T B) -> T {
  return T(Value(A) - Value(B));
};
inline constexpr auto MulLo = []<typename T>(T A, T B) -> T {
  return T(Value(A) * Value(B));
};
inline constexpr auto MulHi = []<typename T>(T A, T B) -> T {
  return T(__int128(A) * B >> (8 * sizeof(T)));
};
// The product of two u64 does not fit into __int128.
inline Value mulHiU64(Value A, Value B, Value) {
  return Value((unsigned __int128)A * B >> 64);
}
inline constexpr auto MadLo = []<typename T>(T A, T B, T C) -> T {
  return T(Value(A) * Value(B) + Value(C));
};
template <typename T, typename Wide> Value mulWide(Value A, Value B, Value) {
  return bitsOf(Wide(Wide(T(A)) * Wide(T(B))));
}
template <typename T, typename Wide> Value madWide(Value A, Value B, Value C) {
  return bitsOf(Wide(Value(Wide(T(A)) * Wide(T(B))) + C));
}
inline constexpr auto NegInt = []<typename T>(T A) -> T {
  return T(-Value(A));
};
inline constexpr auto AbsInt = []<typename T>(T A) -> T {
  return A < 0 ? T(-Value(A)) : A;
};
inline constexpr auto MinInt = []<typename T>(T A, T B) -> T {
  return A < B ? A : B;
};
inline constexpr auto MaxInt = []<typename T>(T A, T B) -> T {
  return A < B ? B : A;
};

[[noreturn]] inline void divisionByZero() {
  throw Failure{"division by zero, whose result is unspecified"};
}
// The least signed number by -1 overflows; PTX gives it back.
inline constexpr auto DivInt = []<typename T>(T A, T B) -> T {
  if (B == 0)
    divisionByZero();
  if (std::is_signed_v<T> && B == T(-1))
    return T(-Value(A));
  return T(A / B);
};
inline constexpr auto RemInt = []<typename T>(T A, T B) -> T {
  if (B == 0)
    divisionByZero();
  if (std::is_signed_v<T> && B == T(-1))
    return 0;
  return T(A % B);
};

inline constexpr auto AddFloat = [](auto A, auto B) { return A + B; };
inline constexpr auto SubFloat = [](auto A, auto B) { return A - B; };
inline constexpr auto MulFloat = [](auto A, auto B) { return A * B; };
inline constexpr auto DivFloat = [](auto A, auto B) { return A / B; };
inline constexpr auto FmaFloat = [](auto A, auto B, auto C) {
  return std::fma(A, B, C);
};
inline constexpr auto SqrtFloat = [](auto A) { return std::sqrt(A); };
inline constexpr auto RcpFloat = []<typename T>(T A) -> T { return T(1) / A; };
// Of one NaN and a number the number; -0.0 is less than 0.0.
inline constexpr auto MinFloat = []<typename T>(T A, T B) -> T {
  if (A == B)
    return std::signbit(A) ? A : B;
  return B != B || A < B ? A : B;
};
inline constexpr auto MaxFloat = []<typename T>(T A, T B) -> T {
  if (A == B)
    return std::signbit(A) ? B : A;
  return B != B || A > B ? A : B;
};
template <typename Bits, Bits Sign> Value negFloat(Value A, Value, Value) {
  return Bits(A) ^ Sign;
}
template <typename Bits, Bits Sign> Value absFloat(Value A, Value, Value) {
  return Bits(A) & Bits(~Sign);
}

// Amounts of shifts are 32 bits wide, and none is too large.
template <typename T> Value shiftLeft(Value A, Value B, Value) {
  return std::uint32_t(B) >= BitsOf<T> ? 0 : bitsOf(T(A << std::uint32_t(B)));
}
template <typename T> Value shiftRight(Value A, Value B, Value) {
  unsigned Amount = std::min<std::uint32_t>(std::uint32_t(B), BitsOf<T>);
  if (std::is_signed_v<T>)
    return bitsOf(T(std::int64_t(T(A)) >> std::min(Amount, BitsOf<T> - 1)));
  return Amount == BitsOf<T> ? 0 : bitsOf(T(T(A) >> Amount));
}
// Of the 64 bits B:A, the upper half after a shift to the left, or the lower
// one after a shift to the right.
template <bool Left, bool Wrap> Value funnelShift(Value A, Value B, Value C) {
  unsigned Amount =
      Wrap ? unsigned(C & 31) : unsigned(std::min<std::uint32_t>(C, 32));
  Value Both = Value(std::uint32_t(B)) << 32 | std::uint32_t(A);
  return std::uint32_t(Left ? Both << Amount >> 32 : Both >> Amount);
}

inline constexpr auto AndBits = []<typename T>(T A, T B) -> T { return A & B; };
inline constexpr auto OrBits = []<typename T>(T A, T B) -> T { return A | B; };
inline constexpr auto XorBits = []<typename T>(T A, T B) -> T { return A ^ B; };
inline constexpr auto NotBits = []<typename T>(T A) -> T { return T(~A); };
inline Value notPred(Value A, Value, Value) { return A ^ 1; }
inline Value same(Value A, Value, Value) { return A; }
inline Value choose(Value A, Value B, Value C) { return C ? A : B; }

template <typename T> Value countOnes(Value A, Value, Value) {
  return Value(std::popcount(T(A)));
}
template <typename T> Value countLeadingZeros(Value A, Value, Value) {
  return Value(std::countl_zero(T(A)));
}
template <typename T> Value reverseBits(Value A, Value, Value) {
  T Result = 0;
  for (unsigned I = 0; I < BitsOf<T>; ++I)
    Result |= T(A >> I & 1) << (BitsOf<T> - 1 - I);
  return Result;
}
// Bits [B, B + C) of A; positions behind the last bit repeat the sign.
template <typename T> Value extractBits(Value A, Value B, Value C) {
  unsigned Position = B & 0xff, Length = C & 0xff;
  if (Length == 0)
    return 0;
  unsigned Last = BitsOf<T> - 1;
  bool Sign =
      std::is_signed_v<T> && (A >> std::min(Position + Length - 1, Last) & 1);
  Value Result = 0;
  for (unsigned I = 0; I < BitsOf<T>; ++I) {
    bool Bit =
        I < Length && Position + I <= Last ? A >> (Position + I) & 1 : Sign;
    Result |= Value(Bit) << I;
  }
  return bitsOf(T(Result));
}
// Four of the eight bytes B:A, each chosen by four bits of C, the upper one of
// which repeats the byte's sign.
inline Value permuteBytes(Value A, Value B, Value C) {
  Value Both = Value(std::uint32_t(B)) << 32 | std::uint32_t(A);
  std::uint32_t Result = 0;
  for (unsigned I = 0; I < 4; ++I) {
    unsigned Selector = C >> (4 * I) & 15;
    std::uint8_t Byte = Both >> (8 * (Selector & 7));
    if (Selector & 8)
      Byte = Byte & 0x80 ? 0xff : 0;
    Result |= std::uint32_t(Byte) << (8 * I);
  }
  return Result;
}

} // namespace lacuna::ptx

#endif // LACUNA_TEST_CUDA_PTX_OPERATIONS_H
