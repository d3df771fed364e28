//===- IterationGrafter.h - the state of one such graft ---------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_GRAFT_ITERATIONGRAFTER_H
#define LACUNA_PLUGIN_GRAFT_ITERATIONGRAFTER_H

#include "graft/IterationGraft.h"
#include "graft/Replacement.h"

namespace lacuna::plugin {

/// What runs an iteration.
enum class Caller {
  InOrder, ///< one thread all of them
  Alone,   ///< one thread a piece
  Thread,  ///< one of several
};

class IterationGrafter : public Replacement {
public:
  IterationGrafter(clang::Parser &P, const Site &Place, const IsolatedLoop &L,
                   Prelude &Helpers, const GraftOptions &Options,
                   unsigned MinWork);

private:
  void print(LocatedText &Out) override;
  clang::Stmt *user() const override { return Place.nest(); }
  bool attach(clang::CompoundStmt *Block) const override;

  void allowVariables(const clang::Stmt *S);
  void allowCopies(clang::QualType Ty);
  clang::Expr *nameOf(const clang::VarDecl *V) const;
  std::string pathTo(const NamedObject &O) const;
  void line(LocatedText &Out, const llvm::Twine &Text) const {
    Out.line(Text, Loc);
  }
  void printVariables(LocatedText &Out) const;
  void printTrips(LocatedText &Out) const;
  void printLambda(LocatedText &Out) const;
  void printGuards(LocatedText &Out) const;
  void printTeam(LocatedText &Out);
  void printParts(LocatedText &Out, OuterVariable::Way Of) const;
  void printPiece(LocatedText &Out, Caller From) const;
  void printKnown(LocatedText &Out) const;
  void printLearnt(LocatedText &Out) const;
  void printAlone(LocatedText &Out) const;
  void printOfThread(LocatedText &Out) const;
  void printShared(LocatedText &Out) const;
  void printLists(LocatedText &Out) const;
  void printSums(LocatedText &Out) const;
  void printInOrder(LocatedText &Out) const;
  void printCounter(LocatedText &Out) const;
  std::string counterAt(llvm::StringRef Number) const;
  /// A call of the lambda for the iteration with number `lacuna_at`.
  std::string call(Caller From) const;

  const IsolatedLoop &L;
  const GraftOptions &Options;
  const unsigned MinWork;
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_GRAFT_ITERATIONGRAFTER_H
