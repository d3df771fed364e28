//===- Prelude.h - helpers of generated code --------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declarations that rewritten loops need outside functions: the report of a
// failed guard (LACUNA_LOG=1), the counters of `count`, the comparisons of
// `verify`. They are parsed into
// the translation unit once, have internal linkage, and reach libc through
// assembler labels, so that neither a header nor a runtime library is needed.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_GRAFT_PRELUDE_H
#define LACUNA_PLUGIN_GRAFT_PRELUDE_H

#include "lacuna/emit/Cpp.h"
#include "clang/AST/DeclGroup.h"
#include "clang/Parse/Parser.h"
#include <functional>
#include <string>
#include <vector>

namespace lacuna::plugin {

/// \p Text as a string literal.
std::string literal(llvm::StringRef Text);

/// A form in which kernels are given to the driver.
struct KernelImage {
  enum Form { Ptx = 1, Cubin = 2 }; // of lacuna/rt.h
  Form Kind;
  unsigned Sm; ///< what it is for: 80 means sm_80
  std::string Data;
};

/// What the measurement of a loop goes by.
struct ProfiledLoop {
  // Of lacuna/profile.h.
  enum Place { Cpu = 0, Gpu = 1, AsWritten = 2, Unmarked = 3 };
  std::string Where, Function;
  Place On;
  std::vector<std::string> Versions;
};

/// What trials of a loop go by.
struct TunedLoop {
  std::string Where, Function;
  std::vector<std::string> Clauses; ///< of candidates, from number 0 on
  uint32_t Alone = 0;               ///< bits of those on one thread
  uint32_t Formats = 0;             ///< so many, the last ones, are formats
};

class Prelude {
public:
  /// Declarations go to \p Sink as they are parsed.
  Prelude(clang::Parser &P, std::function<void(clang::DeclGroupRef)> Sink)
      : P(P), Sink(std::move(Sink)) {}

  /// A statement that reports, if LACUNA_LOG=1, that the guard numbered
  /// lacuna_guard failed for the loop at \p Where ("file:line"). Nothing where
  /// there is no libc.
  std::string reportFallback(llvm::StringRef Where,
                             llvm::ArrayRef<std::string> Reasons);
  /// A statement that counts the path that lacuna_guard decides on. Loops at
  /// the same place (instantiations) share their counters.
  std::string countPath(llvm::StringRef Where,
                        llvm::ArrayRef<std::string> Reasons);
  /// Declares \p F outside of all namespaces.
  void declare(const OuterFunction &F);
  /// The record of the loop at \p Where, whose results are verified in every
  /// \p Every-th call; instantiations share it.
  std::string verifiedSite(llvm::StringRef Where, unsigned Every);
  /// A statement: a call of \p Site was not compared, because of the one of
  /// \p Reasons that `lacuna_guard` stands for.
  std::string noteUnverified(llvm::StringRef Site,
                             llvm::ArrayRef<std::string> Reasons);
  /// The variable that holds the kernels of the loop at \p Where for the
  /// runtime library (lacuna/rt.h), which takes the best of \p Images.
  std::string kernelModule(llvm::StringRef Where,
                           llvm::ArrayRef<KernelImage> Images);
  /// Declares what the text of emitHostCopies calls, and
  /// `__lacuna_release_all`, the cleanup of a variable that makes
  /// lacuna_host_release_all run at the end of a block.
  void declareHostCopies();
  /// The record of a loop whose runs are measured by the runtime library
  /// (lacuna/profile.h); \p L is of a graft.
  std::string profiledLoop(const ProfiledLoop &L,
                           llvm::ArrayRef<std::string> Reasons);
  /// The record of a loop among whose candidates the runtime library chooses
  /// (lacuna/tune.h).
  std::string tunedLoop(const TunedLoop &L);
  /// Declares what directives about data call.
  void declareData();
  /// \p Text with the helpers' names as they are in this translation unit. A
  /// module's are its own: who imports it sees them in its inline functions,
  /// but does not find them by name.
  std::string rename(llvm::StringRef Text) const;
  /// Appends the report at exit, if anything is counted or verified.
  void finish();

private:
  struct Counter {
    std::string Name, Where;
    std::vector<std::string> Reasons;
  };

  struct VerifiedSite {
    std::string Name, Where;
  };

  std::string freshName(llvm::StringRef Stem, unsigned Number);
  bool isDeclared(llvm::StringRef Name);
  void parse(llvm::StringRef Text);

  clang::Parser &P;
  std::function<void(clang::DeclGroupRef)> Sink;
  bool HasLog = false;
  unsigned NumModules = 0, NumProfiled = 0, NumTuned = 0;
  std::vector<Counter> Counters;
  std::vector<VerifiedSite> VerifiedSites;
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_GRAFT_PRELUDE_H
