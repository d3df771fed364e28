//===- Trials.cpp - what trials of schedules have shown -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/Trials.h"
#include "support/JsonFields.h"
#include "support/Messages.def"
#include "llvm/ADT/STLExtras.h"

using namespace lacuna;
using namespace lacuna::plugin;
using llvm::json::Object;

const TriedSchedule *Trials::best() const {
  for (const TriedSchedule &T : All)
    if (T.Clauses == Best)
      return &T;
  return nullptr;
}

double Trials::time() const {
  const TriedSchedule *Winner = best();
  return Winner ? double(Calls) * double(Winner->Median) : 0;
}

bool plugin::isBare(llvm::StringRef Clauses) {
  return Clauses == "auto" || Clauses.ends_with(" auto");
}

llvm::Expected<std::vector<Trials>> plugin::readTrials(llvm::StringRef Json) {
  llvm::Expected<llvm::json::Value> Top = readJson(Json);
  if (!Top)
    return Top.takeError();
  const Object *Whole = Top->getAsObject();
  if (!Whole || Whole->getInteger("lacuna-tune").value_or(0) != 1)
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   msg::NotOfTrials().c_str());
  std::vector<Trials> All;
  eachObjectIn(*Whole, "loops", [&](const Object &Of) {
    Trials T;
    T.Where = textIn(Of, "where");
    T.Function = textIn(Of, "function");
    T.Trips = numberIn(Of, "log2_trips");
    T.Work = numberIn(Of, "log2_work");
    T.Threads = numberIn(Of, "threads");
    T.Calls = numberIn(Of, "calls");
    T.Bytes = numberIn(Of, "bytes");
    T.Best = textIn(Of, "best");
    eachObjectIn(Of, "tried", [&](const Object &One) {
      T.All.push_back({textIn(One, "clauses"), numberIn(One, "runs"),
                       numberIn(One, "median_ns")});
    });
    All.push_back(std::move(T));
  });
  return All;
}
