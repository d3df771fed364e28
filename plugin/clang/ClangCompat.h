//===- ClangCompat.h - what differs between versions of Clang ---*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The plugin is built for Clang 16, 19 and 22 from one set of sources. Nothing
// else asks for Clang's version.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_CLANG_CLANGCOMPAT_H
#define LACUNA_PLUGIN_CLANG_CLANGCOMPAT_H

// Without it CLANG_VERSION_MAJOR would be 0.
#include "clang/Basic/Version.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/PrettyPrinter.h"
#include "clang/Basic/TokenKinds.h"
#include "clang/Sema/ScopeInfo.h"
#include "clang/Sema/Sema.h"
#if CLANG_VERSION_MAJOR >= 17
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#endif

static_assert(CLANG_VERSION_MAJOR >= 16);

namespace clang {
class CompilerInstance;
} // namespace clang

namespace lacuna::plugin {

/// What ASTConsumer::CompleteExternalDeclaration takes.
#if CLANG_VERSION_MAJOR >= 19
using ExternalDecl = clang::DeclaratorDecl;
#else
using ExternalDecl = clang::VarDecl;
#endif

/// The token that ends the annotation which \p Begin begins; `unknown` where
/// that is one token.
inline clang::tok::TokenKind endOfPragma(clang::tok::TokenKind Begin) {
  if (Begin == clang::tok::annot_pragma_openmp)
    return clang::tok::annot_pragma_openmp_end;
#if CLANG_VERSION_MAJOR >= 18
  if (Begin == clang::tok::annot_pragma_openacc)
    return clang::tok::annot_pragma_openacc_end;
#endif
  return clang::tok::unknown;
}

/// Has types printed without the names that typedefs give them.
inline void printCanonicalTypes(clang::PrintingPolicy &Policy) {
#if CLANG_VERSION_MAJOR >= 21
  Policy.PrintAsCanonical = true;
#else
  Policy.PrintCanonicalTypes = true;
#endif
}

/// Whether macros are expanded in what \p CI compiles: newer versions do so no
/// more in a file that has been preprocessed.
bool expandsMacros(const clang::CompilerInstance &CI);

inline clang::Expr *thisAt(const clang::ASTContext &Context,
                           clang::SourceLocation Loc, clang::QualType Ty) {
#if CLANG_VERSION_MAJOR >= 19
  return clang::CXXThisExpr::Create(Context, Loc, Ty, /*IsImplicit=*/true);
#else
  return new (Context) clang::CXXThisExpr(Loc, Ty, /*IsImplicit=*/true);
#endif
}

/// Whether Clang fuses the negation of a product with a sum.
constexpr bool FusesNegations = CLANG_VERSION_MAJOR >= 17;

/// Has what is parsed from here on computed as \p Options say.
void setFPOptions(clang::Sema &S, clang::FPOptions Options);

/// Pushes the scope of the lambda that \p CallOperator belongs to, with the
/// captures it had when it was complete.
clang::sema::LambdaScopeInfo *
rebuildLambdaScope(clang::Sema &S, clang::CXXMethodDecl *CallOperator);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_CLANG_CLANGCOMPAT_H
