//===- LinearForm.h - a subscript as a sum of products ----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_ANALYSIS_LINEARFORM_H
#define LACUNA_LOWERING_ANALYSIS_LINEARFORM_H

#include "lacuna/analysis/Subscript.h"

namespace lacuna {

/// `Coef * Factors… * digit`. The digit is an index variable, or the element of
/// an array of which a fact is known; without either the term is invariant.
struct LinearTerm {
  int64_t Coef = 1;
  std::vector<ExprRef> Factors; ///< invariant, in the order of the source
  const IndexVar *Var = nullptr;
  ExprRef Element = nullptr;

  bool isInvariant() const { return !Var && !Element; }
};

struct LinearForm {
  int64_t Constant = 0;
  std::vector<LinearTerm> Terms;
  /// The value is that of the sum over the integers only if it and all of its
  /// parts lie in [0, Largest]: some step is computed modulo a power of two.
  bool MayWrap = false;
  int64_t Largest = INT64_MAX;
  /// At most one variable, with only sign changes and additions of invariants
  /// between it and the value: injective modulo 2^bits even where it wraps.
  bool KeepsBits = true;
};

/// \p E over the integers. Signed arithmetic does not overflow: where it would,
/// the user's loop has no meaning. Nothing if \p E has another form.
std::optional<LinearForm> linearForm(const Nest &N, const ExprRef &E,
                                     const Invariants &Fixed);

/// The one term of \p Form that is not invariant, if it has a variable; or
/// null.
const LinearTerm *movingTerm(const LinearForm &Form);

/// Same variables, factors and coefficients; constants may differ.
bool sameTerms(const LinearForm &A, const LinearForm &B);

bool haveSameFactors(const LinearTerm &A, const LinearTerm &B);
/// Same factors and coefficients.
bool haveSameStride(const LinearTerm &A, const LinearTerm &B);

/// Removes one factor equal to \p F from \p Factors; false if there is none.
bool takeFactor(std::vector<ExprRef> &Factors, const ExprRef &F);

} // namespace lacuna

#endif // LACUNA_LOWERING_ANALYSIS_LINEARFORM_H
