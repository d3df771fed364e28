//===- RecordQueries.h - questions about classes and objects ----*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_AST_RECORDQUERIES_H
#define LACUNA_PLUGIN_LIFT_AST_RECORDQUERIES_H

#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"

namespace lacuna::plugin {

/// Whether \p Field has a name and an address.
bool isOrdinary(const clang::FieldDecl *Field);

/// Whether \p R, perhaps null, is std::pair.
bool isPair(const clang::CXXRecordDecl *R);

/// Whether members of \p R may lie at addresses that their types do not allow.
bool isPacked(const clang::RecordDecl *R);

/// Whether what \p R consists of are members of its own.
bool isPlainRecord(const clang::CXXRecordDecl *R);

/// Whether \p C makes an object, or a pointer to it, one of a base class.
bool isToBase(const clang::CastExpr *C);

/// The object that \p E is the same as or a base class of, or a pointer to it.
const clang::Expr *wholeObject(const clang::Expr *E);

/// Whether that has but one base of the class that \p E is of, at a fixed
/// place.
bool leadsToOneBase(const clang::Expr *E);

/// The member that \p B is bound to, or null: pairs are bound by functions.
const clang::FieldDecl *fieldOf(const clang::BindingDecl *B);

/// Whether assignment \p M gives each member what that of another object is.
bool copiesMembers(const clang::CXXMethodDecl *M);

/// Whether \p S uses pointer \p V only to get at the object behind it.
bool isOnlyDereferenced(const clang::Stmt *S, const clang::VarDecl *V,
                        unsigned Depth = 0);

/// What \p E copies as it is, or null.
const clang::Expr *copiedFrom(const clang::Expr *E);

/// Whether \p Field, which \p B names, is a member of a base class.
bool isOfBase(const clang::BindingDecl *B, const clang::FieldDecl *Field);

/// Whether \p E is an element of an array or a container: `a[k]`.
bool isElement(const clang::Expr *E);

/// Whether \p E is an element of an array or a container, or in one: `a[k].v`.
bool isInElement(const clang::Expr *E);

/// Whether \p S may change \p V, a record: also by its own functions.
bool mayChange(const clang::Stmt *S, const clang::VarDecl *V);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_AST_RECORDQUERIES_H
