//===- Tally.h - how many loops of a file were rewritten --------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_DRIVER_TALLY_H
#define LACUNA_PLUGIN_DRIVER_TALLY_H

#include "clang/Basic/SourceManager.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <string>

namespace lacuna::plugin {

/// Counts annotated loops as they stand in the sources: one that is
/// instantiated, expanded or included several times is one loop, and rewritten
/// only if it was so each time.
class Tally {
public:
  enum class Outcome {
    Rewritten,
    LeftWithReason, ///< which the user has been told
    LeftInSilence,
  };

  explicit Tally(const clang::SourceManager &SM) : SM(SM) {}

  /// What became of the loop at \p Loc. Those in system headers are not the
  /// user's to change, and do not count.
  void add(clang::SourceLocation Loc, Outcome What);
  /// A line for each file in which a loop was left.
  void print(llvm::raw_ostream &OS) const;

private:
  /// The worst that became of each loop, by its place.
  using Loops = std::map<std::string, Outcome>;

  const clang::SourceManager &SM;
  std::map<std::string, Loops> Files;
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_DRIVER_TALLY_H
