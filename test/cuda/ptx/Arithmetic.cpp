//===- Arithmetic.cpp - instructions that only compute --------------------===//
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

#include "Code.h"
#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>
#include <limits>

using namespace lacuna::ptx;

using Words = std::vector<std::string_view>;

static Words split(std::string_view Opcode) {
  Words Result;
  while (true) {
    size_t Dot = Opcode.find('.');
    Result.push_back(Opcode.substr(0, Dot));
    if (Dot == std::string_view::npos)
      return Result;
    Opcode.remove_prefix(Dot + 1);
  }
}

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

//===----------------------------------------------------------------------===//
// Values as C++'s types
//===----------------------------------------------------------------------===//

namespace {

/// Stands for f16. Numbers of it are double: sums, products and even fma of
/// them are exact there wherever they are not too large for f16, so that
/// rounding them at the end is the only rounding.
struct Half {};

template <typename T>
using Number = std::conditional_t<std::is_same_v<T, Half>, double, T>;

template <typename T>
constexpr bool IsFloat = std::is_floating_point_v<Number<T>>;
template <typename T>
constexpr unsigned BitsOf = std::is_same_v<T, Half> ? 16 : 8 * sizeof(T);

double halfOf(Value Bits) {
  int Exponent = int(Bits >> 10 & 31);
  double Digits = double(Bits & 0x3ff);
  double Size = Exponent == 31  ? Digits == 0 ? HUGE_VAL : std::nan("")
                 : Exponent == 0 ? std::ldexp(Digits, -24)
                                : std::ldexp(1024 + Digits, Exponent - 25);
  return Bits & 0x8000 ? -Size : Size;
}

Value bitsOfHalf(double V) {
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

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

// Integers are computed modulo 2^64 and cut, so that nothing overflows.
constexpr auto AddInt = []<typename T>(T A, T B) -> T {
  return T(Value(A) + Value(B));
};
constexpr auto SubInt = []<typename T>(T A, T B) -> T {
  return T(Value(A) - Value(B));
};
constexpr auto MulLo = []<typename T>(T A, T B) -> T {
  return T(Value(A) * Value(B));
};
constexpr auto MulHi = []<typename T>(T A, T B) -> T {
  return T(__int128(A) * B >> (8 * sizeof(T)));
};
// The product of two u64 does not fit into __int128.
Value mulHiU64(Value A, Value B, Value) {
  return Value((unsigned __int128)A * B >> 64);
}
constexpr auto MadLo = []<typename T>(T A, T B, T C) -> T {
  return T(Value(A) * Value(B) + Value(C));
};
template <typename T, typename Wide> Value mulWide(Value A, Value B, Value) {
  return bitsOf(Wide(Wide(T(A)) * Wide(T(B))));
}
template <typename T, typename Wide> Value madWide(Value A, Value B, Value C) {
  return bitsOf(Wide(Value(Wide(T(A)) * Wide(T(B))) + C));
}
constexpr auto NegInt = []<typename T>(T A) -> T { return T(-Value(A)); };
constexpr auto AbsInt = []<typename T>(T A) -> T {
  return A < 0 ? T(-Value(A)) : A;
};
constexpr auto MinInt = []<typename T>(T A, T B) -> T { return A < B ? A : B; };
constexpr auto MaxInt = []<typename T>(T A, T B) -> T { return A < B ? B : A; };

[[noreturn]] void divisionByZero() {
  throw Failure{"division by zero, whose result is unspecified"};
}
// The least signed number by -1 overflows; PTX gives it back.
constexpr auto DivInt = []<typename T>(T A, T B) -> T {
  if (B == 0)
    divisionByZero();
  if (std::is_signed_v<T> && B == T(-1))
    return T(-Value(A));
  return T(A / B);
};
constexpr auto RemInt = []<typename T>(T A, T B) -> T {
  if (B == 0)
    divisionByZero();
  if (std::is_signed_v<T> && B == T(-1))
    return 0;
  return T(A % B);
};

constexpr auto AddFloat = [](auto A, auto B) { return A + B; };
constexpr auto SubFloat = [](auto A, auto B) { return A - B; };
constexpr auto MulFloat = [](auto A, auto B) { return A * B; };
constexpr auto DivFloat = [](auto A, auto B) { return A / B; };
constexpr auto FmaFloat = [](auto A, auto B, auto C) {
  return std::fma(A, B, C);
};
constexpr auto SqrtFloat = [](auto A) { return std::sqrt(A); };
constexpr auto RcpFloat = []<typename T>(T A) -> T { return T(1) / A; };
// Of one NaN and a number the number; -0.0 is less than 0.0.
constexpr auto MinFloat = []<typename T>(T A, T B) -> T {
  if (A == B)
    return std::signbit(A) ? A : B;
  return B != B || A < B ? A : B;
};
constexpr auto MaxFloat = []<typename T>(T A, T B) -> T {
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

constexpr auto AndBits = []<typename T>(T A, T B) -> T { return A & B; };
constexpr auto OrBits = []<typename T>(T A, T B) -> T { return A | B; };
constexpr auto XorBits = []<typename T>(T A, T B) -> T { return A ^ B; };
constexpr auto NotBits = []<typename T>(T A) -> T { return T(~A); };
Value notPred(Value A, Value, Value) { return A ^ 1; }
Value same(Value A, Value, Value) { return A; }
Value choose(Value A, Value B, Value C) { return C ? A : B; }

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
Value permuteBytes(Value A, Value B, Value C) {
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

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

template <typename T, auto F> Value compare(Value A, Value B, Value) {
  return F(valueOf<T>(A), valueOf<T>(B)) ? 1 : 0;
}

constexpr auto Eq = [](auto A, auto B) { return A == B; };
constexpr auto Ne = []<typename T>(T A, T B) {
  if constexpr (IsFloat<T>)
    return A < B || A > B; // false for NaN
  else
    return A != B;
};
constexpr auto Lt = [](auto A, auto B) { return A < B; };
constexpr auto Le = [](auto A, auto B) { return A <= B; };
constexpr auto Gt = [](auto A, auto B) { return A > B; };
constexpr auto Ge = [](auto A, auto B) { return A >= B; };
constexpr auto Equ = [](auto A, auto B) { return !(A < B || A > B); };
constexpr auto Neu = [](auto A, auto B) { return !(A == B); };
constexpr auto Ltu = [](auto A, auto B) { return !(A >= B); };
constexpr auto Leu = [](auto A, auto B) { return !(A > B); };
constexpr auto Gtu = [](auto A, auto B) { return !(A <= B); };
constexpr auto Geu = [](auto A, auto B) { return !(A < B); };
constexpr auto Num = [](auto A, auto B) { return A == A && B == B; };
constexpr auto Nan = [](auto A, auto B) { return A != A || B != B; };

template <auto F> PureFunction compareIntegers(Type T) {
  bool S = T.K == Kind::Signed;
  switch (T.Bits) {
  case 16:
    return S ? &compare<std::int16_t, F> : &compare<std::uint16_t, F>;
  case 32:
    return S ? &compare<std::int32_t, F> : &compare<std::uint32_t, F>;
  case 64:
    return S ? &compare<std::int64_t, F> : &compare<std::uint64_t, F>;
  default:
    return nullptr;
  }
}

template <auto F> PureFunction compareFloats(Type T) {
  return T.Bits == 16   ? &compare<Half, F>
         : T.Bits == 32 ? &compare<float, F>
                        : &compare<double, F>;
}

PureFunction comparison(std::string_view Word, Type T) {
  if (T.isFloat()) {
    // clang-format off
    if (Word == "eq") return compareFloats<Eq>(T);
    if (Word == "ne") return compareFloats<Ne>(T);
    if (Word == "lt") return compareFloats<Lt>(T);
    if (Word == "le") return compareFloats<Le>(T);
    if (Word == "gt") return compareFloats<Gt>(T);
    if (Word == "ge") return compareFloats<Ge>(T);
    if (Word == "equ") return compareFloats<Equ>(T);
    if (Word == "neu") return compareFloats<Neu>(T);
    if (Word == "ltu") return compareFloats<Ltu>(T);
    if (Word == "leu") return compareFloats<Leu>(T);
    if (Word == "gtu") return compareFloats<Gtu>(T);
    if (Word == "geu") return compareFloats<Geu>(T);
    if (Word == "num") return compareFloats<Num>(T);
    if (Word == "nan") return compareFloats<Nan>(T);
    return nullptr;
  }
  if (T.K == Kind::Pred)
    return nullptr;
  if (Word == "eq") return compareIntegers<Eq>(T);
  if (Word == "ne") return compareIntegers<Ne>(T);
  if (T.K == Kind::Bits)
    return nullptr;
  bool U = T.K == Kind::Unsigned;
  if (Word == "lt" || (U && Word == "lo")) return compareIntegers<Lt>(T);
  if (Word == "le" || (U && Word == "ls")) return compareIntegers<Le>(T);
  if (Word == "gt" || (U && Word == "hi")) return compareIntegers<Gt>(T);
  if (Word == "ge" || (U && Word == "hs")) return compareIntegers<Ge>(T);
  // clang-format on
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Conversion
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Families of instructions
//===----------------------------------------------------------------------===//

using MaybeOp = std::optional<PureOp>;

MaybeOp op(PureFunction F, Type Result, std::initializer_list<Type> Operands) {
  if (!F)
    return std::nullopt;
  PureOp O{F, Result, unsigned(Operands.size()), {}};
  std::copy(Operands.begin(), Operands.end(), O.Operands.begin());
  return O;
}

constexpr Type U32{Kind::Unsigned, 32};
constexpr Type B32{Kind::Bits, 32};
constexpr Type Pred{Kind::Pred, 1};

/// add, sub, mul of floating point and min, max, div, sqrt …: `name.type` or
/// `name.rn.type`. Without `.rn` the GPU may contract; here it never does.
template <auto F, unsigned Operands>
MaybeOp floating(const Words &W, bool AllowsRn, bool NeedsRn) {
  bool HasRn = W.size() == 3 && W[1] == "rn";
  if ((W.size() != 2 && !HasRn) || (HasRn && !AllowsRn) || (!HasRn && NeedsRn))
    return std::nullopt;
  Type T = *typeOf(W.back());
  PureFunction Run = forFloat<F>(T);
  if constexpr (Operands == 1)
    return op(Run, T, {T});
  else if constexpr (Operands == 2)
    return op(Run, T, {T, T});
  else
    return op(Run, T, {T, T, T});
}

/// `name.type` of integers of 16 bits and more.
template <auto F, unsigned Operands>
MaybeOp integer(const Words &W, bool SignedOnly = false) {
  Type T = *typeOf(W.back());
  if (W.size() != 2 || !T.isInteger() || T.Bits < 16 ||
      (SignedOnly && T.K != Kind::Signed))
    return std::nullopt;
  if constexpr (Operands == 1)
    return op(forInteger<F>(T), T, {T});
  else
    return op(forInteger<F>(T), T, {T, T});
}

template <typename T, typename Wide> PureFunction wide(bool Adds) {
  return Adds ? &madWide<T, Wide> : &mulWide<T, Wide>;
}

MaybeOp product(const Words &W, bool Adds) {
  Type T = *typeOf(W.back());
  if (W.size() != 3 || !T.isInteger() || T.Bits < 16)
    return std::nullopt;
  if (W[1] == "lo")
    return Adds ? op(forInteger<MadLo>(T), T, {T, T, T})
                : op(forInteger<MulLo>(T), T, {T, T});
  if (W[1] == "hi" && !Adds)
    return op(T == Type{Kind::Unsigned, 64} ? &mulHiU64 : forInteger<MulHi>(T),
              T, {T, T});
  if (W[1] != "wide" || T.Bits == 64)
    return std::nullopt;
  Type Wide{T.K, std::uint8_t(2 * T.Bits)};
  PureFunction Run;
  if (T.Bits == 16)
    Run = T.K == Kind::Signed ? wide<std::int16_t, std::int32_t>(Adds)
                              : wide<std::uint16_t, std::uint32_t>(Adds);
  else
    Run = T.K == Kind::Signed ? wide<std::int32_t, std::int64_t>(Adds)
                              : wide<std::uint32_t, std::uint64_t>(Adds);
  return Adds ? op(Run, Wide, {T, T, Wide}) : op(Run, Wide, {T, T});
}

/// What there is for f16 with PTX 6.3 and sm_75.
bool isOfHalves(std::string_view Name) {
  return Name == "add" || Name == "sub" || Name == "mul" || Name == "fma" ||
         Name == "neg" || Name == "setp" || Name == "cvt";
}

MaybeOp pairOfHalves(const Words &W) {
  bool HasRn = W.size() == 3 && W[1] == "rn";
  if (W[0] == "fma" && HasRn)
    return op(&applyTwice<FmaFloat>, B32, {B32, B32, B32});
  if (W.size() != 2 && !HasRn)
    return std::nullopt;
  PureFunction Run = W[0] == "add"   ? &applyTwice<AddFloat>
                     : W[0] == "sub" ? &applyTwice<SubFloat>
                     : W[0] == "mul" ? &applyTwice<MulFloat>
                                     : nullptr;
  return op(Run, B32, {B32, B32});
}

template <auto F> MaybeOp bitwise(const Words &W, bool Unary = false) {
  Type T = *typeOf(W.back());
  if (W.size() != 2 || (T.K != Kind::Bits && T.K != Kind::Pred) || T.Bits == 8)
    return std::nullopt;
  PureFunction Run = forInteger<F>({Kind::Unsigned, 64});
  if (Unary)
    return op(T.K == Kind::Pred ? &notPred : Run, T, {T});
  return op(Run, T, {T, T});
}

MaybeOp shift(const Words &W, bool Left) {
  Type T = *typeOf(W.back());
  if (W.size() != 2 || T.isFloat() || T.K == Kind::Pred || T.Bits == 8 ||
      (Left && T.K != Kind::Bits))
    return std::nullopt;
  bool S = T.K == Kind::Signed;
  PureFunction Run = nullptr;
  if (T.Bits == 16)
    Run = Left ? &shiftLeft<std::uint16_t>
          : S  ? &shiftRight<std::int16_t>
               : &shiftRight<std::uint16_t>;
  else if (T.Bits == 32)
    Run = Left ? &shiftLeft<std::uint32_t>
          : S  ? &shiftRight<std::int32_t>
               : &shiftRight<std::uint32_t>;
  else
    Run = Left ? &shiftLeft<std::uint64_t>
          : S  ? &shiftRight<std::int64_t>
               : &shiftRight<std::uint64_t>;
  return op(Run, T, {T, U32});
}

MaybeOp funnel(const Words &W) {
  if (W.size() != 4 || W[3] != "b32" || (W[1] != "l" && W[1] != "r") ||
      (W[2] != "wrap" && W[2] != "clamp"))
    return std::nullopt;
  bool Left = W[1] == "l", Wrap = W[2] == "wrap";
  return op(Left   ? Wrap ? &funnelShift<true, true> : &funnelShift<true, false>
              : Wrap ? &funnelShift<false, true>
                   : &funnelShift<false, false>,
            B32, {B32, B32, U32});
}

MaybeOp countBits(const Words &W, PureFunction Of32, PureFunction Of64,
                  bool KeepsType) {
  Type T = *typeOf(W.back());
  if (W.size() != 2 || T.K != Kind::Bits || T.Bits < 32)
    return std::nullopt;
  return op(T.Bits == 32 ? Of32 : Of64, KeepsType ? T : U32, {T});
}

MaybeOp extraction(const Words &W) {
  Type T = *typeOf(W.back());
  if (W.size() != 2 || !T.isInteger() || T.Bits < 32)
    return std::nullopt;
  bool S = T.K == Kind::Signed;
  return op(T.Bits == 32
                ? S ? &extractBits<std::int32_t> : &extractBits<std::uint32_t>
            : S ? &extractBits<std::int64_t>
                : &extractBits<std::uint64_t>,
            T, {T, U32, U32});
}

MaybeOp moved(const Words &W) {
  Type T = *typeOf(W.back());
  if (W.size() != 2 || T.Bits == 8)
    return std::nullopt;
  return op(&same, T, {T});
}

MaybeOp signChange(const Words &W, bool Negates) {
  Type T = *typeOf(W.back());
  if (!T.isFloat())
    return Negates ? integer<NegInt, 1>(W, true) : integer<AbsInt, 1>(W, true);
  if (W.size() != 2)
    return std::nullopt;
  constexpr std::uint32_t Sign32 = 1u << 31;
  constexpr std::uint64_t Sign64 = 1ull << 63;
  if (T.Bits == 16) // abs.f16 is of later versions
    return op(Negates ? &negFloat<std::uint16_t, 0x8000> : nullptr, T, {T});
  if (T.Bits == 32)
    return op(Negates ? &negFloat<std::uint32_t, Sign32>
                      : &absFloat<std::uint32_t, Sign32>,
              T, {T});
  return op(Negates ? &negFloat<std::uint64_t, Sign64>
                    : &absFloat<std::uint64_t, Sign64>,
            T, {T});
}

MaybeOp conversion(const Words &W) {
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
template <Value Window> Value toGeneric(Value A, Value, Value) {
  return A + Window;
}
template <Value Window> Value fromGeneric(Value A, Value, Value) {
  if ((A & WindowMask) != Window)
    throw Failure{"a generic address is not of the space that it is taken for"};
  return A - Window;
}

MaybeOp addressConversion(const Words &W) {
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

} // namespace

std::optional<PureOp> lacuna::ptx::pureOp(std::string_view Opcode) {
  Words W = split(Opcode);
  std::string_view Name = W[0];
  if (W.back() == "f16x2")
    return pairOfHalves(W);
  auto Last = typeOf(W.back());
  if (!Last || W.size() < 2)
    return std::nullopt;
  bool F = Last->isFloat();
  if (F && Last->Bits == 16 && !isOfHalves(Name))
    return std::nullopt;
  // clang-format off
  if (Name == "add") return F ? floating<AddFloat, 2>(W, true, false) : integer<AddInt, 2>(W);
  if (Name == "sub") return F ? floating<SubFloat, 2>(W, true, false) : integer<SubInt, 2>(W);
  if (Name == "mul") return F ? floating<MulFloat, 2>(W, true, false) : product(W, false);
  if (Name == "mad") return product(W, true);
  if (Name == "fma") return F ? floating<FmaFloat, 3>(W, true, true) : std::nullopt;
  if (Name == "div") return F ? floating<DivFloat, 2>(W, true, true) : integer<DivInt, 2>(W);
  if (Name == "rem") return integer<RemInt, 2>(W);
  if (Name == "sqrt") return F ? floating<SqrtFloat, 1>(W, true, true) : std::nullopt;
  if (Name == "rcp") return F ? floating<RcpFloat, 1>(W, true, true) : std::nullopt;
  if (Name == "min") return F ? floating<MinFloat, 2>(W, false, false) : integer<MinInt, 2>(W);
  if (Name == "max") return F ? floating<MaxFloat, 2>(W, false, false) : integer<MaxInt, 2>(W);
  if (Name == "neg") return signChange(W, true);
  if (Name == "abs") return signChange(W, false);
  if (Name == "and") return bitwise<AndBits>(W);
  if (Name == "or") return bitwise<OrBits>(W);
  if (Name == "xor") return bitwise<XorBits>(W);
  if (Name == "not") return bitwise<NotBits>(W, true);
  if (Name == "shl") return shift(W, true);
  if (Name == "shr") return shift(W, false);
  if (Name == "shf") return funnel(W);
  if (Name == "popc") return countBits(W, &countOnes<std::uint32_t>, &countOnes<std::uint64_t>, false);
  if (Name == "clz") return countBits(W, &countLeadingZeros<std::uint32_t>, &countLeadingZeros<std::uint64_t>, false);
  if (Name == "brev") return countBits(W, &reverseBits<std::uint32_t>, &reverseBits<std::uint64_t>, true);
  if (Name == "bfe") return extraction(W);
  if (Name == "mov") return moved(W);
  if (Name == "cvt") return conversion(W);
  if (Name == "cvta") return addressConversion(W);
  // clang-format on
  if (Name == "prmt" && W.size() == 2 && *Last == B32)
    return op(&permuteBytes, B32, {B32, B32, B32});
  if (Name == "selp" && W.size() == 2 && Last->K != Kind::Pred &&
      Last->Bits > 8)
    return op(&choose, *Last, {*Last, *Last, Pred});
  if (Name == "setp" && W.size() == 3)
    return op(comparison(W[1], *Last), Pred, {*Last, *Last});
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

namespace {

float flushed(float V) {
  return std::fpclassify(V) == FP_SUBNORMAL ? std::copysign(0.0f, V) : V;
}
Value addFlushing(Value A, Value B, Value) {
  return resultOf<float>(
      flushed(flushed(valueOf<float>(A)) + flushed(valueOf<float>(B))));
}
Value exchange(Value, Value B, Value) { return B; }
Value swapIfEqual(Value Old, Value Expected, Value New) {
  return Old == Expected ? New : Old;
}

} // namespace

PureFunction lacuna::ptx::atomicFunction(std::string_view Operation, Type T,
                                         bool Flush) {
  if (T.Bits < 32)
    return Operation == "cas" && T == Type{Kind::Bits, 16} ? &swapIfEqual
                                                           : nullptr;
  bool Bits = T.K == Kind::Bits;
  // clang-format off
  if (Operation == "exch") return Bits ? &exchange : nullptr;
  if (Operation == "cas") return Bits ? &swapIfEqual : nullptr;
  if (Operation == "and") return Bits ? forInteger<AndBits>(T) : nullptr;
  if (Operation == "or") return Bits ? forInteger<OrBits>(T) : nullptr;
  if (Operation == "xor") return Bits ? forInteger<XorBits>(T) : nullptr;
  if (Bits) return nullptr;
  if (Operation == "add") {
    if (T.isFloat()) return T.Bits == 32 && Flush ? &addFlushing : forFloat<AddFloat>(T);
    return T == Type{Kind::Signed, 64} ? nullptr : forInteger<AddInt>(T);
  }
  if (T.isFloat()) return nullptr;
  if (Operation == "min") return forInteger<MinInt>(T);
  if (Operation == "max") return forInteger<MaxInt>(T);
  // clang-format on
  return nullptr;
}
