//===- PlanCache.h - plans that are kept ---------------------- -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_WAVE_PLANCACHE_H
#define LACUNA_RUNTIME_WAVE_PLANCACHE_H

#include "Pieces.h"
#include "Planner.h"
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace lacuna::rt {

/// A part of what a walk read.
struct Step {
  std::vector<std::shared_ptr<Source>> Sources;
  Pieces Others; ///< whose sources are among these
};

struct KeptPlan {
  uint64_t Site[2];
  std::vector<int64_t> Key;
  /// In the order in which they may be looked at: what the loop reads whatever
  /// it holds, then each further array, then rows.
  std::vector<Step> Steps;
  std::vector<Plan> Plans;      ///< none: the loop runs as it was written
  std::vector<int64_t> Results; ///< of a walk that is kept instead of plans
  std::vector<char> Values;     ///< that a walk has stored, instead of plans
  const char *Name;
  mutable std::atomic<bool> IsTold{false};

  size_t bytes() const {
    size_t Sum =
        sizeof(*this) + Results.size() * sizeof(int64_t) + Values.size();
    for (const Plan &P : Plans)
      Sum += P.bytes();
    for (const Step &Of : Steps) {
      for (const auto &S : Of.Sources)
        Sum += S->memory();
      Sum += Of.Others.memoryOfOthers();
    }
    return Sum;
  }
};

using KeptRef = std::shared_ptr<const KeptPlan>;

/// When it is worth it to find out about a loop.
struct Worth {
  size_t Patience = 0; ///< so many runs go without
  /// In how many runs what was found has to have been of use. Plans take as
  /// long as some tens of runs.
  size_t LeastUse = 20;
};

/// How often plans of a site were made and found.
struct SiteUse {
  uint64_t Site[2];
  size_t Made, Found;
  size_t Missed;   ///< how often there was none
  size_t LeastUse; ///< as in Worth
};

/// Plans of all loops of the program. Nobody waits for another thread: who
/// finds one at it goes without.
class PlanCache {
public:
  /// The one of this process. It outlives whatever runs at exit.
  static PlanCache &ofProcess();

  static constexpr size_t MostBytes = size_t(256) << 20;

  /// Nothing where another thread is at it, where plans of the site do not
  /// last, or where there are none worth it; a null reference where one is to
  /// be made.
  std::optional<KeptRef> find(const uint64_t (&Site)[2],
                              const std::vector<int64_t> &Key,
                              const Worth &Of = {});
  void add(KeptRef New);
  /// \p Old is no longer right. Whether another plan may be made for its loop.
  bool drop(const KeptRef &Old);

private:
  static constexpr size_t MostOfSite = 8;

  SiteUse &useOf(const uint64_t (&Site)[2]);
  bool mayMake(const uint64_t (&Site)[2]);

  std::mutex Lock;
  std::vector<SiteUse> Uses;
  std::vector<KeptRef> All; ///< the one that was used last at the end
};

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_WAVE_PLANCACHE_H
