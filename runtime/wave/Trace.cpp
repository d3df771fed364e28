//===- Trace.cpp - what iterations access and depend on -------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace.h"
#include "track/HugePages.h"
#include <algorithm>

using namespace lacuna::rt;

/// What an iteration, and what an access costs, in ns: only the ratio to what a
/// thread waits for another one matters.
static constexpr double IterationWork = 2, TouchWork = 0.7;

/// Of a trace, a gigabyte for each half. Plans are not worth the memory of all
/// that a program has.
static constexpr int64_t MostWords = int64_t(1) << 28;

bool Words::grow() {
  if (Room >= MostWords)
    return false;
  const int64_t More = Room == 0 ? 1024 : Room + Room / 2;
  void *const New = std::realloc(At, size_t(More) * sizeof(*At));
  if (!New)
    return false;
  At = static_cast<uint32_t *>(New);
  Room = More;
  preferHugePages(At, size_t(Room) * sizeof(*At));
  return true;
}

Trace::Trace(int64_t Trips, int32_t Arrays)
    : Trips(Trips), Arrays(std::max(Arrays, 1)), Begin({0}) {
  Begin.reserve(size_t(Trips) + 1);
  IsGood = Arrays <= MaxArrays;
}

void Trace::limit(double Nanoseconds) {
  Start = std::chrono::steady_clock::now();
  MostTime = Nanoseconds;
  LookAt = Looks;
}

void Trace::look() {
  LookAt = touches() + Looks;
  const double Taken = std::chrono::duration<double, std::nano>(
                           std::chrono::steady_clock::now() - Start)
                           .count();
  // Iterations may have more to do at the beginning than later.
  const double All = Taken * double(Trips) / double(std::max<int64_t>(Now, 1));
  constexpr double Much = 2;
  if (Taken > Much * MostTime ||
      (16 * Taken > MostTime && All > Much * MostTime))
    IsGood = false;
}

void Trace::advance(int64_t Iteration) {
  if (touches() >= LookAt)
    look();
  if (Iteration < Now || Iteration >= Trips) {
    IsGood = false;
    return;
  }
  for (; Now < Iteration; ++Now)
    endIteration();
}

void Trace::endIteration() {
  if (Besides != 0) {
    Further.resize(Begin.size());
    Further.push_back(Besides);
  }
  Begin.push_back(touches());
}

void Trace::addSome(int64_t Iteration, int32_t Array, int64_t First,
                    int64_t End, bool IsWrite) {
  if (First >= End)
    return;
  add(Iteration, Array, First, IsWrite);
  if (End - First == 1 || !IsGood)
    return;
  const Span New{Array, First, End - 1};
  if (New.Last > Most)
    widen(New.Last);
  Besides += New.Last - First;
  // A row is often looked at again at once.
  if (Spans.empty() || Spans.back().Array != Array ||
      Spans.back().First != First || Spans.back().Last != New.Last)
    Spans.push_back(New);
}

void Trace::widen(int64_t Index) {
  constexpr int64_t Limit = int64_t(1) << (IndexBits - 1);
  IsGood = IsGood && Index >= -Limit && Index < Limit;
  if (!IsGood)
    return;
  Least = std::min(Least, Index);
  Most = std::max(Most, Index);
  const bool Fits = Least >= 0 && (Most + 1) * Arrays <= INT32_MAX;
  if (Fits || IsWide)
    return;
  IsWide = true;
  for (int64_t At = 0; At < touches(); ++At)
    IsGood = IsGood && High.append(0);
}

/// Elements of one array that spans have in common are one place.
void Trace::join() {
  Joined.assign(size_t(Places), 0);
  auto At = [&](int64_t Index, int64_t Array) -> int64_t & {
    return Joined[size_t((Index - Least) * Arrays + Array)];
  };
  for (const Span &S : Spans) {
    ++At(S.First, S.Array);
    --At(S.Last, S.Array);
  }
  Places = 0;
  for (int64_t Array = 0; Array < Arrays; ++Array) {
    int64_t Open = 0; // spans that hold an element and the next one
    for (int64_t Index = Least; Index <= Most; ++Index) {
      int64_t &Place = At(Index, Array);
      Open += Place;
      Place = Places;
      Places += Open == 0;
    }
  }
}

bool Trace::number() {
  if (!IsGood)
    return false;
  while (int64_t(Begin.size()) <= Trips)
    endIteration();
  if (touches() == 0)
    return true;
  if (Most - Least + 1 > (8 * (touches() + Besides) + 1024) / Arrays)
    return false;
  Places = (Most - Least + 1) * Arrays;
  First = Least * Arrays;
  if (!Spans.empty())
    join();
  return true;
}

namespace {

/// Makes lists of predecessors, unit by unit, in each of which none comes
/// twice.
class Lists {
public:
  Lists(Graph &G, int64_t Units) : G(G), Seen(size_t(Units), -1) {
    G.Begin.reserve(size_t(Units) + 1);
    G.Begin.assign(1, 0);
  }
  void add(int32_t Before, int32_t Behind) {
    if (Seen[size_t(Before)] == Behind)
      return;
    Seen[size_t(Before)] = Behind;
    G.Predecessors.push_back(Before);
  }
  void end() { G.Begin.push_back(int64_t(G.Predecessors.size())); }

private:
  Graph &G;
  std::vector<int32_t> Seen; ///< by whom a unit was listed last
};

/// The dependences of units of a trace, and what they are found with.
class DependenceFinder {
public:
  DependenceFinder(const Trace &T, int64_t Unit)
      : T(T), Unit(Unit), Units(int32_t((T.trips() + Unit - 1) / Unit)),
        Writer(size_t(T.places()), Units) {}

  Graph run();

private:
  static constexpr int32_t None = -1;
  /// A place that others have read since unit `W` wrote it (None: nobody did)
  /// holds ~(W + 2), which is less than None.
  static int32_t read(int32_t W) { return ~(W + 2); }
  static bool isRead(int32_t W) { return W < None; }
  static int32_t writerOf(int32_t W) { return isRead(W) ? ~W - 2 : W; }

  int64_t iteration(int64_t U) const { return std::min(U * Unit, T.trips()); }
  template <typename Fn> void eachOf(int32_t U, Fn Do) const {
    T.each(iteration(U), iteration(U + 1), Do);
  }
  void measure(Graph &G) const;
  bool findOnlyWriters();
  void addWriters(Graph &G);
  void addReadersOfWritten(Graph &G);
  void findOverwritten();
  Graph withOverwriters(const Graph &G) const;

  const Trace &T;
  const int64_t Unit;
  const int32_t Units;
  LargeVector<int32_t> Writer; ///< of each place, the latest, or the only one
  bool IsOverwritten = false;  ///< something that another unit has read
  /// Pairs of units that read something and that overwrite it then, the pairs
  /// of one overwriter in any order.
  LargeVector<int32_t> Readers, Overwriters;
};

} // namespace

void DependenceFinder::measure(Graph &G) const {
  G.Work.reserve(size_t(Units));
  for (int32_t U = 0; U < Units; ++U) {
    const int64_t From = iteration(U), To = iteration(U + 1);
    G.Work.push_back(double(To - From) * IterationWork +
                     double(T.elements(To) - T.elements(From)) * TouchWork);
  }
}

/// Finds who writes each place (`Units`: nobody); false where several units
/// write one.
bool DependenceFinder::findOnlyWriters() {
  bool IsOnly = true;
  for (int32_t U = 0; U < Units && IsOnly; ++U)
    eachOf(U, [&](Trace::Touch At) {
      if (!At.IsWrite)
        return;
      int32_t &W = Writer[size_t(At.Place)];
      IsOnly &= W == Units || W == U;
      W = U;
    });
  return IsOnly;
}

/// Where each place has one writer, others come behind it or in front of it.
void DependenceFinder::addWriters(Graph &G) {
  int64_t Most = 0;
  for (int32_t U = 0; U < Units; ++U)
    Most = std::max(Most, T.first(iteration(U + 1)) - T.first(iteration(U)));
  // Which writers a unit meets, and meets anew, no branch could predict.
  LargeVector<int32_t> Met(size_t(Most) + 1), Seen(size_t(Units) + 1, None);
  G.Begin.reserve(size_t(Units) + 1);
  G.Begin.assign(1, 0);
  for (int32_t U = 0; U < Units; ++U) {
    Seen[size_t(U)] = Seen[size_t(Units)] = U;
    int32_t *End = Met.data();
    eachOf(U, [&End, U, Writers = Writer.data(),
               Last = Seen.data()](Trace::Touch At) {
      const int32_t By = Writers[At.Place];
      *End = By;
      End += Last[By] != U;
      Last[By] = U;
    });
    for (const int32_t *By = Met.data(); By != End; ++By) {
      if (*By < U) {
        G.Predecessors.push_back(*By);
        continue;
      }
      Readers.push_back(U);
      Overwriters.push_back(*By);
    }
    G.Begin.push_back(int64_t(G.Predecessors.size()));
  }
}

/// Flow and output: who touches a place comes behind the last one to write it.
void DependenceFinder::addReadersOfWritten(Graph &G) {
  Lists Before(G, Units);
  std::fill(Writer.begin(), Writer.end(), None);
  for (int32_t U = 0; U < Units; ++U) {
    eachOf(U, [&](Trace::Touch At) {
      int32_t &Its = Writer[size_t(At.Place)];
      const int32_t Last = writerOf(Its);
      if (Last != None && Last != U)
        Before.add(Last, U);
      if (At.IsWrite) {
        IsOverwritten |= isRead(Its);
        Its = U;
      } else if (Last != U && !isRead(Its)) {
        Its = read(Last);
      }
    });
    Before.end();
  }
}

/// Anti: who reads a place comes in front of the next one to write it.
void DependenceFinder::findOverwritten() {
  std::vector<int32_t> Seen(size_t(Units), None);
  std::vector<int64_t> Written;
  std::fill(Writer.begin(), Writer.end(), None);
  for (int32_t U = Units - 1; U >= 0; --U) {
    Written.clear();
    eachOf(U, [&](Trace::Touch At) {
      if (At.IsWrite) {
        Written.push_back(At.Place);
        return;
      }
      const int32_t Next = Writer[size_t(At.Place)];
      if (Next == None || Seen[size_t(Next)] == U)
        return;
      Seen[size_t(Next)] = U;
      Readers.push_back(U);
      Overwriters.push_back(Next);
    });
    for (int64_t Place : Written)
      Writer[size_t(Place)] = U;
  }
}

/// \p G, and who reads in front of who overwrites.
Graph DependenceFinder::withOverwriters(const Graph &G) const {
  std::vector<int64_t> At(size_t(Units) + 1, 0);
  for (int32_t U : Overwriters)
    ++At[size_t(U)];
  for (size_t U = 0, Sum = 0; U < At.size(); ++U)
    At[U] = int64_t(Sum += size_t(At[U]));
  LargeVector<int32_t> Sorted(Readers.size());
  for (size_t E = 0; E < Readers.size(); ++E)
    Sorted[size_t(--At[size_t(Overwriters[E])])] = Readers[E];
  Graph Both;
  Both.Unit = G.Unit;
  Both.Predecessors.reserve(G.Predecessors.size());
  Lists Before(Both, Units);
  for (int32_t U = 0; U < Units; ++U) {
    for (int64_t E = G.Begin[size_t(U)]; E < G.Begin[size_t(U) + 1]; ++E)
      Before.add(G.Predecessors[size_t(E)], U);
    for (int64_t E = At[size_t(U)]; E < At[size_t(U) + 1]; ++E)
      Before.add(Sorted[size_t(E)], U);
    Before.end();
  }
  return Both;
}

Graph DependenceFinder::run() {
  Graph G;
  G.Unit = Unit;
  if (findOnlyWriters()) {
    addWriters(G);
  } else {
    addReadersOfWritten(G);
    if (IsOverwritten)
      findOverwritten();
  }
  if (!Readers.empty())
    G = withOverwriters(G);
  measure(G);
  return G;
}

Graph lacuna::rt::dependences(const Trace &T, int64_t Unit) {
  return DependenceFinder(T, Unit).run();
}

Graph lacuna::rt::coarsened(const Graph &G, int64_t Factor) {
  Graph Result;
  Result.Unit = G.Unit * Factor;
  const int64_t Units = (G.units() + Factor - 1) / Factor;
  Result.Work.assign(size_t(Units), 0);
  Lists Before(Result, Units);
  for (int32_t U = 0; U < G.units(); ++U) {
    const int32_t To = int32_t(U / Factor);
    if (U > 0 && U % Factor == 0)
      Before.end();
    Result.Work[size_t(To)] += G.Work[size_t(U)];
    for (int64_t At = G.Begin[size_t(U)]; At < G.Begin[size_t(U) + 1]; ++At) {
      const int32_t From = int32_t(G.Predecessors[size_t(At)] / Factor);
      if (From != To)
        Before.add(From, To);
    }
  }
  Before.end();
  return Result;
}
