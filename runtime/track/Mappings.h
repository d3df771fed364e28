//===- Mappings.h - memory whose stores can be noticed -------- -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_TRACK_MAPPINGS_H
#define LACUNA_RUNTIME_TRACK_MAPPINGS_H

#include <cstddef>
#include <cstdint>

namespace lacuna::rt {

/// Whole pages of memory, or none.
struct Pages {
  uintptr_t Begin = 0, End = 0;

  /// Those that lie in the \p Size bytes from \p From on.
  static Pages inside(const void *From, size_t Size);
  bool isEmpty() const { return Begin >= End; }
  size_t size() const { return isEmpty() ? 0 : End - Begin; }
  bool overlaps(Pages Other) const {
    return Begin < Other.End && Other.Begin < End;
  }
};

/// Extends \p P to the mappings that hold it; null, or why nobody may rely on
/// seeing each store to these: it may come from another mapping of the same
/// memory, or from a device.
const char *findMappings(Pages &P);

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_TRACK_MAPPINGS_H
