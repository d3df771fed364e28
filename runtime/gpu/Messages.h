//===- Messages.h - what users are told and may choose ----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_MESSAGES_H
#define LACUNA_RUNTIME_MESSAGES_H

#include <string>

namespace lacuna::rt {

/// LACUNA_GPU, read once.
enum class Use { IfPossible, Off, Require };
Use useOfGpu();

/// LACUNA_LOG=1, read once.
bool isLogging();

/// Tells that the loop at \p Where runs on the CPU: once, and only if it is \p
/// Explicit that it should not; under LACUNA_LOG=1 each time. Ends the program
/// under LACUNA_GPU=require.
void sayFallback(const char *Where, bool Explicit, const std::string &Why);

/// Tells \p What about the data directive at \p Where, once for each directive.
void sayData(const char *Where, const std::string &What);

/// Tells \p What under LACUNA_LOG=1.
void log(const std::string &What);

/// Ends the program: there is no way to go on that computes what it should.
[[noreturn]] void fatal(const char *Where, const std::string &What);

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_MESSAGES_H
