//===- Scopes.h - back into the scope of a function -------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_GRAFT_SCOPES_H
#define LACUNA_PLUGIN_GRAFT_SCOPES_H

#include "graft/Sites.h"
#include "clang/ClangCompat.h"
#include "clang/Parse/Parser.h"
#include "clang/Sema/ScopeInfo.h"
#include "clang/Sema/Template.h"

namespace lacuna::plugin {

/// While it lives, the parser is inside the function of a site as it was when
/// it read the loop: namespaces, classes, functions, lambdas and the innermost
/// captured region are entered, no local name is visible yet.
class ReenteredScopes {
public:
  ReenteredScopes(clang::Parser &P, const Site &Place);
  ~ReenteredScopes();
  ReenteredScopes(const ReenteredScopes &) = delete;
  ReenteredScopes &operator=(const ReenteredScopes &) = delete;

  /// Makes \p D visible under the name it has now; a using-directive, what it
  /// names.
  void push(clang::NamedDecl *D);
  /// Parses \p Tokens, which end with eof, as one expression; null where they
  /// are none.
  clang::Expr *parseExpression(llvm::ArrayRef<clang::Token> Tokens,
                               bool IsConstant = false);
  /// Whether parsed code captured something that the user's lambda or region
  /// did not: its closure type is complete.
  bool hasNewCaptures() const;

private:
  void pushFunctions(const Site &Place);
  void pushRegion(const Site &Place);
  void pushScopes(const Site &Place);

  clang::Parser &P;
  clang::Sema &S;
  clang::Sema::ContextRAII Context;
  clang::LocalInstantiationScope Locals;
  clang::EnterExpressionEvaluationContext Evaluated;
  unsigned Functions = 0, Scopes = 0;
  /// Lambdas and regions with the number of their captures.
  std::vector<std::pair<clang::sema::CapturingScopeInfo *, unsigned>> Captures;
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_GRAFT_SCOPES_H
