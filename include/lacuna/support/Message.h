//===- Message.h - texts for users, with places for values ------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The texts stand in the Messages.def of the room that says them;
// docs/messages.md is made of these files.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_SUPPORT_MESSAGE_H
#define LACUNA_SUPPORT_MESSAGE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Twine.h"
#include <string>

namespace lacuna {

/// \p Text with `Values[N]` in the place of each `{N}`.
std::string fillPlaces(llvm::StringRef Text,
                       llvm::ArrayRef<std::string> Values);

/// The number of values that \p Text has places for: `{0}`, `{1}`, …, `{8}`.
consteval unsigned countPlaces(const char *Text) {
  unsigned Count = 0;
  for (; *Text; ++Text)
    if (Text[0] == '{' && Text[1] >= '0' && Text[1] <= '8' && Text[2] == '}' &&
        Count < unsigned(Text[1] - '0') + 1)
      Count = Text[1] - '0' + 1;
  return Count;
}

/// A text with places for \p Places values; calling it fills them. A text
/// follows Clang's style: lower case, no full stop, names quoted with '.
template <unsigned Places> class Message {
public:
  consteval explicit Message(const char *Text) : Text(Text) {}

  template <typename... Ts> std::string operator()(const Ts &...Values) const {
    static_assert(sizeof...(Values) == Places, "a value for each place");
    return fillPlaces(Text, {llvm::Twine(Values).str()...});
  }

private:
  const char *Text;
};

} // namespace lacuna

/// A line of a Messages.def: a name for the sources, the text, and what helps,
/// for docs/messages.md, where the text does not say it.
#define MESSAGE(NAME, TEXT, HELP)                                              \
  inline constexpr auto NAME = lacuna::Message<lacuna::countPlaces(TEXT)>(TEXT);

#endif // LACUNA_SUPPORT_MESSAGE_H
