//===- Changes.h - lines in front of loops ----------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LACUNA_SUGGEST_CHANGES_H
#define LACUNA_PLUGIN_LACUNA_SUGGEST_CHANGES_H

#include "lacuna-suggest/Loops.h"
#include "llvm/Support/raw_ostream.h"

namespace lacuna::suggest {

/// What files become with a directive in front of each loop for which that is
/// good.
class Changes {
public:
  /// Files that are no longer as they were compiled are refused, with a reason
  /// for each of them.
  explicit Changes(const Project &From);

  llvm::ArrayRef<std::string> refused() const { return Refused; }

  /// As `patch -p1` takes it in the root.
  llvm::Error printDiff(llvm::raw_ostream &OS) const;
  /// As clang-apply-replacements takes it.
  void printYaml(llvm::raw_ostream &OS) const;
  /// Replaces the files, each at once or not at all. All are tried; \p Done is
  /// told of each one that is.
  llvm::Error apply(
      llvm::function_ref<void(llvm::StringRef Name, size_t Lines)> Done) const;

private:
  struct ChangedFile {
    std::string Path, Name, Before;
    std::vector<Edit> Edits; ///< from the first to the last

    std::string after() const;
  };

  std::vector<ChangedFile> Files;
  std::vector<std::string> Refused;
};

} // namespace lacuna::suggest

#endif // LACUNA_PLUGIN_LACUNA_SUGGEST_CHANGES_H
