//===- Planner.h - which thread runs what when ---------------- -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_WAVE_PLANNER_H
#define LACUNA_RUNTIME_WAVE_PLANNER_H

#include "Trace.h"
#include "gpu/FixedArray.h"
#include "lacuna/wave.h"
#include <memory>
#include <string>

namespace lacuna::rt {

/// Tasks of each thread. Where all threads run theirs in turn, behind their
/// waits, each unit runs behind all its predecessors, and nobody waits for
/// ever.
class Plan {
public:
  /// One for a GPU, without tasks.
  static Plan ofLevels(std::shared_ptr<const FixedArray> Order) {
    Plan P;
    P.First.push_back(0);
    P.Levels = std::move(Order);
    return P;
  }

  int32_t threads() const { return int32_t(First.size()) - 1; }
  const lacuna_task *begin(int32_t Thread) const {
    return Tasks.data() + First[size_t(Thread)];
  }
  const lacuna_task *end(int32_t Thread) const { return begin(Thread + 1); }
  size_t tasks() const { return Tasks.size(); }
  size_t waits() const { return Waits.size(); }
  size_t bytes() const {
    return Tasks.size() * sizeof(lacuna_task) +
           Waits.size() * sizeof(lacuna_wait) + (Levels ? Levels->bytes() : 0);
  }
  /// The order of a plan for a GPU (Levels.h); else null.
  const std::shared_ptr<const FixedArray> &levels() const { return Levels; }

  std::string Kind;      ///< "list of 8", for messages
  double Predicted = 0;  ///< ns
  double Sequential = 0; ///< ns
  double speedUp() const { return Sequential / Predicted; }

private:
  friend class PlanMaker;
  std::vector<int64_t> First; ///< task of each thread, and the end
  std::vector<lacuna_task> Tasks;
  std::vector<lacuna_wait> Waits;
  std::shared_ptr<const FixedArray> Levels;
};

/// Units that need each other in no way, level by level: each level needs those
/// before it.
struct LevelSets {
  std::vector<int32_t> Begin; ///< of each level in `Units`, and the end
  std::vector<int32_t> Units; ///< of a level in the user's order
};
LevelSets levelSets(const Graph &G);

constexpr int32_t MaxThreads = 64;

/// The plan for units in the user's order, each on the thread that can start it
/// first.
Plan planList(const Graph &G, int64_t Trips, int32_t Threads);

/// The plan by level sets, each shared out in pieces of near-equal work.
Plan planLevels(const Graph &G, int64_t Trips, int32_t Threads);

/// Plans for what \p T, numbered, holds, as \p Loop asks for: at most one in
/// the user's order and one by levels, the one with the least predicted time
/// first; for a GPU one by levels. Their pointers stay valid as long as they.
std::vector<Plan> plansFor(const Trace &T, const lacuna_loop &Loop);

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_WAVE_PLANNER_H
