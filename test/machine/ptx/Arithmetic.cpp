//===- Arithmetic.cpp - instructions that only compute --------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operations.h"
#include "PureOps.h"

using namespace lacuna::ptx;

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

MaybeOp lacuna::ptx::op(PureFunction F, Type Result,
                        std::initializer_list<Type> Operands) {
  if (!F)
    return std::nullopt;
  PureOp O{F, Result, unsigned(Operands.size()), {}};
  std::copy(Operands.begin(), Operands.end(), O.Operands.begin());
  return O;
}

namespace {

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
