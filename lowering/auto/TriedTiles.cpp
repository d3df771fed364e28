//===- TriedTiles.cpp - tiles that trials choose among --------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which sizes are the best depends on caches, on how many threads share them,
// and on how long loops are: the next ones are tried. Lanes fill registers, and
// stay as they are.
//
//===----------------------------------------------------------------------===//

#include "TriedTiles.h"
#include "lacuna/directive/ClauseBuilders.h"
#include "lacuna/directive/ClauseWords.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace lacuna {

namespace {

/// `tile(t, i; 64, 513; hexagonal)`, taken apart.
struct Tiling {
  std::vector<std::string> Loops;
  std::vector<int64_t> Sizes;
  std::string Shape;

  static std::optional<Tiling> of(const Clause &C);
  Clause clause() const;
};

} // namespace

static std::vector<StringRef> parts(StringRef Text, char Between) {
  SmallVector<StringRef> All;
  Text.split(All, Between);
  std::vector<StringRef> Trimmed;
  for (StringRef Part : All)
    Trimmed.push_back(Part.trim());
  return Trimmed;
}

std::optional<Tiling> Tiling::of(const Clause &C) {
  if (C.Name != "tile")
    return std::nullopt;
  std::string Text;
  for (const ClauseArg &Arg : C.Args)
    Text += (Text.empty() ? "" : ", ") + Arg.Text;
  const std::vector<StringRef> All = parts(Text, ';');
  if (All.size() < 2)
    return std::nullopt;
  Tiling Result;
  for (StringRef Loop : parts(All[0], ','))
    Result.Loops.push_back(Loop.str());
  for (StringRef Size : parts(All[1], ','))
    if (Size.getAsInteger(10, Result.Sizes.emplace_back()))
      return std::nullopt;
  if (All.size() > 2)
    Result.Shape = All[2].str();
  if (Result.Sizes.size() != Result.Loops.size())
    return std::nullopt;
  return Result;
}

Clause Tiling::clause() const {
  std::vector<std::string> Args = Loops;
  Args.back() += "; " + std::to_string(Sizes.front());
  for (int64_t Size : ArrayRef(Sizes).drop_front())
    Args.push_back(std::to_string(Size));
  if (!Shape.empty())
    Args.back() += "; " + Shape;
  return clauses::call("tile", std::move(Args));
}

/// Whether \p D has \p Loop in lanes.
static bool isInLanes(const Directive &D, StringRef Loop) {
  return any_of(D.Clauses, [&](const Clause &C) {
    return C.Name == "parallelize" && C.Args[0].Text == Loop &&
           C.Args[1].Text == wordFor(ParallelUnit::CpuVector);
  });
}

/// Hexagons have a tip of one iteration where steps begin.
static int64_t scaled(const Tiling &Of, size_t Loop, bool IsTwice) {
  const int64_t Tip = Of.Shape == "hexagonal" && Loop == 1 ? 1 : 0;
  const int64_t Body = Of.Sizes[Loop] - Tip;
  return (IsTwice ? 2 * Body : Body / 2) + Tip;
}

std::vector<Directive> withOtherTiles(const Directive &D) {
  std::vector<Directive> Result;
  for (size_t At = 0; At < D.Clauses.size(); ++At) {
    const std::optional<Tiling> Of = Tiling::of(D.Clauses[At]);
    if (!Of)
      continue;
    auto Add = [&](const Tiling &Other) {
      Result.push_back(D);
      Result.back().Clauses[At] = Other.clause();
    };
    if (Of->Shape == "hexagonal") {
      Tiling Leaning = *Of;
      Leaning.Shape = "parallelogram";
      Leaning.Sizes[1] = 4 * (Of->Sizes[1] - 1);
      Add(Leaning);
    }
    for (size_t Loop = 0; Loop < Of->Loops.size(); ++Loop)
      for (bool IsTwice : {false, true}) {
        Tiling Other = *Of;
        Other.Sizes[Loop] = scaled(*Of, Loop, IsTwice);
        if (Other.Sizes[Loop] > 1 && !isInLanes(D, Of->Loops[Loop]))
          Add(Other);
      }
  }
  return Result;
}

} // namespace lacuna
