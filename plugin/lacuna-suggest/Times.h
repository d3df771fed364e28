//===- Times.h - how long loops ran -----------------------------*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_PLUGIN_LACUNA_SUGGEST_TIMES_H
#define LACUNA_PLUGIN_LACUNA_SUGGEST_TIMES_H

#include "llvm/Support/Error.h"
#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace lacuna::suggest {

/// How often and how long a loop ran, without measured ones inside and with
/// them; times in nanoseconds.
struct RunTime {
  uint64_t Calls = 0, Time = 0, Whole = 0;

  RunTime &operator+=(const RunTime &Other) {
    Calls += Other.Calls;
    Time += Other.Time;
    Whole += Other.Whole;
    return *this;
  }
  /// Of a run, on average.
  uint64_t mean() const { return Whole / std::max<uint64_t>(Calls, 1); }
};

/// What programs have measured that were built with `profile=all`: the loops
/// without a directive.
class RunTimes {
public:
  struct Place {
    std::string File; ///< as the compiler was given it
    uint64_t Line;
    std::string Function;

    bool operator<(const Place &Other) const {
      return std::tie(File, Line, Function) <
             std::tie(Other.File, Other.Line, Other.Function);
    }
  };

  /// Adds a file of LACUNA_PROFILE.
  llvm::Error add(llvm::StringRef Json);

  const std::map<Place, RunTime> &all() const { return All; }
  /// Of all measured loops, with or without a directive.
  uint64_t whole() const { return Whole; }

private:
  std::map<Place, RunTime> All;
  uint64_t Whole = 0;
};

/// \p Nanoseconds with three digits and a unit.
std::string duration(uint64_t Nanoseconds);

} // namespace lacuna::suggest

#endif // LACUNA_PLUGIN_LACUNA_SUGGEST_TIMES_H
