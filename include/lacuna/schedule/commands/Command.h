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

#include "lacuna/schedule/arguments/Arguments.h"
#include "lacuna/schedule/commands/Commands.h"

namespace lacuna {

namespace commands {
#define COMMAND(Name) extern const Command Name;
#include "lacuna/schedule/commands/Commands.def"
} // namespace commands

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

/// Fails if \p N keeps values beside what commands of \p D have made.
llvm::Error checkKept(const Nest &N, const Directive &D);

/// The largest factor: products of it with a number of tiles fit in 64 bits.
inline constexpr int64_t MaxFactor = INT32_MAX;

/// More copies of a body than any processor gains from, few enough to compile.
inline constexpr int64_t MaxCopies = 4096;

} // namespace lacuna

#endif // LACUNA_SCHEDULE_COMMANDS_COMMAND_H
