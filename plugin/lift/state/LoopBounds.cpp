//===- LoopBounds.cpp - values that bounds of loops are made of -----------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lift/state/LoopBounds.h"
#include "lift/state/Messages.def"
#include "llvm/Support/MathExtras.h"

using llvm::dyn_cast;

namespace lacuna::plugin {

int64_t minOf(const Type &T) {
  return T.isSigned() ? llvm::minIntN(std::min(T.bits(), 64u)) : 0;
}

int64_t maxOf(const Type &T) {
  if (T.isSigned())
    return llvm::maxIntN(std::min(T.bits(), 64u));
  return T.bits() >= 64 ? INT64_MAX : int64_t(llvm::maxUIntN(T.bits()));
}

ExprRef unconverted(ExprRef E) {
  while (const auto *C = dyn_cast<CastExpr>(E.get())) {
    const Type &From = C->operand()->type();
    bool IsSameWidth = C->type().isInteger() && From.isInteger() &&
                       C->type().bits() == 64 && From.bits() == 64;
    if (!C->type().holdsAllOf(From) && !IsSameWidth)
      break;
    E = C->operand();
  }
  return E;
}

std::string subject(const ExprRef &E, llvm::StringRef Loop) {
  if (const auto *V = dyn_cast<VarExpr>(E.get()))
    return "'" + V->name().str() + "'";
  if (const auto *L = dyn_cast<LoadExpr>(E.get()))
    return "a value of '" + L->array().str() + "'";
  return "a bound of loop '" + Loop.str() + "'";
}

std::string changingBound(llvm::StringRef Loop, llvm::StringRef Name) {
  return msg::BoundsReadChanging(Loop, Name);
}

} // namespace lacuna::plugin
