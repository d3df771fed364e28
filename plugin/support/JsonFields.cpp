//===- JsonFields.cpp - what objects of JSON hold -------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/JsonFields.h"
#include "support/Messages.def"

using namespace lacuna;

/// Whether values of \p Json stand in so many others that who reads them, which
/// calls itself, would need too much stack.
static bool isTooDeep(llvm::StringRef Json) {
  constexpr int Most = 100;
  int Depth = 0;
  bool IsText = false;
  for (size_t I = 0; I < Json.size() && Depth <= Most; ++I) {
    const char C = Json[I];
    if (IsText && C == '\\')
      ++I;
    else if (C == '"')
      IsText = !IsText;
    else if (!IsText)
      Depth += (C == '[' || C == '{') - (C == ']' || C == '}');
  }
  return Depth > Most;
}

llvm::Expected<llvm::json::Value> plugin::readJson(llvm::StringRef Json) {
  if (isTooDeep(Json))
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   msg::TooDeep().c_str());
  return llvm::json::parse(Json);
}
