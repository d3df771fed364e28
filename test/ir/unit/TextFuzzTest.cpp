//===- TextFuzzTest.cpp - damaged texts through both parsers -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Samples.h"
#include <random>

using namespace lacuna;

namespace {

/// Damages texts in ways that keep most of them close to the notation.
class Mutator {
public:
  explicit Mutator(unsigned Seed) : Random(Seed) {}

  std::string mutate(llvm::StringRef Text) {
    std::string Result = Text.str();
    for (size_t Steps = 1 + below(3); Steps != 0; --Steps)
      step(Result);
    return Result;
  }

private:
  size_t below(size_t Bound) {
    return std::uniform_int_distribution<size_t>(0, Bound - 1)(Random);
  }

  /// Start and length of a random piece of \p Text, cut at blanks half of the
  /// time.
  std::pair<size_t, size_t> piece(llvm::StringRef Text) {
    size_t Begin = below(Text.size());
    if (below(2) == 0)
      return {Begin, below(8)};
    Begin = std::min(Text.find_first_of(" \n", Begin), Text.size() - 1) + 1;
    size_t End = std::min(Text.find_first_of(" \n", Begin), Text.size());
    return {Begin, End - Begin};
  }

  void step(std::string &Text) {
    static const llvm::StringRef Words[] = {"i",         "m",
                                            "0",         "1:i64",
                                            "0.5",       "-",
                                            "(",         ")",
                                            "{",         "}",
                                            "[",         "]",
                                            "..",        "->",
                                            "\"",        "`",
                                            "#3",        "@x",
                                            "loop ",     "for ",
                                            "track ",    "let ",
                                            "var ",      "min(",
                                            "?",         ":",
                                            "guard ",    "body ",
                                            "nest ",     "f64",
                                            "&&=",       "\xc3\xa9",
                                            "\\",        "99999999999999999999",
                                            "epilogue ", "operand "};
    if (Text.empty())
      Text = "nest";
    auto [Begin, Length] = piece(Text);
    switch (below(5)) {
    case 0:
      Text.erase(Begin, Length);
      break;
    case 1:
      Text.insert(Begin, Words[below(std::size(Words))].str());
      break;
    case 2: {
      auto [From, Size] = piece(Text);
      Text.insert(Begin, Text.substr(From, Size));
      break;
    }
    case 3: {
      auto [From, Size] = piece(Text);
      Text.replace(Begin, Length, Text.substr(From, Size));
      break;
    }
    case 4:
      Text[below(Text.size())] = static_cast<char>(below(256));
      break;
    }
  }

  std::mt19937 Random;
};

} // namespace

static std::string printed(const TextUnit &Unit) {
  return std::visit([](const auto &Value) { return printed(Value); }, Unit);
}

/// Parses \p Text; what is accepted must read back as it prints. Returns
/// whether it is accepted.
static bool tryText(const std::string &Text) {
  llvm::Expected<std::vector<TextUnit>> Units = parseText(Text);
  if (!Units) {
    Diagnostic D = takeDiagnostic(Units.takeError());
    EXPECT_LE(D.Where.Begin, Text.size()) << Text;
    EXPECT_LE(D.Where.Begin, D.Where.End) << Text;
    EXPECT_NE(llvm::StringRef(D.Message).substr(0, 9), "internal:") << Text;
    return false;
  }
  for (const TextUnit &Unit : *Units) {
    std::string Once = printed(Unit);
    llvm::Expected<std::vector<TextUnit>> Again = parseText(Once);
    if (!Again) {
      ADD_FAILURE() << llvm::toString(Again.takeError()) << "\nin\n"
                    << Once << "from\n"
                    << Text;
      continue;
    }
    EXPECT_EQ(printed(Again->front()), Once) << Text;
  }
  return true;
}

TEST(TextFuzz, DamagedTextsDoNotCrashAndRoundTrip) {
  Mutator M(20260101);
  unsigned Accepted = 0;
  for (unsigned Run = 0; Run != 20000; ++Run)
    Accepted += tryText(M.mutate(Run % 2 ? llvm::StringRef(SampleProgram)
                                         : llvm::StringRef(SampleNest)));
  // Else the round trips have not been tested.
  EXPECT_GT(Accepted, 750u);
}
