//===- FrontEnd.h - the front end over all files ----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LACUNA_SUGGEST_FRONTEND_H
#define LACUNA_PLUGIN_LACUNA_SUGGEST_FRONTEND_H

#include "lacuna-suggest/Loops.h"
#include "clang/Tooling/CompilationDatabase.h"

namespace lacuna::suggest {

/// What became of a file: its loops, or why it was not looked at.
struct Outcome {
  std::string File; ///< its real path, if there is one
  llvm::Expected<Compiled> Result;
};

/// Has \p Compiler, which is `lacuna-c++`, look at what each of \p Commands
/// compiles, \p Jobs at once, or as many as there are processors if that is 0.
/// The outcomes are in the order of the commands.
std::vector<Outcome>
lookAt(llvm::ArrayRef<clang::tooling::CompileCommand> Commands,
       llvm::StringRef Compiler, unsigned Jobs);

} // namespace lacuna::suggest

#endif // LACUNA_PLUGIN_LACUNA_SUGGEST_FRONTEND_H
