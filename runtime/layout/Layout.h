//===- Layout.h - entries in another order -------------------- -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_LAYOUT_LAYOUT_H
#define LACUNA_RUNTIME_LAYOUT_LAYOUT_H

#include "Level.h"
#include "Memory.h"
#include <atomic>

namespace lacuna::rt {

/// Whether what something was made of is as it was.
enum class State { Same, Different, Unknown };

/// A layout, which is never changed once it is made. It is gone when the last
/// reference is.
class Layout : public lacuna_layout {
public:
  Layout() : lacuna_layout() {}
  Layout(const Layout &) = delete;
  Layout &operator=(const Layout &) = delete;

  /// Looks at what it was made of, and compares that where it just begins to be
  /// tracked. \p Why it is not known to be the same.
  State state(const char *&Why) const;

  void retain() const { References.fetch_add(1, std::memory_order_relaxed); }
  void release() const {
    if (References.fetch_sub(1, std::memory_order_acq_rel) == 1)
      delete this;
  }
  /// Whether there is a single reference.
  bool isIdle() const { return References.load() == 1; }

  /// For whoever makes it.
  char *slotsOf(size_t Array) {
    return static_cast<char *>(const_cast<void *>(Slots[Array]));
  }

  Share Held;           ///< by its sources
  Block Index, Entries; ///< what its arrays lie in
  std::vector<const void *> Slots;
  std::vector<std::shared_ptr<Source>> Sources; ///< in the order of looks
  mutable std::atomic<uint64_t> Uses{0};

private:
  ~Layout() = default;
  mutable std::atomic<int64_t> References{1};
};

/// A reference.
class LayoutRef {
public:
  LayoutRef() = default;
  /// The first one of \p New.
  explicit LayoutRef(const Layout *New) : To(New) {}
  LayoutRef(const LayoutRef &Other) : To(Other.To) {
    if (To)
      To->retain();
  }
  LayoutRef(LayoutRef &&Other) noexcept
      : To(std::exchange(Other.To, nullptr)) {}
  LayoutRef &operator=(LayoutRef Other) noexcept {
    std::swap(To, Other.To);
    return *this;
  }
  ~LayoutRef() {
    if (To)
      To->release();
  }
  explicit operator bool() const { return To; }
  const Layout *operator->() const { return To; }
  const Layout *get() const { return To; }
  /// The reference is the caller's.
  const Layout *take() { return std::exchange(To, nullptr); }

private:
  const Layout *To = nullptr;
};

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_LAYOUT_LAYOUT_H
