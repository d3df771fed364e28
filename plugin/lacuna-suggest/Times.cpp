//===- Times.cpp - how long loops ran -------------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lacuna-suggest/Times.h"
#include "lacuna-suggest/Messages.def"
#include "support/Durations.h"
#include "support/JsonFields.h"

using namespace lacuna;
using namespace lacuna::suggest;
using plugin::numberIn;
using plugin::textIn;

llvm::Error RunTimes::add(llvm::StringRef Json) {
  llvm::Expected<llvm::json::Value> Value = plugin::readJson(Json);
  if (!Value)
    return Value.takeError();
  const llvm::json::Object *Top = Value->getAsObject();
  if (!Top || Top->getInteger("lacuna-profile").value_or(0) != 1)
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   msg::NotOfRuns().c_str());
  plugin::eachObjectIn(*Top, "loops", [&](const llvm::json::Object &O) {
    const RunTime Of{numberIn(O, "calls"), numberIn(O, "self_ns"),
                     numberIn(O, "time_ns")};
    Whole += Of.Time;
    const std::string Where = textIn(O, "where");
    auto [File, Number] = llvm::StringRef(Where).rsplit(':');
    uint64_t Line;
    if (textIn(O, "on") == "unmarked" && !Number.getAsInteger(10, Line))
      All[{File.str(), Line, textIn(O, "function")}] += Of;
  });
  return llvm::Error::success();
}

std::string lacuna::suggest::duration(uint64_t Nanoseconds) {
  return plugin::duration(Nanoseconds, "us", " ");
}
