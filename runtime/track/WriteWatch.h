//===- WriteWatch.h - the kernel notes which pages are written  -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From Linux 6.7 on `userfaultfd` protects pages so that the first store to one
// is let through and noted (WP_ASYNC), whoever stores: another thread, the
// kernel for `read`, another process. `PAGEMAP_SCAN` tells which pages are no
// longer protected. Neither needs a privilege, and no signal is involved.
//
// Pages that are mapped anew are not registered, which a scan tells. What a
// scan cannot tell is who protected a page, and that there is no memory at all:
// so who protects has to know whom else that deceives, and a process has one
// watch.
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_TRACK_WRITEWATCH_H
#define LACUNA_RUNTIME_TRACK_WRITEWATCH_H

#include "Mappings.h"

namespace lacuna::rt {

class WriteWatch {
public:
  /// \p Inherited is the descriptor of the parent's watch, or -1.
  explicit WriteWatch(int Inherited);
  WriteWatch(const WriteWatch &) = delete;
  WriteWatch &operator=(const WriteWatch &) = delete;

  int descriptor() const { return Faults; }

  /// Why nothing can be watched; null if something can.
  const char *whyNot() const { return Why; }

  /// Lets the pages of whole mappings be protected; false if that is not
  /// possible. A mapping of which only a part is watched becomes two, and the
  /// program could no longer move it as a whole.
  bool watch(Pages Mappings) const;

  /// Protects all of \p P, and calls \p Fresh with pages that were not. False
  /// where some may not be protected.
  template <typename Fn> bool protect(Pages P, Fn Fresh) const {
    while (!P.isEmpty()) {
      Pages Found[64];
      const long Count = protectSome(P, Found, 64);
      for (long I = 0; I < Count; ++I)
        Fresh(Found[I]);
      if (Count < 0)
        return false;
    }
    return true;
  }

  /// Stores to \p P are no longer noted: the pages count as written.
  void release(Pages P) const;

  /// Whether all of \p P is protected, and has been so since it was.
  bool isUntouched(Pages P) const;

private:
  /// Protects some of \p P, which is then the rest. How many of \p Found it
  /// fills with pages that were not protected; negative on failure.
  long protectSome(Pages &P, Pages *Found, uint64_t Most) const;

  /// Null, or why the kernel does not do what is relied on.
  const char *start(int Inherited);
  bool rehearse() const;

  int Faults = -1, Pagemap = -1;
  const char *Why;
};

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_TRACK_WRITEWATCH_H
