//===- Flags.h - what flags of the compile line would free ------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LACUNA_SUGGEST_FLAGS_H
#define LACUNA_PLUGIN_LACUNA_SUGGEST_FLAGS_H

#include "lacuna-suggest/FrontEnd.h"

namespace lacuna::suggest {

/// A flag that messages name as what would help, and commands that may gain.
struct FlagToTry {
  llvm::StringRef Flag;
  std::vector<clang::tooling::CompileCommand> Commands;
};

/// What to try after \p Commands have come to \p All: messages say what stands
/// in the way first, but not whether there is more.
std::vector<FlagToTry>
flagsToTry(llvm::ArrayRef<clang::tooling::CompileCommand> Commands,
           llvm::MutableArrayRef<Outcome> All, const Project &Of);

/// Has it be known in \p Of what \p Trials would free.
void tryFlags(llvm::ArrayRef<FlagToTry> Trials, llvm::StringRef Compiler,
              unsigned Jobs, Project &Of);

} // namespace lacuna::suggest

#endif // LACUNA_PLUGIN_LACUNA_SUGGEST_FLAGS_H
