//===- Levels.cpp - plans whose levels are launches -----------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Levels.h"
#include "Run.h"
#include "gpu/FixedArray.h"
#include <algorithm>
#include <numeric>

using namespace lacuna::rt;

/// Below, a block runs a level in less time than a launch takes.
static constexpr int64_t FewUnits = 1024;

/// What is supposed of a GPU, in ns: a launch behind another one; a unit, which
/// waits for memory most of the time; and how much faster than a thread of the
/// CPU all of its threads are together.
static constexpr double LaunchTime = 4000, UnitTime = 6000, GainOfAll = 20;

/// As kernels have them.
static constexpr int64_t BlockThreads = 256;

std::vector<LaunchPart>
lacuna::rt::launchesOf(const std::vector<int32_t> &Order, int64_t Threads) {
  std::vector<LaunchPart> Parts;
  bool AreFew = false; // in the part before
  for (int64_t Level = 0; Level + 1 < Order[0]; ++Level) {
    const int64_t Units = Order[size_t(Level) + 1] - Order[size_t(Level)];
    if (AreFew && Units < FewUnits) {
      Parts.back().To = Level + 1;
      Parts.back().Blocks = 1;
      continue;
    }
    AreFew = Units < FewUnits;
    Parts.push_back(
        {Level, Level + 1, uint64_t((Units + Threads - 1) / Threads)});
  }
  return Parts;
}

/// About what the launches of \p Order take, of units that take \p Work on a
/// thread of the CPU.
static double timeOf(const std::vector<int32_t> &Order, double Work) {
  double Sum = Work / GainOfAll;
  for (const LaunchPart &P : launchesOf(Order, BlockThreads)) {
    Sum += LaunchTime;
    for (int64_t Level = P.From; Level < P.To; ++Level) {
      const double Units = Order[size_t(Level) + 1] - Order[size_t(Level)];
      Sum += UnitTime *
             std::max(1.0, Units / (double(BlockThreads) * double(P.Blocks)));
    }
  }
  return Sum;
}

Plan lacuna::rt::planForGpu(const Graph &G) {
  const LevelSets Sets = levelSets(G);
  std::vector<int32_t> Order;
  Order.reserve(Sets.Begin.size() + Sets.Units.size());
  for (int32_t First : Sets.Begin)
    Order.push_back(First + int32_t(Sets.Begin.size()));
  Order.insert(Order.end(), Sets.Units.begin(), Sets.Units.end());
  Plan P = Plan::ofLevels(std::make_shared<FixedArray>(std::move(Order)));
  P.Sequential = std::accumulate(G.Work.begin(), G.Work.end(), 0.0);
  P.Predicted = timeOf(P.levels()->Elements, P.Sequential);
  P.Kind = std::to_string(Sets.Begin.size() - 1) + " levels for a GPU";
  return P;
}

void lacuna_wave_launch(lacuna_wave *run, lacuna_region *region,
                        const char *kernel, uint32_t threads, void *const *args,
                        void **order, int64_t *levels) {
  const std::shared_ptr<const FixedArray> &Order = run->plan()->levels();
  region->add(Order, order);
  Launch L{kernel, {1, 1, 1}, {threads, 1, 1}, 0, args};
  L.Parts = launchesOf(Order->Elements, threads);
  L.Now = levels;
  region->add(L);
}
