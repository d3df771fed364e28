//===- TrackFuzz.cpp - memory that is changed in all ways between looks ---===//
//
// Part of Lacuna, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   lacuna-track-fuzz [STEPS [SEED]]
//
// A source must never be found the same while its bytes differ. What its bytes
// were, a copy of the program's own says. Promises come and go, and are kept.
//
//===----------------------------------------------------------------------===//

#include "MemoryChanges.h"
#include "lacuna/promise.h"
#include "track/Tracker.h"
#include <string>

using namespace lacuna::rt;

namespace {

/// A source, and what it was made of.
struct Held {
  char *Begin;
  size_t Size;
  std::vector<Bytes> Parts;
  std::shared_ptr<Source> Of;
  std::vector<char> Truth;

  bool isSame() const {
    return std::all_of(Parts.begin(), Parts.end(), [&](const Bytes &P) {
      return std::memcmp(P.Begin, &Truth[size_t(P.Begin - Begin)], P.Size) == 0;
    });
  }
};

struct Promised {
  uint64_t Number;
  char *Begin;
  std::vector<char> Truth; ///< since the last change that was told
};

class Fuzzer : MemoryChanges {
public:
  explicit Fuzzer(unsigned Seed) : MemoryChanges(Seed) {
    for (int I = 0; I < 6; ++I)
      All.push_back(hold());
  }
  int run(long Steps);

private:
  Held hold();
  void cut(Held &H);
  void change();
  void store();
  void replaceSome();
  void look(Held &H, bool Within);
  void fork();
  void promise();
  void keepPromises();
  void breakOff();

  std::vector<Held> All;
  std::vector<Promised> Promises;
  long Known = 0, Looks = 0;
};

} // namespace

/// Arrays that overlap, or are neighbours in a page, or blocks of the heap; now
/// and then small ones.
Held Fuzzer::hold() {
  Held H;
  if (below(4) == 0) {
    H.Begin = Block[below(Blocks)];
    H.Size = BlockSize;
  } else {
    H.Size = below(8) == 0 ? 1 + below(9000) : 65536 + below(30000);
    H.Begin = Arena + below(PagesOfArena * Page - H.Size + 1);
    if (below(4) == 0)
      H.Begin = Arena + (H.Begin - Arena) / Page * Page;
    else if (!All.empty() && below(3) == 0)
      H = {All[0].Begin, All[0].Size, All[0].Parts, nullptr, {}};
  }
  if (H.Parts.empty())
    cut(H);
  H.Of = Source::of(H.Parts);
  H.Truth.assign(H.Begin, H.Begin + H.Size);
  return H;
}

/// One part or many, with something between them.
void Fuzzer::cut(Held &H) {
  const bool IsWhole = below(6) != 0;
  for (size_t At = 0; At < H.Size;) {
    const size_t Length =
        IsWhole ? H.Size : std::min(H.Size - At, 1 + below(6000));
    H.Parts.push_back({H.Begin + At, Length});
    At += Length + 1 + below(4000);
  }
  H.Size = size_t(H.Parts.back().Begin - H.Begin) + H.Parts.back().Size;
}

/// One store, or a few, most of them on the edges of arrays and pages.
void Fuzzer::store() {
  const Held &H = All[below(below(8) == 0 ? All.size() : 2)];
  char *At = H.Begin + below(H.Size);
  switch (below(6)) {
  case 0:
    At = H.Begin + below(std::min<size_t>(H.Size, 3));
    break;
  case 1:
    At = H.Begin + H.Size - 1 - below(std::min<size_t>(H.Size, 3));
    break;
  case 2: // the first whole page, or what is just before or behind it
    At = H.Begin + std::min(H.Size - 1, Page - uintptr_t(H.Begin) % Page);
    At -= At > H.Begin && below(2) ? 1 : 0;
    break;
  }
  char Buffer[300];
  const size_t Most = std::min<size_t>(300, H.Begin + H.Size - At);
  const size_t Size = below(100) != 0 ? 1 : 1 + below(Most);
  std::memset(Buffer, value(), Size);
  write(At, Buffer, Size);
  keepPromises();
}

/// Stores may show elsewhere, too, where memory is shared.
void Fuzzer::keepPromises() {
  for (Promised &P : Promises)
    for (size_t At = 0; At < P.Truth.size(); At += Page) {
      const size_t Size = std::min(Page, P.Truth.size() - At);
      if (std::memcmp(P.Begin + At, &P.Truth[At], Size) == 0)
        continue;
      lacuna_promise_changed(P.Begin + At, Size);
      std::memcpy(&P.Truth[At], P.Begin + At, Size);
    }
}

/// One more, about an array, perhaps without its ends; or one less.
void Fuzzer::promise() {
  if (Promises.size() > 1) {
    lacuna_promise_end(Promises.front().Number);
    Promises.erase(Promises.begin());
    return;
  }
  const Held &H = All[below(All.size())];
  const size_t Less =
      below(4) == 0 ? std::min<size_t>(H.Size, 1 + below(9)) : 0;
  char *const Begin = H.Begin + below(Less + 1);
  const size_t Size = H.Size - Less;
  Promises.push_back({lacuna_promise_begin("here", Begin, Size, /*flags=*/0),
                      Begin, std::vector<char>(Begin, Begin + Size)});
}

/// For what is no store.
void Fuzzer::breakOff() {
  for (const Promised &P : Promises)
    lacuna_promise_end(P.Number);
  Promises.clear();
}

void Fuzzer::replaceSome() {
  const size_t I = below(Blocks);
  char *const Old = Block[I];
  std::erase_if(All,
                [&](const Held &H) { return H.Begin == Old && below(2) == 0; });
  replaceBlock(I);
  if (Block[I] != Old)
    std::erase_if(All, [&](const Held &H) { return H.Begin == Old; });
}

void Fuzzer::change() {
  switch (below(300)) {
  case 0:
  case 1:
  case 2:
  case 3:
    breakOff();
    return changePages();
  case 4:
    breakOff();
    return replaceSome();
  case 5:
    All[below(All.size())] = hold();
    return;
  default:
    store();
  }
}

/// As two threads do whose looks take place at the same time, where there is
/// another one \p Within.
void Fuzzer::look(Held &H, bool Within) {
  ++Looks;
  const std::shared_ptr<Source> Of = H.Of;
  Look L = Of->look();
  const bool IsSame = H.isSame();
  if (L.Found == Look::Same && !IsSame)
    fail(Of->isSmall() ? "small, and not the same" : "not the same");
  if (L.Found == Look::Different && IsSame)
    fail("not different");
  Known += L.Found == Look::Same && !Of->isSmall();
  if (L.Found == Look::Unknown) {
    // By several threads, while others store perhaps.
    const int32_t Parts = 1 + int32_t(below(3));
    bool AreSame = true;
    for (int32_t P = 0; P < Parts; ++P) {
      AreSame = AreSame && Of->isSame(P, Parts);
      if (below(8) == 0)
        store();
      if (Within && below(8) == 0)
        look(below(2) == 0 ? H : All[below(All.size())], /*Within=*/false);
    }
    if (AreSame)
      Of->confirm(L);
  }
  if (!H.isSame() && below(4) == 0)
    H = hold();
}

/// A child must not take the parent's memory for its own.
void Fuzzer::fork() {
  inChild([this] {
    for (Held &H : All)
      H.Begin[below(H.Size)] = value();
    for (Held &H : All)
      if (H.Of->look().Found == Look::Same && !H.isSame())
        fail("not the same in a child");
  });
}

int Fuzzer::run(long Steps) {
  for (; Step < Steps; ++Step) {
    change();
    // Where much is promised little is left to be tracked.
    if (Step / 8192 % 2 == 0)
      breakOff();
    else if (below(8) == 0)
      promise();
    while (All.size() < 6)
      All.push_back(hold());
    if (below(3) == 0)
      look(All[below(All.size())], /*Within=*/true);
    if (below(8000) == 0)
      fork();
  }
  std::printf("%ld looks, of which %s were the kernel's\n", Looks,
              Known > Looks / 50 ? "many" : "few");
  return 0;
}

int main(int Count, char **Arguments) {
  return fuzz<Fuzzer>(100000, Count, Arguments);
}
