//===- Pieces.cpp - memory that a walk has read in pieces -----------------===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pieces.h"
#include <algorithm>

using namespace lacuna::rt;

/// Memory between two pieces with less between them is mapped, whatever the
/// size of pages: it lies in the pages of these.
static constexpr size_t Gap = 4096;

void Pieces::add(const void *Begin, size_t Size) {
  const auto *const At = static_cast<const char *>(Begin);
  if (Size == 0)
    return;
  if (!All.empty()) {
    // Walks ask for the end of a row, and for its beginning, and go on there.
    Bytes &Last = All.back();
    const char *const End = Last.Begin + Last.Size;
    if (At <= End && At + Size >= Last.Begin) {
      Last.Begin = std::min(Last.Begin, At);
      Last.Size = size_t(std::max(End, At + Size) - Last.Begin);
      return;
    }
  }
  All.push_back({At, Size});
}

/// Sorts \p All and leaves each byte once.
static void simplify(std::vector<Bytes> &All) {
  std::sort(All.begin(), All.end(), [](const Bytes &A, const Bytes &B) {
    return std::pair(A.Begin, A.Size) < std::pair(B.Begin, B.Size);
  });
  size_t Kept = 0;
  for (const Bytes &B : All) {
    Bytes *const Last = Kept == 0 ? nullptr : &All[Kept - 1];
    if (Last && B.Begin <= Last->Begin + Last->Size)
      Last->Size = std::max(Last->Size, size_t(B.Begin - Last->Begin) + B.Size);
    else
      All[Kept++] = B;
  }
  All.resize(Kept);
}

size_t Pieces::size() {
  simplify(All);
  size_t Sum = 0;
  for (const Bytes &B : All)
    Sum += B.Size;
  return Sum;
}

bool Pieces::copy() {
  simplify(All);
  for (size_t First = 0, End; First < All.size(); First = End) {
    auto PastOf = [&](size_t I) { return All[I].Begin + All[I].Size; };
    for (End = First + 1; End < All.size(); ++End)
      if (size_t(All[End].Begin - PastOf(End - 1)) >= Gap)
        break;
    auto S = Source::of({&All[First], End - First});
    if (!S)
      return false;
    (S->isSmall() ? Small : Large).push_back(std::move(S));
  }
  All = {};
  return true;
}

bool Pieces::areOthersSame(int32_t Part, int32_t Parts) const {
  auto Border = [&](int32_t P) {
    return Small.size() * size_t(P) / size_t(Parts);
  };
  return std::all_of(
      Small.begin() + int64_t(Border(Part)),
      Small.begin() + int64_t(Border(Part + 1)),
      [](const std::shared_ptr<Source> &S) { return S->isSame(0, 1); });
}

size_t Pieces::memoryOfOthers() const {
  size_t Sum = 0;
  for (const std::shared_ptr<Source> &S : Small)
    Sum += S->memory();
  return Sum;
}
