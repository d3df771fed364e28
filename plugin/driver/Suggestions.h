//===- Suggestions.h - what bare directives would do ------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_DRIVER_SUGGESTIONS_H
#define LACUNA_PLUGIN_DRIVER_SUGGESTIONS_H

#include "driver/Evidence.h"
#include "driver/LineInFront.h"
#include "driver/LoopObserver.h"
#include <map>

namespace lacuna::plugin {

/// What a bare directive in front of a loop without one would do.
struct Suggestion {
  struct Tried {
    clang::SourceLocation Begin;
    std::vector<Remark> Said;
    bool IsRewritten = false;
    /// Of a loop inside: whether it has another row each time.
    bool IsOverRow = false;
  };

  std::string Function;
  Evidence Signs;
  std::variant<LineInFront, std::string> Line;
  /// The loop itself, and those inside that were tried in its place.
  std::vector<Tried> Loops;

  const Tried &loop() const { return Loops.front(); }
  /// Whether anything would be rewritten.
  bool isOne() const;
};

/// Collects what becomes of loops that are tried, as they stand in the sources:
/// one that is instantiated or included several times is one loop, for which a
/// directive is good if it is so once.
class Suggestions : public LoopObserver {
public:
  explicit Suggestions(const clang::SourceManager &SM) : SM(SM) {}

  void begin(const Site &S, llvm::StringRef Directive,
             std::string Function) override;
  void end(std::vector<Remark> Said, bool IsRewritten) override;

  llvm::ArrayRef<Suggestion> all() const { return All; }

private:
  void keep(Suggestion New);

  const clang::SourceManager &SM;
  std::vector<Suggestion> All;
  std::map<std::string, size_t> ByPlace;
  Suggestion Current;
  /// The directive in front of its loop; those inside have the same.
  const clang::SuppressAttr *Directive = nullptr;
  /// The loops that have begun: where they stand in Current, or nothing for
  /// those with directives of their own.
  std::vector<std::optional<size_t>> Open;
};

/// Remarks with fix-its (-Rpass-analysis=sparse).
void reportSuggestions(clang::DiagnosticsEngine &Diags,
                       llvm::ArrayRef<Suggestion> All);

/// Writes \p All, of the file that \p CI compiles, as JSON to \p File; an error
/// if that fails. Files are named by their real paths.
void writeSuggestions(clang::CompilerInstance &CI,
                      llvm::ArrayRef<Suggestion> All, llvm::StringRef File);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_DRIVER_SUGGESTIONS_H
