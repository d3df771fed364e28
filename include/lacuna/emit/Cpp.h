//===- Cpp.h - C++ text with OpenMP -----------------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_EMIT_CPP_H
#define LACUNA_EMIT_CPP_H

#include "lacuna/emit/expr/CppNames.h"
#include "lacuna/emit/expr/CppOptions.h"
#include "lacuna/ir/LoopProgram.h"

namespace lacuna {

/// C++ text and, for each of its lines, the user's statement it came from.
struct EmittedText {
  std::string Text; ///< ends with a newline unless empty
  std::vector<SourceTag> LineTags;
};

/// What is compared with the user's loop, as expressions.
struct EmittedOutputs {
  struct Range {
    const Operand *Array;
    std::string Lo, Hi; ///< Hi is empty where the end is not known
  };
  /// Declares what the expressions below read.
  EmittedText Scan;
  std::vector<Range> Ranges;
  /// Empty where every reduction keeps its order.
  std::string Terms, Magnitude;
  unsigned CoarsestBits = 0; ///< of the narrowest accumulator
};

/// A function of OpenMP's or the runtime's. It is declared outside of all
/// namespaces, for some give it another linkage, or hide it.
struct OuterFunction {
  std::string Name, Declaration;
};

/// The pieces that a front end puts into the user's function. Operands stand
/// under `cppName` of their names and must be declared before: scalars as
/// `const T n`, arrays as `T *const a` (`const T *const a` if not written),
/// live-outs as `T &v`. All other names are declared by the text. No macro, no
/// include, no type beyond the operands' spellings is needed.
struct EmittedCpp {
  /// Statements that set `int lacuna_guard` (declared before, 0) to the
  /// 1-based number of the first guard that fails.
  EmittedText Guards;
  /// Functions that the text calls, each once.
  std::vector<OuterFunction> Outer;
  /// Of kernels: what runs them, in front of the body, and is a guard as well.
  EmittedText Run;
  EmittedText Body;
  /// The guards' reasons, in order.
  std::vector<std::string> Reasons;
  std::optional<EmittedOutputs> Outputs;
  /// Stands behind the guards where they hold, and sets the variables of
  /// ProgramProfile, and of TuningNames. Empty where there are none.
  EmittedText Traffic;
  /// Assigns the lengths of rows to ProgramProfile::Row. Empty where rows have
  /// no positions.
  EmittedText Rows;
};

EmittedCpp emitCpp(const LoopProgram &P, const CppOptions &Options);

/// What stands beside a program with \p Operands: \p S, loop IR that may set
/// \p Name, a variable of type \p Ty and the same name in C++.
EmittedText emitSetup(std::vector<Operand> Operands, const std::string &Name,
                      const StmtRef &S, const Type &Ty = Type::boolean());

/// A function that compiles on its own: operands are parameters; returns the
/// number of the guard that failed, 0 if the program ran.
std::string emitCppFunction(const LoopProgram &P, const CppOptions &Options);

} // namespace lacuna

#endif // LACUNA_EMIT_CPP_H
