//===- LineInFront.h - where a directive would go ---------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_DRIVER_LINEINFRONT_H
#define LACUNA_PLUGIN_DRIVER_LINEINFRONT_H

#include "graft/Sites.h"
#include <variant>

namespace lacuna::plugin {

/// The change of a file that puts a line in front of a loop.
struct LineInFront {
  clang::FileID File;
  unsigned Offset, Length; ///< of blanks that the text takes the place of
  std::string Text;
};

/// How \p Line comes to stand in front of the loop of \p S, with the loop's
/// indentation and on a line of its own; or why it cannot.
std::variant<LineInFront, std::string>
lineInFront(const clang::SourceManager &SM, const Site &S,
            llvm::StringRef Line);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_DRIVER_LINEINFRONT_H
