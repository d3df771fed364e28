//===- Arguments.h - what arguments of commands name ------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function looks an argument up in the nest, or fails at the argument.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_SCHEDULE_ARGUMENTS_ARGUMENTS_H
#define LACUNA_SCHEDULE_ARGUMENTS_ARGUMENTS_H

#include "lacuna/analysis/NestQueries.h"
#include "lacuna/schedule/arguments/ScheduleContext.h"

namespace lacuna {

/// A loop of the nest as an argument names it.
struct LoopArg {
  const IndexVar *Var;
  const LoopStmt *Loop;
  bool ByCoordinate; ///< by the name of its coordinate, not of its position
};

/// The loop called \p Arg; it must not be consumed yet.
llvm::Expected<LoopArg> loopArg(const Nest &N, const ClauseArg &Arg);

/// What a command does with the loop that it transforms.
enum class Transform {
  Tile,   ///< cuts it or joins it with another: it may be a merge
  Blocks, ///< Tile, and cuts coordinates into blocks
  Other   ///< it must not be a merge
};

/// As loopArg, for the variable that \p C transforms: neither it nor a loop
/// inside it may be parallel, it may not be unrolled.
llvm::Expected<LoopArg> transformedArg(const Nest &N, const Clause &C,
                                       const ClauseArg &Arg, Transform How);

/// As transformedArg, for commands that go through the loop in pieces: a
/// coordinate has no such order.
llvm::Expected<LoopArg> tiledArg(const Nest &N, const Clause &C,
                                 const ClauseArg &Arg, Transform How);

/// The first arguments of a command that cuts a loop in two.
struct TileArgs {
  LoopArg Loop;
  std::string Outer, Inner; ///< the names of the two
};

/// Those of \p C: a loop as of tiledArg, and two new names.
llvm::Expected<TileArgs> tileArgs(const Nest &N, const Clause &C,
                                  Transform How);

/// As loopArg, for the first argument of \p C, which says how a loop runs: in
/// position space if over fused coordinates, and no merge; \p Consequence: what
/// a merge cannot do.
llvm::Expected<LoopArg> taggedArg(const Nest &N, const Clause &C,
                                  llvm::StringRef Consequence);

/// Fails if \p Loop or a loop inside it is parallel.
llvm::Error requireSerial(const Clause &C, const ClauseArg &Arg,
                          const LoopStmt &Loop);

/// The value of \p Arg, an integer constant.
llvm::Expected<int64_t> constantArg(const ClauseArg &Arg,
                                    const ScheduleContext &Context);

/// Which tensors \p Loop, a merge, merges: "'j' merges 'a' and 'b'".
std::string mergedWords(const Nest &N, const LoopStmt &Loop);

/// Fails if \p Loop is a merge; \p Consequence: what its loops cannot do.
llvm::Error requireUnmerged(const Nest &N, const ClauseArg &Arg,
                            const LoopStmt &Loop, llvm::StringRef Consequence);

/// The error that \p Arg names a position that \p Loop, a merge, moves along.
llvm::Error movesAlong(const Nest &N, const ClauseArg &Arg,
                       const LoopStmt &Loop);

/// The value of \p Arg, an integer constant in [1, Max]; \p What names it.
llvm::Expected<int64_t> positiveArg(const ClauseArg &Arg, llvm::StringRef What,
                                    int64_t Max,
                                    const ScheduleContext &Context);

/// \p Arg as a name that nothing in \p N has.
llvm::Expected<std::string> newNameArg(const Nest &N, const ClauseArg &Arg);

} // namespace lacuna

#endif // LACUNA_SCHEDULE_ARGUMENTS_ARGUMENTS_H
