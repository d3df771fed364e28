//===- LayoutCache.cpp - layouts that are kept ----------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutCache.h"
#include "Sample.h"
#include "track/ProcessSlot.h"
#include <algorithm>

using namespace lacuna::rt;

LayoutCache *LayoutCache::current() {
  static ProcessSlot Place;
  return Place.object([] { return new LayoutCache; });
}

/// The one of \p Of, used last from now on.
KeptLevel &LayoutCache::levelOf(const lacuna_level &Of) {
  auto At = std::find_if(All.rbegin(), All.rend(),
                         [&](const KeptLevel &L) { return L.Key.isOf(Of); });
  if (At != All.rend()) {
    All.splice(All.end(), All, std::prev(At.base()));
    return All.back();
  }
  if (All.size() >= MostLevels)
    All.pop_front();
  return All.emplace_back(LevelKey(Of));
}

LayoutRef LayoutCache::find(const lacuna_level &Of, bool &MayMake) {
  MayMake = false;
  const std::unique_lock<std::mutex> Own(Lock, std::try_to_lock);
  if (!Own)
    return {};
  KeptLevel &Level = levelOf(Of);
  if (Level.Of) {
    Level.Of->Uses.fetch_add(1, std::memory_order_relaxed);
    return Level.Of;
  }
  if (Level.Pause != 0) {
    if (--Level.Pause == 0)
      Level.Sample = sampleOf(Of);
    return {};
  }
  // Who went on changing it goes on, perhaps.
  MayMake = Level.Changes == 0 || sampleOf(Of) == Level.Sample;
  if (!MayMake)
    pause(Level);
  return {};
}

void LayoutCache::add(const lacuna_level &Of, const LayoutRef &New) {
  const std::unique_lock<std::mutex> Own(Lock, std::try_to_lock);
  if (Own)
    levelOf(Of).Of = New;
}

/// After d changes in a row there are 2^d calls without a layout.
void LayoutCache::pause(KeptLevel &Of) {
  Of.Changes = std::min(Of.Changes + 1, MostChanges);
  Of.Pause = uint32_t(1) << Of.Changes;
}

void LayoutCache::drop(const lacuna_level &Of, const LayoutRef &Old) {
  // Who cannot now finds it different the next time, too.
  const std::unique_lock<std::mutex> Own(Lock, std::try_to_lock);
  if (!Own)
    return;
  KeptLevel &Level = levelOf(Of);
  if (Level.Of.get() != Old.get())
    return;
  if (Old->Uses >= LeastUses)
    Level.Changes = 0;
  Level.Of = {};
  pause(Level);
}

void LayoutCache::forget(const lacuna_level &Of) {
  const std::unique_lock<std::mutex> Own(Lock, std::try_to_lock);
  if (Own)
    levelOf(Of).Of = {};
}

void LayoutCache::rest(const lacuna_level &Of) {
  const std::unique_lock<std::mutex> Own(Lock, std::try_to_lock);
  if (Own)
    pause(levelOf(Of));
}

bool LayoutCache::rests(const lacuna_level &Of) {
  const std::unique_lock<std::mutex> Own(Lock, std::try_to_lock);
  if (!Own)
    return false;
  const KeptLevel &Level = levelOf(Of);
  return !Level.Of && Level.Pause != 0;
}

bool LayoutCache::isNew(const lacuna_level &Of, const std::string &Why) {
  const std::unique_lock<std::mutex> Own(Lock, std::try_to_lock);
  if (!Own)
    return false;
  std::vector<std::string> &Told = levelOf(Of).Told;
  if (std::count(Told.begin(), Told.end(), Why) != 0)
    return false;
  Told.emplace_back(Why);
  return true;
}

/// The one that was used longest ago, of those that nobody is using.
bool LayoutCache::dropOne() {
  const std::unique_lock<std::mutex> Own(Lock, std::try_to_lock);
  auto At = std::find_if(All.begin(), All.end(), [](const KeptLevel &L) {
    return L.Of && L.Of->isIdle();
  });
  if (!Own || At == All.end())
    return false;
  At->Of = {};
  return true;
}
