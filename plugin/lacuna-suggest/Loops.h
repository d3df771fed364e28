//===- Loops.h - the loops of a project without a directive -----*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LACUNA_SUGGEST_LOOPS_H
#define LACUNA_PLUGIN_LACUNA_SUGGEST_LOOPS_H

#include "lacuna-suggest/Times.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lacuna::suggest {

/// What takes the place of Length bytes of a file.
struct Edit {
  uint64_t Offset, Length;
  std::string Text;
};

/// What the plugin says of a loop that it tried.
struct Tried {
  uint64_t Line, Column;
  bool IsOverRow = false; ///< inside another one that has a row each time
  std::vector<std::string> RunsAs, Reasons, Cures;
};

enum class State {
  Rewritten,
  Inside, ///< loops inside would be
  Left,
};

/// A loop of which it is known what a bare directive would do.
struct Loop : Tried {
  std::string File, Macro, Function;
  uint64_t Offset;
  State Becomes;
  /// See Evidence in plugin/driver.
  uint64_t Indirect, Rows, Depth, Unknown;
  std::vector<Tried> Inside;
  std::optional<Edit> Change;
  std::string WhyByHand; ///< why there is none
  /// Flags of the compile line that each would have more of it rewritten.
  std::vector<std::string> FreedBy;
  /// Of the line's loops, where that was measured.
  std::optional<RunTime> Ran;
  /// All that the plugin wrote.
  llvm::json::Value Written = nullptr;

  /// Whether a directive would do something for it, and runs are long enough
  /// for that to gain, as far as is known.
  bool isProposed() const {
    return Becomes != State::Left && !isTooShort() && !hasRowsAlone();
  }
  /// Whether it would stay, and each loop inside that would be rewritten has a
  /// row of it.
  bool hasRowsAlone() const;
  /// Whether it was measured, and the directive would leave most of its runs
  /// as they are.
  bool isTooShort() const;
};

/// What the plugin wrote about one file that was compiled.
struct Compiled {
  std::string Unsupported; ///< why no directive can stand in it, or empty
  std::vector<Loop> Loops;
  /// What the compiler read, by the paths of files.
  std::map<std::string, std::string> Digests;
};

llvm::Expected<Compiled> readCompiled(llvm::StringRef Json);

/// The loops of all files that were compiled, each once.
class Project {
public:
  /// Only files below \p Root, a real path, are of interest.
  explicit Project(std::string Root) : Root(std::move(Root)) {}

  void add(Compiled New);
  /// Has it be known how long loops ran, in programs that were compiled in
  /// \p Folders.
  void setTimes(const RunTimes &All, llvm::ArrayRef<std::string> Folders);
  /// Has it be known what \p Flag would have free, as \p With shows.
  void setFreed(llvm::StringRef Flag, const Project &With);
  /// The most promising first: what is rewritten, the more so the longer it
  /// ran, if that is known, the sparser it looks, and the more work it may be.
  std::vector<const Loop *> ranked() const;
  /// What the compiler read of \p File, or nothing if that was not the same
  /// each time.
  std::optional<std::string> digestOf(llvm::StringRef File) const;
  /// \p File as it is called in the root, if it is below that.
  llvm::StringRef nameOf(llvm::StringRef File) const;
  /// Whether \p File, a real path, is of interest.
  bool holds(llvm::StringRef File) const;
  llvm::StringRef root() const { return Root; }
  /// How many loops there are elsewhere.
  size_t elsewhere() const { return Elsewhere.size(); }
  /// How long all measured loops ran, if any were.
  std::optional<uint64_t> whole() const { return Whole; }
  /// How long those without a directive ran that are not among ranked().
  uint64_t ranElsewhere() const { return RanElsewhere; }

private:
  using Place = std::tuple<std::string, uint64_t, std::string>;

  std::string Root;
  std::map<Place, Loop> Loops, Elsewhere;
  std::map<std::string, std::optional<std::string>> Digests;
  std::optional<uint64_t> Whole;
  uint64_t RanElsewhere = 0;
};

} // namespace lacuna::suggest

#endif // LACUNA_PLUGIN_LACUNA_SUGGEST_LOOPS_H
