//===- Dependence.h - what may run in another order -------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_ANALYSIS_DEPENDENCE_H
#define LACUNA_ANALYSIS_DEPENDENCE_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// Why iterations of a loop do not commute.
struct Conflict {
  enum class Kind {
    Reduction,  ///< only `Op`-updates of one place meet: a race strategy cures
    Selected,   ///< one iteration is selected, by variables (Selections.h):
                ///< parts of the loop can select on their own
    Marked,     ///< all stores are of one value, and nothing reads it: any
                ///< order serves, as long as stores are atomic
    Carried,    ///< a value flows from one iteration to another: nothing cures
    Overwritten ///< two iterations may store to one place: only the user can
                ///< vouch that they do not (`ignore_races`)
  };
  Kind K;
  std::string Name; ///< array or variable
  /// The operator of all updates, None if they differ or some are none.
  ReduceOp Op = ReduceOp::None;
  SourceTag Tag = 0;
  Type Ty;              ///< of the place
  bool IsArray = false; ///< not a scalar
  bool Certain = false; ///< any two iterations meet, whatever the data
  /// The place belongs to one row of fused positions: iterations meet there if
  /// they share a row.
  bool PerRow = false;
  /// Subscripts, lets replaced, of accesses to the array at places of which no
  /// other iteration has one.
  std::vector<ExprRef> Apart;
};

/// All conflicts between different iterations of the loop over \p Var, for
/// any fixed values of the loops that enclose it. Locals declared inside the
/// loop never conflict, nor do live-outs that one iteration alone stores
/// (`if (i == n - 1) out = s`). A place that is an injective function of
/// underived variables which determine \p Var is disjoint (docs/internals.md,
/// "Dependences"). Where that holds only under conditions over the operands,
/// they are added to \p Conditions; without it such places conflict.
std::vector<Conflict> conflicts(const Nest &N, llvm::StringRef Var,
                                std::vector<Guard> *Conditions = nullptr);

/// Those between threads that share the loop out, or units of a GPU: without
/// the arrays of which each thread of a CPU, or block of a GPU, has a copy, and
/// without asynchronous ones.
std::vector<Conflict> threadConflicts(const Nest &N, llvm::StringRef Var,
                                      std::vector<Guard> *Conditions = nullptr);

/// Whether each iteration of the loop over \p Var touches a block of \p Array
/// of its own, under guards that are added to \p Conditions.
bool areInBlocks(const Nest &N, llvm::StringRef Var, llvm::StringRef Array,
                 std::vector<Guard> &Conditions);

/// Conflicts between iterations whose order changes when the loop over
/// \p Outer and the loop over \p Inner directly inside it are exchanged.
std::vector<Conflict> interchangeConflicts(const Nest &N, llvm::StringRef Outer,
                                           llvm::StringRef Inner,
                                           std::vector<Guard> *Conditions);

/// Whether there is an atomic update by \p Op of a place of type \p Ty: on a
/// CPU, or in kernels, which have more of them.
bool hasAtomicForm(ReduceOp Op, const Type &Ty, bool InKernel);

/// Whether \p S is a loop on a unit of a GPU that gathers what parts of rows
/// add up in arrays of the kernel's, from which the rows take it in the end
/// (`temporary`); whether there is such a loop in \p N.
bool gathersParts(const Nest &N, const Stmt &S);
bool gathersParts(const Nest &N);

/// Where parts of what the positions of a row reduce into \p Of by \p Op can go
/// once the row has been entered and left: \p Of itself if that is an element,
/// or the one that leave gives the accumulator to. Nothing if leave does more
/// with it.
std::optional<Place> placeOfRow(llvm::ArrayRef<StmtRef> Enter,
                                llvm::ArrayRef<StmtRef> Leave, ReduceOp Op,
                                const Place &Of);

/// Whether nothing shows that iterations of \p Var share elements of \p Array:
/// no two accesses in its loop, of which one stores, are at a distance that
/// iterations have, too, or at one place in all of them.
bool mayBeIndependent(const Nest &N, llvm::StringRef Var,
                      llvm::StringRef Array);

/// Whether which elements of \p Array the loop over \p Var accesses has nothing
/// to do with its iteration.
bool usesSameElements(const Nest &N, llvm::StringRef Var,
                      llvm::StringRef Array);

/// A subscript `Outer * Stride + Inner` with Inner in [0, Stride), the only
/// form that counts as injective beside a plain `i + c`.
struct AffineSubscript {
  /// Index variables with the range of everything below them.
  std::vector<std::string> Vars;
  /// What must hold for the subscript to be injective in Vars (guards).
  std::vector<Guard> Conditions;
};

/// Nothing if \p Index, a subscript of \p Array, is not provably injective in
/// index variables.
std::optional<AffineSubscript>
injectiveSubscript(const Nest &N, llvm::StringRef Array, const ExprRef &Index);

/// The positions [first, second), i64, that loops over \p Position visit in all
/// of \p N, over scalars and what \p N's guards read. Nothing unless these make
/// sure that segments ascend.
std::optional<std::pair<ExprRef, ExprRef>>
guardedRange(const Nest &N, const IndexVar &Position);

} // namespace lacuna

#endif // LACUNA_ANALYSIS_DEPENDENCE_H
