//===- JsonFields.h - what objects of JSON hold -----------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_SUPPORT_JSONFIELDS_H
#define LACUNA_PLUGIN_SUPPORT_JSONFIELDS_H

#include "llvm/Support/JSON.h"
#include <algorithm>
#include <cstdint>
#include <string>

namespace lacuna::plugin {

/// What \p Json holds; an error, too, if its values stand in too many others.
llvm::Expected<llvm::json::Value> readJson(llvm::StringRef Json);

/// The text \p Key of \p O; empty if there is none.
inline std::string textIn(const llvm::json::Object &O, llvm::StringRef Key) {
  return O.getString(Key).value_or("").str();
}

/// The number \p Key of \p O, which is not negative; 0 if there is none.
inline uint64_t numberIn(const llvm::json::Object &O, llvm::StringRef Key) {
  return uint64_t(std::max<int64_t>(O.getInteger(Key).value_or(0), 0));
}

/// Calls \p Do for each object in the array \p Key of \p O.
template <class Function>
void eachObjectIn(const llvm::json::Object &O, llvm::StringRef Key,
                  Function Do) {
  if (const llvm::json::Array *Values = O.getArray(Key))
    for (const llvm::json::Value &V : *Values)
      if (const llvm::json::Object *One = V.getAsObject())
        Do(*One);
}

} // namespace lacuna::plugin

#endif // LACUNA_PLUGIN_SUPPORT_JSONFIELDS_H
