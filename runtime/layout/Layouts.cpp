//===- Layouts.cpp - layouts for loops that ask for them ------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Build.h"
#include "LayoutCache.h"
#include "gpu/Messages.h"
#include "track/Tracker.h"
#include <string>

using namespace lacuna::rt;

/// What \p Of is to become, as a directive says it.
static std::string kindOf(const lacuna_level &Of) {
  if (Of.kind == LACUNA_CSC)
    return "csc";
  return "sell(" + std::to_string(Of.lanes) + ", " +
         (Of.window == 0 ? "all" : std::to_string(Of.window)) + ")";
}

static std::string nameOf(const lacuna_level &Of) {
  return std::string(Of.where) + ": '" + Of.name + "'";
}

/// Tells once for each level and reason why there is no layout.
static void refuse(LayoutCache &Cache, const lacuna_level &Of,
                   const char *Why) {
  if (Cache.rest(Of, Why) && isLogging())
    log(nameOf(Of) + " is not " + kindOf(Of) + ": " + Why);
}

static void tell(const lacuna_level &Of, const Level &From, const Layout &L) {
  if (!isLogging())
    return;
  std::string Text = nameOf(Of) + " is " + kindOf(Of) +
                     " now: " + std::to_string(Of.rows) + " rows, " +
                     std::to_string(From.entries()) + " entries";
  if (Of.kind == LACUNA_CSC)
    Text += ", " + std::to_string(L.groups) + " coordinates";
  log(Text);
}

/// The layout of what the arrays of \p Of hold; null and \p Why there is none.
static LayoutRef made(LayoutCache &Cache, const lacuna_level &Of,
                      const char *&Why) {
  auto Held = Cache.Room.share(Level::memoryOfPositions(Of) +
                               (size_t(Of.rows) + 1) * sizeof(uint32_t));
  Level From(Of);
  if ((Why = From.readPositions()))
    return {};
  auto *const New = new Layout;
  const LayoutRef Own(New);
  New->Held =
      Cache.Room.share(From.memoryOfEntries() + Level::memoryOfPositions(Of));
  Held = {};
  From.copyEntries();
  if (Of.kind == LACUNA_SELL)
    buildSell(*New, From, Cache.Room);
  else
    buildTranspose(*New, From, Cache.Room);
  tell(Of, From, *New);
  New->Sources = From.takeSources();
  return Own;
}

static LayoutRef makeOne(LayoutCache &Cache, const lacuna_level &Of) {
  const std::unique_lock<std::mutex> Own(Cache.Making, std::try_to_lock);
  if (!Own)
    return {};
  const char *Why = whyNot(Of);
  LayoutRef New;
  try {
    if (!Why)
      New = made(Cache, Of, Why);
  } catch (const std::bad_alloc &) {
    Why = "there is no memory for it";
  }
  if (Why)
    refuse(Cache, Of, Why);
  else
    Cache.add(Of, New);
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
  switch (Found->state()) {
  case State::Same:
    return Found.take();
  case State::Different:
    Cache->drop(Of, Found);
    return nullptr;
  case State::Unknown:
    return nullptr;
  }
  return nullptr;
}

const lacuna_layout *lacuna_layout_use(const lacuna_level *level) {
  try {
    return used(*level);
  } catch (const std::bad_alloc &) {
    return nullptr;
  }
}

void lacuna_layout_end(const lacuna_layout *layout) {
  if (layout)
    static_cast<const Layout *>(layout)->release();
}
