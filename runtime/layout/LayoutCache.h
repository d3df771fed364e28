//===- LayoutCache.h - layouts that are kept ------------------ -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_LAYOUT_LAYOUTCACHE_H
#define LACUNA_RUNTIME_LAYOUT_LAYOUTCACHE_H

#include "Layout.h"
#include <list>
#include <mutex>
#include <string>

namespace lacuna::rt {

/// A level, its layout if there is one, and when there may be one.
struct KeptLevel {
  explicit KeptLevel(LevelKey Key) : Key(std::move(Key)) {}

  const LevelKey Key;
  LayoutRef Of;
  unsigned Changes = 0; ///< that came soon after a layout was made, in a row
  uint32_t Pause = 0;   ///< calls without a layout
  uint64_t Sample = 0;  ///< of the last one of these
  std::vector<std::string> Told; ///< why there was none
};

/// Layouts of all levels of the program. Nobody waits for another thread: who
/// finds one at it goes without.
class LayoutCache {
public:
  LayoutCache() : Room([this] { return dropOne(); }) {}
  /// The one of this process; null without memory. A child of `fork` has
  /// another one, which is empty.
  static LayoutCache *current();

  /// Null where there is none. \p MayMake then says whether one may be made in
  /// this call; each call shortens the time until then.
  LayoutRef find(const lacuna_level &Of, bool &MayMake);
  void add(const lacuna_level &Of, const LayoutRef &New);
  /// What \p Old was made of has changed.
  void drop(const lacuna_level &Of, const LayoutRef &Old);
  /// Nobody needs the one of \p Of for now.
  void forget(const lacuna_level &Of);
  /// There can be no layout now.
  void rest(const lacuna_level &Of);
  /// Whether there is none, and none to be made, since entries change or there
  /// can be none.
  bool rests(const lacuna_level &Of);
  /// Whether \p Why there is none is said the first time.
  bool isNew(const lacuna_level &Of, const std::string &Why);

  std::mutex Making; ///< held by whoever makes a layout
  Memory Room;

private:
  static constexpr size_t MostLevels = 256;
  static constexpr unsigned MostChanges = 16;
  /// Making a layout takes as long as some tens of runs.
  static constexpr uint64_t LeastUses = 32;

  /// These are called with the lock.
  KeptLevel &levelOf(const lacuna_level &Of);
  void pause(KeptLevel &Of);

  bool dropOne();

  std::mutex Lock;
  std::list<KeptLevel> All; ///< the one that was used last at the end
};

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_LAYOUT_LAYOUTCACHE_H
