//===- JsonReader.h - JSON that a process has written -----------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_TUNE_JSONREADER_H
#define LACUNA_RUNTIME_TUNE_JSONREADER_H

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lacuna::rt {

/// A value of JSON. Programs that are tuned are not linked with LLVM, whose
/// reader all tools use.
struct JsonValue {
  enum Kind { Word, Number, Text, Array, Object };
  Kind Is = Word;
  double Value = 0;                ///< of a number
  std::string Content;             ///< of a text
  std::vector<JsonValue> Elements; ///< of an array, or of an object
  std::vector<std::string> Keys;   ///< of an object, one for each element

  /// The member \p Key; null if there is no such.
  const JsonValue *find(std::string_view Key) const;
  /// What the member \p Key holds; empty, or 0, if that is no such value.
  std::string text(std::string_view Key) const;
  uint64_t number(std::string_view Key) const;
  std::span<const JsonValue> array(std::string_view Key) const;
};

/// What \p Text holds; nothing if it is no JSON.
std::optional<JsonValue> readJson(std::string_view Text);

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_TUNE_JSONREADER_H
