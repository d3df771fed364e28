//===- Tracker.cpp - the tracked sources of this process ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tracker.h"
#include "ProcessSlot.h"
#include <algorithm>
#include <new>

using namespace lacuna::rt;

Tracker *Tracker::current() {
  static ProcessSlot Place;
  std::atomic<void *> *S = Place.get();
  if (!S)
    return nullptr;
  if (void *Known = S->load(std::memory_order_acquire))
    return static_cast<Tracker *>(Known);
  // Of several threads the first one starts it; the others compare until then.
  static std::mutex Starting;
  const std::unique_lock<std::mutex> Own(Starting, std::try_to_lock);
  if (!Own)
    return nullptr;
  static int Latest = -1; // what a child inherits
  auto *T = static_cast<Tracker *>(S->load(std::memory_order_acquire));
  if (!T && (T = new (std::nothrow) Tracker(Latest))) {
    Latest = T->Watch.descriptor();
    S->store(T, std::memory_order_release);
    Place.note(T);
  }
  return T;
}

std::shared_ptr<Source> Tracker::shared(std::shared_ptr<Source> New) {
  std::erase_if(All, [](const auto &Kept) { return Kept.expired(); });
  for (const std::weak_ptr<Source> &Kept : All) {
    std::shared_ptr<Source> S = Kept.lock();
    if (S && S->isEqualTo(*New))
      return S;
  }
  All.push_back(New);
  return New;
}

/// Makes the next epoch of it, in which nothing is known. Returns the last one.
static uint64_t forget(std::atomic<uint64_t> &Epoch) {
  uint64_t Known = Epoch.load();
  while (!Epoch.compare_exchange_weak(Known, (Known | 1) + 1))
    ;
  return Known;
}

const char *Tracker::protect(Source &S, uint64_t &Ticket) {
  if (Watch.whyNot())
    return Watch.whyNot();
  Pages Mapped = S.Inner;
  if (const char *Reason = findMappings(Mapped))
    return Reason;
  // Whoever relies on pages that are watched or protected now, while something
  // else may be there than was, could take them for untouched.
  std::vector<std::pair<std::shared_ptr<Source>, bool>> Sharers;
  for (const std::weak_ptr<Source> &Kept : All) {
    std::shared_ptr<Source> Of = Kept.lock();
    if (!Of || Of.get() == &S || !Of->Inner.overlaps(Mapped))
      continue;
    const bool WasKnown = (forget(Of->Epoch) & 1) && Of->By == this;
    const bool IsSame = WasKnown && Watch.isUntouched(Of->Inner);
    Sharers.emplace_back(std::move(Of), IsSame);
  }
  S.By = this;
  Ticket = (forget(S.Epoch) | 1) + 1;
  auto Fresh = [&](Pages P) {
    for (auto &[Of, IsSame] : Sharers)
      IsSame = IsSame && !Of->Inner.overlaps(P);
  };
  if (!Watch.watch(Mapped) || !Watch.protect(S.Inner, Fresh))
    return "the kernel cannot watch it";
  for (const auto &[Of, IsSame] : Sharers)
    if (IsSame)
      Of->Epoch.fetch_or(1);
  return nullptr;
}
