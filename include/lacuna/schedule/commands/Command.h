//===- Command.h - what all commands share ----------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One file per command, which describes it and applies it. A command checks its
// arguments against the nest, each failure at the argument that causes it, and
// returns a new nest.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_SCHEDULE_COMMANDS_COMMAND_H
#define LACUNA_SCHEDULE_COMMANDS_COMMAND_H

#include "lacuna/analysis/NestQueries.h"
#include "lacuna/schedule/commands/Commands.h"

namespace lacuna {

namespace commands {
#define COMMAND(Name) extern const Command Name;
#include "lacuna/schedule/commands/Commands.def"
} // namespace commands

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

/// Fails if \p N has a layout over which its loops, as commands of \p D left
/// them, cannot run.
llvm::Error checkFormat(const Nest &N, const Directive &D);

/// The largest factor: products of it with a number of tiles fit in 64 bits.
inline constexpr int64_t MaxFactor = INT32_MAX;

} // namespace lacuna

#endif // LACUNA_SCHEDULE_COMMANDS_COMMAND_H
