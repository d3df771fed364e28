//===- ReadPages.cpp - pages that a walk has read -------------------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadPages.h"
#include <algorithm>

using namespace lacuna::rt;

void ReadPages::set(uintptr_t From, uintptr_t To) {
  for (uintptr_t P = From; P <= To; ++P)
    Groups[P / InGroup].set(P % InGroup);
  Number = To / InGroup;
  Group = &Groups[Number];
}

std::vector<Bytes> ReadPages::ranges() const {
  std::vector<Bytes> All;
  uintptr_t End = 0; // of the range so far
  for (const auto &[Of, Pages] : Groups)
    for (uintptr_t I = 0; I < InGroup; ++I) {
      if (!Pages[I])
        continue;
      const uintptr_t At = (Of * InGroup + I) * Page;
      const uintptr_t From = std::max(At, First);
      const uintptr_t To = std::min(At + Page, Last);
      if (From == End && !All.empty())
        All.back().Size += To - From;
      else
        All.push_back({reinterpret_cast<const char *>(From), To - From});
      End = To;
    }
  return All;
}
