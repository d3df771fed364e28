//===- ConflictFinder.h - accesses of one loop, place by place --*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_ANALYSIS_CONFLICTFINDER_H
#define LACUNA_ANALYSIS_CONFLICTFINDER_H

#include "lacuna/analysis/Accesses.h"
#include "lacuna/analysis/Dependence.h"
#include "lacuna/analysis/Subscript.h"
#include "llvm/ADT/MapVector.h"

namespace lacuna {

/// Whether equal values of the underived variables \p Known imply an equal
/// value of \p Var while \p Fixed keep theirs.
bool determines(const Nest &N, const llvm::StringSet<> &Known,
                llvm::StringRef Var, const llvm::StringSet<> &Fixed);

/// The underived variables of \p N that the loops around \p Loop fix.
llvm::StringSet<> fixedAround(const Nest &N, const LoopStmt &Loop);

/// Judges the accesses of a body that runs once per iteration, place by place.
class ConflictFinder {
public:
  using Accesses = std::vector<Access>;

  /// Iterations that agree in one of \p Separating keep their order; \p Fixed
  /// are the same in all of them.
  ConflictFinder(const Nest &N, const StmtRef &Body,
                 std::vector<std::string> Separating, llvm::StringSet<> Fixed);

  /// What the body touches, by name.
  const llvm::MapVector<llvm::StringRef, Accesses> &groups() const {
    return Groups;
  }

  std::vector<Conflict> run(std::vector<Guard> *Conditions);

  /// The conflict on the place that \p Group touches, or nothing.
  std::optional<Conflict> judge(const Accesses &Group,
                                std::vector<Guard> *Conditions);
  /// Whether no two iterations that disagree in all of \p Separating touch one
  /// place; adds the guards that this needs.
  bool isSeparated(const Accesses &Group,
                   llvm::ArrayRef<std::string> Separating,
                   std::vector<Guard> *Conditions);
  /// The same where each iteration touches a block of its own, however the
  /// loops inside go through it. Guards ask more, so that this comes last.
  bool isSeparatedInBlocks(const Accesses &Group,
                           llvm::ArrayRef<std::string> Separating,
                           std::vector<Guard> *Conditions);
  /// The same where places that move along with the loop lie far apart.
  bool isSeparatedAtDistances(const Accesses &Group,
                              std::vector<Guard> *Conditions);

  /// Whether all iterations that touch a live-out agree in one of
  /// \p Separating: the last one stores it.
  bool isStoredOnce(const Accesses &Group,
                    llvm::ArrayRef<std::string> Separating);

private:
  bool addMergedCoordinate(const IndexVar &Position,
                           llvm::StringSet<> &Known) const;
  bool isSegmentKnown(const IndexVar &V, const llvm::StringSet<> &Known) const;
  bool addBlockVar(const IndexVar &V, llvm::StringRef Array,
                   llvm::StringSet<> &Known, std::vector<Guard> &Needed) const;
  bool addIndexVars(const ExprRef &Element, llvm::StringSet<> &Known,
                    std::vector<Guard> &Needed);
  bool addSegmentPosition(const ExprRef &Element,
                          llvm::StringSet<> &Known) const;
  bool areApart(const Injectivity &Places, llvm::StringRef Array,
                llvm::ArrayRef<std::string> Separating,
                std::vector<Guard> *Conditions);
  bool keepsApart(const Injectivity &Places, llvm::StringRef Array,
                  llvm::ArrayRef<std::string> Separating,
                  std::vector<Guard> &Needed);
  bool addConditions(const Injectivity &Places, llvm::StringRef Array,
                     std::vector<Guard> &Needed) const;
  bool storesOneValue(const Accesses &Group) const;
  Conflict::Kind classify(const Accesses &Group, ReduceOp &Op);
  Accesses meeting(const Accesses &Group, std::vector<ExprRef> &Apart,
                   std::vector<Guard> *Conditions);
  bool readsOnlyOwnWrites(const Accesses &Group);
  bool isSelected(llvm::StringRef Variable) const;

  const Nest &N;
  const StmtRef Body;
  std::vector<std::string> Separating;
  Invariants Fixed;
  /// With the variables added that run alike in every iteration.
  Invariants Alike;
  llvm::MapVector<llvm::StringRef, Accesses> Groups;
  std::vector<Access> All;
};

/// Conflicts between iterations of \p Loop, in whose body \p Track follows the
/// rows of fused positions.
std::vector<Conflict> trackedConflicts(const Nest &N, const LoopStmt &Loop,
                                       const TrackStmt &Track,
                                       std::vector<Guard> *Conditions);

/// Whether threads that share a row can have parts of the place of \p X, a
/// reduction by the positions \p Position of the row: one element, or one for
/// each iteration of a dense loop of known range.
bool isJoinableInRow(const Nest &N, const TrackStmt &Track,
                     llvm::StringRef Position, const Conflict &X);

/// Whether positions of one row store to elements of \p Array that depend on
/// the position.
bool variesInRow(const Nest &N, const TrackStmt &Track,
                 llvm::StringRef Position, llvm::StringRef Array);

/// The statement that tracks the row in the body of \p Loop, null if that is no
/// loop over fused positions.
const TrackStmt *trackedIn(const Nest &N, const LoopStmt &Loop);

} // namespace lacuna

#endif // LACUNA_ANALYSIS_CONFLICTFINDER_H
