//===- CoIteration.h - loops over cursors as merges -------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A `while` loop of the user's that moves two or three cursors along lists of
// coordinates has the form of a merge as well. It takes that form where a
// command names its coordinate or a cursor, and runs as it stands otherwise.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RECOGNIZE_COITERATION_H
#define LACUNA_RECOGNIZE_COITERATION_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// A WhileStmt that compares the elements at several cursors.
struct CoIteration {
  /// The cursors by their names, and the arrays of their coordinates.
  std::vector<std::string> Cursors, Crds;
  /// What the merge's variable is called: like the variable that holds the
  /// least coordinate, `j` if there is none. Empty if this is no merge.
  std::string Coordinate;
  /// Why this is no merge, in the user's terms.
  std::string Why;
  /// The nest with the merge in place of the loop, given that each of Crds is
  /// sorted; nothing if this is no merge.
  std::optional<Nest> Merged;

  bool isCalled(llvm::StringRef Name) const;
  /// Those of Crds that \p N does not know to be sorted, each once.
  std::vector<std::string> unsorted(const Nest &N) const;
};

/// The loops over cursors of \p N, in source order.
std::vector<CoIteration> coIterations(const Nest &N);

} // namespace lacuna

#endif // LACUNA_RECOGNIZE_COITERATION_H
