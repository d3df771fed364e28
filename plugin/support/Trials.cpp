//===- Trials.cpp - what trials of schedules have shown -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/Trials.h"
#include "support/Messages.def"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include <algorithm>

using namespace lacuna;
using namespace lacuna::plugin;
using llvm::json::Array;
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

static std::string text(const Object &O, llvm::StringRef Key) {
  return O.getString(Key).value_or("").str();
}

static uint64_t number(const Object &O, llvm::StringRef Key) {
  return uint64_t(std::max<int64_t>(O.getInteger(Key).value_or(0), 0));
}

template <class Function>
static void eachObject(const Object &O, llvm::StringRef Key, Function Do) {
  if (const Array *Values = O.getArray(Key))
    for (const llvm::json::Value &V : *Values)
      if (const Object *One = V.getAsObject())
        Do(*One);
}

llvm::Expected<std::vector<Trials>> plugin::readTrials(llvm::StringRef Json) {
  llvm::Expected<llvm::json::Value> Top = llvm::json::parse(Json);
  if (!Top)
    return Top.takeError();
  const Object *Whole = Top->getAsObject();
  if (!Whole || Whole->getInteger("lacuna-tune").value_or(0) != 1)
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   msg::NotOfTrials().c_str());
  std::vector<Trials> All;
  eachObject(*Whole, "loops", [&](const Object &Of) {
    Trials T;
    T.Where = text(Of, "where");
    T.Function = text(Of, "function");
    T.Trips = number(Of, "log2_trips");
    T.Work = number(Of, "log2_work");
    T.Threads = number(Of, "threads");
    T.Calls = number(Of, "calls");
    T.Best = text(Of, "best");
    eachObject(Of, "tried", [&](const Object &One) {
      T.All.push_back({text(One, "clauses"), number(One, "runs"),
                       number(One, "median_ns")});
    });
    All.push_back(std::move(T));
  });
  return All;
}
