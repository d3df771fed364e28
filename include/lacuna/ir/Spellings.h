//===- Spellings.h - the words of the IR's enumerations ---------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clauses of a directive and the textual forms spell these alike.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_IR_SPELLINGS_H
#define LACUNA_IR_SPELLINGS_H

#include "lacuna/ir/Nest.h"
#include "lacuna/support/Spelling.h"

namespace lacuna {

/// What a user vouches for, about arrays and about a loop.
enum class Assumption {
  NoAlias, ///< two do not overlap
  Sorted,  ///< see Facts::Sorted, as the next two
  Unique,
  Injective,
  Extent,      ///< how many elements there are
  Independent, ///< see Facts::Independent
  Asynchronous ///< see Facts::Asynchronous
};

/// In which order floating-point reductions add up.
enum class FpMode { Strict };

template <> llvm::ArrayRef<Spelling<ParallelUnit>> spellings<ParallelUnit>();
template <> llvm::ArrayRef<Spelling<RaceStrategy>> spellings<RaceStrategy>();
template <> llvm::ArrayRef<Spelling<WaveOrder>> spellings<WaveOrder>();
template <> llvm::ArrayRef<Spelling<LayoutKind>> spellings<LayoutKind>();
template <> llvm::ArrayRef<Spelling<BoundKind>> spellings<BoundKind>();
template <> llvm::ArrayRef<Spelling<Assumption>> spellings<Assumption>();
template <> llvm::ArrayRef<Spelling<FpMode>> spellings<FpMode>();
template <> llvm::ArrayRef<Spelling<UnaryOp>> spellings<UnaryOp>();
/// The word for ReduceOp::None is empty.
template <> llvm::ArrayRef<Spelling<ReduceOp>> spellings<ReduceOp>();

/// The kinds of an OmpSchedule that a clause may ask for. The textual forms
/// know OpenMP's other two as well.
llvm::ArrayRef<llvm::StringLiteral> scheduleWords();
llvm::ArrayRef<llvm::StringLiteral> allScheduleWords();

} // namespace lacuna

#endif // LACUNA_IR_SPELLINGS_H
