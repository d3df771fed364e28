//===- Learnt.h - what races have shown -------------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_TUNE_LEARNT_H
#define LACUNA_RUNTIME_TUNE_LEARNT_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lacuna::rt {

/// Data of about the same size, on as many threads. Logarithms are those of
/// doublings, one more than that of what there is at least; 0: none. A GPU has
/// no threads.
struct DataClass {
  uint64_t Trips = 0, Work = 0, Threads = 0;

  bool operator==(const DataClass &) const = default;

  /// That of \p Trips and \p Work iterations.
  static DataClass of(int64_t Trips, int64_t Work, int64_t Threads);
  /// Not 0; as long as no number is far too large, another one for each class.
  uint64_t key() const { return Threads << 16 | Trips << 8 | Work | Used; }

private:
  static constexpr uint64_t Used = uint64_t(1) << 63;
};

/// What a race has shown of a loop and a class of data.
struct Learnt {
  struct Tried {
    std::string Clauses;
    uint64_t Runs, Median; ///< times in nanoseconds
  };

  std::string Where, Function;
  DataClass Of;
  uint64_t Calls = 0; ///< how often the loop has run over such data
  /// What a timed run moves at least, on average; 0 if that is not known.
  uint64_t Bytes = 0;
  std::string Best; ///< the clauses of the winner
  std::vector<Tried> All;

  bool isAbout(const Learnt &Other) const {
    return Where == Other.Where && Function == Other.Function && Of == Other.Of;
  }
};

/// \p All as JSON (docs/tune.md).
std::string learntAsJson(const std::vector<Learnt> &All);

/// What \p Json, if it is not empty, holds; nothing if it is of another kind.
std::optional<std::vector<Learnt>> readLearnt(std::string_view Json);

/// Adds what \p New says to \p All: the number of calls is a sum, and results
/// take the place of earlier ones. What only counts calls has no results.
void merge(std::vector<Learnt> &All, const std::vector<Learnt> &New);

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_TUNE_LEARNT_H
