//===- Replacement.h - generated text for a statement -----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_GRAFT_REPLACEMENT_H
#define LACUNA_PLUGIN_GRAFT_REPLACEMENT_H

#include "graft/Bindings.h"
#include "graft/Prelude.h"
#include "graft/Sites.h"

namespace lacuna::plugin {

/// Replaces the statement of a site by
///   { generated text, in which the user's statement has a place }
/// in a constexpr function by
///   { if (the compiler evaluates it) the user's statement else { the same } }
/// parsed in the scope of the enclosing functions. Checks that every binding
/// holds what the user's expression gives, and that no name in the text was
/// found as something else.
class Replacement {
public:
  virtual ~Replacement() = default;
  Replacement(const Replacement &) = delete;
  Replacement &operator=(const Replacement &) = delete;

  /// Returns an empty string, or why the statement was left as it was; the AST
  /// is then unchanged, as it is if all that is wanted is to \p Try.
  std::string run(bool Try = false);

protected:
  Replacement(clang::Parser &P, const Site &Place, Prelude &Helpers,
              std::vector<Binding> Bindings);

  /// Appends the text, in which each binding is declared once.
  virtual void print(LocatedText &Out) = 0;
  /// What is put in its place in the text.
  virtual clang::Stmt *user() const = 0;
  /// Puts the user's statement in its place: the only `;` in \p Block, unless
  /// the text has another. False if there is none.
  virtual bool attach(clang::CompoundStmt *Block) const;

  /// Where bindings stand.
  Relocation here() const { return {Context, Place.context(), Loc}; }

  clang::Parser &P;
  clang::Sema &S;
  clang::ASTContext &Context;
  const Site &Place;
  Prelude &Helpers;
  const clang::SourceLocation Loc, EndLoc;
  const std::vector<Binding> Bindings;
  /// Functions and members of the user's that the text may refer to.
  llvm::DenseSet<const clang::Decl *> Allowed;
  /// Floating-point options of the text.
  std::optional<clang::FPOptions> FP;

private:
  clang::CompoundStmt *parse();
  std::string check(const clang::CompoundStmt *Parsed) const;
  bool mayBeEvaluated() const;
};

/// Whether the statement around the loop of \p Place is one that another may be
/// put into, if that is needed.
bool hasPlace(const Site &Place);

/// "file:line" of \p Loc as generated code names it, the file as __FILE__ would
/// say it.
std::string placeFor(const clang::ASTContext &Context,
                     clang::SourceLocation Loc);

/// "file:line" of \p Loc as messages name it.
std::string describeLocation(const clang::SourceManager &SM,
                             clang::SourceLocation Loc);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_GRAFT_REPLACEMENT_H
