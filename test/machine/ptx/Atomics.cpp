//===- Atomics.cpp - what atomic updates store ----------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operations.h"

using namespace lacuna::ptx;

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
