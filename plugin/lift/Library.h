//===- Library.h - what belongs to the standard library ---------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_LIBRARY_H
#define LACUNA_PLUGIN_LIFT_LIBRARY_H

#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/StringSwitch.h"

namespace lacuna::plugin {

/// Whether \p F, perhaps null, is a function of namespace std or a member of a
/// class there.
inline bool isStandard(const clang::FunctionDecl *F) {
  const auto *M = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(F);
  return F &&
         (F->isInStdNamespace() || (M && M->getParent()->isInStdNamespace()));
}

/// Whether \p Ty is that of a lambda, or a reference to it.
inline bool isLambda(clang::QualType Ty) {
  const auto *R = Ty.getNonReferenceType()->getAsCXXRecordDecl();
  return R && R->isLambda();
}

/// The standard container that member function \p M, perhaps null, belongs to,
/// "" for others.
inline llvm::StringRef containerOf(const clang::CXXMethodDecl *M) {
  const clang::CXXRecordDecl *R = M ? M->getParent() : nullptr;
  if (!R || !R->isInStdNamespace() || !R->getIdentifier())
    return "";
  return llvm::StringSwitch<llvm::StringRef>(R->getName())
      .Cases("vector", "span", "array", "unique_ptr", R->getName())
      .Default("");
}

/// `size` and `data` of the standard containers, which read pointers in them.
inline bool isContainerQuery(const clang::CXXMethodDecl *M) {
  llvm::StringRef Container = containerOf(M);
  if (Container.empty() || !M->getIdentifier())
    return false;
  if (Container == "unique_ptr")
    return M->getName() == "get";
  return M->getName() == "size" || M->getName() == "data";
}

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_LIBRARY_H
