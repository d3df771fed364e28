//===- Trials.h - what is measured of loops ------------------- -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_WAVE_TRIALS_H
#define LACUNA_RUNTIME_WAVE_TRIALS_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
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
  std::shared_ptr<T> find(const std::vector<int64_t> &Key, Fn Make) {
    const std::unique_lock<std::mutex> Own = locked();
    if (!Own)
      return nullptr;
    auto At = std::find_if(All.begin(), All.end(),
                           [&](const Kept &Of) { return Of.Key == Key; });
    if (At != All.end()) {
      std::rotate(At, At + 1, All.end());
      return All.back().Of;
    }
    std::shared_ptr<T> New = Make();
    if (All.size() == Most)
      All.erase(All.begin());
    return All.emplace_back(Kept{Key, std::move(New)}).Of;
  }

  /// From now on it is \p New, if there is one.
  void replace(const std::vector<int64_t> &Key, const std::shared_ptr<T> &New) {
    const std::unique_lock<std::mutex> Own = locked();
    if (!Own)
      return;
    for (Kept &Of : All)
      if (Of.Key == Key)
        Of.Of = New;
  }

private:
  static constexpr size_t Most = 64;

  /// Others look something up, which is soon over. In a child of `fork` they
  /// may be gone.
  std::unique_lock<std::mutex> locked() {
    constexpr int Tries = 1000;
    std::unique_lock<std::mutex> Own(Lock, std::try_to_lock);
    for (int Try = 0; !Own && Try < Tries; ++Try)
      Own.try_lock();
    return Own;
  }

  struct Kept {
    std::vector<int64_t> Key;
    std::shared_ptr<T> Of;
  };

  std::mutex Lock;
  std::vector<Kept> All; ///< the one that was used last at the end
};

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_WAVE_TRIALS_H
