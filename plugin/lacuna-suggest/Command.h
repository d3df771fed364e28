//===- Command.h - how a file is looked at ----------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LACUNA_SUGGEST_COMMAND_H
#define LACUNA_PLUGIN_LACUNA_SUGGEST_COMMAND_H

#include "clang/Tooling/CompilationDatabase.h"

namespace lacuna::suggest {

/// The command that has \p Compiler, which is `lacuna-c++`, look at a file as
/// \p Given compiles it, be that by GCC, and write its suggestions to \p
/// Output.
std::vector<std::string> commandFor(const clang::tooling::CompileCommand &Given,
                                    llvm::StringRef Compiler,
                                    llvm::StringRef Output);

} // namespace lacuna::suggest

#endif // LACUNA_PLUGIN_LACUNA_SUGGEST_COMMAND_H
