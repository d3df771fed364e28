//===- Pieces.cpp - memory that a walk has read in pieces -----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pieces.h"
#include <cstring>

using namespace lacuna::rt;

void Pieces::add(const void *Begin, size_t Size) {
  if (!All.empty()) {
    lacuna_source &Last = All.back();
    const char *const End = static_cast<const char *>(Last.begin) + Last.size;
    if (Begin == Last.begin && Size <= Last.size)
      return;
    if (Begin == End) {
      Last.size += Size;
      return;
    }
  }
  All.push_back({Begin, Size});
}

void Pieces::copy() {
  for (const lacuna_source &S : All) {
    First.push_back(Held.size());
    const char *const Begin = static_cast<const char *>(S.begin);
    Held.insert(Held.end(), Begin, Begin + S.size);
  }
}

bool Pieces::isSame(int32_t Part, int32_t Parts) const {
  auto Border = [&](int32_t P) {
    return All.size() * size_t(P) / size_t(Parts);
  };
  for (size_t I = Border(Part); I < Border(Part + 1); ++I)
    if (std::memcmp(All[I].begin, Held.data() + First[I], All[I].size) != 0)
      return false;
  return true;
}
