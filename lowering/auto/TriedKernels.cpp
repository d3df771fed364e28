//===- TriedKernels.cpp - kernels that trials choose among ----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A bare directive looks at rows to find out how many threads go through one
// together. That is a guess, from what one device does, and so are sizes of
// blocks.
//
//===----------------------------------------------------------------------===//

#include "TriedKernels.h"
#include "WorkEstimate.h"
#include "lacuna/analysis/NestQueries.h"
#include "lacuna/directive/ClauseWords.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace lacuna {

/// As many as of schedules on a CPU.
static constexpr size_t MostKernels = 7;

/// Sizes of blocks beside the usual one, as parts of 4.
static constexpr int64_t QuartersOfBlock[] = {2, 8, 1, 16};

namespace {

class TriedKernels {
public:
  TriedKernels(const Nest &N, const Choice &Best)
      : N(N), Guards(Best.Versions.back().Graph.Guards) {
    if (Best.Versions.size() == 1)
      Texts.push_back(directiveText(Best.Versions.front().Clauses));
  }
  void add(const Directive &Commands);
  std::vector<Version> take() { return std::move(All); }

private:
  const Nest &N;
  const std::vector<Guard> Guards;
  std::vector<std::string> Texts; ///< of those that there are
  std::vector<Version> All;
};

} // namespace

void TriedKernels::add(const Directive &Commands) {
  std::string Text = directiveText(Commands);
  if (All.size() == MostKernels || is_contained(Texts, Text))
    return;
  std::optional<Version> V = versionOf(N, Commands);
  if (!V)
    return;
  if (!bringUnder(N, Guards, *V))
    return;
  V->Candidate = unsigned(All.size()) + 1;
  All.push_back(std::move(*V));
  Texts.push_back(std::move(Text));
}

/// \p D with blocks of \p Quarters / 4 the size; nothing if they have none.
static std::optional<Directive> withBlocks(Directive D, int64_t Quarters) {
  const auto OnBlocks = find_if(D.Clauses, [](const Clause &C) {
    return C.Name == "parallelize" &&
           C.Args[1].Text == wordFor(ParallelUnit::GpuBlock);
  });
  if (OnBlocks == D.Clauses.end())
    return std::nullopt;
  for (Clause &C : D.Clauses) {
    int64_t Size = 0;
    if (C.Name != "split" || C.Args[1].Text != OnBlocks->Args[0].Text ||
        StringRef(C.Args[3].Text).getAsInteger(10, Size) || Size * Quarters < 4)
      continue;
    C.Args[3].Text = std::to_string(Size * Quarters / 4);
    return D;
  }
  return std::nullopt;
}

/// \p E if it reads no memory, which may be on the device alone.
static ExprRef ofScalars(const Nest &N, const ExprRef &E) {
  return E && isOverScalars(N, E) ? E : nullptr;
}

void addTriedKernels(const Nest &N, Choice &Best) {
  TriedKernels Found(N, Best);
  for (const Version &V : Best.Versions)
    Found.add(V.Clauses);
  for (int64_t Quarters : QuartersOfBlock)
    for (const Version &V : reverse(Best.Versions))
      if (std::optional<Directive> Other = withBlocks(V.Clauses, Quarters))
        Found.add(*Other);
  std::vector<Version> All = Found.take();
  Best.Versions.insert(Best.Versions.begin(),
                       std::make_move_iterator(All.begin()),
                       std::make_move_iterator(All.end()));
  const ExprRef Work = ofScalars(N, workOf(N).expression());
  Best.Trips =
      ofScalars(N, lengthOf(N, *N.findIndexVar(outermostLoop(N)->var())));
  Best.Work = Work ? Work : real(0);
}

} // namespace lacuna
