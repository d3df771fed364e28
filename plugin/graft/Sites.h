//===- Sites.h - where annotated loops stand --------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_GRAFT_SITES_H
#define LACUNA_PLUGIN_GRAFT_SITES_H

#include "clang/AST/Decl.h"
#include "clang/AST/StmtOpenMP.h"
#include <vector>

namespace lacuna::plugin {

/// An annotated loop, or a directive about data, with the functions that
/// enclose it (outermost first; lambdas' call operators are functions of their
/// own).
struct Site {
  clang::AttributedStmt *Loop;
  /// Of a loop inside a bare directive's: what the user wrote, the last of
  /// Path. Loop takes its place once it is replaced.
  clang::Stmt *InPlaceOf = nullptr;
  std::vector<clang::FunctionDecl *> Functions;
  /// Statements of function() around the loop, from its body to the loop.
  std::vector<const clang::Stmt *> Path;
  /// OpenMP directives around the loop, outermost first, also around the
  /// functions' definitions.
  std::vector<const clang::OMPExecutableDirective *> Directives;
  /// The innermost captured region that encloses the loop within function().
  clang::CapturedStmt *Region = nullptr;
  /// The OpenMP directive that the loop itself is associated with, and all its
  /// loops, outermost first. They stay as they are.
  const clang::OMPLoopBasedDirective *Owner = nullptr;
  std::vector<clang::ForStmt *> Owned;
  bool InBlock = false; ///< inside a block literal
  /// The loop and nest() as the user wrote them, also once they were replaced.
  clang::SourceLocation Begin, End;

  clang::FunctionDecl *function() const { return Functions.back(); }
  /// The function or region that local variables at the loop belong to.
  clang::DeclContext *context() const;
  /// What is lifted and replaced: the loop, or the body of the innermost of the
  /// loops that stay.
  clang::Stmt *nest() const;
};

/// A directive inside the nest of another one; the place of that one.
struct NestedDirective {
  clang::SourceLocation Loc, Outer;
  bool IsData;
};

/// What a declaration contains.
struct FoundSites {
  /// In functions that are no templates; each instantiation comes by itself.
  /// Loops inside that of a bare directive are not among them: sitesInside
  /// finds them if it comes to that.
  std::vector<Site> Sites, DataSites;
  /// Outermost loops without a directive, if they are looked for, likewise. A
  /// bare directive, which the AST does not know, stands in front of each.
  std::vector<Site> Unmarked;
  /// Those inside the nest of one with commands. They come again with each
  /// instantiation.
  std::vector<NestedDirective> Nested;
  /// Declarations that a directive stands in front of.
  std::vector<clang::SourceLocation> OnDeclarations;
};

enum class LoopsFound {
  Marked, ///< those with a directive
  All,    ///< and outermost ones of the user's without
};

FoundSites findSites(clang::Decl *D, LoopsFound Which);

enum class LoopsInside {
  All,       ///< those without a directive have that of the loop around them
  Annotated, ///< those alone that have a directive of their own
};

/// The outermost loops inside \p Written, the loop of \p S as the user wrote
/// it. What lambdas and blocks do when they are called is no part of it.
std::vector<Site> sitesInside(const Site &S, clang::Stmt *Written,
                              LoopsInside Which);

/// The directives inside \p Written, likewise, if that of \p S is bare; those
/// inside others are mistakes that findSites lists.
std::vector<NestedDirective> directivesInside(const Site &S,
                                              const clang::Stmt *Written);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_GRAFT_SITES_H
