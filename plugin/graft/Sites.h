//===- Sites.h - where annotated loops stand --------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_GRAFT_SITES_H
#define LACUNA_PLUGIN_GRAFT_SITES_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include <vector>

namespace lacuna::plugin {

/// An annotated loop, with the functions that enclose it (outermost first;
/// lambdas' call operators are functions of their own).
struct Site {
  clang::AttributedStmt *Loop;
  std::vector<clang::FunctionDecl *> Functions;
  bool InCapturedStmt = false; ///< inside an OpenMP region

  clang::FunctionDecl *function() const { return Functions.back(); }
};

/// What a declaration contains.
struct FoundSites {
  /// In functions that are no templates; each instantiation comes by itself.
  std::vector<Site> Sites;
  /// Directives inside the nest of another one; the place of that one. They
  /// come again with each instantiation.
  std::vector<std::pair<clang::SourceLocation, clang::SourceLocation>> Nested;
  /// Declarations that a directive stands in front of.
  std::vector<clang::SourceLocation> OnDeclarations;
};

FoundSites findSites(clang::Decl *D);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_GRAFT_SITES_H
