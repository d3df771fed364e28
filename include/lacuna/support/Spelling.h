//===- Spelling.h - one table of words for each enumeration -----*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is printed and what is parsed goes through one table, so that the two
// agree.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_SUPPORT_SPELLING_H
#define LACUNA_SUPPORT_SPELLING_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorHandling.h"
#include <optional>
#include <string>
#include <vector>

namespace lacuna {

template <typename T> struct Spelling {
  T Value;
  llvm::StringLiteral Word;
};

/// Each enumerator of T with its word. Specialised for enumerations that have
/// words.
template <typename T> llvm::ArrayRef<Spelling<T>> spellings();

template <typename T> llvm::StringRef wordFor(T Value) {
  for (const Spelling<T> &S : spellings<T>())
    if (S.Value == Value)
      return S.Word;
  llvm_unreachable("enumerator without a word");
}

/// What \p Word stands for; nothing if it is none of the words.
template <typename T> std::optional<T> fromWord(llvm::StringRef Word) {
  for (const Spelling<T> &S : spellings<T>())
    if (S.Word == Word)
      return S.Value;
  return std::nullopt;
}

/// All words, for messages.
template <typename T> std::vector<std::string> words() {
  std::vector<std::string> Words;
  for (const Spelling<T> &S : spellings<T>())
    Words.push_back(S.Word.str());
  return Words;
}

} // namespace lacuna

#endif // LACUNA_SUPPORT_SPELLING_H
