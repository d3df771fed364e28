//===- Bounds.h - ranges of derived index variables -------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Derived bounds propagation (thesis 6.3) on variables rebased to 0. For a
// split P = o * N + n the loop that comes second gets the exact range
//
//   n in [0, min(N, |P| - o * N))        o in [0, ceil((|P| - n) / N))
//
// and the first one a range that covers it for every value of the second. A
// tree of splits has one such constraint for each of its nodes, and the last
// loop below a node states that node's constraint exactly, whatever the order
// of the loops; so every point is visited once without a guard inside.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWER_LOOPS_BOUNDS_H
#define LACUNA_LOWER_LOOPS_BOUNDS_H

#include "lacuna/ir/MadeNames.h"
#include "lacuna/ir/Nest.h"

namespace lacuna {

/// What is known at one place of the generated code.
struct LoopScope {
  /// Fully derived variables whose loops enclose this place.
  llvm::StringSet<> Loops;
  /// Variables whose range needs nothing more to be computed.
  llvm::StringSet<> Declared;
  /// Number of values of a variable, computed once (i64).
  llvm::StringMap<ExprRef> Lengths;
  /// Lower bounds of consumed underived variables, in their own type.
  llvm::StringMap<ExprRef> Begins;
  /// For parents whose tiles have a computed size: that size.
  llvm::StringMap<ExprRef> Sizes;
  /// For loops over blocks of fused positions: the array of their first rows.
  llvm::StringMap<std::string> FirstRows;
  /// For the parents of `balance`: the array of its borders, and the first of
  /// its values (from 0) in the piece around this place.
  llvm::StringMap<std::string> Borders;
  llvm::StringMap<ExprRef> Starts;
  /// Inside a tail no block is cloned again.
  bool InTail = false;
};

class Bounds {
public:
  Bounds(const Nest &N, MadeNames &Names) : N(N), Names(Names) {}

  /// Whether the loops that enclose this place suffice for `declare`: variables
  /// are fused by their exact lengths only.
  bool canDeclare(llvm::StringRef Var, const LoopScope &Scope) const;

  /// Appends to \p Out what a loop over \p Var needs to have computed once.
  void declare(llvm::StringRef Var, LoopScope &Scope,
               std::vector<StmtRef> &Out) const;

  /// The same for an underived variable with the range that \p Var has, which
  /// need not be that of the nest.
  void declareAs(const IndexVar &Var, LoopScope &Scope,
                 std::vector<StmtRef> &Out) const;

  /// Number of values that \p Var takes here; zero or less for none. Needs
  /// `declare`.
  ExprRef length(llvm::StringRef Var, const LoopScope &Scope) const;

  /// Whether the value of \p Var is known: its loop encloses this place or it
  /// can be recovered.
  bool isKnown(llvm::StringRef Var, const LoopScope &Scope) const;

  /// A number that divides the number of values of \p Var, whatever loops
  /// enclose this place.
  int64_t divisor(llvm::StringRef Var) const;

  /// Whether `length` states every constraint on \p Var, not only those that
  /// outer loops settle.
  bool isExact(llvm::StringRef Var, const LoopScope &Scope) const;

  /// The value of a consumed variable from its children's (thesis 6.2,
  /// recover_original).
  ExprRef recover(const IndexVar &Var, const LoopScope &Scope) const;

  /// The underived variable that moves by 1 whenever \p Var does, for every
  /// step of the loop over \p Var, if a body with the uses \p Used needs
  /// nothing but it: then the loop can be over that one. Null if there is none.
  const IndexVar *userVarInStep(llvm::StringRef Var,
                                const llvm::StringSet<> &Used,
                                const LoopScope &Scope) const;

  /// The value of \p User, which moves in step with \p Var, where \p Var is 0.
  ExprRef first(const IndexVar &User, llvm::StringRef Var,
                const LoopScope &Scope) const;

  /// Length of the inner variable of \p R, a tile, in all tiles but the last.
  ExprRef size(const Relation &R, const LoopScope &Scope) const;

  /// \p E, through a let called `Name` unless it is as short as a name.
  ExprRef named(const llvm::Twine &Name, ExprRef E,
                std::vector<StmtRef> &Out) const;

private:
  bool isWhole(llvm::StringRef Var, const LoopScope &Scope) const;
  ExprRef recoverAt(ExprRef Last, const IndexVar &Var,
                    const LoopScope &Scope) const;
  void declareFactors(const Relation &Product, LoopScope &Scope,
                      std::vector<StmtRef> &Out) const;
  void declareUnderived(const IndexVar &Var, LoopScope &Scope,
                        std::vector<StmtRef> &Out) const;

  const Nest &N;
  MadeNames &Names;
};

} // namespace lacuna

#endif // LACUNA_LOWER_LOOPS_BOUNDS_H
