//===- Isolator.h - what an iteration reads and changes ---------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_ISOLATE_ISOLATOR_H
#define LACUNA_PLUGIN_ISOLATE_ISOLATOR_H

#include "isolate/IsolatedLoop.h"
#include "isolate/OwnedTypes.h"
#include "isolate/Places.h"
#include "lift/ast/AstQueries.h"
#include "lift/state/Lifted.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace lacuna::plugin {

/// How memory is accessed.
struct MemoryAccess {
  enum Kind {
    Read,
    Write,
    Update,  ///< a number is added or subtracted
    Append,  ///< to a vector
    Measure, ///< of a container, how many elements it has and where they are
  };
  Kind Does;
  Place At;
  clang::QualType Ty; ///< of what is accessed, with all that it owns
  const clang::Expr *By;
};

/// What the iterations of a loop do, in functions that they call, too. Goes
/// through all of it until nothing new is known of where pointers lead: what is
/// known of a variable holds wherever it is used.
class Isolator {
public:
  /// \p Variable is the loop's counter, or what stands for elements.
  Isolator(const clang::ASTContext &Context, const LoopHeader &H,
           const clang::VarDecl *Variable, const clang::Stmt *Body,
           const clang::FunctionDecl *Around)
      : Context(Context), H(H), Variable(Variable->getCanonicalDecl()),
        Body(Body), Around(Around) {}

  /// Whether all of it is understood.
  bool run();

  /// Pre: run() said no.
  const NotLifted &refusal() const { return *Refusal; }
  llvm::ArrayRef<MemoryAccess> accesses() const { return Accesses; }
  /// Variables of the function around that the body names.
  llvm::ArrayRef<const clang::VarDecl *> outerVariables() const {
    return Outer.getArrayRef();
  }
  llvm::ArrayRef<const clang::VarDecl *> privateVariables() const {
    return Private;
  }
  /// Whether the body does more with \p V than to read its value.
  bool isOnlyRead(const clang::VarDecl *V) const {
    return !NotOnlyRead.contains(V);
  }
  /// Whether closures that were made before the loop hold \p V, or its address
  /// is taken.
  bool isCaptured(const clang::VarDecl *V) const {
    return Captured.contains(V);
  }
  bool usesThis() const { return UsesThis; }
  bool setsErrno() const { return SetsErrno; }

private:
  /// What a variable is named for: its value, to change it, or to have
  /// something refer to it.
  enum class Use { Value, Change, Lend };

  bool refuse(clang::SourceLocation Loc, std::string Why);
  bool pass();

  //===-- PrivateVariables.cpp: variables of iterations' own -------------===//
  void findPrivate(const clang::Stmt *S, const VarSet &Declared);
  bool isPrivate(const clang::VarDecl *V) const;
  bool isSetInEach(const clang::VarDecl *V) const;
  bool isUsedOtherwise(const clang::VarDecl *V) const;

  //===-- Memory.cpp: where things lie -----------------------------------===//
  bool isInside(const clang::VarDecl *V) const;
  PlaceSet placeOf(const clang::Expr *E);
  PlaceSet placeOfVariable(const clang::VarDecl *V);
  PlaceSet ownElements();
  static const clang::FunctionDecl *methodAround(const clang::FunctionDecl *F);
  bool isLibraryFunction(const clang::FunctionDecl *F) const;
  PlaceSet placeOfThis() const;
  /// Where a pointer, an iterator or a view leads.
  PlaceSet targetOf(const clang::Expr *E);
  PlaceSet targetOfHeld(const clang::Expr *LValue);
  PlaceSet partsOf(const PlaceSet &Of);
  PlaceSet elementOf(const PlaceSet &Of, const clang::Expr *Index,
                     clang::QualType Ty);
  PlaceSet elementOfContainer(const PlaceSet &Of, const clang::Expr *Index,
                              clang::QualType Ty);
  PlaceSet stepped(const PlaceSet &To, clang::QualType Ty);
  static clang::QualType pointeeOf(clang::QualType Ty);
  static clang::QualType objectType(const clang::Expr *Object);
  PlaceSet placeOfObject(const clang::Expr *Object);
  PlaceSet partOfLibraryObject(const clang::CallExpr *C);
  PlaceSet memberOf(const PlaceSet &Of, const clang::ValueDecl *Member) const;
  PlaceSet fromCall(const clang::CallExpr *C);
  PlaceSet fromAny(llvm::ArrayRef<const clang::Expr *> Args);
  bool isIndex(const clang::Expr *E) const;
  void setTarget(const clang::VarDecl *V, const PlaceSet &To);

  //===-- Effects.cpp: statements and expressions ------------------------===//
  bool visitHeader();
  bool visit(const clang::Stmt *S);
  bool visitChildren(const clang::Stmt *S);
  bool visitExpr(const clang::Expr *E);
  bool visitCast(const clang::CastExpr *C);
  bool visitUnary(const clang::UnaryOperator *U);
  bool visitBinary(const clang::BinaryOperator *B);
  bool visitName(const clang::DeclRefExpr *E, Use For);
  bool visitChanged(const clang::Expr *E);
  void noteChange(const clang::Expr *E, Use By = Use::Lend);
  void noteAddress(const PlaceSet &Of);
  void noteStatements(const clang::Stmt *S);
  bool visitMade(const clang::Expr *Init);
  bool visitLambda(const clang::LambdaExpr *L);
  bool visitDeclaration(const clang::VarDecl *V);
  bool destroys(clang::QualType Ty, clang::SourceLocation Loc);
  void note(MemoryAccess::Kind Does, const PlaceSet &At, clang::QualType Ty,
            const clang::Expr *By);

  //===-- Calls.cpp: functions that iterations call ----------------------===//
  bool visitCall(const clang::CallExpr *C);
  bool visitConstruct(const clang::CXXConstructExpr *C);
  bool visitFunction(const clang::FunctionDecl *F);
  bool bind(const clang::FunctionDecl *F,
            llvm::ArrayRef<const clang::Expr *> Args, const PlaceSet *Object);
  void bindParameter(const clang::ParmVarDecl *P, const clang::Expr *Arg);
  void addCall(const clang::FunctionDecl *F);
  bool callsThemselves() const;
  bool isMadeHere(const clang::Expr *E) const;
  bool knowsClosure(const clang::Expr *E);

  //===-- Library.cpp: what is known of the standard library -------------===//
  bool visitLibraryCall(const clang::CallExpr *C, const clang::FunctionDecl *F);
  bool visitLibraryMember(const clang::CallExpr *C,
                          const clang::CXXMethodDecl *M);
  bool visitLibraryFunction(const clang::CallExpr *C, llvm::StringRef Name);
  bool visitLibraryConstructor(const clang::CXXConstructExpr *C,
                               llvm::StringRef Class);
  bool readArguments(llvm::ArrayRef<const clang::Expr *> Args);
  void accessArgument(MemoryAccess::Kind Does, const clang::Expr *Arg);
  void accessChanged(const clang::FunctionDecl *F,
                     llvm::ArrayRef<const clang::Expr *> Args,
                     clang::QualType Made, bool WithPointers);
  bool constructs(clang::QualType Ty, llvm::ArrayRef<const clang::Expr *> Args,
                  clang::SourceLocation Loc);
  bool bindUnknown(const clang::ParmVarDecl *P, const PlaceSet &From);
  bool callsBack(llvm::ArrayRef<const clang::Expr *> Args);
  bool mayThrow(const clang::Expr *By, llvm::StringRef Name);

  const clang::ASTContext &Context;
  const LoopHeader &H;
  const clang::VarDecl *const Variable;
  const clang::Stmt *const Body;
  const clang::FunctionDecl *const Around;

  llvm::SetVector<const clang::FunctionDecl *> Called;
  /// Who calls whom; null: the loop's body.
  llvm::DenseMap<const clang::FunctionDecl *,
                 llvm::SetVector<const clang::FunctionDecl *>>
      Calls;
  /// Variables of the iteration, and of what it calls.
  llvm::SmallPtrSet<const clang::VarDecl *, 32> Inside;
  /// What is done to variables: all that is not here is read by value alone.
  llvm::SmallPtrSet<const clang::VarDecl *, 32> NotOnlyRead;
  /// Integers that hold the number of the iteration, but for those of the
  /// latter, which hold something else, too.
  llvm::SmallPtrSet<const clang::VarDecl *, 8> Numbered, NoIndex;
  /// See isCaptured().
  llvm::SmallPtrSet<const clang::VarDecl *, 8> Captured;
  /// Parameters that are closures which are not made in the loop.
  llvm::SmallPtrSet<const clang::VarDecl *, 4> Foreign;
  /// Expressions whose values nobody asks for.
  llvm::SmallPtrSet<const clang::Expr *, 32> Statements;
  llvm::SmallVector<const clang::VarDecl *, 4> Private;
  llvm::SetVector<const clang::VarDecl *> Outer;
  /// Where references refer to, and pointers and views lead.
  llvm::DenseMap<const clang::VarDecl *, PlaceSet> Targets;
  /// Where the objects of functions are, and what these return leads.
  llvm::DenseMap<const clang::FunctionDecl *, PlaceSet> Objects, Returned;
  std::vector<MemoryAccess> Accesses;
  std::optional<NotLifted> Refusal;
  /// The function whose body is visited; null: that of the loop.
  const clang::FunctionDecl *Current = nullptr;
  bool UsesThis = false, SetsErrno = false;
  bool IsMaking = false; ///< `this` is an object that is made
  bool Grows = false;    ///< something new was found in this pass
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_ISOLATE_ISOLATOR_H
