//===- SearchIteration.h - what a loop that searches does -------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_RECOGNIZE_SEARCHITERATION_H
#define LACUNA_LOWERING_RECOGNIZE_SEARCHITERATION_H

#include "KnownConditions.h"
#include "lacuna/ir/Nest.h"

namespace lacuna {

/// Stands for the position where a search has ended; is no name itself.
inline constexpr llvm::StringLiteral AtPosition =
    "position where the search has ended";

/// Stands for a position of which nothing is known there.
inline constexpr llvm::StringLiteral LostPosition =
    "position that is not known";

/// What variables are after an iteration, by what they were before it.
struct State {
  llvm::StringMap<ExprRef> Values;
  bool Stops = false; ///< the loop ends there
  /// What the iteration does besides, over what variables were before it.
  std::vector<StmtRef> Effects;

  /// Null where the variable is as it was.
  ExprRef of(llvm::StringRef Var) const { return Values.lookup(Var); }
};

/// An iteration of a loop that compares an element with the value of an index
/// variable.
class SearchIteration {
public:
  SearchIteration(llvm::StringRef Coordinate, const Nest &N,
                  const llvm::StringMap<ExprRef> &Lets,
                  llvm::ArrayRef<StmtRef> Block, size_t At)
      : Counted(llvm::dyn_cast<LoopStmt>(Block[At].get())),
        While(llvm::dyn_cast<WhileStmt>(Block[At].get())),
        Coordinate(Coordinate.str()), N(N), Lets(Lets), Block(Block), At(At) {}

  /// Whether the loop is such a one. The rest may be asked for then.
  bool find();

  /// What \p Var begins with, null if with nothing.
  ExprRef startOf(llvm::StringRef Var) const;

  /// What an iteration does that looks at such a coordinate. Nothing if that is
  /// not known.
  std::optional<State> run(Comparison C) const;

  /// Whether \p After has \p To for \p Var.
  static bool steps(const State &After, llvm::StringRef Var, const ExprRef &To);

  /// Whether \p After sets other variables than \p Vars to what they begin with
  /// at most.
  bool changesNothingBut(const State &After,
                         llvm::ArrayRef<llvm::StringRef> Vars = {}) const;

  const LoopStmt *const Counted;
  const WhileStmt *const While;
  const std::string Coordinate;

  /// Variables that the loop sets and that are declared in front of it, with
  /// what they begin with; null: nothing.
  llvm::StringMap<ExprRef> Starts;
  std::string Crd;           ///< the array in which it looks
  ExprRef Position;          ///< where, over its variables
  ExprRef Key, Sought;       ///< what it compares
  int64_t Shift = 0;         ///< what is added to elements to get coordinates
  std::vector<ExprRef> Asks; ///< whether it goes on, but for the range
  /// The range, of a loop that is counted; else what is compared.
  const IndexVar *Range = nullptr;
  BinaryOp RangeOp = BinaryOp::Lt;
  ExprRef RangeLeft, RangeRight;

private:
  bool findStarts();
  bool findKey();
  bool takeSought(const ExprRef &Compared, const ExprRef &Other);
  bool findConditions();
  struct Flag {
    std::string Name;
    bool Value;
  };
  std::optional<Flag> flagOf(const ExprRef &Ask) const;
  ExprRef evaluate(const ExprRef &E, const State &Now, Comparison C) const;
  bool follow(const StmtRef &Body, State &Now, Comparison C) const;
  bool followAssign(const StmtRef &S, State &Now, Comparison C) const;
  bool followSum(const AssignStmt &A, const ExprRef &Value, State &Now) const;
  bool followIf(const IfStmt &If, const StmtRef &S, State &Now,
                Comparison C) const;
  bool addEffect(const StmtRef &S, State &Now) const;
  bool setsOwn(const StmtRef &S) const;
  std::optional<bool> goesOn(const State &After) const;

  const Nest &N;
  const llvm::StringMap<ExprRef> &Lets;
  const llvm::ArrayRef<StmtRef> Block;
  const size_t At;
};

} // namespace lacuna

#endif // LACUNA_LOWERING_RECOGNIZE_SEARCHITERATION_H
