//===- Subscript.h - which iterations touch one place -----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A subscript is injective in a set of index variables if equal subscripts
// imply equal values of those variables. Shown for sums of products
//     v1*S1 + v2*S2 + ... + invariant
// whose strides form a mixed radix system: the largest stride first, each range
// at most as long as the next stride is. What cannot be decided now becomes a
// condition over the operands.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_ANALYSIS_SUBSCRIPT_H
#define LACUNA_ANALYSIS_SUBSCRIPT_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// What keeps its value while subscripts are compared.
struct Invariants {
  /// Underived variables fixed by enclosing loops.
  llvm::StringSet<> FixedVars;
  /// Arrays and mutable locals that change meanwhile.
  llvm::StringSet<> Changed;
};

/// That an element of an array that ascends in each segment lies in
/// [0, Scale * Limit).
struct ElementRange {
  ExprRef Element;
  int64_t Scale; ///< positive
  ExprRef Limit; ///< i64, over scalar operands
};

/// Constants that lie as far apart belong to planes of one array: hardly a row
/// is as long.
inline constexpr int64_t PlaneGap = 1 << 16;

struct Injectivity {
  /// Underived variables that the place determines.
  llvm::StringSet<> Vars;
  /// Elements of arrays, of which a fact is known, that it determines.
  std::vector<ExprRef> Elements;
  /// Conditions over operands under which it does.
  std::vector<ExprRef> Conditions;
  /// Conditions on the ends of segments.
  std::vector<ElementRange> Ranges;
};

/// Whether equal values among \p Places, even of two different ones, imply
/// equal values of some underived variables, and which. Lets must have been
/// replaced. Nothing if it cannot be shown.
std::optional<Injectivity> injectivity(const Nest &N,
                                       llvm::ArrayRef<ExprRef> Places,
                                       const Invariants &Fixed);

/// The same for subscripts of \p Array, which may be an array of arrays.
std::optional<Injectivity> injectivityIn(const Nest &N, llvm::StringRef Array,
                                         llvm::ArrayRef<ExprRef> Places,
                                         const Invariants &Fixed);

/// Whether \p E has one value while what \p Fixed lists is fixed.
bool isInvariant(const Nest &N, const ExprRef &E, const Invariants &Fixed);

} // namespace lacuna

#endif // LACUNA_ANALYSIS_SUBSCRIPT_H
