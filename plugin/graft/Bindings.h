//===- Bindings.h - the user's operands in generated text -------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_GRAFT_BINDINGS_H
#define LACUNA_PLUGIN_GRAFT_BINDINGS_H

#include "graft/Tokens.h"
#include "lift/Lift.h"
#include "clang/AST/Decl.h"
#include "clang/Sema/Sema.h"

namespace lacuna::plugin {

/// Declarations that the text of a nest refers to. While it lives, each
/// variable and function carries a unique temporary name, under which it is
/// printed and found again: two parameters of one expanded pack share their
/// source name, and a later overload would be picked silently.
class BoundNames {
public:
  BoundNames(clang::Sema &S, llvm::ArrayRef<Binding> Bindings);
  ~BoundNames();
  BoundNames(const BoundNames &) = delete;
  BoundNames &operator=(const BoundNames &) = delete;

  /// What has to be made visible for the text to be parsed.
  llvm::ArrayRef<clang::NamedDecl *> visible() const { return Visible; }
  /// \p E in terms of the temporary names, with canonical types.
  std::string print(const clang::Expr *E) const;
  const clang::ASTContext &context() const { return S.getASTContext(); }

private:
  void bind(clang::NamedDecl *D);

  struct Renamed {
    clang::NamedDecl *Declaration;
    clang::DeclarationName Original;
    bool WasVisible; ///< at the end of the file, without our doing
  };

  clang::Sema &S;
  std::vector<Renamed> Names;
  llvm::SmallVector<clang::NamedDecl *, 16> Visible;
};

/// Appends the declaration of \p B with the type that its expression has.
void printBinding(const BoundNames &Names, const Binding &B,
                  clang::SourceLocation Loc, LocatedText &Out);

/// Bindings of memory that scalar operands of \p L are read from, and behind
/// them those of \p L.
std::vector<Binding> withMemory(const Lifted &L);
/// Appends the declarations of the former and calls that give the host its
/// current values, from \p Where, an expression. Only what is bound \p Under a
/// flag, or under none.
void printMemory(const BoundNames &Names, const Lifted &L,
                 llvm::StringRef Where, llvm::StringRef Under,
                 clang::SourceLocation Loc, LocatedText &Out);

/// Appends the declarations of those of \p L's operands, one line each, in
/// order, that are bound \p Under a flag, or under none.
void printBindings(const BoundNames &Names, const Lifted &L,
                   llvm::StringRef Under, clang::SourceLocation Loc,
                   LocatedText &Out);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_GRAFT_BINDINGS_H
