//===- Source.h - bytes that something was made of ------------ -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is derived from memory, such as a plan, holds sources and is right while
// these are as they were:
//
//   Look L = S->look();                   // by one thread
//   if (L.Found == Look::Unknown)
//     each thread: Same &= S->isSame(its part, parts);
//   if (all parts are the same)
//     S->confirm(L);
//
// Whole pages of a source are protected *before* they are compared with the
// copy. If they are the same, a look finds whether one was written since. The
// parts of pages at both ends, which belong to other arrays too, are always
// compared. What is promised to stay as it is (lacuna/promise.h) is looked at
// once for each promise.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_TRACK_SOURCE_H
#define LACUNA_RUNTIME_TRACK_SOURCE_H

#include "Mappings.h"
#include "PagePool.h"
#include <atomic>
#include <memory>
#include <span>
#include <vector>

namespace lacuna::rt {

class Tracker;

/// What one look at a source has found out.
struct Look {
  enum { Same, Different, Unknown } Found = Unknown;
  uint64_t Ticket = 0; ///< of pages that were protected for a comparison; or 0
  uint64_t Since = 0;  ///< from when on a promise says that it stays the same
};

/// Bytes next to each other.
struct Bytes {
  const char *Begin;
  size_t Size;

  const char *end() const { return Begin + Size; }
};

class Source {
public:
  /// Sources that span less are compared, whatever the kernel knows.
  static constexpr size_t LeastTracked = size_t(64) << 10;

  /// The \p Size bytes at \p Begin as they are now; null without memory for a
  /// copy. Who asks for equal ones shares them.
  static std::shared_ptr<Source> of(const void *Begin, size_t Size);

  /// The bytes of \p From, at least one part, which ascend and do not overlap.
  /// What lies between them has to be mapped, and may change.
  static std::shared_ptr<Source> of(std::span<const Bytes> From);
  ~Source();
  Source(const Source &) = delete;
  Source &operator=(const Source &) = delete;

  /// Why what lies there could not be tracked, and would have to be compared
  /// each time; null if it could, or is small, or promised to stay the same.
  static const char *whyNotTracked(const void *Begin, size_t Size);

  /// How much memory it takes.
  size_t memory() const {
    return sizeof(*this) + held() + Parts.size() * sizeof(Part);
  }

  /// Its bytes as they were, part by part.
  const char *copy() const { return Copy.begin(); }

  /// Reads no more than the ends of large sources.
  Look look();

  /// Whether part \p Part of it is as it was.
  bool isSame(int32_t Part, int32_t Parts) const;

  /// All of it was as it was, after \p L and before anything else is known.
  void confirm(const Look &L);

  /// Whether a look compares all of it, which takes as long as a scan.
  bool isSmall() const { return Size < LeastTracked || Inner.isEmpty(); }

  /// Why it is not tracked, as the last look found; null if it is.
  const char *whyCompared() const { return Why; }

  /// Whether it is known to be the same since it is promised to be.
  bool isPromised() const;

private:
  friend class Tracker;

  /// Bytes between two distances from the source's beginning, and where their
  /// copy begins.
  struct Part {
    size_t First, Last, Held;
    size_t size() const { return Last - First; }
    bool operator==(const Part &) const = default;
  };

  Source(const char *Begin, std::vector<Part> All, PageBlock Copy);

  /// How many bytes there is a copy of.
  size_t held() const { return Parts.back().Held + Parts.back().size(); }
  bool isEqualTo(const Source &Other) const;
  bool isSameBetween(size_t First, size_t Last) const;
  bool areEndsSame() const;
  /// \p Touched is the epoch in which a page was found written, or 0.
  Look unknown(Tracker &T, uint64_t Touched);
  Look lookAtMemory();
  Bytes all() const { return {Begin, Size}; }

  const char *const Begin;
  const std::vector<Part> Parts;
  const size_t Size; ///< from the first byte to the last
  const PageBlock Copy;
  const Pages Inner;

  /// Twice the number of times that protection of some of its pages has been
  /// changed, and 1 where they have been found the same since.
  std::atomic<uint64_t> Epoch{0};
  std::atomic<const Tracker *> By{nullptr};
  std::atomic<const char *> Why{nullptr};

  /// Of the promise under which it was found the same last.
  std::atomic<uint64_t> Since{0};

  /// Looks in a row that found pages written: such sources are left alone for a
  /// while, since each page costs the next one to store to it a fault.
  std::atomic<unsigned> Touches{0};
  unsigned Pause = 0; ///< with the tracker's lock: looks until it is protected
};

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_TRACK_SOURCE_H
