//===- LayoutFuzz.cpp - layouts of memory that is changed in all ways -----===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   lacuna-layout-fuzz [STEPS [SEED]]
//
// Whatever happened to its arrays, a layout that is used holds what they hold
// now: each slot is compared with them.
//
//===----------------------------------------------------------------------===//

#include "LayoutChecks.h"
#include "MemoryChanges.h"
#include "track/Tracker.h"
#include <array>

using namespace lacuna::rt;

namespace {

/// Rows whose arrays lie in the arena or in a block.
struct Rows {
  static constexpr int64_t Arrays = 2;

  char *Positions;
  int64_t Count, Capacity; ///< how many entries there may be
  std::array<lacuna_entries, Arrays> Entries;
  lacuna_level Level{};
  /// What its arrays held when a layout was checked.
  const lacuna_layout *Checked = nullptr;
  std::vector<char> Truth;

  int32_t position(int64_t Row) const {
    int32_t P;
    std::memcpy(&P, Positions + Row * 4, 4);
    return P;
  }
  size_t size(int64_t Array) const {
    return size_t(Capacity * Entries[size_t(Array)].bytes);
  }
  size_t sizeOfPositions() const { return size_t(Count + 1) * 4; }
  bool ascends() const {
    for (int64_t R = 0; R < Count; ++R)
      if (position(R) > position(R + 1))
        return false;
    return true;
  }
  /// Whether the user's loop may run.
  bool isWithin() const {
    for (int64_t R = 0; R < Count; ++R)
      if (position(R) < position(R + 1) &&
          (position(R) < 0 || position(R + 1) > Capacity))
        return false;
    return true;
  }
  std::vector<char> bytes() const {
    std::vector<char> All(Positions, Positions + sizeOfPositions());
    for (int64_t A = 0; A < Arrays; ++A) {
      const char *From = Entries[size_t(A)].begin;
      All.insert(All.end(), From, From + size(A));
    }
    return All;
  }
};

class Fuzzer : MemoryChanges {
public:
  explicit Fuzzer(unsigned Seed) : MemoryChanges(Seed) {
    All.resize(4);
    for (size_t I = 0; I < All.size(); ++I)
      make(I);
  }
  int run(long Steps);

private:
  char *place(size_t Size, int64_t Align);
  void make(size_t I);
  void ask(Rows &R);
  void fillPositions(Rows &R);
  void store();
  void storePosition(const Rows &R);
  void replaceSome();
  void use(Rows &R);
  void fork();

  std::vector<Rows> All;
  long Uses = 0, Found = 0, Kept = 0;
  int64_t Asked = 0;
};

} // namespace

/// Often a neighbour in a page, or in the middle of another array.
char *Fuzzer::place(size_t Size, int64_t Align) {
  const size_t At = below(PagesOfArena * Page - Size + 1);
  return Arena + At / size_t(Align) * size_t(Align);
}

/// Positions that ascend, by writes of a page.
void Fuzzer::fillPositions(Rows &R) {
  std::vector<int32_t> P;
  int64_t At = int64_t(below(5));
  for (int64_t I = 0; I <= R.Count; ++I) {
    P.push_back(int32_t(At));
    At = std::min(R.Capacity, At + int64_t(below(3)));
  }
  const char *From = reinterpret_cast<const char *>(P.data());
  const size_t Size = R.sizeOfPositions();
  for (size_t I = 0; I < Size; I += Page)
    write(R.Positions + I, From + I, std::min(Page, Size - I));
}

void Fuzzer::make(size_t I) {
  Rows &R = All[I];
  R = {};
  const bool IsSmall = below(4) == 0;
  R.Count = IsSmall ? 1 + int64_t(below(200)) : 17000 + int64_t(below(2000));
  R.Capacity = R.Count + 10;
  R.Entries = {lacuna_entries{place(size_t(R.Capacity) * 4, 4), 4},
               lacuna_entries{place(size_t(R.Capacity) * 8, 8), 8}};
  if (below(3) == 0)
    R.Entries[0].begin = Block[below(Blocks)];
  // Positions overlap nothing that may be written as an entry.
  R.Positions = Arena + PagesOfArena / 2 * Page + below(1000) * 4;
  for (lacuna_entries &E : R.Entries)
    if (E.begin >= Arena && E.begin < Arena + PagesOfArena * Page)
      E.begin = Arena + (E.begin - Arena) % ptrdiff_t(4 * Page) / 8 * 8;
  fillPositions(R);
  ask(R);
}

/// A layout that was not asked for so far: it need not rest.
void Fuzzer::ask(Rows &R) {
  lacuna_level &L = R.Level;
  L = {};
  L.kind = below(3) == 0 ? LACUNA_CSC : LACUNA_SELL;
  L.lanes = 1 << below(5);
  L.window = L.lanes * ++Asked;
  L.masks = int32_t(below(2));
  L.coordinates = 0;
  L.coordinate_bytes = -4;
  L.position_bytes = -4;
  L.positions = R.Positions;
  L.rows = R.Count;
  L.entries = R.Entries.data();
  L.entry_arrays = Rows::Arrays;
  L.name = "A";
  L.where = "fuzz.cpp:1";
  R.Checked = nullptr;
}

void Fuzzer::storePosition(const Rows &R) {
  const int64_t Row = below(3) == 0 ? (below(2) == 0 ? 0 : R.Count)
                                    : int64_t(below(size_t(R.Count) + 1));
  int32_t P = below(20) == 0 ? int32_t(below(size_t(R.Capacity))) // or anything
              : below(2) == 0 && Row < R.Count ? R.position(Row + 1)
              : Row > 0                        ? R.position(Row - 1)
                                               : 0;
  write(R.Positions + Row * 4, reinterpret_cast<const char *>(&P), 4);
}

/// One store, most of them on the edges of arrays and pages.
void Fuzzer::store() {
  const Rows &R = All[below(All.size())];
  if (below(4) == 0)
    return storePosition(R);
  const size_t A = below(Rows::Arrays);
  char *const Begin = const_cast<char *>(R.Entries[A].begin);
  const int64_t Bytes = R.Entries[A].bytes;
  const size_t First = size_t(std::clamp<int64_t>(R.position(0), 0, R.Count) *
                              Bytes),
               Last = size_t(
                   std::clamp<int64_t>(R.position(R.Count), 1, R.Capacity) *
                   Bytes);
  size_t At = below(R.size(int64_t(A)));
  switch (below(5)) {
  case 0:
    At = First + below(3);
    break;
  case 1:
    At = Last - 1 - below(3);
    break;
  case 2: { // around the first or the last whole page
    const size_t Whole = Page - uintptr_t(Begin) % Page;
    At = below(2) == 0 ? Whole : (Last - Whole) / Page * Page + Whole;
    At = std::min(R.size(int64_t(A)) - 1, At - below(2));
    break;
  }
  }
  const char To = value();
  write(Begin + At, &To, 1);
}

void Fuzzer::replaceSome() {
  const size_t I = below(Blocks);
  char *const Old = Block[I];
  replaceBlock(I);
  for (Rows &R : All)
    if (R.Entries[0].begin == Old && Block[I] != Old) {
      R.Entries[0].begin = Block[I];
      R.Checked = nullptr;
    }
}

void Fuzzer::use(Rows &R) {
  if (!R.isWithin() || (!R.ascends() && below(2) == 0))
    fillPositions(R);
  ++Uses;
  const lacuna_layout *L = lacuna_layout_use(&R.Level);
  if (!L) {
    if (below(2) == 0)
      ask(R);
    return;
  }
  ++Found;
  if (!R.ascends())
    fail("not the same, and positions do not ascend");
  if (R.Checked == L && R.Truth == R.bytes()) {
    ++Kept;
  } else {
    R.Truth = R.bytes();
    const std::string Problem = LayoutCheck(R.Level, *L).problem();
    if (!Problem.empty())
      fail(("not the same: " + Problem).c_str());
    R.Checked = L;
  }
  lacuna_layout_end(L);
}

/// A child must not take the parent's memory for its own.
void Fuzzer::fork() {
  Rows &R = All[below(All.size())];
  fillPositions(R);
  ask(R);
  for (int I = 0; I < 3; ++I)
    use(R);
  inChild([&] {
    char *const Values = const_cast<char *>(R.Entries[1].begin);
    Values[R.size(1) / 4 + below(R.size(1) / 4)] ^= 1;
    use(R);
  });
}

int Fuzzer::run(long Steps) {
  for (; Step < Steps; ++Step) {
    switch (below(200)) {
    case 0:
      changePages();
      break;
    case 1:
      replaceSome();
      break;
    case 2:
      make(below(All.size()));
      break;
    default:
      if (below(4) == 0)
        store();
    }
    use(All[below(All.size())]);
    if (below(300) == 0)
      fork();
  }
  std::printf("%ld uses, of which %s had a layout, %s of them as before\n",
              Uses, Found > Uses / 10 ? "many" : "few",
              Kept > Found / 10 ? "many" : "few");
  return 0;
}

int main(int Count, char **Arguments) {
  return fuzz<Fuzzer>(20000, Count, Arguments);
}
