//===- AstQueries.h - what a piece of the AST does --------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_AST_ASTQUERIES_H
#define LACUNA_PLUGIN_LIFT_AST_ASTQUERIES_H

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

namespace lacuna::plugin {

class BodyIndex;

using VarSet = llvm::SmallPtrSet<const clang::VarDecl *, 16>;

/// Calls \p Fn on the statements and expressions directly below \p S, in
/// source order; bodies of captured statements and blocks are among them.
void forEachPart(const clang::Stmt *S,
                 llvm::function_ref<void(const clang::Stmt *)> Fn);

/// Calls \p Fn on the variables that \p S itself, and nothing below it, may
/// make a pointer or reference to.
void forEachEscape(const clang::Stmt *S,
                   llvm::function_ref<void(const clang::VarDecl *)> Fn);

/// What \p S, `&x`, takes the address of; or null.
const clang::Expr *addressed(const clang::Stmt *S);

/// The variable that \p E names, looking through parentheses; or null.
const clang::VarDecl *namedVariable(const clang::Expr *E);

/// The same, looking through implicit conversions as well, as of its value.
const clang::VarDecl *convertedVariable(const clang::Expr *E);

/// The variable that statement \p S assigns by `V = …`, or null.
const clang::VarDecl *assignedVariable(const clang::Stmt *S);

/// What statement \p S, `V = …`, assigns.
const clang::Expr *assignedValue(const clang::Stmt *S);

/// \p E, whose value nothing uses, without parentheses and conversions to
/// void, which say so.
const clang::Expr *withoutVoid(const clang::Expr *E);

/// `a, b, c`, of which nothing uses a value, as three expressions.
void splitCommas(const clang::Expr *E,
                 llvm::SmallVectorImpl<const clang::Expr *> &Parts);

/// The body of the function that \p V is a local variable of, or null.
const clang::Stmt *ownerBody(const clang::VarDecl *V);

/// Whether a cast of \p Kind leaves the object or pointer what it is.
bool keepsObject(clang::CastKind Kind);

/// Whether \p C makes what it leaves the same object a volatile one.
bool addsVolatile(const clang::CastExpr *C);

/// Whether \p Part is \p S or below it.
bool contains(const clang::Stmt *S, const clang::Stmt *Part);

bool mentions(const clang::Stmt *S, const clang::VarDecl *V);

/// How often \p S refers to \p V.
unsigned countMentions(const clang::Stmt *S, const clang::VarDecl *V);

/// The variable that the lvalue \p E is, or that its subscripts or members
/// begin with; or null.
const clang::VarDecl *rootVariable(const clang::Expr *E);

/// The first place in \p S that writes \p V, or null.
const clang::Expr *findWrite(const clang::Stmt *S, const clang::VarDecl *V);

/// Whether \p S takes the address of \p V.
bool takesAddress(const clang::Stmt *S, const clang::VarDecl *V);

/// Whether \p S assigns or steps something.
bool hasEffect(const clang::Stmt *S);

/// Whether \p S is a loop of any kind.
bool isLoop(const clang::Stmt *S);

/// Whether a loop stands in \p S, below it.
bool holdsLoop(const clang::Stmt *S);

/// Whether control leaves the loop around \p S, or an iteration of it.
bool isLoopJump(const clang::Stmt *S);

/// The first statement in \p S that \p IsWanted and that is about a loop around
/// \p S; or null.
const clang::Stmt *
findJump(const clang::Stmt *S,
         llvm::function_ref<bool(const clang::Stmt *)> IsWanted = isLoopJump);
template <class Jump> const clang::Stmt *findJump(const clang::Stmt *S) {
  return findJump(S, [](const clang::Stmt *T) { return llvm::isa<Jump>(T); });
}

/// The first `return` in \p S, loops inside included; or null.
const clang::Stmt *findReturn(const clang::Stmt *S);

/// How many places in \p S write \p V.
unsigned countWrites(const clang::Stmt *S, const clang::VarDecl *V);

void collectDeclared(const clang::Stmt *S, VarSet &Vars);
void collectWritten(const clang::Stmt *S, VarSet &Vars);

/// The statements of a compound statement, else \p S alone; labels of no
/// consequence (attributes) are looked through.
llvm::SmallVector<const clang::Stmt *, 8> statements(const clang::Stmt *S);

/// Whether \p D declares nothing that exists at run time: a type, a function,
/// `static_assert`.
bool declaresNoObject(const clang::Decl *D);

/// Whether \p S does nothing at run time, like `assert` with NDEBUG.
bool doesNothing(const clang::Stmt *S, const clang::ASTContext &Context);

/// A call in \p S of a function that does not return, or null.
const clang::CallExpr *findEnd(const clang::Stmt *S);

/// Whether \p S, perhaps null, or the last one of \p List ends the program, or
/// throws: nobody comes behind it, nor returns from within.
bool neverReturns(const clang::Stmt *S);
bool neverReturns(llvm::ArrayRef<const clang::Stmt *> List);

/// What a function with \p Body, perhaps null, returns if it does nothing else;
/// or null.
const clang::Expr *returnedAlone(const clang::Stmt *Body,
                                 const clang::ASTContext &Context);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_AST_ASTQUERIES_H
