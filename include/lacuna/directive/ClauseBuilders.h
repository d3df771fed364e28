//===- ClauseBuilders.h - clauses that nobody wrote -------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clauses as values, for code that chooses a schedule. They equal what the
// parser makes of their text, except that they stand nowhere: every TextRange
// is empty. Loops are called as a user would call them. Nothing is checked: the
// commands do that when they are applied.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_DIRECTIVE_CLAUSEBUILDERS_H
#define LACUNA_DIRECTIVE_CLAUSEBUILDERS_H

#include "lacuna/directive/Directive.h"
#include "lacuna/ir/Nest.h"

namespace lacuna::clauses {

/// Any clause: \p Name, and \p Args in parentheses.
Clause call(std::string Name, std::vector<std::string> Args);

Clause split(std::string Loop, std::string Outer, std::string Inner,
             int64_t Factor);
/// A piece for each thread, all with as many iterations of \p Balanced.
Clause divideBalanced(std::string Loop, std::string Piece, std::string Inner,
                      const std::string &Balanced);
Clause fuse(std::string Outer, std::string Inner, std::string Fused);
Clause reorder(std::string Outer, std::string Inner);
/// \p Loops from the outside in.
Clause order(std::vector<std::string> Loops);
Clause bound(std::string Loop, std::string Bounded, int64_t Value,
             BoundKind Kind);
Clause unroll(std::string Loop, int64_t Copies);
/// What is read of \p Array \p Ahead positions later.
Clause prefetch(std::string Position, std::string Array, int64_t Ahead);
/// \p Width: lanes, for `CpuVector` only; 0: the compiler chooses.
Clause parallelize(std::string Loop, ParallelUnit Unit, RaceStrategy Races,
                   int64_t Width = 0);
/// Iterations behind those that they need, where runs show that to be faster.
Clause measuredWavefront(std::string Loop);
/// Threads take \p Chunk iterations at a time, as they get on.
Clause handOut(std::string Loop, RaceStrategy Races, int64_t Chunk);
/// Threads take fewer iterations the fewer are left.
Clause handOutGuided(std::string Loop, RaceStrategy Races);

} // namespace lacuna::clauses

#endif // LACUNA_DIRECTIVE_CLAUSEBUILDERS_H
