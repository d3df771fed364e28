//===- Trials.h - what is measured of loops ------------------- -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_WAVE_TRIALS_H
#define LACUNA_RUNTIME_WAVE_TRIALS_H

#include "Trial.h"
#include <memory>
#include <mutex>
#include <vector>

namespace lacuna::rt {

using TrialRef = std::shared_ptr<Trial>;

/// The trials of all loops of the program that have to show how they are
/// fastest. Nobody waits for another thread.
class Trials {
public:
  /// Those of this process. They outlive whatever runs at exit.
  static Trials &ofProcess();

  /// The one of loops with \p Key, begun with \p RunsInFront if there is none;
  /// null where another thread is at it.
  TrialRef find(const std::vector<int64_t> &Key,
                int64_t RunsInFront = Trial::RunsInFront);

private:
  static constexpr size_t Most = 64;

  struct Kept {
    std::vector<int64_t> Key;
    TrialRef Of;
  };

  std::mutex Lock;
  std::vector<Kept> All; ///< the one that was used last at the end
};

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_WAVE_TRIALS_H
