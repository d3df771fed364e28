//===- MadeNames.h - names that lowering declares ---------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_IR_MADENAMES_H
#define LACUNA_IR_MADENAMES_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// Names that lowering declares: one for each base, so that copies of a loop in
/// sibling scopes read alike, and none that the nest uses.
class MadeNames {
public:
  explicit MadeNames(const Nest &N) : N(N) {}
  std::string get(const llvm::Twine &Base);
  /// A name that differs from all others, those for the same \p Base too.
  std::string fresh(const llvm::Twine &Base);

  /// What the names are made for.
  const Nest &nest() const { return N; }

  /// Whether \p Name is one of them.
  bool isMade(llvm::StringRef Name) const { return Used.contains(Name); }

  /// Appends a let called `Base` to \p Out; what stands for its value.
  ExprRef let(const llvm::Twine &Base, ExprRef Value,
              std::vector<StmtRef> &Out);

private:
  const Nest &N;
  llvm::StringMap<std::string> Made;
  llvm::StringSet<> Used;
};

} // namespace lacuna

#endif // LACUNA_IR_MADENAMES_H
