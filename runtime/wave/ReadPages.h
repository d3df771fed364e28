//===- ReadPages.h - pages that a walk has read --------------- -*- C++ -*-===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LACUNA_RUNTIME_WAVE_READPAGES_H
#define LACUNA_RUNTIME_WAVE_READPAGES_H

#include "track/Source.h"
#include <bitset>
#include <map>
#include <vector>

namespace lacuna::rt {

/// From the first byte that was read of an array to the last one, without the
/// pages between them of which none was: these need not be there.
class ReadPages {
public:
  void add(const void *Begin, size_t Size) {
    const auto At = reinterpret_cast<uintptr_t>(Begin);
    First = At < First ? At : First;
    Last = At + Size > Last ? At + Size : Last;
    const uintptr_t From = At / Page, To = (At + Size - 1) / Page;
    if (From != To || From / InGroup != Number || !(*Group)[From % InGroup])
      set(From, To);
  }

  /// What was read, and what else lies in its pages, ascending.
  std::vector<Bytes> ranges() const;

private:
  /// The smallest page that there is; larger ones are several.
  static constexpr uintptr_t Page = 4096;
  static constexpr uintptr_t InGroup = 512;

  void set(uintptr_t From, uintptr_t To);

  uintptr_t First = UINTPTR_MAX, Last = 0;
  std::map<uintptr_t, std::bitset<InGroup>> Groups;
  uintptr_t Number = UINTPTR_MAX; ///< of the group that was looked at last
  const std::bitset<InGroup> *Group = nullptr;
};

} // namespace lacuna::rt

#endif // LACUNA_RUNTIME_WAVE_READPAGES_H
