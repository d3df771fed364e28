//===- ProcessSlot.h - what a child of fork has none of ------- -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_TRACK_PROCESSSLOT_H
#define LACUNA_RUNTIME_TRACK_PROCESSSLOT_H

#include <atomic>

namespace lacuna::rt {

/// The place of a pointer in memory that is empty in a child, whichever way it
/// was forked. To be a static variable.
class ProcessSlot {
public:
  /// Null where there is none such.
  std::atomic<void *> *get();

  /// \p What is in it: checkers of leaks do not look there, but here.
  void note(void *What) { Latest = What; }

  /// The object in it: the first one that a thread has \p Make'd. Null where
  /// there is no place, or nothing was made.
  template <typename Fn> auto object(Fn Make) -> decltype(Make()) {
    using Pointer = decltype(Make());
    std::atomic<void *> *const Place = get();
    if (!Place)
      return nullptr;
    void *Known = Place->load(std::memory_order_acquire);
    if (Known)
      return static_cast<Pointer>(Known);
    Pointer New = Make();
    if (New && Place->compare_exchange_strong(Known, New)) {
      note(New);
      return New;
    }
    delete New;
    return static_cast<Pointer>(Known);
  }

private:
  std::atomic<void *> Latest{nullptr};
  std::atomic<std::atomic<void *> *> Made{nullptr};
};

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_TRACK_PROCESSSLOT_H
