//===- Numbers.h - values as C++'s types ------------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled without contraction. A NaN that is computed has the bits that PTX
// names for f32, and those of a quiet one for f64, of which PTX says nothing.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_TEST_CUDA_PTX_NUMBERS_H
#define LACUNA_TEST_CUDA_PTX_NUMBERS_H

#include "Code.h"
#include <bit>
#include <concepts>
#include <type_traits>

namespace lacuna::ptx {

/// Stands for f16. Numbers of it are double: sums, products and even fma of
/// them are exact there wherever they are not too large for f16, so that
/// rounding them at the end is the only rounding.
struct Half {};

template <typename T>
using Number = std::conditional_t<std::is_same_v<T, Half>, double, T>;

template <typename T>
inline constexpr bool IsFloat = std::is_floating_point_v<Number<T>>;
template <typename T>
inline constexpr unsigned BitsOf = std::is_same_v<T, Half> ? 16 : 8 * sizeof(T);

/// An f16 of these bits, and the bits of the nearest one.
double halfOf(Value Bits);
Value bitsOfHalf(double V);

template <typename T> Number<T> valueOf(Value V) {
  if constexpr (std::is_same_v<T, Half>)
    return halfOf(V & 0xffff);
  else if constexpr (std::is_same_v<T, float>)
    return std::bit_cast<float>(std::uint32_t(V));
  else if constexpr (std::is_same_v<T, double>)
    return std::bit_cast<double>(V);
  else
    return T(V);
}

template <typename T> Value bitsOf(T V) {
  if constexpr (std::is_same_v<T, float>)
    return std::bit_cast<std::uint32_t>(V);
  else if constexpr (std::is_same_v<T, double>)
    return std::bit_cast<Value>(V);
  else if constexpr (std::is_signed_v<T>)
    return Value(std::int64_t(V));
  else
    return Value(V);
}

/// As bitsOf, of a number that was computed.
template <typename T> Value resultOf(Number<T> V) {
  if constexpr (std::is_same_v<T, Half>) {
    return bitsOfHalf(V);
  } else if constexpr (std::is_same_v<T, float>) {
    if (V != V)
      return 0x7fffffff;
  } else if constexpr (std::is_same_v<T, double>) {
    if (V != V)
      return 0x7ff8'0000'0000'0000;
  }
  if constexpr (!std::is_same_v<T, Half>)
    return bitsOf(V);
}

template <typename T, auto F> Value apply(Value A, Value B, Value C) {
  using N = Number<T>;
  if constexpr (std::invocable<decltype(F), N>)
    return resultOf<T>(F(valueOf<T>(A)));
  else if constexpr (std::invocable<decltype(F), N, N>)
    return resultOf<T>(F(valueOf<T>(A), valueOf<T>(B)));
  else
    return resultOf<T>(F(valueOf<T>(A), valueOf<T>(B), valueOf<T>(C)));
}

template <auto F> PureFunction forInteger(Type T) {
  bool S = T.K == Kind::Signed;
  switch (T.Bits) {
  case 8:
    return S ? &apply<std::int8_t, F> : &apply<std::uint8_t, F>;
  case 16:
    return S ? &apply<std::int16_t, F> : &apply<std::uint16_t, F>;
  case 32:
    return S ? &apply<std::int32_t, F> : &apply<std::uint32_t, F>;
  default:
    return S ? &apply<std::int64_t, F> : &apply<std::uint64_t, F>;
  }
}

template <auto F> PureFunction forFloat(Type T) {
  return T.Bits == 16   ? &apply<Half, F>
         : T.Bits == 32 ? &apply<float, F>
                        : &apply<double, F>;
}

/// Both halves of 32 bits.
template <auto F> Value applyTwice(Value A, Value B, Value C) {
  return apply<Half, F>(A, B, C) | apply<Half, F>(A >> 16, B >> 16, C >> 16)
                                       << 16;
}

} // namespace lacuna::ptx

#endif // LACUNA_TEST_CUDA_PTX_NUMBERS_H
