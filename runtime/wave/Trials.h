//===- Trials.h - what is measured of loops ------------------- -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_WAVE_TRIALS_H
#define LACUNA_RUNTIME_WAVE_TRIALS_H

#include "LockSoon.h"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace lacuna::rt {

/// The trials, objects of type \p T, of all loops of the program that have to
/// show how they are fastest. Nobody waits long for another thread.
template <typename T> class Trials {
public:
  /// Those of this process. They outlive whatever runs at exit.
  static Trials &ofProcess() {
    static auto *const Those = new Trials;
    return *Those;
  }

  /// The one of loops with \p Key, which \p Make returns if there is none; null
  /// where another thread is at it.
  template <typename Fn>
  std::shared_ptr<T> find(std::span<const int64_t> Key, Fn Make) {
    const std::unique_lock<std::mutex> Own = lockedSoon(Lock);
    if (!Own)
      return nullptr;
    auto At = std::find_if(All.begin(), All.end(),
                           [&](const Kept &Of) { return Of.isOf(Key); });
    if (At != All.end()) {
      std::rotate(At, At + 1, All.end());
      return All.back().Of;
    }
    std::shared_ptr<T> New = Make();
    if (All.size() == Most)
      All.erase(All.begin());
    return All.emplace_back(Kept{{Key.begin(), Key.end()}, std::move(New)}).Of;
  }

  /// From now on it is \p New, if there is one.
  void replace(std::span<const int64_t> Key, const std::shared_ptr<T> &New) {
    const std::unique_lock<std::mutex> Own = lockedSoon(Lock);
    if (!Own)
      return;
    for (Kept &Of : All)
      if (Of.isOf(Key))
        Of.Of = New;
  }

private:
  static constexpr size_t Most = 64;

  struct Kept {
    std::vector<int64_t> Key;
    std::shared_ptr<T> Of;

    bool isOf(std::span<const int64_t> Other) const {
      return std::equal(Key.begin(), Key.end(), Other.begin(), Other.end());
    }
  };

  std::mutex Lock;
  std::vector<Kept> All; ///< the one that was used last at the end
};

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_WAVE_TRIALS_H
