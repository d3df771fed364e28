//===- Conversion.cpp - cvt and cvta --------------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operations.h"
#include "PureOps.h"
#include <limits>

using namespace lacuna::ptx;

namespace {

enum class Rounding { None, Nearest, Zero, Down, Up };

template <Rounding R, typename T> T roundedToInteger(T V) {
  switch (R) {
  case Rounding::Nearest:
    return std::nearbyint(V); // nothing changes the host's rounding mode
  case Rounding::Down:
    return std::floor(V);
  case Rounding::Up:
    return std::ceil(V);
  default:
    return std::trunc(V);
  }
}

template <typename To, typename From, Rounding R>
Value convert(Value A, Value, Value) {
  Number<From> V = valueOf<From>(A);
  if constexpr (IsFloat<To>) {
    if constexpr (std::is_same_v<To, From> && R != Rounding::None)
      return resultOf<To>(roundedToInteger<R>(V));
    else
      return resultOf<To>(Number<To>(V));
  } else if constexpr (IsFloat<From>) {
    using Limits = std::numeric_limits<To>;
    if (V != V) {
      bool Narrow = BitsOf<From> < 64 && BitsOf<To> < 64;
      return Narrow ? 0 : bitsOf(To(Value(1) << (BitsOf<To> - 1)));
    }
    using N = Number<From>;
    N Whole = roundedToInteger<R>(V);
    // The bounds are powers of two, or 0, which N has exactly.
    const N Behind = std::ldexp(N(1), Limits::digits);
    if (Whole >= Behind)
      return bitsOf(Limits::max());
    if (Whole < N(Limits::min()))
      return bitsOf(Limits::min());
    return bitsOf(To(Whole));
  } else {
    return bitsOf(To(V));
  }
}

template <typename To, typename From> PureFunction conversion(Rounding R) {
  constexpr bool ToFloat = IsFloat<To>, FromFloat = IsFloat<From>;
  // Whether PTX wants a rounding, and whether one to an integer.
  constexpr bool Rounds =
      (ToFloat && !FromFloat) || (ToFloat && BitsOf<To> < BitsOf<From>);
  if constexpr (Rounds)
    return R == Rounding::Nearest ? &convert<To, From, Rounding::None>
                                  : nullptr;
  constexpr bool ToWhole =
      (FromFloat && !ToFloat) || (ToFloat && std::is_same_v<To, From>);
  if constexpr (ToWhole && !Rounds) {
    switch (R) {
    case Rounding::None:
      return ToFloat ? &convert<To, From, Rounding::None> : nullptr;
    case Rounding::Nearest:
      return &convert<To, From, Rounding::Nearest>;
    case Rounding::Zero:
      return &convert<To, From, Rounding::Zero>;
    case Rounding::Down:
      return &convert<To, From, Rounding::Down>;
    case Rounding::Up:
      return &convert<To, From, Rounding::Up>;
    }
  }
  return R == Rounding::None ? &convert<To, From, Rounding::None> : nullptr;
}

template <typename To> PureFunction conversionFrom(Type From, Rounding R) {
  bool S = From.K == Kind::Signed;
  if (From.isFloat())
    return From.Bits == 16   ? conversion<To, Half>(R)
           : From.Bits == 32 ? conversion<To, float>(R)
                             : conversion<To, double>(R);
  switch (From.Bits) {
  case 8:
    return S ? conversion<To, std::int8_t>(R) : conversion<To, std::uint8_t>(R);
  case 16:
    return S ? conversion<To, std::int16_t>(R)
             : conversion<To, std::uint16_t>(R);
  case 32:
    return S ? conversion<To, std::int32_t>(R)
             : conversion<To, std::uint32_t>(R);
  default:
    return S ? conversion<To, std::int64_t>(R)
             : conversion<To, std::uint64_t>(R);
  }
}

PureFunction conversionOf(Type To, Type From, Rounding R) {
  bool S = To.K == Kind::Signed;
  if (To.isFloat())
    return To.Bits == 16   ? conversionFrom<Half>(From, R)
           : To.Bits == 32 ? conversionFrom<float>(From, R)
                           : conversionFrom<double>(From, R);
  switch (To.Bits) {
  case 8:
    return S ? conversionFrom<std::int8_t>(From, R)
             : conversionFrom<std::uint8_t>(From, R);
  case 16:
    return S ? conversionFrom<std::int16_t>(From, R)
             : conversionFrom<std::uint16_t>(From, R);
  case 32:
    return S ? conversionFrom<std::int32_t>(From, R)
             : conversionFrom<std::uint32_t>(From, R);
  default:
    return S ? conversionFrom<std::int64_t>(From, R)
             : conversionFrom<std::uint64_t>(From, R);
  }
}

/// `.rn` or `.rni`: the one that ends in i rounds to an integer.
std::optional<Rounding> roundingOf(std::string_view Word, bool ToWhole) {
  if (ToWhole != (Word.size() == 3 && Word[2] == 'i') ||
      Word.size() != (ToWhole ? 3u : 2u) || Word[0] != 'r')
    return std::nullopt;
  switch (Word[1]) {
  case 'n':
    return Rounding::Nearest;
  case 'z':
    return Rounding::Zero;
  case 'm':
    return Rounding::Down;
  case 'p':
    return Rounding::Up;
  default:
    return std::nullopt;
  }
}

template <Value Window> Value toGeneric(Value A, Value, Value) {
  return A + Window;
}
template <Value Window> Value fromGeneric(Value A, Value, Value) {
  if ((A & WindowMask) != Window)
    throw Failure{"a generic address is not of the space that it is taken for"};
  return A - Window;
}

} // namespace

MaybeOp lacuna::ptx::conversion(const Words &W) {
  if (W.size() != 3 && W.size() != 4)
    return std::nullopt;
  auto To = typeOf(W[W.size() - 2]), From = typeOf(W.back());
  auto IsNumber = [](auto T) { return T && (T->isInteger() || T->isFloat()); };
  if (!IsNumber(To) || !IsNumber(From))
    return std::nullopt;
  Rounding R = Rounding::None;
  if (W.size() == 4) {
    bool ToWhole = From->isFloat() && (!To->isFloat() || *To == *From);
    auto Read = roundingOf(W[1], ToWhole);
    if (!Read)
      return std::nullopt;
    R = *Read;
  }
  auto Result = op(conversionOf(*To, *From, R), *To, {*From});
  if (Result)
    Result->Widens = true;
  return Result;
}

/// `cvta.space.u64` and `cvta.to.space.u64`. Global addresses are generic ones.
MaybeOp lacuna::ptx::addressConversion(const Words &W) {
  constexpr Type U64{Kind::Unsigned, 64};
  bool To = W.size() == 4 && W[1] == "to";
  if ((W.size() != 3 && !To) || W.back() != "u64")
    return std::nullopt;
  std::string_view Name = W[W.size() - 2];
  PureFunction Run = nullptr;
  if (Name == "global" || Name == "const")
    Run = &same;
  else if (Name == "shared")
    Run = To ? &fromGeneric<SharedWindow> : &toGeneric<SharedWindow>;
  else if (Name == "local")
    Run = To ? &fromGeneric<LocalWindow> : &toGeneric<LocalWindow>;
  return op(Run, U64, {U64});
}
