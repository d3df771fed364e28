//===- Scan.h - what a piece of the user's AST does to variables -*- C++
//-*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_SCAN_H
#define LACUNA_PLUGIN_LIFT_SCAN_H

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

namespace lacuna::plugin {

using VarSet = llvm::SmallPtrSet<const clang::VarDecl *, 16>;

/// The variable that \p E names, looking through parentheses; or null.
const clang::VarDecl *namedVariable(const clang::Expr *E);

/// The variable that statement \p S assigns by `V = …`, or null.
const clang::VarDecl *assignedVariable(const clang::Stmt *S);

/// `a, b, c` as three expressions.
void splitCommas(const clang::Expr *E,
                 llvm::SmallVectorImpl<const clang::Expr *> &Parts);

bool mentions(const clang::Stmt *S, const clang::VarDecl *V);

/// The first place in \p S that writes \p V, or null.
const clang::Expr *findWrite(const clang::Stmt *S, const clang::VarDecl *V);

void collectDeclared(const clang::Stmt *S, VarSet &Vars);
void collectWritten(const clang::Stmt *S, VarSet &Vars);

/// The statements of a compound statement, else \p S alone; labels of no
/// consequence (attributes) are looked through.
llvm::SmallVector<const clang::Stmt *, 8> statements(const clang::Stmt *S);

/// The first mention of \p V in \p List, in source order, that no plain
/// assignment in the same or an enclosing list of statements precedes; null if
/// every mention gets its value within \p List.
const clang::Stmt *firstUncovered(llvm::ArrayRef<const clang::Stmt *> List,
                                  const clang::VarDecl *V);

/// The loop in \p List that sets out from the value that \p V has in front of
/// it and steps it, if \p V is not used in any other way; or null.
const clang::Stmt *loopSteppedFrom(llvm::ArrayRef<const clang::Stmt *> List,
                                   const clang::VarDecl *V);

/// Whether no statement after \p Nest in \p Body may read the value that \p
/// Nest leaves in \p V.
bool isDeadAfter(const clang::Stmt *Body, const clang::Stmt *Nest,
                 const clang::VarDecl *V);

/// The variables that a pointer or reference may exist to.
void collectEscaping(const clang::Stmt *Body, VarSet &Vars);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_SCAN_H
