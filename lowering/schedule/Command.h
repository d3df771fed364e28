//===- Command.h - what all commands share ----------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One file per command. A command checks its arguments against the nest, each
// failure at the argument that causes it, and returns a new nest.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_SCHEDULE_COMMAND_H
#define LACUNA_SCHEDULE_COMMAND_H

#include "Queries.h"
#include "lacuna/schedule/Schedule.h"

namespace lacuna {

using Command = llvm::Expected<Nest>(const Nest &N, const Clause &C,
                                     const ScheduleContext &Context);

Command applySplit, applyDivide, applyFuse, applyPos, applyReorder, applyOrder,
    applyCoord, applyBound, applyUnroll, applyPrecompute, applyPrefetch,
    applyParallelize;

/// A loop of the nest as an argument names it.
struct LoopArg {
  const IndexVar *Var;
  const LoopStmt *Loop;
  bool ByCoordinate; ///< by the name of its coordinate, not of its position
};

/// The loop called \p Arg; it must not be consumed yet.
llvm::Expected<LoopArg> loopArg(const Nest &N, const ClauseArg &Arg);

/// As loopArg, for the variable that \p C transforms: neither it nor a loop
/// inside it may be parallel, it may not be unrolled.
llvm::Expected<LoopArg> transformedArg(const Nest &N, const Clause &C,
                                       const ClauseArg &Arg);

/// As transformedArg, for commands that tile: a coordinate cannot be tiled.
llvm::Expected<LoopArg> tiledArg(const Nest &N, const Clause &C,
                                 const ClauseArg &Arg);

/// Fails if \p Loop or a loop inside it is parallel.
llvm::Error requireSerial(const Clause &C, const ClauseArg &Arg,
                          const LoopStmt &Loop);

/// Fails if \p L is the loop over fused coordinates that no `pos` has brought
/// to position space.
llvm::Error requirePositions(const Nest &N, const Clause &C,
                             const ClauseArg &Arg, const LoopArg &L);

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

/// \p N with the loop over \p R's parent replaced by loops over its two
/// children, outer first.
Nest tile(const Nest &N, const LoopArg &Parent, Relation R);

/// Exchanges the loop over \p Outer with the loop over \p Inner directly
/// inside it, if that is legal; errors are about \p Where.
llvm::Expected<Nest> interchange(const Nest &N, llvm::StringRef Outer,
                                 llvm::StringRef Inner, const Clause &C,
                                 TextRange Where);

/// What an exchange that is not legal is told by.
llvm::Error cannotExchange(llvm::StringRef Outer, llvm::StringRef Inner,
                           TextRange Where, const llvm::Twine &Why);

/// The same where \p Blocks runs over blocks of coordinates: each row of
/// \p Rows then goes on where it stopped in the block before.
llvm::Expected<Nest> moveBlocksOutward(const Nest &N, llvm::StringRef Rows,
                                       llvm::StringRef Blocks, TextRange Where);

/// Fails if \p L cannot be unrolled, or with \p OnThreads run on threads,
/// because of blocks of coordinates around it.
llvm::Error requireOutsideBlocks(const Nest &N, const Clause &C,
                                 const ClauseArg &Arg, const LoopArg &L,
                                 bool OnThreads);

/// The arrays of which \p Word is assumed: `injective`, `unique` or `sorted`.
std::vector<std::string> &elementFact(Facts &F, llvm::StringRef Word);

/// \p C as it would print, for messages.
std::string clauseText(const Clause &C);

/// The largest factor: products of it with a number of tiles fit in 64 bits.
inline constexpr int64_t MaxFactor = INT32_MAX;

/// \p N with variables in memory that loops with `atomics` set where something
/// is so.
Nest withSharedFlags(Nest N);

/// Judges what the parallel loops of \p N may race on, each at the clause in
/// \p D that made it parallel; adds the conditions that keep them apart.
llvm::Expected<Nest> judgeRaces(const Nest &N, const Directive &D);

} // namespace lacuna

#endif // LACUNA_SCHEDULE_COMMAND_H
