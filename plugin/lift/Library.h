//===- Library.h - what belongs to the standard library ---------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_LIBRARY_H
#define LACUNA_PLUGIN_LIFT_LIBRARY_H

#include "clang/AST/DeclCXX.h"

namespace lacuna::plugin {

/// Whether \p F, perhaps null, is a function of namespace std or a member of a
/// class there.
inline bool isStandard(const clang::FunctionDecl *F) {
  const auto *M = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(F);
  return F &&
         (F->isInStdNamespace() || (M && M->getParent()->isInStdNamespace()));
}

/// The standard container that member function \p M belongs to, "" for others.
llvm::StringRef containerOf(const clang::CXXMethodDecl *M);

/// Whether \p Ty is that of a lambda, or a reference to it.
inline bool isLambda(clang::QualType Ty) {
  const auto *R = Ty.getNonReferenceType()->getAsCXXRecordDecl();
  return R && R->isLambda();
}

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_LIBRARY_H
