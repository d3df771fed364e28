//===- Tracker.h - the tracked sources of this process -------- -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_TRACK_TRACKER_H
#define LACUNA_RUNTIME_TRACK_TRACKER_H

#include "Source.h"
#include "WriteWatch.h"
#include <mutex>
#include <vector>

namespace lacuna::rt {

/// The watch and the sources that rely on it. A child of `fork` has none of
/// them, and begins anew.
class Tracker {
public:
  explicit Tracker(int Inherited) : Watch(Inherited) {}

  /// Null where there is no memory.
  static Tracker *current();

  /// Held while sources are protected. Nobody waits for it.
  std::mutex Lock;
  const WriteWatch Watch;

  /// With the lock: the source of equal bytes, else \p New.
  std::shared_ptr<Source> shared(std::shared_ptr<Source> New);

  /// With the lock: protects the pages of \p S, of which nothing is known then.
  /// Null and the ticket for their comparison, or why not.
  const char *protect(Source &S, uint64_t &Ticket);

private:
  std::vector<std::weak_ptr<Source>> All;
};

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_TRACK_TRACKER_H
