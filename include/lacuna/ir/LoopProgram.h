//===- LoopProgram.h - what lowering makes of a nest ------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_IR_LOOPPROGRAM_H
#define LACUNA_IR_LOOPPROGRAM_H

#include "lacuna/ir/Operand.h"
#include "lacuna/ir/Stmt.h"
#include "llvm/Support/Error.h"

namespace lacuna {

/// Elements [Lo, Hi) of an array operand, i64; Hi null: from the base pointer
/// to an unknown end.
struct ArrayRange {
  std::string Array;
  ExprRef Lo, Hi;
};

/// Two ranges that must share no byte.
struct RangePair {
  ArrayRange First, Second;
  /// The arrays may also be one and the same.
  bool OrOne = false;
};

/// A walk through a nest that stores nothing, and what it reads. What it finds
/// is right while all that is as it was.
struct NotedWalk {
  std::string Loop; ///< the user's outermost variable, for messages
  ExprRef Threads;  ///< i64: how many may compare what was read
  /// i64: scalars that the walk reads, places of arrays that it reads.
  std::vector<ExprRef> Values;
  /// All elements of an array that the walk reads, and no other pages. Of other
  /// arrays it notes itself what it reads, by touches of sources.
  std::vector<ArrayRange> Sources;
  StmtRef Walk;
};

/// A walk whose results are kept where the program is linked with the runtime.
struct KeptWalk : NotedWalk {
  /// Variables (i64) that the guard's `Setup` declares and the walk assigns.
  std::vector<std::string> Results;
  /// The same walk without touches, for where nothing is kept. `Walk` is null
  /// where nobody can note what it reads.
  StmtRef Plain;
  /// Whether it pays to walk in each call, else the guard fails for the reason
  /// `WhyNot`; null: always.
  ExprRef Pays;
  std::string WhyNot;
  StmtRef Behind; ///< runs in each call, once they are known; or null
};

/// In which order, and behind which others, iterations of a loop run on
/// threads. It is made of what the walk touches.
/// For a GPU, `Threads` is the constant 0.
struct WavePlan : NotedWalk {
  std::string Name; ///< what ForTags::Plan says
  ExprRef Trips;    ///< i64
  int64_t Unit = 0; ///< iterations that run together; 0: the planner chooses
  WaveOrder Order = WaveOrder::Any;
  std::vector<std::string> Traced; ///< arrays that it touches
  bool MayBeNone = false;          ///< the first thread then runs all
  bool isForGpu() const { return constantValue(Threads) == 0; }
};

/// An array whose elements the walk stores, for later runs to read.
struct KeptArray : NotedWalk {
  std::string Array; ///< an operand, Operand::ValuesOf
  ExprRef Count;     ///< i64: of elements
};

/// A run-time check in front of the program. Evaluated in order; the first that
/// fails sends control to the user's loop. Later ones may rely on earlier ones.
struct ProgramGuard {
  std::string Reason;
  /// Statements run before `Holds` (loops over pos, say), or null. They, and
  /// those behind `Kept`, may declare what Holds and Disjoint read.
  StmtRef Setup;
  /// Null if `Disjoint`, `Plan` or `Values` says it.
  ExprRef Holds;
  std::vector<RangePair> Disjoint = {};
  /// Runs behind `Setup`.
  std::optional<KeptWalk> Kept = {};
  /// That there is such a plan, and that it pays. No guard follows.
  std::optional<WavePlan> Plan = {};
  std::optional<KeptArray> Values = {}; ///< that these are kept
};

/// What a comparison of the program's results with those of the user's loop
/// needs to know.
struct ProgramOutputs {
  /// Runs in front of the program and declares what the rest reads; or null.
  StmtRef Scan;
  /// What may be stored to, in operand order; an end that is null cannot be
  /// computed.
  std::vector<ArrayRange> Ranges;
  /// Where floating-point reductions may be reassociated: how many terms a
  /// result has at most (i64), and what their magnitudes add up to (f64).
  struct Sums {
    Type Coarsest; ///< the narrowest type of an accumulator
    ExprRef Terms, Magnitude;
  };
  std::optional<Sums> Reassociated;
};

/// The elements of arrays that kernels use, which a GPU may have to get.
struct ProgramTransfers {
  /// Whether the outermost loop runs at all, else nothing is to be read; null
  /// if it cannot but run.
  ExprRef Runs;
  /// Runs in front of the program and declares what the ranges read; or null.
  StmtRef Scan;
  std::vector<ArrayRange> Ranges; ///< one for each array, with its end
  /// accessedRanges of the nest as it was written.
  std::vector<ArrayRange> Unguarded;
};

/// What a program tells those who measure it, in variables of theirs (i64).
struct ProgramProfile {
  /// Where there are several versions, the body sets it to the number of that
  /// which runs, from 1 on.
  static constexpr char Version[] = "lacuna_version";
  /// `Traffic` adds to it what the nest accesses, each element once.
  static constexpr char Bytes[] = "lacuna_bytes";
  /// `Rows` assigns to it the lengths of some rows, one after the other.
  static constexpr char Row[] = "lacuna_row";
  /// Runs behind the guards, in front of the body; null where nothing is known.
  StmtRef Traffic;
  /// Runs there, too, if that is wanted; null where rows have no positions.
  StmtRef Rows;
  /// Arrays of which that is not known.
  std::vector<std::string> Unknown;
};

/// Loop IR: explicit loops over arrays and scalars. Knows no levels and no
/// tensors. Textual form in docs/textual-form.md.
struct LoopProgram {
  std::string Name;
  std::vector<Operand> Operands;
  std::vector<ProgramGuard> Guards;
  StmtRef Body;
  /// Where the results are to be verified (LowerOptions::AsWritten).
  std::optional<ProgramOutputs> Outputs;
  /// Where loops run on a GPU.
  std::optional<ProgramTransfers> Transfers;
  /// Where runs are measured (LowerOptions::Profile).
  std::optional<ProgramProfile> Profile;
};

llvm::Error verify(const LoopProgram &P);

} // namespace lacuna

#endif // LACUNA_IR_LOOPPROGRAM_H
