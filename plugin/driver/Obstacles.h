//===- Obstacles.h - where loops cannot be replaced -------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_DRIVER_OBSTACLES_H
#define LACUNA_PLUGIN_DRIVER_OBSTACLES_H

#include "graft/Sites.h"
#include "lift/Lift.h"

namespace lacuna::plugin {

/// Why the loop of \p S cannot be replaced whatever it computes, or nothing.
std::optional<NotLifted> findObstacle(const clang::ASTContext &Context,
                                      const Site &S);

/// Why threads would not run what the function around \p S runs, or nothing.
std::optional<NotLifted> findThreadObstacle(const Site &S);

/// Why a directive about data, which calls functions, cannot stand at \p S, or
/// empty.
std::string findDataObstacle(const clang::ASTContext &Context, const Site &S);

/// A label in \p S that a jump from outside may lead to, past what is put in
/// front of it, or a jump that nothing is known of; null if there is none.
const clang::Stmt *findJumpAround(const clang::Stmt *S, bool InSwitch = false);

/// Whether a run of the loop of \p S begins in front of it, and ends in the
/// same thread.
bool hasRuns(const Site &S);

/// Whether the runs of the loop of \p S, which has no directive, can be
/// measured: what OpenMP shares out, threads are in the middle of.
bool isMeasurable(const clang::ASTContext &Context, const Site &S);

/// "'#pragma omp …'".
std::string describe(const clang::OMPExecutableDirective &D);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_DRIVER_OBSTACLES_H
