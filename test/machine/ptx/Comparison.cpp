//===- Comparison.cpp - setp ----------------------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Numbers.h"
#include "PureOps.h"

using namespace lacuna::ptx;

namespace {

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

} // namespace

PureFunction lacuna::ptx::comparison(std::string_view Word, Type T) {
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
