//===- Trace.h - what iterations access and depend on --------- -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_WAVE_TRACE_H
#define LACUNA_RUNTIME_WAVE_TRACE_H

#include "track/HugePages.h"
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace lacuna::rt {

/// Numbers that only ever become more: grown in place where the system can, for
/// memory that is touched for the first time is what a trace costs most.
class Words {
public:
  Words() = default;
  Words(Words &&From) noexcept : At(From.At), Size(From.Size), Room(From.Room) {
    From.At = nullptr;
    From.Size = From.Room = 0;
  }
  Words &operator=(Words &&) = delete;
  ~Words() { std::free(At); }

  /// False where there is no memory.
  bool append(uint32_t Word) { return (Size < Room || grow()) && put(Word); }
  /// Room for \p Count more, which are to be set; null where there is no
  /// memory.
  uint32_t *extend(int64_t Count) {
    while (Room - Size < Count)
      if (!grow())
        return nullptr;
    Size += Count;
    return At + (Size - Count);
  }
  uint32_t operator[](int64_t I) const { return At[I]; }
  int64_t size() const { return Size; }

private:
  bool grow();
  bool put(uint32_t Word) {
    At[Size++] = Word;
    return true;
  }

  uint32_t *At = nullptr;
  int64_t Size = 0, Room = 0;
};

/// For each iteration the elements that it reads and writes.
class Trace {
public:
  /// At most so many arrays, whose subscripts have at most so many bits.
  static constexpr int32_t MaxArrays = 64;
  static constexpr int IndexBits = 56;

  Trace(int64_t Trips, int32_t Arrays);
  void add(int64_t Iteration, int32_t Array, int64_t Index, bool IsWrite) {
    if (Iteration != Now)
      advance(Iteration);
    if (Index < Least || Index > Most)
      widen(Index);
    const uint64_t Number =
        uint64_t(Index * Arrays + Array) << 1 | uint64_t(IsWrite);
    IsGood = IsGood && Low.append(uint32_t(Number)) &&
             (!IsWide || High.append(uint32_t(Number >> 32)));
  }

  /// The same of each element in a list.
  template <typename Int>
  void addEach(int64_t Iteration, int32_t Array, const Int *Indices,
               int64_t Count, bool IsWrite);

  /// Some of the elements from \p First up to \p End.
  void addSome(int64_t Iteration, int32_t Array, int64_t First, int64_t End,
               bool IsWrite);

  /// It is of no use any more where it takes, or is going to take, much longer
  /// than \p Nanoseconds from now on.
  void limit(double Nanoseconds);

  /// Something is missing.
  void spoil() { IsGood = false; }
  bool isSpoilt() const { return !IsGood; }

  int64_t trips() const { return Trips; }
  int64_t touches() const { return Low.size(); }

  /// Ends the trace. Places are elements, and those together that `addSome` has
  /// not told apart. False where there are far more of them than touches, or
  /// something could not be noted.
  bool number();

  /// A place, numbered from 0, and whether it is written.
  struct Touch {
    int64_t Place;
    bool IsWrite;
  };
  int64_t first(int64_t Iteration) const { return Begin[size_t(Iteration)]; }
  /// Elements that iterations in front of \p Iteration may access.
  int64_t elements(int64_t Iteration) const {
    return first(Iteration) +
           (Further.empty() ? 0 : Further[size_t(Iteration)]);
  }
  /// Calls \p Do with each touch of the iterations \p From up to \p To.
  template <typename Fn> void each(int64_t From, int64_t To, Fn Do) const {
    const int64_t Last = first(To);
    if (IsWide || !Joined.empty()) {
      for (int64_t At = first(From); At < Last; ++At)
        Do((*this)[At]);
      return;
    }
    for (int64_t At = first(From); At < Last; ++At)
      Do(Touch{int64_t(Low[At] >> 1) - First, (Low[At] & 1) != 0});
  }
  int64_t places() const { return Places; }

private:
  Touch operator[](int64_t At) const {
    uint64_t Number = Low[At];
    if (IsWide)
      Number |= uint64_t(High[At]) << 32;
    const int64_t Element = (int64_t(Number) >> 1) - First;
    return {Joined.empty() ? Element : Joined[size_t(Element)],
            (Number & 1) != 0};
  }

  /// From the first to the last of several elements of an array.
  struct Span {
    int32_t Array;
    int64_t First, Last;
  };

  void advance(int64_t Iteration);
  void look();
  void endIteration();
  void join();
  void widen(int64_t Index);

  int64_t Trips, Arrays;
  int64_t Places = 0, First = 0;
  int64_t Least = INT64_MAX, Most = INT64_MIN; ///< of subscripts
  LargeVector<int64_t>
      Begin; ///< the first touch of each iteration, and the end
  /// How many elements touches in front of each iteration have besides one
  /// each; empty where all have one.
  LargeVector<int64_t> Further;
  std::vector<Span> Spans;
  LargeVector<int64_t>
      Joined;      ///< the place of each element, where that differs
  Words Low, High; ///< halves of numbers; upper ones only where some are not 0
  int64_t Now = 0; ///< the iteration that touches something
  int64_t Besides = 0;
  bool IsWide = false, IsGood = true;
  std::chrono::steady_clock::time_point Start;
  double MostTime = 0;                      ///< ns; 0: any
  int64_t LookAt = INT64_MAX;               ///< touches
  static constexpr int64_t Looks = 1 << 16; ///< touches from one to the next
};

template <typename Int>
void Trace::addEach(int64_t Iteration, int32_t Array, const Int *Indices,
                    int64_t Count, bool IsWrite) {
  if (Iteration != Now)
    advance(Iteration);
  if (Count <= 0)
    return;
  Int Smallest = Indices[0], Largest = Indices[0];
  for (int64_t I = 1; I < Count; ++I) {
    Smallest = Indices[I] < Smallest ? Indices[I] : Smallest;
    Largest = Indices[I] > Largest ? Indices[I] : Largest;
  }
  for (int64_t Index : {int64_t(Smallest), int64_t(Largest)})
    if (Index < Least || Index > Most)
      widen(Index);
  if (IsWide) {
    for (int64_t I = 0; I < Count; ++I)
      add(Iteration, Array, int64_t(Indices[I]), IsWrite);
    return;
  }
  uint32_t *const New = IsGood ? Low.extend(Count) : nullptr;
  IsGood = New != nullptr;
  for (int64_t I = 0; IsGood && I < Count; ++I)
    New[I] = (uint32_t(Indices[I]) * uint32_t(Arrays) + uint32_t(Array)) << 1 |
             uint32_t(IsWrite);
}

/// Units of consecutive iterations, and which ones each has to wait for.
struct Graph {
  int64_t Unit = 1;           ///< iterations
  std::vector<int64_t> Begin; ///< of the predecessors of each unit, and the end
  LargeVector<int32_t> Predecessors; ///< distinct, with smaller numbers
  std::vector<double> Work;          ///< ns, about

  int32_t units() const { return int32_t(Work.size()); }
};

/// What a unit shares with an earlier one, one of which writes it, makes it
/// wait.
Graph dependences(const Trace &T, int64_t Unit);

/// The same of units of \p Factor times as many iterations.
Graph coarsened(const Graph &G, int64_t Factor);

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_WAVE_TRACE_H
