//===- Speculation.h - what loops may evaluate early ------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RECOGNIZE_SPECULATION_H
#define LACUNA_RECOGNIZE_SPECULATION_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// What may be evaluated where the user's loop skips it.
class Skipped {
public:
  explicit Skipped(const Nest &N);
  /// Whether it makes no difference that \p E is evaluated: it has a value
  /// whatever its operands are, and reads nothing that may not be read.
  bool isFree(const ExprRef &E) const;

private:
  void addLoads(const LoopStmt &Loop);
  void addLoads(const ExprRef &E, const llvm::StringSet<> &Own);
  bool isSteady(const ExprRef &Subscript) const;

  const Nest &N;
  llvm::StringSet<> Mutable, Unset; ///< the latter: declared without a value
  /// Elements that each iteration reads which has their subscripts.
  std::vector<ExprRef> Read;
};

} // namespace lacuna

#endif // LACUNA_RECOGNIZE_SPECULATION_H
