//===- BodyIndex.h - where a function's body does what ----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_AST_BODYINDEX_H
#define LACUNA_PLUGIN_LIFT_AST_BODYINDEX_H

#include "lift/ast/AstQueries.h"
#include "lift/ast/Mentions.h"
#include "lift/ast/UnitEscapes.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>

namespace lacuna::plugin {

/// What one walk over the body of a function finds, for questions that every
/// nest in it asks. Tells of the body as it was when the index was made:
/// replacing a loop changes no answer.
class BodyIndex {
public:
  explicit BodyIndex(const clang::Stmt *Body);

  /// From now on \p New stands where \p Old does, if that is in the body.
  void replaced(const clang::Stmt *Old, const clang::AttributedStmt *New);

  /// Whether a pointer or reference to \p V may exist.
  bool escapes(const clang::VarDecl *V) const { return Escaping.count(V) != 0; }

  /// The same of one that may exist while \p Nest runs, since it is made in
  /// front of it or in it.
  bool escapesBefore(const clang::Stmt *Nest, const clang::VarDecl *V) const;

  /// The same of a pointer or reference that outlives calls of std::swap.
  bool isLedTo(const clang::VarDecl *V) const { return LedTo.contains(V); }

  /// Whether no statement after \p Nest may read the value that \p Nest leaves
  /// in \p V. \p Nest may stand anywhere; outside of the body it tells nothing.
  bool isDeadAfter(const clang::Stmt *Nest, const clang::VarDecl *V);

  /// The same for the elements of \p V, an array or container of the function's
  /// own: nobody reads those that \p Nest leaves.
  bool leavesUnread(const clang::Stmt *Nest, const clang::VarDecl *V) const;

  /// Whether \p S mentions \p V; true where \p S was no part of the body.
  bool mentions(const clang::Stmt *S, const clang::VarDecl *V) const;

  /// The statements from the body down to \p Nest, which comes last. Empty if
  /// that is no part of the body, and where jumps lead into statements.
  std::vector<const clang::Stmt *>
  structuredPathTo(const clang::Stmt *Nest) const {
    return HasJumps ? std::vector<const clang::Stmt *>() : pathTo(Nest);
  }

  /// The statements that \p S consists of, as plugin::statements finds them.
  llvm::SmallVector<const clang::Stmt *, 8>
  statements(const clang::Stmt *S) const;

private:
  /// The numbers of a statement and of all that is below it.
  struct Span {
    unsigned Begin = 0, End = 0;
  };

  /// The statements of a block, by their position, that may read a variable's
  /// value (true) or give it another without that (false).
  using Effects = llvm::SmallVector<std::pair<size_t, bool>, 4>;

  void visit(const clang::Stmt *S);
  const clang::Stmt *withoutAttributes(const clang::Stmt *S) const;
  bool contains(const clang::Stmt *S, const clang::Stmt *Part) const;
  size_t position(llvm::ArrayRef<const clang::Stmt *> List,
                  unsigned Number) const;
  const Effects &effects(const clang::Stmt *Block, const clang::VarDecl *V);
  bool mayRead(const clang::Stmt *Block, size_t Begin, size_t End,
               const clang::VarDecl *V);
  std::vector<const clang::Stmt *> pathTo(const clang::Stmt *Nest) const;
  bool replacesFirst(llvm::ArrayRef<const clang::Stmt *> Path,
                     llvm::ArrayRef<unsigned> Replacing) const;
  bool isLiveIn(const clang::Stmt *Block, const clang::Stmt *Nest,
                const clang::VarDecl *V, bool Around);

  const clang::Stmt *Body;
  unsigned Count = 0;
  llvm::DenseMap<const clang::Stmt *, Span> Spans;
  /// Ascending numbers of the references to a variable.
  llvm::DenseMap<const clang::VarDecl *, llvm::SmallVector<unsigned, 4>>
      References;
  /// What those do that are known to do no more.
  llvm::DenseMap<unsigned, Mention> Mentions;
  llvm::DenseMap<const clang::DeclRefExpr *, Mention> Expected;
  /// The numbers of the statements that declare variables.
  llvm::DenseMap<const clang::VarDecl *, unsigned> Declared;
  /// What attributes stand in front of, or stood there at first.
  llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> Attributed;
  llvm::DenseMap<std::pair<const clang::Stmt *, const clang::VarDecl *>,
                 Effects>
      EffectsIn;
  /// Numbers of what makes pointers or references to a variable, ascending.
  llvm::DenseMap<const clang::VarDecl *, llvm::SmallVector<unsigned, 2>>
      Escaping;
  VarSet LedTo;
  bool HasJumps = false;
};

/// The indices of all functions that have annotated loops, each made before
/// the first loop of its function is replaced.
class BodyIndices {
public:
  BodyIndex &of(const clang::Stmt *Body) {
    std::unique_ptr<BodyIndex> &Index = Indices[Body];
    if (!Index)
      Index = std::make_unique<BodyIndex>(Body);
    return *Index;
  }

  /// To be told of each loop for which another statement stands now. Those
  /// whose own statement stays, with other parts, are known as they were.
  void replaced(const clang::Stmt *Old, const clang::AttributedStmt *New) {
    for (auto &[Body, Index] : Indices)
      Index->replaced(Old, New);
  }

  /// As UnitEscapes has it.
  bool isNeverPointedTo(const clang::ASTContext &Context,
                        const clang::VarDecl *V) {
    return Unit.isNeverPointedTo(Context, V);
  }

private:
  UnitEscapes Unit;
  llvm::DenseMap<const clang::Stmt *, std::unique_ptr<BodyIndex>> Indices;
};

/// Whether something but the function's own statements that name it may reach
/// \p V.
bool isReachable(BodyIndices &Bodies, const clang::VarDecl *V);

/// The same while \p Nest runs.
bool isReachableIn(BodyIndices &Bodies, const clang::Stmt *Nest,
                   const clang::VarDecl *V);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_AST_BODYINDEX_H
