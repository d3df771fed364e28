//===- Candidates.h - schedules to choose from ------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_LOWERING_AUTO_CANDIDATES_H
#define LACUNA_LOWERING_AUTO_CANDIDATES_H

#include "lacuna/affine/AffineModel.h"
#include "lacuna/auto/Auto.h"

namespace lacuna {

/// The clauses of \p D that are neither commands nor a target.
Directive factsOf(Directive D);

/// \p Name as clauses call that loop of \p N: a plain name of which there are
/// several must say which it is.
std::string clauseName(const Nest &N, llvm::StringRef Name);

/// A name for a loop that a command makes of that one: the plain name with
/// \p Suffix, and with a number where several loops have the plain name.
std::string nameOfPart(const Nest &N, llvm::StringRef Name,
                       llvm::StringRef Suffix);

/// \p N, whose facts are applied, with \p Commands; an error about none of a
/// source's places if it cannot have them.
llvm::Expected<Nest> scheduled(const Nest &N, const Directive &Commands);

/// \p N with what commands ask isl about it, as long as none has changed its
/// loops; nothing if it is no nest for isl, or asks too much of it.
std::optional<Nest> withModel(const Nest &N, AffineEffort Effort);

/// \p N, whose facts are applied, with \p Commands; nothing if it cannot have
/// them.
std::optional<Version> versionOf(const Nest &N, Directive Commands);

/// \p V under \p Guards, those of \p N's versions; false if it asks for more.
bool bringUnder(const Nest &N, llvm::ArrayRef<Guard> Guards, Version &V);

/// Schedules in which iterations keep the order in which they need each other.
struct InOrder {
  std::vector<Version> Versions; ///< the last one without conditions
  /// Over operands (bool): whether they pay; null if that cannot be known in
  /// front of the loop.
  ExprRef Pays;
  /// Where they do not, schedules of the loops inside may.
  bool HasLoopsInside = false;
  /// They pay for teams of this size, not for smaller ones.
  int64_t AtLeastThreads = 1;
};

/// The guards of \p N and of all \p Versions of it.
std::vector<Guard> guardsOfAll(const Nest &N, llvm::ArrayRef<Version> Versions);

} // namespace lacuna

#endif // LACUNA_LOWERING_AUTO_CANDIDATES_H
