//===- Learnt.cpp - what races have shown ---------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tune/Learnt.h"
#include "profile/Quoted.h"
#include "tune/JsonReader.h"
#include <algorithm>
#include <bit>

using namespace lacuna::rt;

DataClass DataClass::of(int64_t Trips, int64_t Work, int64_t Threads) {
  auto Doublings = [](int64_t Count) {
    return uint64_t(std::bit_width(uint64_t(std::max<int64_t>(Count, 0))));
  };
  return {Doublings(Trips), Doublings(Work),
          uint64_t(std::clamp<int64_t>(Threads, 0, 1 << 30))};
}

static std::string number(const char *Key, uint64_t Value) {
  return std::string("\"") + Key + "\": " + std::to_string(Value);
}

static std::string text(const char *Key, const std::string &Value) {
  return std::string("\"") + Key + "\": " + quoted(Value.c_str());
}

std::string lacuna::rt::learntAsJson(const std::vector<Learnt> &All) {
  const std::string Next = ",\n      ";
  std::string Out = "{\n  " + number("lacuna-tune", 1) + ",\n  \"loops\": [";
  for (const Learnt &L : All) {
    Out += &L == All.data() ? "\n" : ",\n";
    Out += "    {\n      " + text("where", L.Where) + Next;
    Out += text("function", L.Function) + Next;
    Out += number("log2_trips", L.Of.Trips) + Next;
    Out += number("log2_work", L.Of.Work) + Next;
    Out += number("threads", L.Of.Threads) + Next;
    Out += number("calls", L.Calls) + Next;
    if (L.Bytes != 0)
      Out += number("bytes", L.Bytes) + Next;
    Out += text("best", L.Best) + Next + "\"tried\": [";
    for (const Learnt::Tried &T : L.All)
      Out += std::string(&T == L.All.data() ? "\n" : ",\n") + "        {" +
             text("clauses", T.Clauses) + ", " + number("runs", T.Runs) + ", " +
             number("median_ns", T.Median) + "}";
    Out += "\n      ]\n    }";
  }
  return Out + (All.empty() ? "]\n}\n" : "\n  ]\n}\n");
}

std::optional<std::vector<Learnt>>
lacuna::rt::readLearnt(std::string_view Json) {
  std::vector<Learnt> All;
  if (Json.find_first_not_of(" \t\r\n") == std::string_view::npos)
    return All;
  const std::optional<JsonValue> Top = readJson(Json);
  if (!Top || Top->number("lacuna-tune") != 1)
    return std::nullopt;
  for (const JsonValue &Of : Top->array("loops")) {
    Learnt &L = All.emplace_back();
    L.Where = Of.text("where");
    L.Function = Of.text("function");
    L.Of = {Of.number("log2_trips"), Of.number("log2_work"),
            Of.number("threads")};
    L.Calls = Of.number("calls");
    L.Bytes = Of.number("bytes");
    L.Best = Of.text("best");
    for (const JsonValue &T : Of.array("tried"))
      L.All.push_back(
          {T.text("clauses"), T.number("runs"), T.number("median_ns")});
  }
  return All;
}

void lacuna::rt::merge(std::vector<Learnt> &All,
                       const std::vector<Learnt> &New) {
  for (const Learnt &L : New) {
    const auto Known =
        std::find_if(All.begin(), All.end(),
                     [&](const Learnt &Other) { return L.isAbout(Other); });
    if (Known == All.end()) {
      if (!L.All.empty())
        All.push_back(L);
      continue;
    }
    Known->Calls += L.Calls;
    if (L.All.empty())
      continue;
    Known->Bytes = L.Bytes;
    Known->Best = L.Best;
    Known->All = L.All;
  }
}
