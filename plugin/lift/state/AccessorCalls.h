//===- AccessorCalls.h - member functions that only read --------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_STATE_ACCESSORCALLS_H
#define LACUNA_PLUGIN_LIFT_STATE_ACCESSORCALLS_H

#include "lift/state/Environment.h"
#include "lift/state/NestBuilder.h"
#include "clang/LanguageOptions.h"

namespace lacuna::plugin {

/// `A.rows()`, where the body of `rows` is visible and returns an expression
/// over members, has one value throughout the nest, unless the nest stores to
/// what it reads.
class AccessorCalls {
public:
  AccessorCalls(const clang::ASTContext &Context,
                const LanguageOptions &Language, const ScalarTypes &Types,
                const Environment &Env, NestBuilder &Builder, Refusals &Diags,
                bool AreCalled)
      : Context(Context), Language(Language), Types(Types), Env(Env),
        Builder(Builder), Diags(Diags), AreCalled(AreCalled) {}

  /// Whether \p C calls such a function, of no arguments; remembers it then.
  bool note(const clang::CXXMemberCallExpr *C);

  /// Whether \p C, which has been noted, follows pointers to other objects than
  /// its own.
  bool followsPointers(const clang::CXXMemberCallExpr *C) const;

  /// Refuses stores that may change what a noted call returns.
  bool check();

  /// Whether it has refused some.
  bool returnsChanging() const { return ReturnsChanging; }

private:
  struct Accessor {
    const clang::CXXMemberCallExpr *Call;
    std::vector<Type> Reads; ///< types of the arithmetic objects it reads
    bool FollowsPointers = false;
  };

  bool onlyReads(const clang::Expr *E, Accessor &A, unsigned Depth) const;

  const clang::ASTContext &Context;
  const LanguageOptions &Language;
  const ScalarTypes &Types;
  const Environment &Env;
  NestBuilder &Builder;
  Refusals &Diags;
  const bool AreCalled; ///< where they may be; else none is noted
  bool ReturnsChanging = false;
  std::vector<Accessor> Noted;
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_STATE_ACCESSORCALLS_H
