//===- Help.cpp - what helps where a guard fails --------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna-report/Help.h"
#include "lacuna-report/Html.h"
#include "lacuna/support/Message.h"
#include "llvm/ADT/SmallVector.h"
#include <utility>

// The messages of guards as a table: a line of theirs is an element.
namespace lacuna::msg {
struct Entry {
  const char *Name, *Text, *Help;
};
template <int> inline constexpr Entry At{};
static constexpr int First = __COUNTER__ + 1;
} // namespace lacuna::msg
#undef MESSAGE
#define MESSAGE(NAME, TEXT, HELP)                                              \
  template <> inline constexpr Entry At<__COUNTER__ - First>{#NAME, TEXT, HELP};
#include "lacuna/affine/Messages.def"
#include "lacuna/analysis/Messages.def"
#include "lacuna/auto/Messages.def"
#include "lacuna/ir/Messages.def"
#include "lacuna/layouts/Messages.def"
#include "lacuna/lower/Messages.def"
#include "lacuna/lower/checks/Messages.def"
#include "lacuna/recognize/Messages.def"
#include "lacuna/waves/Messages.def"
#include "lift/Messages.def"
#include "lift/loops/Messages.def"
#include "lift/memory/Messages.def"
#include "lift/state/Messages.def"

using namespace lacuna;

static constexpr int Count = __COUNTER__ - msg::First;

/// How many characters of \p Pattern, a text with places for values, \p Text
/// has, too; 0 if it is none such.
static size_t matched(llvm::StringRef Pattern, llvm::StringRef Text) {
  size_t Length = 0;
  bool IsFirst = true;
  for (;;) {
    const size_t Place = Pattern.find('{');
    const llvm::StringRef Part = Pattern.take_front(Place);
    const size_t At = Place == llvm::StringRef::npos && !IsFirst
                          ? Text.rfind(Part)
                          : Text.find(Part);
    if (At == llvm::StringRef::npos || (IsFirst && At != 0))
      return 0;
    Length += Part.size();
    Text = Text.drop_front(At + Part.size());
    if (Place == llvm::StringRef::npos)
      return Text.empty() ? Length : 0;
    Pattern = Pattern.drop_front(Place + llvm::StringRef("{0}").size());
    IsFirst = false;
  }
}

/// \p Markdown as HTML: code as such, links as their words.
static std::string plain(llvm::StringRef Markdown) {
  std::string Result;
  while (!Markdown.empty()) {
    const size_t At = Markdown.find_first_of("`[");
    Result += report::escaped(Markdown.take_front(At));
    Markdown = Markdown.drop_front(std::min(At, Markdown.size()));
    if (Markdown.consume_front("`")) {
      auto [Code, Rest] = Markdown.split('`');
      Result += "<code>" + report::escaped(Code) + "</code>";
      Markdown = Rest;
    } else if (Markdown.consume_front("[")) {
      auto [Words, Rest] = Markdown.split("](");
      Result += plain(Words);
      Markdown = Rest.split(')').second;
    }
  }
  return Result;
}

template <int... Numbers>
static const msg::Entry *entryFor(llvm::StringRef Reason,
                                  std::integer_sequence<int, Numbers...>) {
  const msg::Entry *Best = nullptr;
  size_t Most = 0;
  for (const msg::Entry *E : {&msg::At<Numbers>...})
    if (size_t Length = matched(E->Text, Reason); Length > Most) {
      Best = E;
      Most = Length;
    }
  return Best;
}

/// The message that \p Reason is; null if it is none.
static const msg::Entry *entryFor(llvm::StringRef Reason) {
  return entryFor(Reason, std::make_integer_sequence<int, Count>());
}

std::string report::helpFor(llvm::StringRef Reason) {
  const msg::Entry *Known = entryFor(Reason);
  return Known ? plain(Known->Help) : "";
}

std::string report::foundFor(llvm::StringRef Reason, llvm::StringRef Found) {
  const msg::Entry *Known = entryFor(Reason);
  const llvm::StringRef Name = Known ? Known->Name : "";
  const bool IsAboutPlans =
      Name == "GuardNoFasterPlan" || Name == "GuardNoPlan";
  return IsAboutPlans ? escaped(Found) : "";
}
