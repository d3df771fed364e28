//===- StandardLibrary.h - what belongs to the standard library -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_AST_STANDARDLIBRARY_H
#define LACUNA_PLUGIN_LIFT_AST_STANDARDLIBRARY_H

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSwitch.h"

namespace lacuna::plugin {

/// Whether \p F, perhaps null, is a function of namespace std or a member of a
/// class there.
inline bool isStandard(const clang::FunctionDecl *F) {
  const auto *M = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(F);
  return F &&
         (F->isInStdNamespace() || (M && M->getParent()->isInStdNamespace()));
}

inline bool isTuple(clang::QualType Ty) {
  const clang::CXXRecordDecl *R = Ty->getAsCXXRecordDecl();
  return R && R->isInStdNamespace() && R->getIdentifier() &&
         R->getName() == "tuple";
}

/// Whether \p S is `std::swap(a, b)`, which keeps no reference to either.
inline bool isSwap(const clang::Stmt *S) {
  const auto *C = llvm::dyn_cast<clang::CallExpr>(S);
  const clang::FunctionDecl *F = C ? C->getDirectCallee() : nullptr;
  return F && C->getNumArgs() == 2 && F->isInStdNamespace() &&
         F->getIdentifier() && F->getName() == "swap" &&
         !llvm::isa<clang::CXXMethodDecl>(F);
}

/// Whether \p Ty is that of a lambda, or a reference to it.
inline bool isLambda(clang::QualType Ty) {
  const auto *R = Ty.getNonReferenceType()->getAsCXXRecordDecl();
  return R && R->isLambda();
}

/// What \p C only passes on, `x` of `std::move(x)`, or null.
inline const clang::Expr *movedFrom(const clang::CallExpr *C) {
  const clang::FunctionDecl *F = C->getDirectCallee();
  if (!isStandard(F) || !F->getIdentifier() || C->getNumArgs() != 1)
    return nullptr;
  bool Moves = llvm::StringSwitch<bool>(F->getName())
                   .Cases("move", "forward", "as_const", true)
                   .Default(false);
  return Moves ? C->getArg(0) : nullptr;
}

/// Whether objects of type \p Ty hold a pointer and say whether it is null.
inline bool isSmartPointer(clang::QualType Ty) {
  const clang::CXXRecordDecl *R =
      Ty.getNonReferenceType()->getAsCXXRecordDecl();
  return R && R->isInStdNamespace() && R->getIdentifier() &&
         (R->getName() == "unique_ptr" || R->getName() == "shared_ptr" ||
          R->getName() == "__shared_ptr");
}

/// The pointer that \p E is, with something said of it:
/// `std::assume_aligned<32>(p)`, `(T *)__builtin_assume_aligned(p, 32)`; or
/// null.
inline const clang::Expr *pointerHinted(const clang::Expr *E) {
  const auto *C = llvm::dyn_cast<clang::CallExpr>(E->IgnoreParenCasts());
  const clang::FunctionDecl *F = C ? C->getDirectCallee() : nullptr;
  if (!F || !F->getIdentifier() || C->getNumArgs() == 0)
    return nullptr;
  bool IsHint = F->isInStdNamespace()
                    ? F->getName() == "assume_aligned"
                    : F->getName() == "__builtin_assume_aligned";
  const clang::Expr *P = C->getArg(0);
  while (IsHint && P->getType()->isVoidPointerType()) {
    const auto *Cast = llvm::dyn_cast<clang::CastExpr>(P->IgnoreParens());
    if (!Cast)
      return nullptr;
    P = Cast->getSubExpr();
  }
  return IsHint && P->getType()->isPointerType() &&
                 E->getType()->isPointerType() &&
                 P->getType()
                         ->getPointeeType()
                         .getCanonicalType()
                         .getUnqualifiedType() == E->getType()
                                                      ->getPointeeType()
                                                      .getCanonicalType()
                                                      .getUnqualifiedType()
             ? P
             : nullptr;
}

/// The name of \p R, perhaps null, if that is a standard container, else "".
inline llvm::StringRef containerOf(const clang::CXXRecordDecl *R) {
  if (!R || !R->isInStdNamespace() || !R->getIdentifier())
    return "";
  return llvm::StringSwitch<llvm::StringRef>(R->getName())
      .Cases("vector", "span", "array", "unique_ptr", R->getName())
      .Cases("basic_string", "basic_string_view", R->getName())
      .Default("");
}

/// Whether \p R, perhaps null, is a `std::initializer_list`.
inline bool isInitializerList(const clang::CXXRecordDecl *R) {
  return R && R->isInStdNamespace() && R->getIdentifier() &&
         R->getName() == "initializer_list";
}

/// The type of the elements of \p Container, a `std::span` or `std::vector`.
inline clang::QualType elementTypeOf(const clang::CXXRecordDecl &Container) {
  return llvm::cast<clang::ClassTemplateSpecializationDecl>(&Container)
      ->getTemplateArgs()[0]
      .getAsType();
}
inline clang::QualType elementTypeOf(clang::QualType Container) {
  return elementTypeOf(*Container->getAsCXXRecordDecl());
}

/// Whether \p Ty is a `std::array`.
inline bool isStdArray(clang::QualType Ty) {
  return containerOf(Ty->getAsCXXRecordDecl()) == "array";
}

/// Whether \p Ty is a `std::vector` with the standard's own allocator.
inline bool isPlainVector(clang::QualType Ty) {
  const clang::CXXRecordDecl *R = Ty->getAsCXXRecordDecl();
  if (containerOf(R) != "vector")
    return false;
  const auto &Args =
      llvm::cast<clang::ClassTemplateSpecializationDecl>(R)->getTemplateArgs();
  const clang::CXXRecordDecl *Allocator =
      Args.size() == 2 ? Args[1].getAsType()->getAsCXXRecordDecl() : nullptr;
  return Allocator && Allocator->isInStdNamespace() &&
         Allocator->getIdentifier() && Allocator->getName() == "allocator";
}

/// The standard container that member function \p M, perhaps null, belongs to,
/// "" for others.
inline llvm::StringRef containerOf(const clang::CXXMethodDecl *M) {
  return containerOf(M ? M->getParent() : nullptr);
}

/// Whether \p M, perhaps null, appends to a standard container.
inline bool isAppend(const clang::CXXMethodDecl *M) {
  return !containerOf(M).empty() && M->getIdentifier() &&
         (M->getName() == "push_back" || M->getName() == "emplace_back");
}

/// `size`, `length` and `data` of the standard containers, which read pointers
/// in them.
inline bool isContainerQuery(const clang::CXXMethodDecl *M) {
  llvm::StringRef Container = containerOf(M);
  if (Container.empty() || !M->getIdentifier())
    return false;
  if (Container == "unique_ptr")
    return M->getName() == "get";
  return M->getName() == "size" || M->getName() == "length" ||
         M->getName() == "data";
}

/// The type of the pointer that an object of type \p Ty is, or that it is a
/// wrapper of as an iterator of the standard library; null for others.
inline clang::QualType pointerWithin(clang::QualType Ty) {
  Ty = Ty.getNonReferenceType();
  if (Ty->isPointerType())
    return Ty->isFunctionPointerType() ? clang::QualType() : Ty;
  const auto *R =
      llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
          Ty->getAsCXXRecordDecl());
  // Those of libstdc++ and libc++.
  if (!R || !R->getIdentifier() ||
      (R->getName() != "__normal_iterator" && R->getName() != "__wrap_iter"))
    return {};
  clang::QualType Within = R->getTemplateArgs()[0].getAsType();
  return Within->isPointerType() ? Within : clang::QualType();
}

inline bool isIterator(clang::QualType Ty) {
  return Ty.getNonReferenceType()->isRecordType() &&
         !pointerWithin(Ty).isNull();
}

/// Whether \p F gives the begin or the end of a range, by its name.
inline bool isRangeEnd(const clang::FunctionDecl *F) {
  return F->getIdentifier() &&
         llvm::StringSwitch<bool>(F->getName())
             .Cases("begin", "cbegin", "end", "cend", true)
             .Default(false);
}

/// A call that gives the begin or the end of a range.
struct RangeCall {
  const clang::Expr *Range; ///< an array or container
  bool IsEnd;
};

/// \p C as such a call of the standard library's, `v.begin()` or
/// `std::end(a)`; `data` gives the begin too.
inline std::optional<RangeCall> rangeCall(const clang::CallExpr *C) {
  const clang::FunctionDecl *F = C->getDirectCallee();
  const auto *Member = llvm::dyn_cast<clang::CXXMemberCallExpr>(C);
  const clang::Expr *Range = nullptr;
  if (Member && C->getNumArgs() == 0) {
    Range = Member->getImplicitObjectArgument();
    const clang::CXXRecordDecl *R = Range->getType()->getAsCXXRecordDecl();
    llvm::StringRef Container = containerOf(Member->getMethodDecl());
    if ((Container.empty() && !isInitializerList(R)) ||
        Container == "unique_ptr")
      return std::nullopt;
  } else if (!Member && C->getNumArgs() == 1 && F && F->isInStdNamespace() &&
             !llvm::isa<clang::CXXMethodDecl>(F)) {
    Range = C->getArg(0);
  }
  if (!Range || !F->getIdentifier() || Range->getType()->isPointerType() ||
      pointerWithin(C->getType()).isNull())
    return std::nullopt;
  int Side = llvm::StringSwitch<int>(F->getName())
                 .Cases("begin", "cbegin", "data", 0)
                 .Cases("end", "cend", 1)
                 .Default(-1);
  if (Side < 0)
    return std::nullopt;
  return RangeCall{Range, Side == 1};
}

/// Whether \p C is `v.at(i)`, `v.front()` or `v.back()` of a container.
inline bool returnsElement(const clang::CXXMemberCallExpr *C) {
  const clang::CXXMethodDecl *M = C->getMethodDecl();
  return M && !containerOf(M).empty() && M->getIdentifier() &&
         llvm::StringSwitch<bool>(M->getName())
             .Cases("at", "front", "back", true)
             .Default(false) &&
         !C->getImplicitObjectArgument()->getType()->isPointerType();
}

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_AST_STANDARDLIBRARY_H
