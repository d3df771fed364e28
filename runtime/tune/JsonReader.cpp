//===- JsonReader.cpp - JSON that a process has written -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tune/JsonReader.h"
#include <algorithm>
#include <charconv>
#include <system_error>

using namespace lacuna::rt;

namespace {

class Reader {
public:
  explicit Reader(std::string_view Text) : Rest(Text) {}

  std::optional<JsonValue> run() {
    JsonValue Result;
    if (!value(Result, 0))
      return std::nullopt;
    skip();
    return Rest.empty() ? std::optional(std::move(Result)) : std::nullopt;
  }

private:
  /// Deeper than what processes write.
  static constexpr int MostDepth = 16;

  void skip() {
    const size_t At = Rest.find_first_not_of(" \t\r\n");
    Rest.remove_prefix(At == std::string_view::npos ? Rest.size() : At);
  }
  bool take(std::string_view Word) {
    skip();
    if (Rest.substr(0, Word.size()) != Word)
      return false;
    Rest.remove_prefix(Word.size());
    return true;
  }
  bool value(JsonValue &To, int Depth);
  bool text(std::string &To);
  bool escape(std::string &To);
  bool number(double &To);
  bool array(JsonValue &To, int Depth);
  bool object(JsonValue &To, int Depth);

  std::string_view Rest;
};

} // namespace

bool Reader::value(JsonValue &To, int Depth) {
  if (Depth > MostDepth)
    return false;
  if (take("{"))
    return object(To, Depth);
  if (take("["))
    return array(To, Depth);
  if (take("\"")) {
    To.Is = JsonValue::Text;
    return text(To.Content);
  }
  if (take("true") || take("false") || take("null"))
    return true;
  To.Is = JsonValue::Number;
  return number(To.Value);
}

bool Reader::number(double &To) {
  const char *const Begin = Rest.begin();
  const auto [At, Error] = std::from_chars(Begin, Rest.end(), To);
  if (Error != std::errc())
    return false;
  Rest.remove_prefix(size_t(At - Begin));
  return true;
}

static void appendUtf8(unsigned Code, std::string &To) {
  // Halves of a pair are no characters.
  if (Code >= 0xD800 && Code < 0xE000)
    Code = 0xFFFD;
  if (Code < 0x80) {
    To += char(Code);
    return;
  }
  if (Code < 0x800) {
    To += char(0xC0 | Code >> 6);
  } else {
    To += char(0xE0 | Code >> 12);
    To += char(0x80 | (Code >> 6 & 0x3F));
  }
  To += char(0x80 | (Code & 0x3F));
}

/// What stands behind a backslash.
bool Reader::escape(std::string &To) {
  static constexpr std::string_view Names = "\"\\/bfnrt",
                                    Values = "\"\\/\b\f\n\r\t";
  if (Rest.empty())
    return false;
  const char Name = Rest.front();
  Rest.remove_prefix(1);
  if (const size_t At = Names.find(Name); At != std::string_view::npos) {
    To += Values[At];
    return true;
  }
  unsigned Code = 0;
  if (Name != 'u' || Rest.size() < 4)
    return false;
  const char *const Begin = Rest.begin();
  if (std::from_chars(Begin, Begin + 4, Code, 16).ptr != Begin + 4)
    return false;
  Rest.remove_prefix(4);
  appendUtf8(Code, To);
  return true;
}

/// What stands behind the first quote.
bool Reader::text(std::string &To) {
  while (true) {
    const size_t At = Rest.find_first_of("\"\\");
    if (At == std::string_view::npos)
      return false;
    To += Rest.substr(0, At);
    const bool IsEnd = Rest[At] == '"';
    Rest.remove_prefix(At + 1);
    if (IsEnd)
      return true;
    if (!escape(To))
      return false;
  }
}

bool Reader::array(JsonValue &To, int Depth) {
  To.Is = JsonValue::Array;
  if (take("]"))
    return true;
  do {
    if (!value(To.Elements.emplace_back(), Depth + 1))
      return false;
  } while (take(","));
  return take("]");
}

bool Reader::object(JsonValue &To, int Depth) {
  To.Is = JsonValue::Object;
  if (take("}"))
    return true;
  do {
    if (!take("\"") || !text(To.Keys.emplace_back()) || !take(":") ||
        !value(To.Elements.emplace_back(), Depth + 1))
      return false;
  } while (take(","));
  return take("}");
}

std::optional<JsonValue> lacuna::rt::readJson(std::string_view Text) {
  return Reader(Text).run();
}

const JsonValue *JsonValue::find(std::string_view Key) const {
  const auto At = std::find(Keys.begin(), Keys.end(), Key);
  return At == Keys.end() ? nullptr : &Elements[size_t(At - Keys.begin())];
}

std::string JsonValue::text(std::string_view Key) const {
  const JsonValue *Found = find(Key);
  return Found && Found->Is == Text ? Found->Content : "";
}

uint64_t JsonValue::number(std::string_view Key) const {
  const JsonValue *Found = find(Key);
  const bool Fits =
      Found && Found->Is == Number && Found->Value >= 0 && Found->Value < 9e18;
  return Fits ? uint64_t(Found->Value) : 0;
}

std::span<const JsonValue> JsonValue::array(std::string_view Key) const {
  const JsonValue *Found = find(Key);
  return Found ? std::span(Found->Elements) : std::span<const JsonValue>();
}
