//===- Nest.h - the program between lift and lower --------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A Nest is an immutable value: the iteration graph (a statement tree over
// index variables), the provenance graph (relations between index variables),
// the arrays and scalars it works on, and what must hold for it to be a
// faithful picture of the user's loops. Commands take a Nest and return a new
// one. See docs/textual-form.md for the textual form.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_IR_NEST_H
#define LACUNA_IR_NEST_H

#include "lacuna/ir/Level.h"
#include "lacuna/ir/Operand.h"
#include "lacuna/ir/Relation.h"
#include "lacuna/ir/Stmt.h"
#include "llvm/Support/Error.h"

namespace lacuna {

/// A dimension of the iteration space. Underived variables are the user's
/// loops and have a range; derived ones (i64, from 0) get theirs from the
/// relation that made them.
struct IndexVar {
  std::string Name;
  /// The user's type for underived variables, i64 for derived ones.
  Type Ty;
  /// Range [Lo, Hi) in type Ty over operands and outer index variables; null
  /// for derived variables. Empty if Hi <= Lo.
  ExprRef Lo, Hi;
  /// The let that holds the coordinate of a position variable (`j` of
  /// `int j = crd[p]`), empty if there is none.
  std::string Coordinate;

  bool isDerived() const { return !Lo; }
};

/// Each value of Var in [Lo, Hi), all of i64.
struct GuardRange {
  std::string Var;
  ExprRef Lo, Hi;
};

/// A condition that makes the nest faithful. Evaluated before the nest and only
/// if its outermost loop runs at all; where it fails the user's loop runs.
struct Guard {
  std::string Reason; ///< what fails, in the user's terms
  ExprRef Cond;       ///< bool, over operands (and `Var`)
  /// Where not empty, Cond must hold for each Var in [Lo, Hi), all of i64.
  std::string Var;
  ExprRef Lo, Hi;
  /// For each Var the same of each of these, the outer ones first: what they
  /// are over may be Var and those before.
  std::vector<GuardRange> Inner = {};
};

/// A variable that a WhileStmt of the user's steps, so that commands cannot
/// name it.
struct UncountedVar {
  std::string Name;
  std::string Why; ///< the loop is not counted, in the user's terms
  friend bool operator==(const UncountedVar &, const UncountedVar &) = default;
};

/// What clauses other than commands say.
struct Facts {
  bool FpStrict = false;
  /// Team size (int, > 0), null for the default.
  ExprRef NumThreads;
  /// Pairs of arrays that the user vouches not to overlap.
  std::vector<std::pair<std::string, std::string>> NoAlias;
  /// Arrays that the user vouches for. No two elements of the whole array are
  /// equal; no two of a segment are; those of a segment ascend. A segment is
  /// what one run of the loop over the array's positions visits.
  std::vector<std::string> Injective, Unique, Sorted;
  /// Underived variables of loops whose iterations the user vouches for: none
  /// touches an element that another one writes.
  std::vector<std::string> Independent;
  /// Arrays of which iterations may read elements before or after others store
  /// to them: the user's loop is right with either.
  std::vector<std::string> Asynchronous;
  /// Arrays of which each thread has a copy. The user vouches that no iteration
  /// needs what another one leaves in them; of those that are no scratch an
  /// iteration stores what it reads first, and the user vouches that nothing
  /// behind the nest reads them. Their extents are known.
  std::vector<std::string> Private;
  /// Those of them to whose elements, the same ones, each iteration stores
  /// before it reads them: what the last one leaves is what the nest does.
  std::vector<std::string> LastPrivate;
  /// Written arrays whose rows of constant width, set once, bypass the caches.
  std::vector<std::string> NonTemporal;
  /// A function that the nest calls and that may set errno, which is to be in
  /// the end as the nest in its order leaves it; empty if there is none.
  std::string SetsErrno;
  /// Arrays whose elements decide in front of the nest what of the user's is
  /// bound: the nest does not change them.
  std::vector<std::string> ReadInFront;
  /// The compiler may round floating-point arithmetic of one text differently
  /// in different places.
  bool IsFpLoose = false;
};

class AffineModel;
struct AffineSchedule;

struct Nest {
  std::string Name; ///< an identifier, for dumps
  std::vector<Operand> Operands;
  std::vector<IndexVar> IndexVars; ///< underived, then derived, oldest first
  std::vector<Relation> Relations; ///< oldest first
  std::vector<Tensor> Tensors;
  std::vector<Guard> Guards;
  std::vector<UncountedVar> Uncounted;
  lacuna::Facts Facts;
  StmtRef Body;
  /// The order in which the iterations of Body run, where that is another one;
  /// or null.
  std::shared_ptr<const AffineSchedule> Affine;
  /// Which orders of the nest as it stands are right; null where nobody asked.
  std::shared_ptr<const AffineModel> Model = nullptr;
  /// What the loops run over, where the runtime has made it.
  std::optional<lacuna::Layout> Layout;
  /// Variables whose values later runs read. Body finds them as it is written.
  std::vector<std::string> Kept = {};
  /// Loop IR that runs after Body and sets live-outs, or null.
  StmtRef Epilogue;

  const Operand *findOperand(llvm::StringRef Name) const;
  const IndexVar *findIndexVar(llvm::StringRef Name) const;
  /// The variable called \p Name or whose coordinate is called \p Name;
  /// \p Name may carry `@N` (N-th loop of that name in source order).
  const IndexVar *resolveVar(llvm::StringRef Name) const;
  /// The tensor named \p Name, or the only one that uses array \p Name.
  const Tensor *findTensor(llvm::StringRef Name) const;
  /// The relation that consumed \p Var, or null if it is fully derived.
  const Relation *consumer(llvm::StringRef Var) const;
  /// The relation that made \p Var, or null if it is underived.
  const Relation *producer(llvm::StringRef Var) const;
  /// Underived variables that \p Var descends from.
  std::vector<std::string> ancestors(llvm::StringRef Var) const;
  /// Whether \p Name is taken by an operand, variable, coordinate, tensor or
  /// local.
  bool isNameTaken(llvm::StringRef Name) const;
};

/// Whether what `bound` says of \p Var counts from 0: \p Var is derived, or its
/// range is read from memory. Otherwise it is about the user's own bounds.
bool countsFromZero(const Nest &N, llvm::StringRef Var);

/// Whether \p Var is \p From or made of it.
bool descends(const Nest &N, llvm::StringRef Var, llvm::StringRef From);

/// The number of iterations of \p Var if it is the same in every run.
std::optional<int64_t> constantTripCount(const Nest &N, llvm::StringRef Var);

/// The most iterations that \p Var can have, if commands or constants say so.
std::optional<int64_t> mostTrips(const Nest &N, llvm::StringRef Var);

/// Whether \p Var runs over the blocks that the coordinates of a position
/// variable were split into.
bool isBlockLoop(const Nest &N, llvm::StringRef Var);

/// Whether \p E reads nothing that \p N changes: scalar operands, index
/// variables and arrays that are not written.
bool isUnchanging(const Nest &N, const ExprRef &E);

/// \p N with \p Body alone, without guards and epilogue.
Nest withBodyAlone(Nest N, StmtRef Body);

/// Arrays that the bounds of any loop of \p N read.
llvm::StringSet<> arraysInBounds(const Nest &N);

/// The array that holds the coordinates of position variable \p Position,
/// empty if there is none.
std::string coordinateArray(const Nest &N, llvm::StringRef Position);

/// The loop over \p Var in \p Body, or null.
const LoopStmt *findLoop(const StmtRef &Body, llvm::StringRef Var);

/// The loop in \p Body that merges the level iterated by \p Position, or null.
const LoopStmt *findMergeOf(const StmtRef &Body, llvm::StringRef Position);

/// Loops that enclose the loop over \p Var, outermost first, itself last; empty
/// if there is none.
std::vector<const LoopStmt *> pathTo(const StmtRef &Body, llvm::StringRef Var);

/// \p Body with the loop over \p Var replaced by \p New.
StmtRef replaceLoop(const StmtRef &Body, llvm::StringRef Var,
                    const StmtRef &New);

/// An error ("internal: …") if \p N breaks a rule: names unique and declared,
/// types agree, loops run over fully derived variables, each once on a path,
/// no loop IR statement in the body.
llvm::Error verify(const Nest &N);

} // namespace lacuna

#endif // LACUNA_IR_NEST_H
