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

private:
  std::atomic<void *> Latest{nullptr};
  std::atomic<std::atomic<void *> *> Made{nullptr};
};

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_TRACK_PROCESSSLOT_H
