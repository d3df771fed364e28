//===- Trace.h - what iterations access and depend on --------- -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_WAVE_TRACE_H
#define LACUNA_RUNTIME_WAVE_TRACE_H

#include <cstdint>
#include <optional>
#include <vector>

namespace lacuna::rt {

/// For each iteration the elements that it reads and writes.
class Trace {
public:
  /// At most so many arrays, whose subscripts have at most so many bits.
  static constexpr int32_t MaxArrays = 64;
  static constexpr int IndexBits = 56;

  Trace(int64_t Trips, int32_t Arrays);
  void add(int64_t Iteration, int32_t Array, int64_t Index, bool IsWrite);
  /// Some of the elements from \p First up to \p End.
  void addSome(int64_t Iteration, int32_t Array, int64_t First, int64_t End,
               bool IsWrite);

  int64_t trips() const { return Trips; }
  int64_t touches() const { return int64_t(All.size()); }

  /// Numbers places from 0 on, array by array: elements, and those together
  /// that `addSome` has not told apart. False where that takes far more numbers
  /// than there are touches, or something could not be noted.
  bool number();

  /// A place, numbered, and whether it is written.
  struct Touch {
    int64_t Place;
    bool IsWrite;
  };
  int64_t first(int64_t Iteration) const { return Begin[size_t(Iteration)]; }
  /// Elements that iterations in front of \p Iteration may access.
  int64_t elements(int64_t Iteration) const {
    return first(Iteration) + Further[size_t(Iteration)];
  }
  Touch operator[](int64_t At) const {
    const uint64_t T = All[size_t(At)];
    return {int64_t(T >> 1), (T & 1) != 0};
  }
  int64_t places() const { return Places; }

private:
  struct Range {
    int64_t Least = INT64_MAX, Most = INT64_MIN;
  };

  /// From the first to the last of several elements of an array.
  struct Span {
    int32_t Array;
    int64_t First, Last;
  };
  std::vector<int64_t> joined(const std::vector<int64_t> &Offsets) const;

  int64_t Trips, Places = 0;
  std::vector<Span> Spans;
  std::vector<Range> Ranges; ///< of the subscripts of each array
  std::vector<int64_t>
      Begin; ///< the first touch of each iteration, and the end
  /// How many elements touches in front of each iteration have besides one
  /// each.
  std::vector<int64_t> Further;
  std::vector<uint64_t> All;
  int64_t Now = 0; ///< the iteration that touches something
  int64_t Besides = 0;
  bool IsGood = true;
};

/// Units of consecutive iterations, and which ones each has to wait for.
struct Graph {
  int64_t Unit = 1;           ///< iterations
  std::vector<int64_t> Begin; ///< of the predecessors of each unit, and the end
  std::vector<int32_t> Predecessors; ///< distinct, with smaller numbers
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
