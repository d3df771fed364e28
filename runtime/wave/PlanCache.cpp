//===- PlanCache.cpp - plans that are kept --------------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanCache.h"
#include <algorithm>

using namespace lacuna::rt;

PlanCache &PlanCache::ofProcess() {
  static PlanCache *const Kept = new PlanCache;
  return *Kept;
}

template <typename Kept>
static bool isOf(const Kept &K, const uint64_t (&Site)[2]) {
  return K.Site[0] == Site[0] && K.Site[1] == Site[1];
}

std::optional<KeptRef> PlanCache::find(const uint64_t (&Site)[2],
                                       const std::vector<int64_t> &Key,
                                       const Worth &Of) {
  const std::unique_lock<std::mutex> Own(Lock, std::try_to_lock);
  if (!Own)
    return std::nullopt;
  SiteUse &Use = useOf(Site);
  Use.LeastUse = Of.LeastUse;
  for (size_t I = All.size(); I-- > 0;)
    if (isOf(*All[I], Site) && All[I]->Key == Key) {
      KeptRef Found = All[I];
      All.erase(All.begin() + int64_t(I));
      All.push_back(Found);
      ++Use.Found;
      return Found;
    }
  if (Use.Missed++ < Of.Patience || !mayMake(Site))
    return std::nullopt;
  return KeptRef();
}

/// Of the first plans nothing can be said; later ones have to be worth it.
bool PlanCache::mayMake(const uint64_t (&Site)[2]) {
  const SiteUse &Use = useOf(Site);
  return Use.Made < MostOfSite ||
         Use.Found >= Use.LeastUse * (Use.Made - MostOfSite + 1);
}

SiteUse &PlanCache::useOf(const uint64_t (&Site)[2]) {
  for (SiteUse &U : Uses)
    if (isOf(U, Site))
      return U;
  return Uses.emplace_back(
      SiteUse{{Site[0], Site[1]}, 0, 0, 0, Worth().LeastUse});
}

void PlanCache::add(KeptRef New) {
  const std::unique_lock<std::mutex> Own(Lock, std::try_to_lock);
  if (!Own)
    return;
  ++useOf(New->Site).Made;
  size_t OfSite = 1, Bytes = New->bytes();
  for (const KeptRef &P : All) {
    OfSite += isOf(*P, New->Site);
    Bytes += P->bytes();
  }
  for (size_t I = 0; I < All.size();) {
    const bool IsToo = OfSite > MostOfSite && isOf(*All[I], New->Site);
    if (!IsToo && Bytes <= MostBytes) {
      ++I;
      continue;
    }
    OfSite -= isOf(*All[I], New->Site);
    Bytes -= All[I]->bytes();
    All.erase(All.begin() + int64_t(I));
  }
  All.push_back(std::move(New));
}

bool PlanCache::drop(const KeptRef &Old) {
  // Who cannot now finds it different the next time, too.
  const std::unique_lock<std::mutex> Own(Lock, std::try_to_lock);
  if (!Own)
    return false;
  std::erase(All, Old);
  // It was found in vain.
  SiteUse &Use = useOf(Old->Site);
  Use.Found -= Use.Found != 0;
  return mayMake(Old->Site);
}
