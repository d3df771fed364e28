//===- OpcodeTest.cpp - each instruction against the host -----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every instruction runs on all combinations of values that are apt to go
// wrong. What is expected is written down anew here, not taken from the
// interpreter.
//
//===----------------------------------------------------------------------===//

#include "OpcodeRuns.h"

using namespace lacuna::ptx;

namespace {

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

template <typename T> void checkIntegers() {
  const std::string S = "." + nameOf<T>();
  constexpr int Bits = 8 * sizeof(T);
  check<T, T, T>("add" + S, [](T A, T B) { return T(Wide(A) + B); });
  check<T, T, T>("sub" + S, [](T A, T B) { return T(Wide(A) - B); });
  // The product of two u64 needs all bits of an unsigned __int128.
  auto Product = [](T A, T B) {
    return (unsigned __int128)(Wide(A)) * (unsigned __int128)(Wide(B));
  };
  check<T, T, T>("mul.lo" + S, [&](T A, T B) { return T(Product(A, B)); });
  check<T, T, T>("mul.hi" + S,
                 [&](T A, T B) { return T(Product(A, B) >> Bits); });
  check<T, T, T, T>("mad.lo" + S,
                    [](T A, T B, T C) { return T(U64(A) * U64(B) + U64(C)); });
  auto Divides = [](T A, T B) { return T(Wide(A) / B); };
  auto Leaves = [](T A, T B) { return T(Wide(A) % B); };
  check<T, T, T>("div" + S, Divides, /*SkipZero=*/true);
  check<T, T, T>("rem" + S, Leaves, /*SkipZero=*/true);
  check<T, T, T>("min" + S, [](T A, T B) { return std::min(A, B); });
  check<T, T, T>("max" + S, [](T A, T B) { return std::max(A, B); });
  check<Bit, T, T>("setp.eq" + S, [](T A, T B) { return Bit{A == B}; });
  check<Bit, T, T>("setp.ne" + S, [](T A, T B) { return Bit{A != B}; });
  check<Bit, T, T>("setp.lt" + S, [](T A, T B) { return Bit{A < B}; });
  check<Bit, T, T>("setp.le" + S, [](T A, T B) { return Bit{A <= B}; });
  check<Bit, T, T>("setp.gt" + S, [](T A, T B) { return Bit{A > B}; });
  check<Bit, T, T>("setp.ge" + S, [](T A, T B) { return Bit{A >= B}; });
  // Amounts are u32, and what is too large shifts everything out.
  check<T, T, U32>(
      "shr" + S, [](T A, U32 N) { return T(Wide(A) >> (N > 100 ? 100 : N)); });
  check<T, T, T, Bit>("selp" + S, [](T A, T B, Bit C) { return C.V ? A : B; });
  check<T, T>("mov" + S, [](T A) { return A; });
}

TEST(Opcode, Integers) {
  checkIntegers<I16>();
  checkIntegers<I32>();
  checkIntegers<I64>();
  checkIntegers<U16>();
  checkIntegers<U32>();
  checkIntegers<U64>();
}

template <typename T, typename W> void checkWide() {
  const std::string S = ".wide." + nameOf<T>();
  check<W, T, T>("mul" + S, [](T A, T B) { return W(Wide(A) * B); });
  check<W, T, T, W>("mad" + S,
                    [](T A, T B, W C) { return W(Wide(A) * B + C); });
}

TEST(Opcode, WideProducts) {
  checkWide<I16, I32>();
  checkWide<U16, U32>();
  checkWide<I32, I64>();
  checkWide<U32, U64>();
}

template <typename T> void checkSignChange() {
  const std::string S = "." + nameOf<T>();
  check<T, T>("neg" + S, [](T A) { return T(-Wide(A)); });
  check<T, T>("abs" + S, [](T A) { return T(A < 0 ? -Wide(A) : Wide(A)); });
}

template <typename T> void checkBits() {
  const std::string S = ".b" + std::to_string(8 * sizeof(T));
  check<T, T, T>("and" + S, [](T A, T B) { return T(A & B); });
  check<T, T, T>("or" + S, [](T A, T B) { return T(A | B); });
  check<T, T, T>("xor" + S, [](T A, T B) { return T(A ^ B); });
  check<T, T>("not" + S, [](T A) { return T(~A); });
  check<T, T, U32>("shl" + S, [](T A, U32 N) {
    return N >= 8 * sizeof(T) ? T(0) : T(U64(A) << N);
  });
  check<T, T, U32>("shr" + S, [](T A, U32 N) {
    return N >= 8 * sizeof(T) ? T(0) : T(U64(A) >> N);
  });
  check<Bit, T, T>("setp.eq" + S, [](T A, T B) { return Bit{A == B}; });
  check<Bit, T, T>("setp.ne" + S, [](T A, T B) { return Bit{A != B}; });
  check<T, T, T, Bit>("selp" + S, [](T A, T B, Bit C) { return C.V ? A : B; });
}

template <typename T> void checkCounts() {
  const std::string S = ".b" + std::to_string(8 * sizeof(T));
  check<U32, T>("popc" + S, [](T A) {
    U32 Ones = 0;
    for (; A; A &= A - 1)
      ++Ones;
    return Ones;
  });
  check<U32, T>("clz" + S, [](T A) {
    U32 Zeros = 8 * sizeof(T);
    for (; A; A >>= 1)
      --Zeros;
    return Zeros;
  });
  check<T, T>("brev" + S, [](T A) {
    T R = 0;
    for (size_t I = 0; I < 8 * sizeof(T); ++I, A >>= 1)
      R = T(R << 1 | (A & 1));
    return R;
  });
}

TEST(Opcode, Bits) {
  checkSignChange<I16>();
  checkSignChange<I32>();
  checkSignChange<I64>();
  checkBits<U16>();
  checkBits<U32>();
  checkBits<U64>();
  checkCounts<U32>();
  checkCounts<U64>();
  check<Bit, Bit, Bit>("and.pred",
                       [](Bit A, Bit B) { return Bit{A.V && B.V}; });
  check<Bit, Bit, Bit>("or.pred", [](Bit A, Bit B) { return Bit{A.V || B.V}; });
  check<Bit, Bit, Bit>("xor.pred",
                       [](Bit A, Bit B) { return Bit{A.V != B.V}; });
  check<Bit, Bit>("not.pred", [](Bit A) { return Bit{!A.V}; });
  check<Bit, Bit>("mov.pred", [](Bit A) { return A; });
}

template <typename T> void checkExtraction() {
  check<T, T, U32, U32>("bfe." + nameOf<T>(), [](T A, U32 B, U32 C) {
    // The manual's loop.
    int Msb = 8 * sizeof(T) - 1, Pos = B & 0xff, Len = C & 0xff;
    auto BitAt = [&](int I) { return unsigned(U64(A) >> I & 1); };
    unsigned Sign = std::is_unsigned_v<T> || Len == 0
                        ? 0
                        : BitAt(std::min(Pos + Len - 1, Msb));
    U64 D = 0;
    for (int I = 0; I <= Msb; ++I)
      D |= U64(I < Len && Pos + I <= Msb ? BitAt(Pos + I) : Sign) << I;
    return T(D);
  });
}

/// Into each value the lower bits of another.
template <typename T> void checkInsertion() {
  for (U32 Position : {0u, 1u, 31u, 63u, 64u, 256u + 3})
    for (U32 Length : {0u, 1u, 8u, 32u, 64u, 255u}) {
      const std::string Places =
          std::to_string(Position) + ", " + std::to_string(Length);
      check<T, T, T>(
          "bfi.b" + std::to_string(8 * sizeof(T)),
          [&](T A, T B) {
            // The manual's loop.
            for (U32 I = 0; I < (Length & 255); ++I) {
              U32 At = (Position & 255) + I;
              if (At < 8 * sizeof(T))
                B = T((B & ~(U64(1) << At)) | (U64(A) >> I & 1) << At);
            }
            return B;
          },
          /*SkipZero=*/false, ", " + Places);
    }
}

TEST(Opcode, BytesAndFields) {
  checkInsertion<U32>();
  checkInsertion<U64>();
  checkExtraction<I32>();
  checkExtraction<U32>();
  checkExtraction<I64>();
  checkExtraction<U64>();
  check<U32, U32, U32, U32>("shf.l.wrap.b32", [](U32 A, U32 B, U32 C) {
    C &= 31;
    return C ? B << C | A >> (32 - C) : B;
  });
  check<U32, U32, U32, U32>("shf.r.wrap.b32", [](U32 A, U32 B, U32 C) {
    C &= 31;
    return C ? B << (32 - C) | A >> C : A;
  });
  check<U32, U32, U32, U32>("shf.l.clamp.b32", [](U32 A, U32 B, U32 C) {
    return C >= 32 ? A : C ? B << C | A >> (32 - C) : B;
  });
  check<U32, U32, U32, U32>("shf.r.clamp.b32", [](U32 A, U32 B, U32 C) {
    return C >= 32 ? B : C ? B << (32 - C) | A >> C : A;
  });
  check<U32, U32, U32, U32>("prmt.b32", [](U32 A, U32 B, U32 C) {
    std::uint8_t Bytes[8];
    std::memcpy(Bytes, &A, 4);
    std::memcpy(Bytes + 4, &B, 4);
    U32 D = 0;
    for (int I = 3; I >= 0; --I) {
      U32 Selector = C >> (4 * I) & 15;
      auto Byte = std::int8_t(Bytes[Selector & 7]);
      D = D << 8 | std::uint8_t(Selector & 8 ? Byte >> 7 : Byte);
    }
    return D;
  });
}

//===----------------------------------------------------------------------===//
// Floating point
//===----------------------------------------------------------------------===//

template <typename T> void checkFloats() {
  const std::string S = "." + nameOf<T>();
  auto Add = [](T A, T B) { return A + B; };
  auto Sub = [](T A, T B) { return A - B; };
  auto Mul = [](T A, T B) { return A * B; };
  check<T, T, T>("add" + S, Add);
  check<T, T, T>("add.rn" + S, Add);
  check<T, T, T>("sub" + S, Sub);
  check<T, T, T>("sub.rn" + S, Sub);
  check<T, T, T>("mul" + S, Mul);
  check<T, T, T>("mul.rn" + S, Mul);
  check<T, T, T>("div.rn" + S, [](T A, T B) { return A / B; });
  check<T, T, T, T>("fma.rn" + S, [](T A, T B, T C) {
    return std::is_same_v<T, float> ? T(__builtin_fmaf(A, B, C))
                                    : T(__builtin_fma(A, B, C));
  });
  check<T, T>("sqrt.rn" + S, [](T A) { return T(std::sqrt(A)); });
  check<T, T>("rcp.rn" + S, [](T A) { return T(1) / A; });
  check<T, T>("mov" + S, [](T A) { return A; });
  check<T, T, T, Bit>("selp" + S, [](T A, T B, Bit C) { return C.V ? A : B; });
  // Of a NaN and a number the number; signs of zeros count.
  check<T, T, T>("min" + S, [](T A, T B) {
    if (std::isnan(A) || std::isnan(B))
      return std::isnan(A) ? B : A;
    return A < B || (A == B && std::signbit(A)) ? A : B;
  });
  check<T, T, T>("max" + S, [](T A, T B) {
    if (std::isnan(A) || std::isnan(B))
      return std::isnan(A) ? B : A;
    return A > B || (A == B && !std::signbit(A)) ? A : B;
  });
}

template <typename T> void checkFloatComparison() {
  const std::string S = "." + nameOf<T>();
  auto Case = [&](const char *Name, auto F, bool OfNaN) {
    check<Bit, T, T>(std::string("setp.") + Name + S, [&](T A, T B) {
      return Bit{std::isnan(A) || std::isnan(B) ? OfNaN : F(A, B)};
    });
  };
  Case("eq", [](T A, T B) { return A == B; }, false);
  Case("ne", [](T A, T B) { return A != B; }, false);
  Case("lt", [](T A, T B) { return A < B; }, false);
  Case("le", [](T A, T B) { return A <= B; }, false);
  Case("gt", [](T A, T B) { return A > B; }, false);
  Case("ge", [](T A, T B) { return A >= B; }, false);
  Case("equ", [](T A, T B) { return A == B; }, true);
  Case("neu", [](T A, T B) { return A != B; }, true);
  Case("ltu", [](T A, T B) { return A < B; }, true);
  Case("leu", [](T A, T B) { return A <= B; }, true);
  Case("gtu", [](T A, T B) { return A > B; }, true);
  Case("geu", [](T A, T B) { return A >= B; }, true);
  Case("num", [](T, T) { return true; }, false);
  Case("nan", [](T, T) { return false; }, true);
}

/// Of NaN, too, only the sign changes.
template <typename T, typename Word> void checkFloatSigns() {
  const std::string S = "." + nameOf<T>();
  constexpr Word Sign = Word(1) << (8 * sizeof(Word) - 1);
  std::vector<T> Values = nastyValues<T>();
  Values.push_back(std::bit_cast<T>(Word(~Word(0))));
  std::vector<std::uint64_t> Operands;
  for (T X : Values)
    Operands.insert(Operands.end(), {bitsOf(X), 0, 0});
  std::vector<T> Negated = run<T, T>("neg" + S, Operands);
  std::vector<T> Absolute = run<T, T>("abs" + S, Operands);
  for (size_t I = 0; I < Values.size(); ++I) {
    EXPECT_EQ(bitsOf(Negated[I]), bitsOf(Values[I]) ^ Sign);
    EXPECT_EQ(bitsOf(Absolute[I]), bitsOf(Values[I]) & ~Sign);
  }
}

TEST(Opcode, Floats) {
  checkFloats<float>();
  checkFloats<double>();
  checkFloatComparison<float>();
  checkFloatComparison<double>();
  checkFloatSigns<float, U32>();
  checkFloatSigns<double, U64>();
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

template <typename To, typename From> void checkIntegerConversion() {
  check<To, From>("cvt." + nameOf<To>() + "." + nameOf<From>(),
                  [](From A) { return To(A); });
}

template <typename To> void checkIntegerConversions() {
  checkIntegerConversion<To, std::int8_t>();
  checkIntegerConversion<To, std::uint8_t>();
  checkIntegerConversion<To, I16>();
  checkIntegerConversion<To, U16>();
  checkIntegerConversion<To, I32>();
  checkIntegerConversion<To, U32>();
  checkIntegerConversion<To, I64>();
  checkIntegerConversion<To, U64>();
}

TEST(Opcode, ConvertsIntegers) {
  checkIntegerConversions<std::int8_t>();
  checkIntegerConversions<std::uint8_t>();
  checkIntegerConversions<I16>();
  checkIntegerConversions<U16>();
  checkIntegerConversions<I32>();
  checkIntegerConversions<U32>();
  checkIntegerConversions<I64>();
  checkIntegerConversions<U64>();
}

TEST(Opcode, NarrowResultsFillWiderRegisters) {
  // cvt.s8.s32 into 32 bits repeats the sign.
  std::string Error;
  auto M = Module::parse(R"(.version 6.3
.target sm_75
.address_size 64
.visible .entry k(.param .u64 out)
{
.reg .b32 %r<3>;
.reg .b64 %a<1>;
ld.param.u64 %a0, [out];
mov.u32 %r0, 0x1280;
cvt.s8.s32 %r1, %r0;
cvt.u8.u32 %r2, %r0;
st.global.v2.u32 [%a0], {%r1, %r2};
st.global.u8 [%a0+8], %r0;
ld.global.s8 %r1, [%a0+8];
ld.global.u8 %r2, [%a0+8];
st.global.v2.u32 [%a0+16], {%r1, %r2};
ret;
})",
                         Error);
  ASSERT_TRUE(M) << Error;
  Heap H;
  std::uint64_t Out[] = {H.allocate(32)};
  EXPECT_EQ(launch(*M, "k", {}, {}, 0, std::as_bytes(std::span(Out)), H).Error,
            "");
  for (int Place : {0, 16}) {
    U32 Got[2];
    H.read(Got, Out[0] + Place, 8);
    EXPECT_EQ(Got[0], 0xffffff80u);
    EXPECT_EQ(Got[1], 0x80u);
  }
}

template <typename To, typename From> void checkToFloat() {
  // The host rounds to nearest, even, as .rn does.
  check<To, From>("cvt.rn." + nameOf<To>() + "." + nameOf<From>(),
                  [](From A) { return To(A); });
}

template <typename To, typename From> void checkFromFloat() {
  auto Saturated = [](From A, auto Round) -> To {
    // Of NaN, what the manual has.
    if (std::isnan(A)) {
      if (sizeof(From) < 8 && sizeof(To) < 8)
        return 0;
      return To(U64(1) << (8 * sizeof(To) - 1));
    }
    // long double holds every integer of 64 bits.
    long double V = Round((long double)A);
    if (V >= (long double)std::numeric_limits<To>::max())
      return std::numeric_limits<To>::max();
    if (V <= (long double)std::numeric_limits<To>::min())
      return std::numeric_limits<To>::min();
    return To(V);
  };
  auto Case = [&](const char *Rounding, auto Round) {
    check<To, From>(std::string("cvt.") + Rounding + "." + nameOf<To>() + "." +
                        nameOf<From>(),
                    [&](From A) { return Saturated(A, Round); });
  };
  Case("rzi", [](long double V) { return std::trunc(V); });
  Case("rni", [](long double V) { return std::nearbyint(V); });
  Case("rmi", [](long double V) { return std::floor(V); });
  Case("rpi", [](long double V) { return std::ceil(V); });
}

template <typename T> void checkIntegerAndFloats() {
  checkToFloat<float, T>();
  checkToFloat<double, T>();
  checkFromFloat<T, float>();
  checkFromFloat<T, double>();
}

template <typename T> void checkWhole() {
  const std::string S = "." + nameOf<T>() + "." + nameOf<T>();
  check<T, T>("cvt.rzi" + S, [](T A) { return std::trunc(A); });
  check<T, T>("cvt.rni" + S, [](T A) { return std::nearbyint(A); });
  check<T, T>("cvt.rmi" + S, [](T A) { return std::floor(A); });
  check<T, T>("cvt.rpi" + S, [](T A) { return std::ceil(A); });
}

TEST(Opcode, ConvertsFloats) {
  checkIntegerAndFloats<I16>();
  checkIntegerAndFloats<U16>();
  checkIntegerAndFloats<I32>();
  checkIntegerAndFloats<U32>();
  checkIntegerAndFloats<I64>();
  checkIntegerAndFloats<U64>();
  checkWhole<float>();
  checkWhole<double>();
  check<double, float>("cvt.f64.f32", [](float A) { return double(A); });
  check<float, double>("cvt.rn.f32.f64", [](double A) { return float(A); });
}

//===----------------------------------------------------------------------===//
// Half precision, of which the host has the type, but no library
//===----------------------------------------------------------------------===//

#if defined(__clang__) && defined(__FLT16_MANT_DIG__)

float number(U16 Bits) { return float(std::bit_cast<_Float16>(Bits)); }

/// The bits of what a computation gives, rounded once.
template <typename T> U16 rounded(T V) {
  return V != V ? 0x7fff : std::bit_cast<U16>(_Float16(V));
}

const std::vector<U16> Halves = {
    0,      0x8000, 1,      0x8001, 0x3ff,  0x400,  0x8400, 0x3c00, 0xbc00,
    0x3c01, 0x3e00, 0xbe00, 0x3555, 0x4248, 0x5640, 0x6400, 0x6401, 0x77ff,
    0x7800, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7fff, 0x1401, 0x9bff};

void checkHalves(const std::string &Opcode, float (*F)(float, float)) {
  std::vector<std::uint64_t> Operands, Pairs;
  for (U16 A : Halves)
    for (U16 B : Halves) {
      Operands.insert(Operands.end(), {A, B, 0});
      Pairs.insert(Pairs.end(), {A | U32(B) << 16, B | U32(A) << 16, 0});
    }
  std::vector<U16> Got = run<U16, U16, U16>(Opcode + ".f16", Operands);
  std::vector<U32> Both = run<U32, U32, U32>(Opcode + ".f16x2", Pairs);
  for (size_t I = 0; I < Got.size(); ++I) {
    U16 A = U16(Operands[3 * I]), B = U16(Operands[3 * I + 1]);
    // Rounding a float again does no harm, it has more than twice the digits.
    U16 Wanted = rounded(F(number(A), number(B)));
    EXPECT_EQ(Got[I], Wanted) << Opcode << " " << number(A) << " " << number(B);
    EXPECT_EQ(Both[I], Wanted | U32(rounded(F(number(B), number(A)))) << 16);
  }
}

TEST(Opcode, Halves) {
  checkHalves("add.rn", [](float A, float B) { return A + B; });
  checkHalves("sub.rn", [](float A, float B) { return A - B; });
  checkHalves("mul", [](float A, float B) { return A * B; });
  std::vector<std::uint64_t> Operands;
  for (U16 A : Halves)
    for (U16 B : Halves)
      for (U16 C : Halves)
        Operands.insert(Operands.end(), {A, B, C});
  std::vector<U16> Got = run<U16, U16, U16, U16>("fma.rn.f16", Operands);
  std::vector<Bit> Less = run<Bit, U16, U16>("setp.lt.f16", Operands);
  std::vector<Bit> NotEqual = run<Bit, U16, U16>("setp.neu.f16", Operands);
  std::vector<U16> Negated = run<U16, U16>("neg.f16", Operands);
  for (size_t I = 0; I < Got.size(); ++I) {
    float A = number(U16(Operands[3 * I])),
          B = number(U16(Operands[3 * I + 1]));
    // long double has room for every exact result here.
    long double Exact = (long double)A * B + number(U16(Operands[3 * I + 2]));
    EXPECT_EQ(Got[I], rounded(Exact));
    EXPECT_EQ(Less[I].V, A < B);
    EXPECT_EQ(NotEqual[I].V, A != B);
    EXPECT_EQ(Negated[I], Operands[3 * I] ^ 0x8000);
  }
}

TEST(Opcode, ConvertsHalves) {
  // All of them, and for each what lies around the middle to the next one.
  std::vector<std::uint64_t> All, Floats, Doubles;
  for (U32 Bits = 0; Bits < 0x10000; ++Bits) {
    float V = number(U16(Bits));
    if (V != V)
      continue;
    All.insert(All.end(), {Bits, 0, 0});
    float Next = std::isinf(V) ? V : number(U16(Bits + 1));
    double Middle =
        std::isinf(Next) ? std::copysign(65520.0, V) : (double(V) + Next) / 2;
    for (float Near : {float(Middle), std::nextafter(float(Middle), 0.0f),
                       std::nextafter(float(Middle), 1e9f)})
      Floats.insert(Floats.end(), {bitsOf(Near), 0, 0});
    for (double Near : {Middle, std::nextafter(Middle, -1e9)})
      Doubles.insert(Doubles.end(), {bitsOf(Near), 0, 0});
  }
  std::vector<float> ToFloat = run<float, U16>("cvt.f32.f16", All);
  std::vector<double> ToDouble = run<double, U16>("cvt.f64.f16", All);
  std::vector<I32> ToInt = run<I32, U16>("cvt.rzi.s32.f16", All);
  for (size_t I = 0; I < ToFloat.size(); ++I) {
    float V = number(U16(All[3 * I]));
    EXPECT_EQ(bitsOf(ToFloat[I]), bitsOf(V));
    EXPECT_EQ(bitsOf(ToDouble[I]), bitsOf(double(V)));
    EXPECT_EQ(ToInt[I],
              std::isinf(V) ? V > 0 ? 0x7fffffff : -0x7fffffff - 1 : I32(V));
  }
  std::vector<U16> FromFloat = run<U16, float>("cvt.rn.f16.f32", Floats);
  for (size_t I = 0; I < FromFloat.size(); ++I)
    EXPECT_EQ(FromFloat[I], rounded(std::bit_cast<float>(U32(Floats[3 * I]))));
  std::vector<U16> FromDouble = run<U16, double>("cvt.rn.f16.f64", Doubles);
  for (size_t I = 0; I < FromDouble.size(); ++I)
    EXPECT_EQ(FromDouble[I], rounded(std::bit_cast<double>(Doubles[3 * I])));
}

#endif

} // namespace
