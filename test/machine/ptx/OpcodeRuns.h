//===- OpcodeRuns.h - one instruction on values that go wrong ---*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_TEST_MACHINE_PTX_OPCODERUNS_H
#define LACUNA_TEST_MACHINE_PTX_OPCODERUNS_H

#include "Ptx.h"
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <type_traits>

namespace lacuna::ptx {

//===----------------------------------------------------------------------===//
// Types and values
//===----------------------------------------------------------------------===//

struct Bit { // a predicate
  bool V;
};

template <typename T> std::string nameOf() {
  if constexpr (std::is_same_v<T, Bit>)
    return "pred";
  else
    return (std::is_floating_point_v<T> ? "f"
            : std::is_signed_v<T>       ? "s"
                                        : "u") +
           std::to_string(8 * sizeof(T));
}

/// A register for T, the \p N-th of its class; there is none of 8 bits.
template <typename T> std::string registerOf(unsigned N) {
  std::string S = std::is_same_v<T, Bit>      ? "%p"
                  : std::is_same_v<T, float>  ? "%f"
                  : std::is_same_v<T, double> ? "%g"
                  : sizeof(T) <= 2            ? "%h"
                  : sizeof(T) == 4            ? "%r"
                                              : "%d";
  return S + std::to_string(N);
}

template <typename T> std::vector<T> nastyValues() {
  using L = std::numeric_limits<T>;
  if constexpr (std::is_same_v<T, Bit>) {
    return {{false}, {true}};
  } else if constexpr (std::is_floating_point_v<T>) {
    return {T(0), T(-0.0), L::denorm_min(), -L::denorm_min(), L::min(), T(0.5),
            T(-0.5), T(1), T(-1.5), T(2.5), T(0.1), std::nextafter(T(1), T(2)),
            T(127.5), T(-128.5), T(32767.5), T(65535.99), T(2147483647.5),
            T(-2147483649.0), T(4294967296.0), T(9223372036854775808.0),
            T(-9223372036854775808.0), T(18446744073709551616.0), T(1e30),
            -L::max(), L::max(), L::infinity(), -L::infinity(),
            // One that is computed has the same bits.
            sizeof(T) == 4 ? T(std::bit_cast<float>(0x7fffffffu))
                           : T(L::quiet_NaN())};
  } else {
    std::vector<T> V = {T(0),
                        T(1),
                        T(2),
                        T(3),
                        T(7),
                        T(31),
                        T(32),
                        T(63),
                        T(64),
                        T(100),
                        T(L::max()),
                        T(L::min()),
                        T(-1),
                        T(-2),
                        T(-100),
                        T(L::max() - 1),
                        T(L::min() + 1),
                        T(0x5a5a5a5a5a5a5a5aull)};
    return V;
  }
}

template <typename T> std::uint64_t bitsOf(T V) {
  std::uint64_t Bits = 0;
  std::memcpy(&Bits, &V, sizeof V);
  return Bits;
}

template <typename T> bool isSame(T Got, T Expected) {
  if constexpr (std::is_same_v<T, float>) {
    if (Expected != Expected)
      return bitsOf(Got) == 0x7fffffff;
  } else if constexpr (std::is_same_v<T, double>) {
    if (Expected != Expected)
      return Got != Got;
  }
  return bitsOf(Got) == bitsOf(Expected);
}

template <typename T> std::string shown(T V) {
  if constexpr (std::is_same_v<T, Bit>)
    return V.V ? "true" : "false";
  else
    return testing::PrintToString(+V);
}

//===----------------------------------------------------------------------===//
// Running one instruction
//===----------------------------------------------------------------------===//

template <typename T> std::string loadOf(unsigned N) {
  std::string At = ", [%a0+" + std::to_string(8 * (N - 1)) + "];\n";
  if constexpr (std::is_same_v<T, Bit>)
    return "ld.global.u8 %h" + std::to_string(N) + At + "setp.ne.s16 %p" +
           std::to_string(N) + ", %h" + std::to_string(N) + ", 0;\n";
  else
    return "ld.global." + nameOf<T>() + " " + registerOf<T>(N) + At;
}

template <typename T> std::string storeOfResult() {
  if constexpr (std::is_same_v<T, Bit>)
    return "selp.u16 %h0, 1, 0, %p0;\nst.global.u8 [%a1], %h0;\n";
  else
    return "st.global." + nameOf<T>() + " [%a1], " + registerOf<T>(0) + ";\n";
}

/// Results of \p Opcode on \p Rows of three operands each.
template <typename R, typename... Ts>
std::vector<R> run(const std::string &Opcode,
                   const std::vector<std::uint64_t> &Operands,
                   const std::string &Immediates = "") {
  unsigned N = 0;
  std::string Loads, List = registerOf<R>(0);
  ((++N, Loads += loadOf<Ts>(N), List += ", " + registerOf<Ts>(N)), ...);
  std::string Text = R"(.version 6.3
.target sm_75
.address_size 64
.visible .entry k(.param .u64 in, .param .u64 out)
{
.reg .pred %p<4>;
.reg .b16 %h<4>;
.reg .b32 %r<4>;
.reg .b64 %d<4>;
.reg .f32 %f<4>;
.reg .f64 %g<4>;
.reg .b32 %i<3>;
.reg .b64 %a<2>;
ld.param.u64 %a0, [in];
ld.param.u64 %a1, [out];
mov.u32 %i0, %tid.x;
mov.u32 %i1, %ctaid.x;
mov.u32 %i2, %ntid.x;
mad.lo.s32 %i0, %i1, %i2, %i0;
mad.wide.u32 %a0, %i0, 24, %a0;
mad.wide.u32 %a1, %i0, 8, %a1;
)" + Loads + Opcode + " " +
                     List + Immediates + ";\n" + storeOfResult<R>() +
                     "ret;\n}\n";
  std::string Error;
  auto M = Module::parse(Text, Error);
  if (!M) {
    ADD_FAILURE() << Opcode << ": " << Error;
    return {};
  }
  const size_t Rows = Operands.size() / 3, Block = 256;
  const size_t Blocks = (Rows + Block - 1) / Block;
  Heap H;
  std::uint64_t In = H.allocate(Blocks * Block * 24);
  std::uint64_t Out = H.allocate(Blocks * Block * 8);
  std::vector<std::uint64_t> Padded = Operands;
  // One more division by zero would not do.
  while (Padded.size() < Blocks * Block * 3)
    Padded.push_back(Padded[Padded.size() - 3]);
  H.write(In, Padded.data(), Padded.size() * 8);
  std::uint64_t Arguments[] = {In, Out};
  Result Done = launch(*M, "k", {unsigned(Blocks)}, {unsigned(Block)}, 0,
                       std::as_bytes(std::span(Arguments)), H);
  EXPECT_EQ(Done.Error, "") << Opcode;
  std::vector<R> Results(Rows);
  for (size_t I = 0; I < Rows; ++I)
    H.read(&Results[I], Out + 8 * I, sizeof(R));
  return Results;
}

template <typename R, typename A>
void check(const std::string &Opcode,
           const std::type_identity_t<std::function<R(A)>> &Expected) {
  std::vector<std::uint64_t> Operands;
  std::vector<A> Values = nastyValues<A>();
  for (A X : Values)
    Operands.insert(Operands.end(), {bitsOf(X), 0, 0});
  std::vector<R> Got = run<R, A>(Opcode, Operands);
  for (size_t I = 0; I < Got.size(); ++I)
    EXPECT_TRUE(isSame<R>(Got[I], Expected(Values[I])))
        << Opcode << " " << shown(Values[I]) << " gives " << shown(Got[I])
        << ", not " << shown(R(Expected(Values[I])));
}

template <typename R, typename A, typename B>
void check(const std::string &Opcode,
           const std::type_identity_t<std::function<R(A, B)>> &Expected,
           bool SkipZero = false, const std::string &Immediates = "") {
  std::vector<std::uint64_t> Operands;
  std::vector<std::pair<A, B>> Values;
  for (A X : nastyValues<A>())
    for (B Y : nastyValues<B>()) {
      if (SkipZero && bitsOf(Y) == 0)
        continue;
      Values.emplace_back(X, Y);
      Operands.insert(Operands.end(), {bitsOf(X), bitsOf(Y), 0});
    }
  std::vector<R> Got = run<R, A, B>(Opcode, Operands, Immediates);
  for (size_t I = 0; I < Got.size(); ++I) {
    R Wanted = Expected(Values[I].first, Values[I].second);
    EXPECT_TRUE(isSame<R>(Got[I], Wanted))
        << Opcode << " " << shown(Values[I].first) << ", "
        << shown(Values[I].second) << " gives " << shown(Got[I]) << ", not "
        << shown(Wanted);
  }
}

template <typename R, typename A, typename B, typename C>
void check(const std::string &Opcode,
           const std::type_identity_t<std::function<R(A, B, C)>> &Expected) {
  std::vector<std::uint64_t> Operands;
  std::vector<std::tuple<A, B, C>> Values;
  for (A X : nastyValues<A>())
    for (B Y : nastyValues<B>())
      for (C Z : nastyValues<C>()) {
        Values.emplace_back(X, Y, Z);
        Operands.insert(Operands.end(), {bitsOf(X), bitsOf(Y), bitsOf(Z)});
      }
  std::vector<R> Got = run<R, A, B, C>(Opcode, Operands);
  for (size_t I = 0; I < Got.size(); ++I) {
    auto [X, Y, Z] = Values[I];
    R Wanted = Expected(X, Y, Z);
    EXPECT_TRUE(isSame<R>(Got[I], Wanted))
        << Opcode << " " << shown(X) << ", " << shown(Y) << ", " << shown(Z)
        << " gives " << shown(Got[I]) << ", not " << shown(Wanted);
  }
}

using I16 = std::int16_t;
using I32 = std::int32_t;
using I64 = std::int64_t;
using U16 = std::uint16_t;
using U32 = std::uint32_t;
using U64 = std::uint64_t;
using Wide = __int128;

} // namespace lacuna::ptx

#endif // LACUNA_TEST_MACHINE_PTX_OPCODERUNS_H
