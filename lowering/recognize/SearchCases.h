//===- SearchCases.h - what follows where a search has ended ----*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_RECOGNIZE_SEARCHCASES_H
#define LACUNA_LOWERING_RECOGNIZE_SEARCHCASES_H

#include "SegmentSearch.h"

namespace lacuna {

/// The statements of \p Block in \p N, in which \p Search stands at \p At,
/// without it and what it sets, where it has ended as \p Outcome says; null if
/// they need more than is known of that.
StmtRef withoutSearch(const Nest &N, const SegmentSearch &Search,
                      const SearchOutcome &Outcome,
                      const llvm::StringMap<ExprRef> &Lets,
                      llvm::ArrayRef<StmtRef> Block, size_t At);

/// A sum to which terms are added that are zero, if what they are multiplied by
/// is finite.
struct ZeroSum {
  Place Target;
  std::vector<ExprRef> Factors; ///< loads and variables, finite if known to be
  std::vector<ExprRef> Under;   ///< the conditions under which that happens
};

/// What \p Body does if that is nothing but adding zeros to floating-point
/// sums; nothing if it does more.
std::optional<std::vector<ZeroSum>>
zeroSums(const StmtRef &Body, const llvm::StringMap<ExprRef> &Lets);

/// The variable whose value as \p Column \p Cond leaves out: i of `j != i`;
/// empty if there is none.
std::string leavesOut(const ExprRef &Cond, llvm::StringRef Column);

} // namespace lacuna

#endif // LACUNA_LOWERING_RECOGNIZE_SEARCHCASES_H
