//===- ElementChecks.h - checks of elements, in front of a nest -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `assert(crd[p] < n)`, `x.at(crd[p])`, `assert(j < d[i].size())`: what a
// condition reads decides in each iteration. It is looked at in a walk in front
// of the nest over those loops that choose what is read; the others are left to
// least and largest values (NowhereTrue.h). A walk goes on where the user's
// loop would have ended, so it reads what has a size that is known, and within
// that: in a container.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LIFT_STATE_ELEMENTCHECKS_H
#define LACUNA_PLUGIN_LIFT_STATE_ELEMENTCHECKS_H

#include "lift/state/NestBuilder.h"
#include "lift/state/NowhereTrue.h"

namespace lacuna::plugin {

/// What has to hold in front of a nest for one condition to hold nowhere.
class ElementChecks {
public:
  /// The condition stands in the loops over \p Path, where \p Under holds.
  /// \p Names are those of variables of all guards, by the nest's.
  ElementChecks(NestBuilder &Builder, llvm::ArrayRef<std::string> Path,
                llvm::ArrayRef<KnownCondition> Under,
                llvm::StringMap<std::string> &Names)
      : Builder(Builder), Path(Path), Under(Under), Names(Names) {}

  /// Whether guards() find that \p Cond, over operands and index variables, is
  /// \p Value in no iteration.
  bool require(const ExprRef &Cond, bool Value, unsigned Depth = 0);

  /// In the order in which they have to be asked: each reads what those before
  /// have found to be there. Those without a reason are about the condition.
  llvm::ArrayRef<Guard> guards() const { return Guards; }

  /// What they read, over index variables of the nest.
  llvm::ArrayRef<ExprRef> loads() const { return Loads; }

private:
  std::optional<llvm::StringSet<>> variablesOf(const ExprRef &Cond,
                                               std::vector<ExprRef> &Read,
                                               llvm::StringSet<> &Seen);
  bool requireInside(const ExprRef &Load, unsigned Depth);
  ExprRef holdsNowhere(const ExprRef &Cond, bool Value,
                       const llvm::StringSet<> &Walked) const;
  std::optional<GuardRange> allRows(const ExprRef &Cond,
                                    const llvm::StringSet<> &Walked);
  std::string ownName(const std::string &For);
  void askOnce(Guard &G);
  void addGuard(const ExprRef &Cond, const llvm::StringSet<> &Walked);

  NestBuilder &Builder;
  llvm::ArrayRef<std::string> Path;
  llvm::ArrayRef<KnownCondition> Under;
  llvm::StringMap<std::string> &Names;
  std::vector<Guard> Guards;
  std::vector<ExprRef> Loads;
};

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_LIFT_STATE_ELEMENTCHECKS_H
