//===- LanguageOptions.h - flags that change what C++ means -----*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Generated code is compiled with the flags of the user's, so most of them need
// nothing. Here is what the others need: each is honoured by what reads
// LanguageOptions, or refused. The same table, with all other flags, is in the
// reference.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_CLANG_LANGUAGEOPTIONS_H
#define LACUNA_PLUGIN_CLANG_LANGUAGEOPTIONS_H

#include "clang/Basic/LangOptions.h"
#include <string>

namespace clang {
class Attr;
class CompilerInstance;
class FunctionDecl;
} // namespace clang

namespace lacuna::plugin {

/// Flags that what is said of a nest depends on.
struct LanguageOptions {
  /// -fwrapv: arithmetic that guards cannot bound is computed as unsigned.
  bool SignedWraps = false;
  /// -fsanitize=signed-integer-overflow: subscripts keep their types, and where
  /// guards see that one overflows the user's loop runs, which reports it.
  bool SignedIsReported = false;
  /// -fno-strict-aliasing: arrays of any types are compared, pointers in
  /// memory too.
  bool TypesAlias = false;
  /// -fsanitize=…, --coverage, -fprofile-instr-generate: what they add to loops
  /// keeps lanes away, and Clang would warn where they are asked for.
  bool HindersLanes = false;
};

LanguageOptions languageOptions(const clang::CompilerInstance &CI);

/// Why no loop is rewritten under \p Lang, empty if loops are.
std::string whyNotRewritten(const clang::LangOptions &Lang);

/// The same of a loop whose arithmetic is under \p FP.
std::string whyNotRewritten(clang::FPOptions FP);

/// Whether under \p FP the host's compiler may change the order of operations,
/// use other ones, or fuse those of one statement with another's.
bool isLoose(clang::FPOptions FP);

/// The attribute of \p F that decides how its code is compiled, which is lost
/// where the code becomes part of another function; null if there is none.
const clang::Attr *codeAttribute(const clang::FunctionDecl &F);

/// Why no kernel computes what \p CI's loops compute; empty if kernels do.
std::string whyNotOnGpu(const clang::CompilerInstance &CI);

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_CLANG_LANGUAGEOPTIONS_H
