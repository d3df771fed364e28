//===- LeftOutZeros.h - zeros that sums may go without ----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is left out adds a zero at most, of either sign, to a sum. A sum with
// these terms and one without differ while the latter is -0.0 alone: any term
// that is no zero, and +0.0, makes them equal again. So a row whose sum has
// come to -0.0 runs once more as written, from what it began with.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_RECOGNIZE_LEFTOUTZEROS_H
#define LACUNA_LOWERING_RECOGNIZE_LEFTOUTZEROS_H

#include "SearchCases.h"

namespace lacuna {

/// Whether what the function called \p Name asks holds of \p Of.
ExprRef question(llvm::StringRef Name, const ExprRef &Of);

/// What a loop over columns would add to sums for those without an entry.
class LeftOutZeros {
public:
  /// \p Path leads to the loop over \p Column, which does \p Found for an entry
  /// of the row with coordinates \p Crd. \p Always is what it does in any row.
  LeftOutZeros(const Nest &N, const llvm::StringMap<ExprRef> &Lets,
               llvm::ArrayRef<const LoopStmt *> Path, const IndexVar &Column,
               std::string Crd, StmtRef Found, StmtRef Always)
      : N(N), Lets(Lets), Path(Path), Loop(*Path.back()), Column(Column),
        Crd(std::move(Crd)), Found(std::move(Found)),
        Always(std::move(Always)) {}

  /// Whether \p Missing, for a column without an entry, adds nothing but zeros
  /// that may be left out. The rest is told then.
  bool find(const StmtRef &Missing);

  std::vector<ZeroSum> Zeros;
  std::vector<ExprRef> Finite; ///< if these are: of each row, in front of it
  std::vector<Guard> Guards;   ///< and if these hold

private:
  bool isOwnSum(const ZeroSum &Sum) const;
  bool dependsOnResults(const Place &Target) const;
  bool hasKnownExtents() const;
  bool leadsDirectly() const;
  bool isReadInAnyCase(const ZeroSum &Sum, const ExprRef &Factor) const;
  std::pair<ExprRef, ExprRef> columnsIfReached() const;
  bool takeFactor(const ZeroSum &Sum, const ExprRef &Factor);
  bool takeConditions(const ZeroSum &Sum);
  bool doesNothingElse() const;

  const Nest &N;
  const llvm::StringMap<ExprRef> &Lets;
  const llvm::ArrayRef<const LoopStmt *> Path;
  const LoopStmt &Loop;
  const IndexVar &Column;
  const std::string Crd;
  const StmtRef Found, Always;
};

} // namespace lacuna

#endif // LACUNA_LOWERING_RECOGNIZE_LEFTOUTZEROS_H
