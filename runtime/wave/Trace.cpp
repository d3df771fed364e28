//===- Trace.cpp - what iterations access and depend on -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace.h"
#include <algorithm>

using namespace lacuna::rt;

/// What an iteration, and what an access costs, in ns: only the ratio to what a
/// thread waits for another one matters.
static constexpr double IterationWork = 2, TouchWork = 0.7;

Trace::Trace(int64_t Trips, int32_t Arrays)
    : Trips(Trips), Ranges(size_t(std::max(Arrays, 1))), Begin({0}),
      Further({0}) {
  Begin.reserve(size_t(Trips) + 1);
  Further.reserve(size_t(Trips) + 1);
  IsGood = Arrays <= MaxArrays;
}

void Trace::add(int64_t Iteration, int32_t Array, int64_t Index, bool IsWrite) {
  constexpr int64_t Limit = int64_t(1) << (IndexBits - 1);
  if (Iteration < Now || Iteration >= Trips || Index < -Limit ||
      Index >= Limit || !IsGood) {
    IsGood = false;
    return;
  }
  for (; Now < Iteration; ++Now) {
    Begin.push_back(touches());
    Further.push_back(Besides);
  }
  Range &R = Ranges[size_t(Array)];
  R.Least = std::min(R.Least, Index);
  R.Most = std::max(R.Most, Index);
  const uint64_t Number = uint64_t(Index + Limit) * MaxArrays + uint64_t(Array);
  All.push_back(Number << 1 | uint64_t(IsWrite));
}

void Trace::addSome(int64_t Iteration, int32_t Array, int64_t First,
                    int64_t End, bool IsWrite) {
  if (First >= End)
    return;
  add(Iteration, Array, First, IsWrite);
  if (End - First == 1 || !IsGood)
    return;
  const Span New{Array, First, End - 1};
  Besides += End - 1 - First;
  constexpr int64_t Limit = int64_t(1) << (IndexBits - 1);
  IsGood = New.Last < Limit;
  Range &R = Ranges[size_t(Array)];
  R.Most = std::max(R.Most, New.Last);
  // A row is often looked at again at once.
  if (Spans.empty() || Spans.back().Array != Array ||
      Spans.back().First != First || Spans.back().Last != New.Last)
    Spans.push_back(New);
}

/// The place of each element, given where those of each array begin.
std::vector<int64_t> Trace::joined(const std::vector<int64_t> &Offsets) const {
  std::vector<int64_t> Depth(size_t(Places) + 1, 0);
  for (const Span &S : Spans) {
    const int64_t Base = Offsets[size_t(S.Array)];
    ++Depth[size_t(Base + S.First)];
    --Depth[size_t(Base + S.Last)];
  }
  // How many spans hold an element and the next one, then its place.
  int64_t Open = 0, Place = 0;
  for (int64_t &D : Depth) {
    Open += D;
    D = Place;
    Place += Open == 0;
  }
  return Depth;
}

bool Trace::number() {
  if (!IsGood)
    return false;
  while (int64_t(Begin.size()) <= Trips) {
    Begin.push_back(touches());
    Further.push_back(Besides);
  }
  const int64_t Reached = touches() + Besides;
  std::vector<int64_t> Offsets;
  for (const Range &R : Ranges) {
    Offsets.push_back(Places - R.Least);
    if (R.Least > R.Most)
      continue;
    Places += R.Most - R.Least + 1;
    if (Places > 8 * Reached + 1024)
      return false;
  }
  const std::vector<int64_t> Place =
      Spans.empty() ? std::vector<int64_t>() : joined(Offsets);
  constexpr int64_t Limit = int64_t(1) << (IndexBits - 1);
  for (uint64_t &T : All) {
    const uint64_t Number = T >> 1;
    const int64_t Index = int64_t(Number / MaxArrays) - Limit;
    int64_t At = Offsets[Number % MaxArrays] + Index;
    if (!Place.empty())
      At = Place[size_t(At)];
    T = uint64_t(At) << 1 | (T & 1);
  }
  if (!Place.empty())
    Places = Place.back();
  return true;
}

namespace {

/// Predecessors of units, each noted once.
class Edges {
public:
  explicit Edges(int32_t Units)
      : Lists(size_t(Units) + 1, 0), Seen(size_t(Units), -1) {}

  /// \p Key stays the same while pairs with one side in common are added.
  void add(int32_t Before, int32_t Behind, int32_t Other, int32_t Key) {
    if (Seen[size_t(Other)] == Key)
      return;
    Seen[size_t(Other)] = Key;
    All.push_back({Before, Behind});
  }
  void restart() { std::fill(Seen.begin(), Seen.end(), -1); }
  void into(Graph &G);

private:
  struct Edge {
    int32_t Before, Behind;
  };
  std::vector<int64_t> Lists;
  std::vector<int32_t> Seen;
  std::vector<Edge> All;
};

} // namespace

void Edges::into(Graph &G) {
  for (const Edge &E : All)
    ++Lists[size_t(E.Behind) + 1];
  for (size_t U = 1; U < Lists.size(); ++U)
    Lists[U] += Lists[U - 1];
  std::vector<int32_t> Sorted(All.size());
  std::vector<int64_t> At(Lists.begin(), Lists.end() - 1);
  for (const Edge &E : All)
    Sorted[size_t(At[size_t(E.Behind)]++)] = E.Before;
  G.Begin.assign(1, 0);
  for (size_t U = 0; U + 1 < Lists.size(); ++U) {
    auto First = Sorted.begin() + Lists[U],
         Last = Sorted.begin() + Lists[U + 1];
    std::sort(First, Last);
    G.Predecessors.insert(G.Predecessors.end(), First,
                          std::unique(First, Last));
    G.Begin.push_back(int64_t(G.Predecessors.size()));
  }
}

Graph lacuna::rt::dependences(const Trace &T, int64_t Unit) {
  Graph G;
  G.Unit = Unit;
  const int64_t Units = (T.trips() + Unit - 1) / Unit;
  auto FirstOf = [&](int64_t U) { return std::min(U * Unit, T.trips()); };
  Edges Found{int32_t(Units)};
  std::vector<int32_t> Writer(size_t(T.places()), -1);
  for (int32_t U = 0; U < Units; ++U) {
    const int64_t Begin = T.first(FirstOf(U)), End = T.first(FirstOf(U + 1));
    G.Work.push_back(
        double(FirstOf(U + 1) - FirstOf(U)) * IterationWork +
        double(T.elements(FirstOf(U + 1)) - T.elements(FirstOf(U))) *
            TouchWork);
    for (int64_t At = Begin; At < End; ++At) {
      const auto [Place, IsWrite] = T[At];
      int32_t &Last = Writer[size_t(Place)];
      if (Last >= 0 && Last != U)
        Found.add(Last, U, Last, U);
      if (IsWrite)
        Last = U;
    }
  }
  // Backwards: who reads has to be done before the next one writes.
  std::fill(Writer.begin(), Writer.end(), -1);
  Found.restart();
  for (int32_t U = int32_t(Units) - 1; U >= 0; --U) {
    const int64_t Begin = T.first(FirstOf(U)), End = T.first(FirstOf(U + 1));
    for (int64_t At = Begin; At < End; ++At)
      if (int32_t Next = Writer[size_t(T[At].Place)];
          Next >= 0 && !T[At].IsWrite)
        Found.add(U, Next, Next, U);
    for (int64_t At = Begin; At < End; ++At)
      if (T[At].IsWrite)
        Writer[size_t(T[At].Place)] = U;
  }
  Found.into(G);
  return G;
}

Graph lacuna::rt::coarsened(const Graph &G, int64_t Factor) {
  Graph Result;
  Result.Unit = G.Unit * Factor;
  const int32_t Units = int32_t((G.units() + Factor - 1) / Factor);
  Result.Work.assign(size_t(Units), 0);
  Edges Found(Units);
  for (int32_t U = 0; U < G.units(); ++U) {
    const int32_t To = int32_t(U / Factor);
    Result.Work[size_t(To)] += G.Work[size_t(U)];
    for (int64_t At = G.Begin[size_t(U)]; At < G.Begin[size_t(U) + 1]; ++At) {
      const int32_t From = int32_t(G.Predecessors[size_t(At)] / Factor);
      if (From != To)
        Found.add(From, To, From, To);
    }
  }
  Found.into(Result);
  return Result;
}
