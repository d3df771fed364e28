//===- TokenStream.h - tokens back to the preprocessor ----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_CLANG_TOKENSTREAM_H
#define LACUNA_PLUGIN_CLANG_TOKENSTREAM_H

#include "clang/Lex/Preprocessor.h"

namespace lacuna::plugin {

/// Pushes \p Tokens in front of what the preprocessor reads next.
/// \p IsReinject: the preprocessor has handed them out before.
inline void enterTokens(clang::Preprocessor &PP,
                        llvm::ArrayRef<clang::Token> Tokens, bool IsReinject,
                        bool ExpandMacros = false) {
  // The overload that takes an ArrayRef does not own its tokens.
  auto Copy = std::make_unique<clang::Token[]>(Tokens.size());
  llvm::copy(Tokens, Copy.get());
  PP.EnterTokenStream(std::move(Copy), Tokens.size(),
                      /*DisableMacroExpansion=*/!ExpandMacros, IsReinject);
}

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_CLANG_TOKENSTREAM_H
