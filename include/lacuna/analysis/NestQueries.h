//===- NestQueries.h - what commands ask of a nest --------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_ANALYSIS_NESTQUERIES_H
#define LACUNA_ANALYSIS_NESTQUERIES_H

#include "lacuna/ir/Nest.h"

namespace lacuna {

/// Whether every loop that \p Var finally runs over is in \p Loops.
bool isFixedBy(const Nest &N, llvm::StringRef Var,
               const llvm::StringSet<> &Loops);

/// Where the range of \p Var follows from a tile whose other part does not run
/// in \p Around: that part; else empty.
std::string missingPart(const Nest &N, llvm::StringRef Var,
                        const llvm::StringSet<> &Around);

/// Whether the underived variable \p Var runs over stored positions.
bool isPosition(const Nest &N, llvm::StringRef Var);

/// What a relation over the positions of \p Var names: its tensor, or itself.
std::string tensorOver(const Nest &N, llvm::StringRef Var);

/// A name of that tensor that the user knows: its array of values.
std::string shownTensor(const Nest &N, llvm::StringRef Var);

/// Whether \p E, a number or a condition, may be computed where the nest does
/// not: it reads no memory, and nothing traps.
bool mayBeAnywhere(const ExprRef &E);

/// Calls \p Fn on each load in \p E, outer ones first.
void forEachLoad(const ExprRef &E,
                 llvm::function_ref<void(const ExprRef &)> Fn);

/// Calls \p Fn on what \p E evaluates in any case, outer ones first.
void walkInAnyCase(const ExprRef &E, llvm::function_ref<void(const Expr &)> Fn);

/// By how much \p Index lies behind variable \p Var, if it is that plus a
/// constant.
std::optional<int64_t> distanceFrom(llvm::StringRef Var, ExprRef Index);

/// The outermost loop, null if there is none.
const LoopStmt *outermostLoop(const Nest &N);

/// Whether loops of \p N run on threads of the CPU.
bool hasThreads(const Nest &N);

/// Whether iterations of \p Loop count in elements of arrays that others find
/// as well: hardly each in elements of its own.
bool countsInElements(const LoopStmt &Loop);

/// Whether \p N appends to containers.
bool appends(const Nest &N);

/// Whether \p E loads anything.
bool readsMemory(const ExprRef &E);

/// The first of \p Names that \p E reads, array or variable; empty if none.
std::string readOf(const ExprRef &E, const llvm::StringSet<> &Names);

/// Whether \p Var is made of the coordinates of a position variable.
bool overCoordinates(const Nest &N, llvm::StringRef Var);

/// Whether \p E reads nothing but scalar operands.
bool isOverScalars(const Nest &N, const ExprRef &E);

/// Whether \p E can be evaluated in front of \p N, with nothing but scalars.
bool isKnownInFront(const Nest &N, const ExprRef &E);

/// The relation that fused rows and positions of which \p Var is made, the
/// innermost ones where several levels are fused; null if there is none. The
/// loop over \p Var then tracks the row.
const Relation *trackedFusion(const Nest &N, llvm::StringRef Var);

/// \p Base, or that with a number behind it, so that neither \p N nor \p
/// IsTaken has the name.
std::string
unusedName(const Nest &N, llvm::StringRef Base,
           llvm::function_ref<bool(llvm::StringRef)> IsTaken = nullptr);

} // namespace lacuna

#endif // LACUNA_ANALYSIS_NESTQUERIES_H
