//===- Selections.h - the best element with what belongs to it --*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     if (x[i] < best) { best = x[i]; at = i; }
//
// One iteration sets all variables of a selection, and none that comes behind
// needs them but to compare. Some iterations may select on their own, begun
// with what the variables are in front of the loop. Of what several such parts
// have selected, in the order of iterations, the same comparison selects what
// the whole loop does: the first or the last of equal ones as the loop has it,
// bit by bit, numbers that are none included.
//
// The key may be a place alone, `if (x[i] < x[at]) at = i;`: what is compared
// is read there again, from arrays that the nest does not store to.
//
//     if (at < 0 || x[i] < best) …
//
// The first iteration is selected whatever it offers. So is that of each part;
// what it offers may be no number, which nothing goes before. Only in front of
// all others it remains then: a part remembers its first one, and goes on from
// that as if there were none.
//
//     best = best < x[i] ? best : x[i];
//
// is `if (!(best < x[i])) best = x[i];`, and what is no number is selected: all
// that went before it is forgotten. So each part selects its first one, and
// remembers whether it has come across what is no number.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_ANALYSIS_REDUCTIONS_SELECTIONS_H
#define LACUNA_ANALYSIS_REDUCTIONS_SELECTIONS_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

struct Selection {
  /// What an iteration offers is compared with: `offered Goes Key`. Empty where
  /// each iteration that has something to offer is selected, so that the last
  /// one remains.
  std::string Key;
  BinaryOp Goes = BinaryOp::Lt;
  /// Selected is what does not go so, and what is no number.
  bool IsUnless = false;
  /// What is compared where the key is a place: an expression over the key and
  /// operands; else null.
  ExprRef ReadAt;
  /// Where this holds, over one of the variables and operands, nothing is
  /// selected yet; null if something always is. What has been selected never
  /// makes it hold.
  ExprRef None;
  /// All that are set, the key first.
  std::vector<Place> Variables;

  bool sets(llvm::StringRef Name) const;
  /// What is compared if the key is \p Value.
  ExprRef compared(const ExprRef &Value) const;
  /// Whether \p Offered is selected where \p Held has been.
  ExprRef isBetter(const ExprRef &Offered, const ExprRef &Held) const;
};

/// The selections of \p Body, a part of \p N, as nest or as loop IR, among
/// variables that outlive its iterations and are used for nothing else in it.
std::vector<Selection> selectionsIn(const Nest &N, const StmtRef &Body);

/// Why what sets \p Variable in \p Body is no selection though it looks like
/// one: a comparison with the variable leads there. Empty if none does.
std::string whyNotSelected(const Nest &N, const StmtRef &Body,
                           llvm::StringRef Variable);

} // namespace lacuna

#endif // LACUNA_ANALYSIS_REDUCTIONS_SELECTIONS_H
