//===- Identifier.h - characters of C++'s names -----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_SUPPORT_IDENTIFIER_H
#define LACUNA_SUPPORT_IDENTIFIER_H

#include "llvm/ADT/StringExtras.h"

namespace lacuna {

/// Whether a name may begin with \p C. Bytes of UTF-8 sequences stand in names
/// too, and so does `$`; which sequences do is Clang's to say.
inline bool isNameStart(char C) {
  return llvm::isAlpha(C) || C == '_' || C == '$' ||
         static_cast<unsigned char>(C) >= 0x80;
}

/// Whether \p C may stand inside a name.
inline bool isNameChar(char C) { return isNameStart(C) || llvm::isDigit(C); }

} // namespace lacuna

#endif // LACUNA_SUPPORT_IDENTIFIER_H
