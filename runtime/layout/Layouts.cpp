//===- Layouts.cpp - layouts for loops that ask for them ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Build.h"
#include "LayoutCache.h"
#include "gpu/KeptErrno.h"
#include "gpu/Messages.h"
#include "track/Tracker.h"
#include <algorithm>
#include <string>

using namespace lacuna::rt;

/// Tells once for each level and reason why there is no layout.
static void refuse(LayoutCache &Cache, const lacuna_level &Of,
                   const std::string &Why) {
  if (isLogging() && Cache.isNew(Of, Why))
    log(nameOf(Of) + " is not " + kindOf(Of) + ": " + Why);
}

/// How many of a hundred slots of sell are of entries of their own.
static int64_t filled(const Layout &L, const Level &From) {
  int64_t Own = 0;
  const int64_t Lanes = From.asked().lanes;
  for (int64_t At = 0; At < L.groups * Lanes; ++At)
    Own += std::min<int64_t>(From.length(size_t(L.row[At])),
                             L.width[3 * (At / Lanes) + 1]);
  const int64_t Slots = L.start[L.groups];
  return Slots == 0 ? 100 : Own * 100 / Slots;
}

static std::string shapeOf(const Level &From, const Layout &L) {
  const std::string Parts = std::to_string(
      L.start && From.asked().kind != LACUNA_CSC ? L.start[L.groups]
                                                 : L.groups);
  switch (From.asked().kind) {
  case LACUNA_SELL:
    return std::to_string(filled(L, From)) + " % of its slots filled";
  case LACUNA_CSC:
    return Parts + " coordinates";
  case LACUNA_BSR:
    return Parts + " blocks";
  default:
    return Parts + " runs";
  }
}

static void tell(const lacuna_level &Of, const Level &From, const Layout &L) {
  if (!isLogging())
    return;
  const std::string Text = nameOf(Of) + " is " + kindOf(Of) +
                           " now: " + std::to_string(Of.rows) + " rows, " +
                           std::to_string(From.entries()) + " entries";
  log(Text + ", " + shapeOf(From, L));
}

/// Fills \p To; empty, or why that does not pay.
static std::string build(Layout &To, const Level &From, Memory &Room) {
  switch (From.asked().kind) {
  case LACUNA_SELL:
    buildSell(To, From, Room);
    return "";
  case LACUNA_CSC:
    buildTranspose(To, From, Room);
    return "";
  case LACUNA_BSR:
    return buildBlocks(To, From, Room);
  default:
    return buildDiagonals(To, From, Room);
  }
}

/// The layout of what the arrays of \p Of hold; null and \p Why there is none.
static LayoutRef made(LayoutCache &Cache, const lacuna_level &Of,
                      std::string &Why) {
  auto Held = Cache.Room.share(Level::memoryOfPositions(Of) +
                               (size_t(Of.rows) + 1) * sizeof(uint32_t));
  Level From(Of);
  if (const char *Reason = From.copyPositions()) {
    Why = Reason;
    return {};
  }
  auto *const New = new Layout;
  LayoutRef Own(New);
  New->Held =
      Cache.Room.share(From.memoryOfEntries() + Level::memoryOfPositions(Of));
  Held = {};
  if (const char *Reason = From.copyEntries()) {
    Why = Reason;
    return {};
  }
  Why = build(*New, From, Cache.Room);
  if (!Why.empty())
    return {};
  tell(Of, From, *New);
  New->Sources = From.takeSources();
  return Own;
}

static LayoutRef makeOne(LayoutCache &Cache, const lacuna_level &Of) {
  const std::unique_lock<std::mutex> Own(Cache.Making, std::try_to_lock);
  if (!Own)
    return {};
  LayoutRef New;
  std::string Why;
  try {
    if (const char *Reason = whyNot(Of))
      Why = Reason;
    else
      New = made(Cache, Of, Why);
  } catch (const std::bad_alloc &) {
    Why = "there is no memory for it";
  }
  if (!New) {
    Cache.rest(Of);
    refuse(Cache, Of, Why);
  } else {
    Cache.add(Of, New);
  }
  return New;
}

static const lacuna_layout *used(const lacuna_level &Of) {
  if (Of.rows <= 0 || Of.entry_arrays <= 0)
    return nullptr;
  LayoutCache *const Cache = LayoutCache::current();
  if (!Cache)
    return nullptr;
  bool MayMake = false;
  LayoutRef Found = Cache->find(Of, MayMake);
  if (!Found)
    return MayMake ? makeOne(*Cache, Of).take() : nullptr;
  const char *Why = nullptr;
  const State Now = Found->state(Why);
  if (Now == State::Same)
    return Found.take();
  if (Now == State::Different)
    Cache->drop(Of, Found);
  refuse(*Cache, Of, Why);
  return nullptr;
}

const lacuna_layout *lacuna_layout_use(const lacuna_level *level) {
  const KeptErrno Errno;
  try {
    return used(*level);
  } catch (const std::bad_alloc &) {
    return nullptr;
  }
}

void lacuna_layout_end(const lacuna_layout *layout) {
  const KeptErrno Errno;
  if (layout)
    static_cast<const Layout *>(layout)->release();
}
